"""The ledger that --ledger-db keeps.

store.py GPUBILL SOURCE_DIR: imports sample bills file by file in random orders, each twice, some
runs killed, and compares with one import of all; kills imports at random moments; reads the store
as others do; reviews two months one after the other; runs the queries of docs/LEDGER.md.
"""

import csv
import decimal
import json
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

Decimal = decimal.Decimal
decimal.getcontext().prec = 60

# Bills of every kind that settling looks at: views, newer deliveries, statements that overlap,
# logs, invoices in several files, payments.
FOLDERS = ("autodl", "tencent", "matpool", "luchen", "usage", "states", "payments", "invoices")

gpubill, source = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
wrong = []


def expect(what, got, wanted):
    if got != wanted:
        wrong.append(what)
        print(f"{what}: {str(got)[:2000]}, but expected {str(wanted)[:2000]}")


def command(name, store, *rest):
    return [gpubill, name, "--ledger-db", store, *rest]


def run(args, wanted=(0, 3)):
    done = subprocess.run(args, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if done.returncode not in wanted:
        wrong.append(args)
        print(args, done.returncode, done.stderr.decode())
    return done


def review(store, out, *rest):
    return run(command("review", store, "--out", out, "--write", "json", *rest))


def read_review(out):
    with open(os.path.join(out, "review.json"), encoding="utf-8") as file:
        found = json.load(file)
    del found["run"]
    return found


def remove(store):
    for end in ("", "-wal", "-shm"):
        if os.path.exists(store + end):
            os.remove(store + end)


def dump(store):
    """All that is in the store, but for the uses of invoices, which are history."""
    database = sqlite3.connect(store)
    expect("integrity", database.execute("PRAGMA integrity_check").fetchall(), [("ok",)])
    expect("foreign keys", database.execute("PRAGMA foreign_key_check").fetchall(), [])
    lines = [line for line in database.iterdump() if 'INTO "uses"' not in line]
    database.close()
    return lines


def compare(what, got, wanted):
    if got != wanted:
        wrong.append(what)
        print(f"{what}: {len(got)} statements, but expected {len(wanted)}")
        for line in sorted(set(got) ^ set(wanted))[:10]:
            print("   ", ("+ " if line in got else "- ") + line[:200])


def kill_after(args, seconds):
    """Run ${args} and kill it; whether it was still running then."""
    process = subprocess.Popen(args, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        process.wait(timeout=seconds)
        return False
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGKILL)
        process.wait()
        return True


def sample_files():
    found = []
    for folder in FOLDERS:
        for path, _, names in os.walk(os.path.join("sample-bills", folder)):
            found += [os.path.join(path, name) for name in names]
    return sorted(name for name in found if os.path.splitext(name)[1] not in (".pdf", ".png"))


def check_order(files, wanted):
    """One file at a time, in any order, each twice, some runs killed."""
    for seed in range(2):
        rng = random.Random(seed)
        order = files * 2
        rng.shuffle(order)
        remove("one.db")
        for file in order:
            args = command("ledger", "one.db", "--quiet", file)
            if rng.random() < 0.2:
                kill_after(args, rng.random() / 4)
            else:
                run(args)
        # What was killed twice is still missing.
        run(command("ledger", "one.db", "--quiet", *files))
        compare(f"order {seed}", dump("one.db"), wanted)


def check_kills(files, wanted):
    """Killed at any moment, a store is as before or as after."""
    half = files[: len(files) // 2]
    remove("kill.db")
    run(command("ledger", "kill.db", "--quiet", *half))
    shutil.copy("kill.db", "before.db")
    before = dump("kill.db")
    started = time.monotonic()
    run(command("ledger", "kill.db", "--quiet", *files))
    seconds = time.monotonic() - started
    rng, killed = random.Random(7), 0
    for number in range(25):
        remove("kill.db")
        shutil.copy("before.db", "kill.db")
        killed += kill_after(command("ledger", "kill.db", "--quiet", *files),
            seconds * (0.3 + 0.8 * rng.random()))
        after = dump("kill.db")
        if after != before:
            compare(f"kill {number}", after, wanted)
    if killed == 0:
        print("no run was killed in time: the machine is too fast, or too slow")


def check_again(files):
    """What was imported before changes nothing, and that is said."""
    before = dump("all.db")
    done = run(command("ledger", "all.db", *files))
    expect("nothing new", b"all.db: nothing new, all files were imported before" in done.stderr,
        True)
    compare("again", dump("all.db"), before)


def check_content(files):
    """The views have what `gpubill ledger` and review.json have."""
    columns = next(csv.reader(run([gpubill, "ledger", "--quiet", *files]).stdout.decode()
        .splitlines()))
    text = run([gpubill, "ledger", "--quiet", *files]).stdout.decode()
    rows = [[cell[1:] if cell[:1] == "'" else cell for cell in row]
        for row in list(csv.reader(text.splitlines()))[1:]]
    database = sqlite3.connect("all.db")
    got = database.execute(f"SELECT {', '.join(columns)} FROM ledger").fetchall()
    expect("ledger", sorted([str(cell if cell is not None else "") for cell in row]
        for row in got), sorted(rows))
    run([gpubill, "review", "--quiet", "--write", "json", "--out", "plain", *files])
    totals = read_review("plain")["totals"]
    for currency, total in totals.items():
        sums = [Decimal(text) for (text,) in database.execute("SELECT BilledCost FROM ledger "
            "WHERE is_spend AND BillingCurrency = ?", (currency,))]
        expect(f"total {currency}", sum(sums), Decimal(total["billed"]))
    database.close()
    return totals


def check_export(files, wanted):
    run([gpubill, "ledger", "--quiet", "--as", "sqlite", "-o", "export.db", *files])
    compare("export", dump("export.db"), wanted)


def check_report(files):
    """A report from a store is that of one review of all files, whoever gives the files."""
    month = ("--month", "2026-03")
    run([gpubill, "review", "--quiet", "--write", "json", "--out", "plain", *month, *files])
    review("all.db", "kept", "--quiet", *month)
    plain, kept = read_review("plain"), read_review("kept")
    for key in ("totals", "spend", "spend_by_day", "spend_by_resource", "inputs", "unknown"):
        expect(f"report: {key}", kept[key], plain[key])
    expect("comparison is there", len(kept["comparison"]) > 0, True)


BILL = "platform,order_id,start,amount\nautodl,,{month}-02 10:00:00,{amount}\n"
INVOICE = ("number,date,seller,buyer,total\n"
    "26322000000000000{number},{date},示例算力有限公司,某大学,{total}\n")


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def statuses(out):
    found = read_review(out)["reconciliation"]["invoices"]
    return {one["number"][-3:]: one["status"] for one in found}


def check_history():
    """March, then April at the same price: what March's invoice covered is not covered again."""
    config = json.dumps({"invoice": {"autodl": {"basis": "consumption",
        "sellers": ["示例算力有限公司"]}},
        "buyer": {"name": "某大学"}})
    write("lab/gpubill.json", config)
    write("lab/march/bill.csv", BILL.format(month="2026-03", amount="100"))
    write("lab/march/invoice.csv", INVOICE.format(number="001", date="2026-04-05", total="100"))
    write("lab/april/bill.csv", BILL.format(month="2026-04", amount="100"))
    rest = ("--quiet", "--config", "lab/gpubill.json")
    review("lab.db", "lab/out", *rest, "lab/march")
    expect("March", statuses("lab/out"), {"001": "matched"})
    review("lab.db", "lab/out", *rest, "lab/april")
    found = read_review("lab/out")
    expect("April is reviewed", found["period"]["from"], "2026-04-01T00:00:00+08:00")
    expect("April is compared", [(row["previous"], row["current"]) for row in
        found["comparison"]], [("100", "100")])
    expect("March's invoice in April", statuses("lab/out"), {"001": "invalid"})
    checks = found["reconciliation"]["invoices"][0]["checks"]
    expect("why", [one["check"] for one in checks if not one["ok"]][:1], ["duplicate"])
    # April's own invoice covers April, and March is as it was.
    write("lab/april/invoice.csv", INVOICE.format(number="002", date="2026-05-05", total="100"))
    review("lab.db", "lab/out", *rest, "lab/april")
    expect("April", statuses("lab/out").get("002"), "matched")
    review("lab.db", "lab/out", *rest, "--month", "2026-03")
    expect("March again", statuses("lab/out").get("001"), "matched")


def check_jump():
    """A month that costs twice as much as the one before, which only the store knows."""
    write("jump/march.csv", BILL.format(month="2026-03", amount="1000"))
    write("jump/april.csv", BILL.format(month="2026-04", amount="3000"))
    review("jump.db", "jump/out", "--quiet", "jump/march.csv")
    review("jump.db", "jump/out", "--quiet", "jump/april.csv")
    rules = [finding["rule"] for finding in read_review("jump/out")["findings"]]
    expect("spend-jump", "spend-jump" in rules, True)



def check_copies():
    """The same content under another path is the same source, called by the lesser path."""
    write("copies/b.csv", BILL.format(month="2026-03", amount="1"))
    run(command("ledger", "copies.db", "--quiet", "copies/b.csv"))
    shutil.copy("copies/b.csv", "copies/a.csv")
    run(command("ledger", "copies.db", "--quiet", "copies/a.csv"))
    database = sqlite3.connect("copies.db")
    expect("one source", database.execute("SELECT path FROM sources").fetchall(),
        [("copies/a.csv",)])
    expect("one line", database.execute("SELECT count(*) FROM ledger").fetchall(), [(1,)])
    database.close()


def check_delivery():
    """A newer export of the same month replaces the older one, in either order, with both totals;
    said once, though the older file is not among those of the run."""
    folder = os.path.join("sample-bills", "tencent")
    older = os.path.join(folder, "100000000001-202603-按扣费周期-资源账单.csv")
    newer = os.path.join(folder, "100000000001-202603-按扣费周期-资源账单(1).csv")
    said = "(11 rows, 977.3016 CNY in all) is replaced by the newer one (12 rows, 1198.2984 CNY)"
    for order in ((older, newer), (newer, older)):
        remove("delivery.db")
        run(command("ledger", "delivery.db", order[0]))
        done = run(command("ledger", "delivery.db", order[1]))
        expect("replaced", done.stderr.decode().count(said), 1)
        done = run(command("ledger", "delivery.db", newer))
        expect("said once", done.stderr.decode().count(said), 0)
        database = sqlite3.connect("delivery.db")
        expect("newer counts", database.execute("SELECT path, counted FROM sources "
            "ORDER BY counted").fetchall(), [(older, 0), (newer, 12)])
        database.close()


def check_damaged():
    """Whatever stands in the file, the program says so, or reads it; it never ends by a signal."""
    write("damaged/march.csv", BILL.format(month="2026-03", amount="1000"))
    run(command("ledger", "damaged.db", "--quiet", "damaged/march.csv"))
    with open("damaged.db", "rb") as file:
        whole = file.read()
    rng = random.Random(3)
    for number in range(40):
        spoilt = bytearray(whole)
        for _ in range(rng.choice((1, 10, 500))):
            spoilt[rng.randrange(100, len(spoilt))] = rng.randrange(256)
        remove("damaged.db")
        with open("damaged.db", "wb") as file:
            file.write(spoilt)
        done = run(command("ledger", "damaged.db", "--quiet", "damaged/march.csv"), (0, 3, 4, 5))
        if done.returncode == 4:
            expect(f"damaged {number}", done.stderr.count(b"\n"), 1)


def become_nobody():
    os.setgid(65534)
    os.setuid(65534)


def check_read_only():
    """A store that may not be written."""
    write("locked/march.csv", BILL.format(month="2026-03", amount="1"))
    run(command("ledger", "locked/lab.db", "--quiet", "locked/march.csv"))
    for name in (".", "locked"):
        os.chmod(name, 0o555)
    os.chmod("locked/lab.db", 0o444)
    try:
        done = subprocess.run(command("ledger", "locked/lab.db", "locked/march.csv"),
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False,
            preexec_fn=become_nobody if os.geteuid() == 0 else None)
        expect("read-only", (done.returncode, b"may not be written" in done.stderr), (4, True))
    except PermissionError:
        print("skipped: another user cannot run the program from here")
    for name in (".", "locked"):
        os.chmod(name, 0o755)


def check_queries():
    """The examples of the manual, in a store as they find it."""
    with open(os.path.join(source, "docs", "LEDGER.md"), encoding="utf-8") as file:
        queries = re.findall(r"```sql\n(.*?)```", file.read(), re.DOTALL)
    expect("three queries at least", len(queries) >= 3, True)
    database = sqlite3.connect("all.db")
    for query in queries:
        expect(query.splitlines()[0], len(database.execute(query).fetchall()) > 0, True)
    for view in ("v_month", "v_platform", "v_category", "v_resource", "v_leak"):
        expect(view, len(database.execute(f"SELECT * FROM {view}").fetchall()) > 0, True)
    database.close()


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        shutil.copytree(os.path.join(source, "sample-bills"), "sample-bills")
        shutil.copy("sample-bills/gpubill.json", "gpubill.json")
        files = sample_files()
        run(command("ledger", "all.db", "--quiet", *files))
        wanted = dump("all.db")
        check_again(files)
        check_content(files)
        check_export(files, wanted)
        check_report(files)
        check_order(files, wanted)
        check_kills(files, wanted)
        check_history()
        check_jump()
        check_copies()
        check_delivery()
        check_damaged()
        check_read_only()
        check_queries()
        os.chdir("/")
    print("all as expected" if not wrong else f"{len(wrong)} differences")
    return 1 if wrong else 0


sys.exit(main())
