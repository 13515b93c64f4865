"""The script on ClickHouse's engine, inside this process."""

import csv
import io

from chdb import session


class Engine:
    name = "clickhouse"

    def __init__(self, folder):
        self.session = session.Session()

    def run(self, script):
        for statement in script.split(";\n"):
            if statement.strip():
                try:
                    self.session.query(statement)
                except RuntimeError as error:
                    raise SystemExit(f"{statement}\n{error}") from error

    def load(self, table, path):
        self.session.query(
            f"INSERT INTO {table} SELECT * FROM file('{path}', CSVWithNames) "
            "SETTINGS input_format_csv_empty_as_default = 1, "
            "date_time_input_format = 'best_effort', "
            "schema_inference_make_columns_nullable = 1, input_format_try_infer_dates = 0, "
            "input_format_try_infer_datetimes = 0")

    def rows(self, query):
        # Else it writes \N where nothing is known.
        text = str(self.session.query(f"{query} SETTINGS format_csv_null_representation = ''", "CSV"))
        return list(csv.reader(io.StringIO(text)))
