#!/usr/bin/env python3
"""Judge the bills of a Hadoop path on Spark: a thin driver around gpubill.

    spark-submit review.py [--gpubill PATH] [--config FILE] [--month YYYY-MM] BILLS OUT

Each file under BILLS goes through `gpubill ledger --stream`, one task a file; its lines are written
as Parquet under OUT/ledger, partitioned by month and platform, and what became of every other record
beside them. Then the script of `gpubill sql --engine spark` runs, and its findings and sums are
written to OUT as CSV. A file that fails is left out and told: exit code 3. If sums do not close,
nothing is handed back: exit code 5.

Files are read where the task runs: local paths as they are, all others by `--cat`, "hadoop fs -cat"
unless something else is said. The second of two files of equal content does not count; rows that were
delivered twice in different files are not looked for. State and usage logs (--logs) are read on the
machine of the driver, all together: OUT has to be a folder that all machines see.
"""

import argparse
import concurrent.futures
import csv
import json
import os
import re
import shutil
import subprocess
import sys
import time
from decimal import Decimal

from pyspark.sql import SparkSession
from pyspark.sql import functions as F
from pyspark.sql.types import StringType, StructField, StructType

# What is handed back, as docs/SCALE.md tells the columns.
RESULTS = ("findings", "totals", "spend", "spend_by_day", "spend_by_resource", "spend_by_project",
           "spend_by_input", "checks")
GIVEN = ("gpubill_inputs", "gpubill_ledger", "gpubill_states", "gpubill_usage")
ACCOUNT = "x_Account"  # a record of the account, in the place of a line
ACCOUNT_MONTH = "account"  # the partition that these are in
EXIT_PARTLY, EXIT_BUG = 3, 5
# Amounts of 38 digits make long methods, which Java compiles only if told to.
CONF = ("spark.sql.session.timeZone=UTC",
        "spark.sql.variable.substitute=false",  # texts stand as they are
        "spark.driver.extraJavaOptions=-XX:-DontCompileHugeMethods",
        "spark.executor.extraJavaOptions=-XX:-DontCompileHugeMethods",
        "spark.sql.autoBroadcastJoinThreshold=32m",
        # Months and platforms of a file are few: nothing has to be sorted to be parted by them.
        "spark.sql.maxConcurrentOutputFileWriters=32")
BYTES_A_PARTITION = 16 << 20  # of the Parquet ledger: what one task of a shuffle has to do


# What a task does with the paths of its standard input: to its output go the lines of each file as
# JSON, as gpubill writes them, then the account of that file.
MAPPER = """
import json, os, re, shlex, subprocess, sys, tempfile

gpubill, cat, *options = sys.argv[1:]
for path in sys.stdin.read().splitlines():
    if "://" not in path or path.startswith("file:"):
        reader, data = None, open(re.sub("^file:/*", "/", path), "rb")
    else:
        reader = subprocess.Popen([*shlex.split(cat), path], stdout=subprocess.PIPE)
        data = reader.stdout
    with tempfile.NamedTemporaryFile() as account:
        code = subprocess.run([gpubill, "ledger", "--stream", "--as", "ndjson", "--quiet",
                               "--as-path", path, "--rejections", account.name, *options],
                              stdin=data).returncode
        data.close()
        if reader and reader.wait() and code == 0:
            code = 3
        records = open(account.name, encoding="utf-8").read().splitlines()
    if code not in (0, 3) or not records:
        records = [json.dumps({"record": "input", "path": path, "sha256": "", "rejected": 0,
                               "format": "", "failure": f"gpubill ended with {code}"})]
    for record in records:
        print(json.dumps({"x_Account": record}), flush=True)
"""


