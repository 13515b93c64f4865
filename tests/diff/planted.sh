#!/bin/sh
# planted.sh GPUBILL_DIR PROGRAM_DIR - findings in the sample bills against the table of their README.
set -eu
command -v python3 >/dev/null || {
    echo "skipped: python3 is not installed"
    exit 77
}
here=$(cd "$(dirname "$0")" && pwd)
PYTHONDONTWRITEBYTECODE=1 exec python3 "$here/planted.py" "$1/gpubill" "$here/../.."
