"""The ledger as beancount and hledger files, read by those programs.

books.py GPUBILL SOURCE_DIR: the sample bills, each of the shared ones where they are, and a bill
whose texts want to break out. bean-check and `hledger check --strict` find nothing wrong, Fava shows
the balance sheet, and the balances that both programs report are the sums of ledger.csv, computed
here.
"""

import collections
import csv
import decimal
import io
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

import beancount.core.data
import beancount.loader

csv.field_size_limit(1 << 24)
decimal.getcontext().prec = 60
Decimal = decimal.Decimal
BIN = os.path.dirname(sys.executable)
HOSTILE = """platform,account,line_id,resource,description,start,amount,voucher,currency,category,entry
"a""b",x:y;z,1,"r ""1""\\","end"" ; | date:2026-99-99 [2026-99-99]",2026-03-01 00:00:00,1.5,,CNY,gpu,charge
a-c,x y zz,2,"; comment","
2026-03-01 open Assets:Evil
",2026-03-02 00:00:00,2.000000000000000001,0.5,CNY,cpu,charge
(示例),实验室：一,3,= (x),"(code * ! 100 USD @ 3 CNY",2026-03-03 00:00:00,1000,,CNY,gpu,charge
示例,实验室,4,,"  two  blanks  ",2026-03-04 00:00:00,-3,,CNY,gpu,refund
*star,,5,,,2026-03-05 00:00:00,100,20,USD,,recharge
!bang,,6,,,2026-03-06 00:00:00,40,,USD,,withdrawal
"""
wrong = []


def expect(what, got, wanted):
    if got != wanted:
        wrong.append(what)
        print(f"{what}: {got}, but expected {wanted}")


def run(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False)


def part(text):
    """A text as a part of an account's name; where two would be one, this test gives up."""
    made = "".join(c if c.isalpha() or c.isdecimal() else "-" for c in text) or "X"
    first = made[0].upper() if made[0].isascii() else made[0]
    return first + made[1:] if first.isascii() and first.isalnum() else "X" + made


def category(word):
    capitals = {"gpu": "GPU", "cpu": "CPU", "model-api": "Model-API", "": "Other"}
    return capitals.get(word) or "-".join(w.capitalize() for w in word.split("-"))


def expected_balances(path):
    """What each account should hold, of the lines of ledger.csv: {(account, currency): amount}."""
    sums = collections.defaultdict(Decimal)
    with open(path, encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    for line in lines:
        own = f":{part(line['BillingAccountId'])}" if line["BillingAccountId"] else ""
        platform = part(line["x_Platform"])
        billed, voucher, moved = (Decimal(line[name] or 0)
                                  for name in ("BilledCost", "x_Voucher", "x_Moved"))
        if line["x_Entry"] in ("recharge", "withdrawal"):
            postings = {"Assets:Prepaid:" + platform + own: moved,
                        "Equity:Paid-In:" + platform: -moved,
                        "Assets:Vouchers:" + platform + own: voucher,
                        "Income:Gifts:" + platform: -voucher}
        else:
            postings = {f"Expenses:{category(line['x_Category'])}:{platform}": billed,
                        "Assets:Prepaid:" + platform + own: voucher - billed,
                        "Assets:Vouchers:" + platform + own: -voucher}
        for account, amount in postings.items():
            sums[account, line["BillingCurrency"]] += amount
    return {key: amount for key, amount in sums.items() if amount}


def beancount_balances(path):
    entries, errors, _ = beancount.loader.load_file(path)
    for error in errors:
        wrong.append(path)
        print(f"{path}: {error.message}")
    sums = collections.defaultdict(Decimal)
    for entry in entries:
        if isinstance(entry, beancount.core.data.Transaction):
            for posting in entry.postings:
                sums[posting.account, posting.units.currency] += posting.units.number
    return {key: amount for key, amount in sums.items() if amount}


def hledger_balances(path):
    done = run("hledger", "-f", path, "check", "--strict")
    expect(f"hledger check {path}: {done.stdout}", done.returncode, 0)
    done = run("hledger", "-f", path, "balance", "--flat", "--no-total", "-O", "csv", "--layout=bare")
    sums = {}
    for row in list(csv.reader(io.StringIO(done.stdout)))[1:]:
        account, currency, amount = row
        if Decimal(amount):
            sums[account, currency] = Decimal(amount)
    return sums


def check(gpubill, folder, title, path):
    """Write `path` in all three forms and compare."""
    files = {}
    for form in ("csv", "beancount", "hledger"):
        files[form] = os.path.join(folder, f"ledger.{form}")
        done = run(gpubill, "ledger", "--quiet", "--as", form, "-o", files[form], path)
        if done.returncode not in (0, 3):
            expect(f"{title} as {form}: {done.stdout}", done.returncode, 0)
            return files
        if not os.path.exists(files[form]):
            return files
    expected = expected_balances(files["csv"])
    expect(f"{title}: beancount", beancount_balances(files["beancount"]), expected)
    if shutil.which("hledger"):
        expect(f"{title}: hledger", hledger_balances(files["hledger"]), expected)
    return files


def fetch(url):
    with urllib.request.urlopen(url, timeout=20) as answer:
        return answer.status, answer.read().decode("utf-8")


def check_fava(path):
    """Fava reads the file without errors and shows its balance sheet."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    fava = subprocess.Popen([os.path.join(BIN, "fava"), "--host", "127.0.0.1", "--port", str(port),
                             path], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    base = f"http://127.0.0.1:{port}/gpubill"
    try:
        for _ in range(100):
            try:
                status, _ = fetch(f"{base}/balance_sheet/")
                break
            except OSError:
                time.sleep(0.2)
        else:
            status = "no answer"
        expect("Fava's balance sheet", status, 200)
        expect("errors in Fava", '"errors":[]' in fetch(f"{base}/errors/")[1].replace(" ", ""), True)
        status, page = fetch(f"{base}/api/income_statement?time=")
        expect("Fava's income statement", (status, "Expenses" in page), (200, True))
    finally:
        fava.terminate()
        fava.wait(timeout=20)


def main():
    gpubill, source = (os.path.abspath(path) for path in sys.argv[1:3])
    shared = os.path.abspath(os.path.join(
        os.environ.get("GPUBILL_SHARED", os.path.join(source, "../shared")), "samples/bills"))
    if not shutil.which("hledger"):
        print("skipped: hledger is not installed; beancount alone is asked")
    with tempfile.TemporaryDirectory() as folder:
        hostile = os.path.join(folder, "hostile.csv")
        pathlib.Path(hostile).write_text(HOSTILE, encoding="utf-8")
        check(gpubill, folder, "hostile texts", hostile)
        if os.path.isdir(shared):
            for path in sorted(p for p in pathlib.Path(shared).rglob("*") if p.is_file()):
                check(gpubill, folder, str(path), str(path))
        else:
            print(f"skipped: {shared} is not there")
        files = check(gpubill, folder, "sample bills", os.path.join(source, "sample-bills"))
        done = run(os.path.join(BIN, "bean-check"), files["beancount"])
        expect(f"bean-check: {done.stdout}", done.returncode, 0)
        check_fava(files["beancount"])
    return 1 if wrong else 0


sys.exit(main())
