#!/bin/sh
# stream.sh GPUBILL_DIR PROGRAM_DIR - what `ledger --stream` writes is what `ledger` writes.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
command -v python3 >/dev/null || {
    echo "skipped: python3 is not installed"
    exit 77
}
PYTHONDONTWRITEBYTECODE=1 exec python3 "$here/stream.py" "$1/gpubill" "$here/../.."
