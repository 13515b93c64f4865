#!/bin/sh
# translated.sh GPUBILL_DIR PROGRAM_DIR - no output in Chinese has an English text of the catalogue.
set -eu
command -v python3 >/dev/null || {
    echo "skipped: python3 is not installed"
    exit 77
}
here=$(cd "$(dirname "$0")" && pwd)
PYTHONDONTWRITEBYTECODE=1 exec python3 "$here/translated.py" "$1/gpubill" "$here/../.."
