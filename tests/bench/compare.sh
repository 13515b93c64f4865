#!/bin/sh
# compare.sh [OPTION]... - how fast gpubill is beside DuckDB, Miller and a plain Python script.
#
#     --quick          a tenth of the sizes
#     --large MB       size of the FOCUS bill (default 1000)
#     --small MB       size of the Chinese and the JSON bills (default 300)
#     --runs N         runs of each program, in turn (default 5; at most 3 of what takes long)
#     --only LIST      groups to measure: focus,chinese,json,ndjson,start
#     --page           write the tables into docs/PERFORMANCE.md, else on standard output
#
# Builds gpubill as users do, makes the bills below build/bench (3 GB; they stay for the next
# time), and compares sums: exit 1 where two programs do not agree. What is not installed is named
# and left out. DuckDB comes by pip into ~/.cache/gpubill/bench.
set -eu
cd "$(dirname "$0")/../.."
others=tests/bench/others
environment=${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/gpubill/bench
mkdir -p build/bench

scripts/setup.sh run
scripts/build.sh run
${CC:-cc} -std=c17 -O2 -o build/bench/make_bill tests/bench/make_bill.c
${CC:-cc} -std=gnu17 -O2 -o build/bench/launch tests/bench/launch.c

if ! cmp -s $others/requirements.txt "$environment/installed"; then
    rm -rf "$environment"
    if python3 -m venv "$environment" &&
        "$environment/bin/pip" install -q --disable-pip-version-check -r $others/requirements.txt
    then
        cp $others/requirements.txt "$environment/installed"
    else
        echo "compare.sh: DuckDB is left out; it comes by: pip install duckdb" >&2
    fi
fi
python=$environment/bin/python
[ -x "$python" ] || python=python3
PYTHONDONTWRITEBYTECODE=1 exec "$python" tests/bench/compare.py "$@"
