#!/bin/sh
# charts.sh GPUBILL_DIR PROGRAM_DIR - what the charts draw against review.json, to the last digit.
set -eu
command -v python3 >/dev/null || {
    echo "skipped: python3 is not installed"
    exit 77
}
here=$(cd "$(dirname "$0")" && pwd)
PYTHONDONTWRITEBYTECODE=1 exec python3 "$here/charts.py" "$1/gpubill" "$here/../.."
