#!/bin/sh
# copies.sh GPUBILL_DIR PROGRAM_DIR - copies of invoices, in any order, against Python's own reading.
set -eu
command -v python3 >/dev/null || {
    echo "skipped: python3 is not installed"
    exit 77
}
here=$(cd "$(dirname "$0")" && pwd)
PYTHONDONTWRITEBYTECODE=1 exec python3 "$here/copies.py" "$1/gpubill"
