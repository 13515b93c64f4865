#!/bin/sh
# matching.sh GPUBILL_DIR PROGRAM_DIR - invoices are matched with charges as trying everything does.
set -eu
command -v python3 >/dev/null || {
    echo "skipped: python3 is not installed"
    exit 77
}
here=$(cd "$(dirname "$0")" && pwd)
PYTHONDONTWRITEBYTECODE=1 python3 "$here/matching.py" "$1/gpubill" 60
