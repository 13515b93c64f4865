#!/bin/sh
# hostile.sh GPUBILL_DIR PROGRAM_DIR - whatever a bill holds is shown and never run.
set -eu
command -v python3 >/dev/null || {
    echo "skipped: python3 is not installed"
    exit 77
}
here=$(cd "$(dirname "$0")" && pwd)
PYTHONDONTWRITEBYTECODE=1 exec python3 "$here/hostile.py" "$1/gpubill" "$here/../.."
