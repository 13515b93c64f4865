#!/bin/sh
# rules.sh GPUBILL_DIR PROGRAM_DIR - findings in random ledgers are those of a second implementation.
#
# GPUBILL_LEDGERS sets how many (300); rules.py takes the seed of the first, too.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
command -v python3 >/dev/null || {
    echo "skipped: python3 is not installed"
    exit 77
}
PYTHONDONTWRITEBYTECODE=1 exec python3 "$here/rules.py" "$1/gpubill" "${GPUBILL_LEDGERS:-300}"