def files_of(spark, path):
    """All files under a Hadoop path, as gpubill would name them: bytewise."""
    jvm, context = spark.sparkContext._jvm, spark.sparkContext._jsc
    root = jvm.org.apache.hadoop.fs.Path(path)
    system = root.getFileSystem(context.hadoopConfiguration())
    found, each = [], system.listFiles(root, True)
    while each.hasNext():
        name = each.next().getPath().toString()
        if not any(part.startswith((".", "_")) for part in name.split("/")):
            found.append(re.sub("^file:/*", "/", name))
    return sorted(found, key=lambda name: name.encode())


def schema_of(script, table):
    body = re.search(rf"CREATE TABLE {table} \((.*?)\n\)", script, re.S).group(1)
    return [(line.split()[0], line.split()[1].rstrip(",") if "(" not in line else
             re.search(r"\S+\(.*?\)", line).group(0)) for line in body.strip().splitlines()]


def config_of(a):
    return ["--config", a.config] if a.config else []


def write_ledger(spark, files, a, columns):
    """The lines of all files into OUT/ledger."""
    # Java's pipe, for no line has to go through this Python.
    context = spark.sparkContext
    lines = context._jsc.parallelize(files, max(1, len(files))).pipe(
        [context.pythonExec, "-c", MAPPER, a.gpubill, a.cat, *config_of(a)])
    texts = StructType([StructField(name, StringType()) for name, _ in columns]
                       + [StructField(ACCOUNT, StringType())])
    reader = spark.read.schema(texts)
    rows = reader._df(reader._jreader.json(lines))
    rows = rows.select(
        *[F.col(name).cast(kind).alias(name) for name, kind in columns], ACCOUNT,
        F.when(F.col(ACCOUNT).isNotNull(), ACCOUNT_MONTH).otherwise(
            F.coalesce(F.substring("ChargePeriodStart", 1, 7), F.lit("none"))).alias("month"),
        F.coalesce("x_Platform", F.lit("none")).alias("platform"))
    rows.write.mode("overwrite").partitionBy("month", "platform").parquet(a.out + "/ledger")


def read_account(spark, out):
    """The account: closing records by path, and everything else that became no line."""
    rows = spark.read.parquet(out + "/ledger").where(F.col("month") == ACCOUNT_MONTH)
    closing = {}
    for row in rows.where(F.col(ACCOUNT).startswith('{"record": "input"')).select(
            ACCOUNT).toLocalIterator():
        record = json.loads(row[0])
        closing[record["path"]] = record
    rows.select(F.col(ACCOUNT)).write.mode("overwrite").text(out + "/account")
    return closing


def read_logs(a):
    """OUT/logs: what state and usage logs say, settled by gpubill as in a review."""
    os.makedirs(a.out + "/logs", exist_ok=True)
    for table in ("inputs", "states", "usage"):
        code = subprocess.run([a.gpubill, "ledger", "--quiet", "--table", table, "-o",
                               f"{a.out}/logs/{table}.csv", *config_of(a), *a.logs]).returncode
        if code not in (0, EXIT_PARTLY):
            sys.exit(code)
    return code


def give_tables(spark, script, a, closing, columns):
    """The tables that the script reads."""
    failed = {p for p, r in closing.items() if r["failure"] is not None}
    seen, again = {}, set()
    for path in sorted(closing, key=lambda p: p.encode()):
        record = closing[path]
        if path not in failed and seen.setdefault(record["sha256"], path) != path:
            again.add(path)

    inputs = [(p, r["format"], str(r["rejected"])) for p, r in sorted(closing.items())
              if p not in failed]
    for table, rows in (("inputs", inputs), ("states", []), ("usage", [])):
        kinds = schema_of(script, "gpubill_" + table)
        texts = spark.createDataFrame(rows, ", ".join(f"{name} STRING" for name, _ in kinds))
        if a.logs:
            texts = texts.unionByName(spark.read.csv(
                os.path.abspath(f"{a.out}/logs/{table}.csv"), header=True, multiLine=True,
                escape='"', nullValue="", emptyValue=""))
        texts.select([F.col(name).cast(kind).alias(name) for name, kind in kinds]
                     ).createOrReplaceTempView("gpubill_" + table)
    ledger = spark.read.parquet(a.out + "/ledger").where(F.col("month") != ACCOUNT_MONTH)
    ledger = ledger.where(~F.col("x_SourceFile").isin(sorted(failed))) if failed else ledger
    if again:
        ledger = ledger.withColumn("x_LeftOut", F.when(
            F.col("x_SourceFile").isin(sorted(again)), "already-seen").otherwise(
                F.col("x_LeftOut")))
    ledger.select([name for name, _ in columns]).createOrReplaceTempView("gpubill_ledger")
    return failed, again


