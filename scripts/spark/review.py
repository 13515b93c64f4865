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
delivered twice in different files are not looked for.
"""

import argparse
import csv
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
from decimal import Decimal

from pyspark.sql import SparkSession
from pyspark.sql import functions as F
from pyspark.sql.types import StringType, StructField, StructType

# What is handed back, as docs/SCALE.md tells the columns.
RESULTS = ("findings", "totals", "spend", "spend_by_day", "spend_by_resource", "spend_by_project",
           "spend_by_input", "checks")
ACCOUNT = "x_Account"  # a record of the account, in the place of a line
ACCOUNT_MONTH = "account"  # the partition that these are in
EXIT_PARTLY, EXIT_BUG = 3, 5


def open_file(path, cat):
    """A process, or None, and the bytes of the file."""
    if "://" not in path or path.startswith("file:"):
        return None, open(re.sub("^file:/*", "/", path), "rb")
    p = subprocess.Popen([*shlex.split(cat), path], stdout=subprocess.PIPE)
    return p, p.stdout


def mapper(gpubill, options, cat):
    """What a task does: from paths to lines of JSON, ledger lines and the account of each file."""
    def read(paths):
        for path in paths:
            reader, data = open_file(path, cat)
            with tempfile.NamedTemporaryFile("r", encoding="utf-8") as account:
                p = subprocess.Popen(
                    [gpubill, "ledger", "--stream", "--as", "ndjson", "--quiet", "--as-path", path,
                     "--rejections", account.name, *options],
                    stdin=data, stdout=subprocess.PIPE, text=True, encoding="utf-8")
                data.close()
                yield from p.stdout
                code = p.wait()
                if reader and reader.wait() and code == 0:
                    code = EXIT_PARTLY
                records = open(account.name, encoding="utf-8").read().splitlines()
            if code not in (0, EXIT_PARTLY) or not records:
                records = [json.dumps({"record": "input", "path": path, "sha256": "", "rejected": 0,
                                       "format": "", "failure": f"gpubill ended with {code}"})]
            for record in records:
                yield json.dumps({ACCOUNT: record})
    return read


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


def write_ledger(spark, files, a, columns):
    """The lines of all files into OUT/ledger."""
    options = ["--config", a.config] if a.config else []
    cat, gpubill = a.cat, a.gpubill
    lines = spark.sparkContext.parallelize(files, max(1, len(files))).mapPartitions(
        mapper(gpubill, options, cat))
    texts = StructType([StructField(name, StringType()) for name, _ in columns]
                       + [StructField(ACCOUNT, StringType())])
    rows = spark.read.schema(texts).json(lines)
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


def give_tables(spark, script, out, closing, columns):
    """The tables that the script reads."""
    failed = {p for p, r in closing.items() if r["failure"] is not None}
    seen, again = {}, set()
    for path in sorted(closing, key=lambda p: p.encode()):
        record = closing[path]
        if path not in failed and seen.setdefault(record["sha256"], path) != path:
            again.add(path)
    inputs = [(p, r["format"], int(r["rejected"])) for p, r in sorted(closing.items())
              if p not in failed]
    kinds = ", ".join(f"{n} {k}" for n, k in schema_of(script, "gpubill_inputs"))
    spark.createDataFrame(inputs, kinds).createOrReplaceTempView("gpubill_inputs")
    ledger = spark.read.parquet(out + "/ledger").where(F.col("month") != ACCOUNT_MONTH)
    ledger = ledger.where(~F.col("x_SourceFile").isin(sorted(failed))) if failed else ledger
    if again:
        ledger = ledger.withColumn("x_LeftOut", F.when(
            F.col("x_SourceFile").isin(sorted(again)), "already-seen").otherwise(
                F.col("x_LeftOut")))
    ledger.select([name for name, _ in columns]).createOrReplaceTempView("gpubill_ledger")
    for table in ("gpubill_states", "gpubill_usage"):
        spark.createDataFrame([], ", ".join(f"{n} {k}" for n, k in schema_of(script, table))
                              ).createOrReplaceTempView(table)
    return failed, again


def run_script(spark, script):
    for statement in script.split(";\n"):
        made = re.search(r"CREATE TABLE (\w+)", statement)
        if made and made.group(1) not in ("gpubill_inputs", "gpubill_ledger", "gpubill_states",
                                          "gpubill_usage"):
            spark.sql(f"DROP TABLE IF EXISTS {made.group(1)}")
        elif made or not re.sub(r"--.*", "", statement).strip():
            continue
        spark.sql(statement)


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
                writer.writerow(["" if cell is None else f"{cell.normalize():f}"
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
    p.add_argument("--month")
    p.add_argument("--timezone")
    p.add_argument("--cat", default="hadoop fs -cat", help="what writes a file to standard output")
    p.add_argument("--conf", action="append", default=[], metavar="NAME=VALUE",
                   help="a setting of Spark")
    p.add_argument("--master", help="for runs without spark-submit: local[2]")
    return p.parse_args()


def session(a):
    builder = SparkSession.builder.appName("gpubill").config(
        "spark.sql.session.timeZone", "UTC").config(
        "spark.sql.warehouse.dir", os.path.abspath(a.out) + "/warehouse")
    for setting in a.conf:
        builder = builder.config(*setting.split("=", 1))
    if a.master:
        builder = builder.master(a.master).config("spark.ui.enabled", "false").config(
            "spark.ui.showConsoleProgress", "false")
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    return spark


def main():
    a = parse()
    options = [f"--{name}={getattr(a, name)}" for name in ("config", "month", "timezone")
               if getattr(a, name)]
    script = subprocess.run([a.gpubill, "sql", "--engine", "spark", *options], check=True,
                            stdout=subprocess.PIPE, text=True).stdout
    os.makedirs(a.out, exist_ok=True)
    spark = session(a)
    times, started = {}, time.time()
    files = files_of(spark, a.bills)
    columns = schema_of(script, "gpubill_ledger")
    write_ledger(spark, files, a, columns)
    times["ledger"], started = time.time() - started, time.time()
    closing = read_account(spark, a.out)
    failed, again = give_tables(spark, script, a.out, closing, columns)
    short = check_account(spark, closing, failed)
    for path in short:
        print(f"{path}: lines are missing", file=sys.stderr)
    if short:
        return EXIT_BUG
    run_script(spark, script)
    times["rules"], started = time.time() - started, time.time()
    broken = hand_back(spark, a.out)
    times["results"] = time.time() - started
    for row in broken:
        print(f"{row.what} {row.currency}: {row.expected} and {row.found}", file=sys.stderr)
    for path in sorted(failed):
        print(f"{path}: {closing[path]['failure']}", file=sys.stderr)
    for path in sorted(again):
        print(f"{path}: the content of another file, which counts once", file=sys.stderr)
    lines = sum(int(r["ledger_lines"]) for p, r in closing.items() if p not in failed)
    print(json.dumps({"files": len(files), "failed": len(failed), "lines": lines,
                      "seconds": {k: round(v, 1) for k, v in times.items()}}))
    return EXIT_BUG if broken else EXIT_PARTLY if failed else 0


if __name__ == "__main__":
    sys.exit(main())
