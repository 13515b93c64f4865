#!/bin/sh
# redacted.sh GPUBILL_DIR PROGRAM_DIR - with --redact nothing that tells of people is in any output,
# and what is found is what is found without it.
set -eu
command -v python3 >/dev/null || {
    echo "skipped: python3 is not installed"
    exit 77
}
here=$(cd "$(dirname "$0")" && pwd)
PYTHONDONTWRITEBYTECODE=1 python3 "$here/redacted.py" "$1/gpubill" "$here/../.."
