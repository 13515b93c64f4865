"""The script on PostgreSQL, started for it on a socket in a folder of its own."""

import atexit
import csv
import glob
import io
import os
import pwd
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
PLACES = ("/usr/lib/postgresql/*/bin", "/usr/local/pgsql/bin", "/opt/homebrew/bin")
USERS = ("postgres", "nobody")  # the server does not run as root


def find(name):
    """A program of PostgreSQL, also where Debian keeps those of the server."""
    found = shutil.which(name)
    for place in [] if found else sorted(PLACES, reverse=True):
        found = next(iter(sorted(glob.glob(os.path.join(place, name)), reverse=True)), found)
    if not found:
        print(f"skipped: PostgreSQL's {name} is not installed")
        sys.exit(SKIPPED)
    return found


def other_user():
    """For root: the name of another user."""
    for name in USERS if os.geteuid() == 0 else ():
        try:
            pwd.getpwnam(name)
        except KeyError:
            continue
        return name
    return None


class Engine:
    name = "postgres"

    def __init__(self, folder):
        self.folder = tempfile.mkdtemp(prefix="gpubill-pg")
        self.user = other_user()
        if self.user:
            shutil.chown(self.folder, self.user)
        self.data = os.path.join(self.folder, "data")
        atexit.register(self.stop)
        self.program("initdb", "-D", self.data, "-U", "gpubill", "--auth=trust",
                     "--encoding=UTF8", "--locale=C", "--no-sync")
        self.program("pg_ctl", "start", "-w", "-D", self.data, "-l",
                     os.path.join(self.folder, "log"),
                     "-o", f"-k {self.folder} -c listen_addresses='' -c fsync=off")

    def program(self, name, *arguments):
        subprocess.run([find(name), *arguments], check=True, stdout=subprocess.DEVNULL,
                       cwd=self.folder, user=self.user)

    def stop(self):
        if os.path.exists(os.path.join(self.data, "postmaster.pid")):
            self.program("pg_ctl", "stop", "-m", "immediate", "-D", self.data)
        shutil.rmtree(self.folder, ignore_errors=True)

    def ask(self, text):
        done = subprocess.run(
            [find("psql"), "-h", self.folder, "-U", "gpubill", "-d", "postgres", "-X", "-q", "-t",
             "--csv", "-v", "ON_ERROR_STOP=1"], input=text, text=True, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, check=False)
        if done.returncode != 0:
            raise SystemExit(done.stderr[-4000:])
        return done.stdout

    def run(self, script):
        self.ask(script)

    def load(self, table, path):
        self.ask(f"\\copy {table} FROM '{path}' (FORMAT csv, HEADER true)")

    def rows(self, query):
        return list(csv.reader(io.StringIO(self.ask(query))))
