"""The script on Spark. GPUBILL_SPARK names the master, else local[2]."""

import os
import time

from pyspark.errors import PySparkException
from pyspark.sql import SparkSession
from pyspark.sql.functions import col

MASTER = os.environ.get("GPUBILL_SPARK", "local[2]")


class Engine:
    name = "spark"

    def __init__(self, folder):
        self.spark = (
            SparkSession.builder.master(MASTER).appName("gpubill")
            .config("spark.sql.warehouse.dir", os.path.join(folder, "warehouse"))
            .config("spark.sql.shuffle.partitions", "2")
            .config("spark.sql.session.timeZone", "UTC")
            .config("spark.ui.enabled", "false").config("spark.driver.memory", "2g")
            .config("spark.sql.adaptive.coalescePartitions.enabled", "true")
            .getOrCreate())
        self.spark.sparkContext.setLogLevel("ERROR")

    def run(self, script):
        for statement in script.split(";\n"):
            if statement.strip() and not statement.startswith("DROP TABLE"):  # all is new here
                if os.environ.get("GPUBILL_ENGINE_LOG"):
                    print(f"{time.strftime('%X')} {statement.strip()[-300:].splitlines()[-1]} / "
                          f"{[x for x in statement.splitlines() if 'CREATE' in x][:1]}", flush=True)
                try:
                    self.spark.sql(statement)
                except PySparkException as error:
                    raise SystemExit(f"{statement}\n{str(error)[:3000]}") from error

    def load(self, table, path):
        texts = self.spark.read.csv(path, header=True, multiLine=True, escape='"', nullValue="",
                                    emptyValue="")
        types = self.spark.table(table).schema
        texts.select([col(f"`{f.name}`").cast(f.dataType) for f in types]).write.insertInto(table)

    def rows(self, query):
        return [tuple(row) for row in self.spark.sql(query).collect()]