class Statement:
    """One of the script: it makes a table or a view, or has no name where it sets something."""

    def __init__(self, text):
        made = re.search(r"CREATE (?:OR REPLACE TEMPORARY (VIEW)|TABLE) (\w+)", text)
        self.text = text
        self.name = made.group(2) if made else None
        self.is_view = bool(made and made.group(1))
        self.reads = set(re.findall(r"\b(?:gb|gpubill)_\w+", text)) - {self.name}

    def run(self, spark):
        started = time.time()
        spark.sql(self.text)
        return time.time() - started


def statements_of(script):
    """What is to be run: tables that are given are not made, and nothing is there to be dropped."""
    statements = [Statement(text) for text in script.split(";\n")
                  if re.sub(r"--.*", "", text).strip() and not re.search("^DROP ", text, re.M)]
    return [s for s in statements if s.name not in GIVEN]


def run_script(spark, script, at_once, tell):
    """Each statement when all that it reads is made, some at one time."""
    statements = statements_of(script)
    for s in [s for s in statements if not s.name]:
        s.run(spark)
    waiting = [s for s in statements if s.name]
    to_make, running = {s.name for s in waiting}, {}
    with concurrent.futures.ThreadPoolExecutor(at_once) as pool:
        while waiting or running:
            for s in [s for s in waiting if not s.reads & to_make][:at_once - len(running)]:
                running[pool.submit(s.run, spark)] = s
                waiting.remove(s)
            for future in concurrent.futures.wait(
                    running, return_when=concurrent.futures.FIRST_COMPLETED).done:
                s = running.pop(future)
                to_make.remove(s.name)
                tell(f"{future.result():9.1f} s  {s.name}")


