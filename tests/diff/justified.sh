#!/bin/sh
# justified.sh GPUBILL_DIR PROGRAM_DIR - what invoices cover of the sample bills, what they do not and
# why, is what their README tells.
set -eu
command -v python3 >/dev/null || {
    echo "skipped: python3 is not installed"
    exit 77
}
command -v pdftotext >/dev/null || {
    echo "skipped: pdftotext is not installed, and invoices among the samples are PDF"
    exit 77
}
here=$(cd "$(dirname "$0")" && pwd)
PYTHONDONTWRITEBYTECODE=1 python3 "$here/justified.py" "$1/gpubill" "$here/../.."
