#!/bin/sh
# zip_memory.sh GPUBILL_DIR PROGRAM_DIR - a zip that unpacks to 64 MiB takes little more memory than
# one of 32 MiB. tests/bench/zip_memory.sh measures a large one.
set -eu
command -v python3 >/dev/null || {
    echo "skipped: python3 is not installed"
    exit 77
}
nm "$1/gpubill" 2>/dev/null | grep -q '__asan_init\|__tsan_init' && {
    echo "skipped: sanitizers take memory of their own"
    exit 77
}
here=$(cd "$(dirname "$0")" && pwd)
PYTHONDONTWRITEBYTECODE=1 exec python3 "$here/../bench/zip_memory.py" "$1/gpubill" 64 8
