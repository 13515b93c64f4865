#!/bin/sh
# engine_report.sh GPUBILL_DIR PROGRAM_DIR - the report of what an engine hands back is that of
# gpubill itself: sums, findings and their order.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
command -v python3 >/dev/null || {
    echo "skipped: python3 is not installed"
    exit 77
}
PYTHONDONTWRITEBYTECODE=1 exec python3 "$here/engine_report.py" "$1/gpubill" \
    "$here/../../sample-bills" --config "$here/../../sample-bills/gpubill.json"
