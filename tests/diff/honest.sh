#!/bin/sh
# honest.sh GPUBILL_DIR PROGRAM_DIR - findings in real bills: only those that are listed, with reasons.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
bills=${GPUBILL_SHARED:-$here/../../../shared}/samples/bills
command -v python3 >/dev/null || {
    echo "skipped: python3 is not installed"
    exit 77
}
[ -d "$bills" ] || {
    echo "skipped: no real bills at $bills"
    exit 77
}
PYTHONDONTWRITEBYTECODE=1 exec python3 "$here/honest.py" "$1/gpubill" "$bills"
