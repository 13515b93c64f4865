#!/bin/sh
# planted.sh GPUBILL_DIR PROGRAM_DIR - the sample bills are what their script makes, and findings in
# them are what the table of their README lists.
set -eu
command -v python3 >/dev/null || {
    echo "skipped: python3 is not installed"
    exit 77
}
here=$(cd "$(dirname "$0")" && pwd)
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
python3 "$here/../../scripts/make_sample_bills.py" "$made"
diff -r "$made" "$here/../../sample-bills"
PYTHONDONTWRITEBYTECODE=1 python3 "$here/planted.py" "$1/gpubill" "$here/../.."
