#!/bin/sh
# terminal.sh GPUBILL_DIR PROGRAM_DIR - what a review says where a person watches it.
set -eu
command -v python3 >/dev/null || {
    echo "skipped: python3 is not installed"
    exit 77
}
here=$(cd "$(dirname "$0")" && pwd)
PYTHONDONTWRITEBYTECODE=1 exec python3 "$here/terminal.py" "$1/gpubill" "$here/../.."
