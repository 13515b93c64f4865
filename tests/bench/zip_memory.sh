#!/bin/sh
# zip_memory.sh GPUBILL [MIB] - the peak memory of reading a zip of bills that unpacks to MIB
# (default 2048); it is written under $TMPDIR, about an eighth of that size. Takes minutes: not a test.
# tests/diff/zip_memory.sh is one, with a smaller zip.
set -eu
[ $# -ge 1 ] || { echo "usage: $0 GPUBILL [MIB]" >&2; exit 2; }
exec python3 "$(dirname "$0")/zip_memory.py" "$1" "${2:-2048}"
