#!/bin/sh
# record_counts.sh - record in counts.json how many instructions small reviews take now, which the
# test bench.counts holds later ones against.
set -eu
exec python3 "$(dirname "$0")/counts.py" record
