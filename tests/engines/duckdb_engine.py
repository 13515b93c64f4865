"""The script on DuckDB."""

import os

import duckdb


class Engine:
    name = "duckdb"

    def __init__(self, folder):
        self.connection = duckdb.connect(os.path.join(folder, "duck.db"))

    def run(self, script):
        for statement in script.split(";\n"):
            if statement.strip():
                try:
                    self.connection.execute(statement)
                except duckdb.Error as error:
                    raise SystemExit(f"{statement}\n{error}")

    def load(self, table, path):
        self.connection.execute(f"COPY {table} FROM '{path}' (HEADER, NULLSTR '')")

    def rows(self, query):
        return self.connection.execute(query).fetchall()