def hand_back(spark, out):
    """The results as CSV; the laws of conservation that do not hold."""
    broken = [row for row in spark.table("gpubill_checks").collect()
              if Decimal(row.expected) != Decimal(row.found)]
    if broken:
        return broken
    for name in RESULTS:
        # From one row to the next: a million findings need not fit into the driver.
        table = spark.table(f"gpubill_{name}")
        table = table.orderBy(*table.columns)
        with open(os.path.join(out, name + ".csv"), "w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(table.columns)
            for row in table.toLocalIterator():
                writer.writerow(["" if cell is None else f"{cell:f}"
                                 if isinstance(cell, Decimal) else cell for cell in row])
    return []


def check_account(spark, closing, failed):
    """Whether each file has as many lines in the table as its account says."""
    counted = {row[0]: row[1] for row in spark.sql(
        "SELECT x_SourceFile, count(*) FROM gpubill_ledger GROUP BY x_SourceFile").collect()}
    return [path for path, r in closing.items()
            if path not in failed and counted.get(path, 0) < int(r["ledger_lines"])]


def parse():
    p = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    p.add_argument("bills", help="a folder or file of any file system that Hadoop knows")
    p.add_argument("out", help="a folder for the ledger and what was found")
    p.add_argument("--gpubill", default="gpubill", help="the program, on every worker")
    p.add_argument("--config", help="gpubill.json, on every worker")
    p.add_argument("--logs", action="append", default=[], metavar="PATH",
                   help="state and usage logs: a file or folder of this machine")
    p.add_argument("--month")
    p.add_argument("--timezone")
    p.add_argument("--cat", default="hadoop fs -cat", help="what writes a file to standard output")
    p.add_argument("--conf", action="append", default=[], metavar="NAME=VALUE",
                   help="a setting of Spark")
    p.add_argument("--at-once", type=int, default=3, help="statements that run at one time")
    p.add_argument("--verbose", action="store_true", help="tell the seconds of each statement")
    p.add_argument("--master", help="for runs without spark-submit: local[2]")
    return p.parse_args()


def warehouse_of(a):
    """Where the tables between steps are: in the folder of results, while it runs."""
    return os.path.abspath(a.out) + "/warehouse"


def session(a):
    builder = SparkSession.builder.appName("gpubill")
    for setting in (*CONF, f"spark.sql.warehouse.dir={warehouse_of(a)}", *a.conf):
        builder = builder.config(*setting.split("=", 1))
    if a.master:
        builder = builder.master(a.master).config("spark.ui.enabled", "false").config(
            "spark.ui.showConsoleProgress", "false")
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    return spark


def size_shuffles(spark, a):
    """As many tasks a shuffle as the ledger needs, unless --conf says how many."""
    if any(setting.startswith("spark.sql.shuffle.partitions=") for setting in a.conf):
        return
    path = spark.sparkContext._jvm.org.apache.hadoop.fs.Path(a.out + "/ledger")
    system = path.getFileSystem(spark.sparkContext._jsc.hadoopConfiguration())
    tasks = system.getContentSummary(path).getLength() // BYTES_A_PARTITION
    spark.conf.set("spark.sql.shuffle.partitions",
                   max(tasks, spark.sparkContext.defaultParallelism))


def main():
    a = parse()
    options = [f"--{name}={getattr(a, name)}" for name in ("config", "month", "timezone")
               if getattr(a, name)]
    script = subprocess.run([a.gpubill, "sql", "--engine", "spark", *options], check=True,
                            stdout=subprocess.PIPE, text=True).stdout
    os.makedirs(a.out, exist_ok=True)
    shutil.rmtree(warehouse_of(a), ignore_errors=True)
    spark = session(a)
    times, started = {}, time.time()

    def tell(text):
        if a.verbose:
            print(text, file=sys.stderr, flush=True)

    def stage(name):
        nonlocal started
        times[name], started = time.time() - started, time.time()
        tell(f"{times[name]:9.1f} s  == {name}")

    logs_code = read_logs(a) if a.logs else 0
    files = files_of(spark, a.bills)
    columns = schema_of(script, "gpubill_ledger")
    write_ledger(spark, files, a, columns)
    stage("ledger")
    size_shuffles(spark, a)
    closing = read_account(spark, a.out)
    failed, again = give_tables(spark, script, a, closing, columns)
    short = check_account(spark, closing, failed)
    for path in short:
        print(f"{path}: lines are missing", file=sys.stderr)
    if short:
        return EXIT_BUG
    stage("account")
    run_script(spark, script, a.at_once, tell)
    stage("rules")
    broken = hand_back(spark, a.out)
    stage("results")
    shutil.rmtree(warehouse_of(a), ignore_errors=True)
    for row in broken:
        print(f"{row.what} {row.currency}: {row.expected} and {row.found}", file=sys.stderr)
    for path in sorted(failed):
        print(f"{path}: {closing[path]['failure']}", file=sys.stderr)
    for path in sorted(again):
        print(f"{path}: the content of another file, which counts once", file=sys.stderr)
    lines = sum(int(r["ledger_lines"]) for p, r in closing.items() if p not in failed)
    print(json.dumps({"files": len(files), "failed": len(failed), "lines": lines,
                      "seconds": {k: round(v, 1) for k, v in times.items()}}))
    return EXIT_BUG if broken else EXIT_PARTLY if failed else logs_code


if __name__ == "__main__":
    sys.exit(main())
