#!/bin/sh
# variants.sh GPUBILL_DIR PROGRAM_DIR - columns in another order, one more, one less, headings
# written otherwise: the ledger stays the same, for every sample of every format.
set -eu
command -v python3 >/dev/null || {
    echo "skipped: python3 is not installed"
    exit 77
}
here=$(cd "$(dirname "$0")" && pwd)
PYTHONDONTWRITEBYTECODE=1 exec python3 "$here/variants.py" "$2/diff_unsettled" \
    "$here/../../parsers/formats"
