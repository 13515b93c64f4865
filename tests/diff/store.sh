#!/bin/sh
# store.sh GPUBILL_DIR PROGRAM_DIR - the ledger that is kept: order, interruptions, history, queries.
set -eu
python3 -c 'import sqlite3' 2>/dev/null || {
    echo "skipped: python3 with sqlite3 is not installed"
    exit 77
}
here=$(cd "$(dirname "$0")" && pwd)
PYTHONDONTWRITEBYTECODE=1 exec python3 "$here/store.py" "$1/gpubill" "$here/../.."
