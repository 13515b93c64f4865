#!/bin/sh
# money.sh GPUBILL_DIR PROGRAM_DIR - the ledger's amounts against Python's.
set -eu
command -v python3 >/dev/null || {
    echo "skipped: python3 is not installed"
    exit 77
}
PYTHONDONTWRITEBYTECODE=1 exec python3 "$(dirname "$0")/money.py" "$2/diff_ledger"
