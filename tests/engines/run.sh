#!/bin/sh
# run.sh ENGINE GPUBILL_DIR quick|mapper|driver|random - `gpubill sql` on duckdb, postgres, chdb, spark.
#
# quick: sample-bills. mapper: the same through `ledger --stream`. driver: some of them, and all logs,
# through scripts/spark/review.py. random: 300 random ledgers as one (GPUBILL_LEDGERS; 30 on Spark, which takes
# a second for each statement), in two time zones. Engines of Python are installed into build/engines,
# once. Exit 77 where an engine cannot be had.
set -u
here=$(CDPATH='' cd "$(dirname "$0")" && pwd) || exit 1
top=$(CDPATH='' cd "$here/../.." && pwd) || exit 1
engine=${1:?usage: run.sh duckdb|postgres|chdb|spark GPUBILL_DIR quick|mapper|driver|random}
bin=${2:?usage: run.sh duckdb|postgres|chdb|spark GPUBILL_DIR quick|mapper|driver|random}
what=${3:?usage: run.sh duckdb|postgres|chdb|spark GPUBILL_DIR quick|mapper|driver|random}

skip() {
    echo "skipped: $1"
    exit 77
}

case $engine in
duckdb) package='duckdb>=1.1' ;;
chdb) package='chdb>=3.0' ;;
spark) package='pyspark>=4.0' ;;
postgres) package= ;;
*) skip "no engine is called $engine" ;;
esac
command -v python3 >/dev/null || skip "python3 is not installed"
[ "$engine" != spark ] || command -v java >/dev/null || skip "Spark needs Java 17 or later"

# The Python of the engine.
python=python3
if [ -n "$package" ]; then
    environment=$top/build/engines/$engine
    python=$environment/bin/python
    mkdir -p "$top/build/engines" || exit 1
    # Tests of one engine begin together; one installs, the others wait.
    exec 9>"$environment.lock"
    ! command -v flock >/dev/null || flock 9
    if ! [ -f "$environment/installed" ]; then
        rm -rf "$environment"
        python3 -m venv "$environment" >/dev/null 2>&1 || skip "no python3 with venv is installed"
        "$environment/bin/pip" install -q --disable-pip-version-check --retries 1 --timeout 60 \
            "$package" >"$environment/log" 2>&1 || skip "$package cannot be installed from PyPI"
        : >"$environment/installed"
    fi
    exec 9>&-
fi

export PYTHONDONTWRITEBYTECODE=1
cd "$top" || exit 1
case $what in
quick)
    # Two workers with a core each: what goes from one to another is really sent.
    export GPUBILL_SPARK="${GPUBILL_SPARK:-local-cluster[2,1,1024]}"
    trap 'rm -rf "$top"/build/engines/spark/lib/*/site-packages/pyspark/work' EXIT # their logs
    "$python" "$here/equal.py" "$bin/gpubill" "$engine" sample-bills \
        --config sample-bills/gpubill.json
    exit
    ;;
mapper)
    exec "$python" "$here/mapper.py" "$bin/gpubill" "$engine" sample-bills
    ;;
driver)
    folder=$(mktemp -d) || exit 1
    trap 'rm -rf "$folder"' EXIT
    cp sample-bills/autodl/*.csv sample-bills/aliyun/*.csv "$folder" || exit 1
    "$python" "$here/driver.py" "$bin/gpubill" "$folder" --logs sample-bills/states \
        --logs sample-bills/usage --config sample-bills/gpubill.json -- --month 2026-03
    exit
    ;;
random)
    ledgers=300
    [ "$engine" != spark ] || ledgers=30
    ledgers=${GPUBILL_LEDGERS:-$ledgers}
    folder=$(mktemp -d) || exit 1
    trap 'rm -rf "$folder"' EXIT
    python3 "$here/random_bills.py" "$folder" 1 "$((1 + ledgers))" || exit 1
    result=0
    for zone in +08:00 -03:30; do
        "$python" "$here/equal.py" "$bin/gpubill" "$engine" "$folder/in" \
            --config "$folder/gpubill.json" -- --month 2026-03 --timezone="$zone" || result=$?
        [ "$result" -ne 77 ] || exit 77
    done
    exit "$result"
    ;;
*)
    echo "there is no test '$what' of engines" >&2
    exit 1
    ;;
esac
