#!/bin/sh
# workbook.sh GPUBILL_DIR PROGRAM_DIR - review.xlsx against review.json and ledger.csv, and, where
# it is installed, as LibreOffice opens and computes it.
set -eu
command -v python3 >/dev/null || {
    echo "skipped: python3 is not installed"
    exit 77
}
here=$(cd "$(dirname "$0")" && pwd)
PYTHONDONTWRITEBYTECODE=1 exec python3 "$here/workbook.py" "$1/gpubill" "$here/../.."
