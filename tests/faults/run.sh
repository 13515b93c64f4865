#!/bin/sh
# run.sh GROUP PROGRAM LIBRARY [--all] - one group of faults; exit 77 means that it cannot run here.
set -eu
command -v python3 >/dev/null || {
    echo "skipped: python3 is not installed"
    exit 77
}
nm "$2" 2>/dev/null | grep -q '__asan_init\|__tsan_init' && {
    echo "skipped: sanitizers take the place of the calls that should fail"
    exit 77
}
here=$(cd "$(dirname "$0")" && pwd)
group=$1
program=$2
library=$3
shift 3
PYTHONDONTWRITEBYTECODE=1 exec python3 "$here/$group.py" "$program" "$library" "$here/../.." "$@"
