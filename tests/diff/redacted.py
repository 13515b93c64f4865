#!/usr/bin/env python3
"""redacted.py GPUBILL SOURCE: secrets in, none out.

Planted: files in which every cell that may tell of people holds a word that stands nowhere else
(MARK), or a number that is known here. They are looked for in everything that gpubill writes.
Samples: what the sample bills name without --redact is in nothing that is written with it, and all
else of review.json is equal; a text has one stand-in, and no two have the same.
"""

import csv
import io
import json
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

MARK = "zqx"
NUMBERS = ["13912345678", "203.0.113.77", "98765432109876543210", "87654321098765432109",
           "91320100MA9ZYX987W", "6222020200112233445", "700800900", "4455667788"]
UNSEEN = "6222020200112233445"  # stands in a remark, which no report shows

# Keys of review.json whose texts are sentences, in which figures stay and names do not.
SENTENCES = {"message", "advice", "evidence", "trouble", "en", "zh"}

# Columns of ledger.csv that stay.
OPEN = {"ProviderName", "x_Platform", "ServiceCategory", "ServiceSubcategory", "ServiceName",
        "RegionId", "RegionName", "AvailabilityZone", "ResourceType", "x_GpuModel", "SkuId",
        "SkuPriceId", "SkuMeter", "PricingUnit", "ConsumedUnit", "BillingCurrency"}
PRIVATE = {"PublisherName", "InvoiceIssuerName", "BillingAccountId", "BillingAccountName",
           "SubAccountId", "SubAccountName", "x_LineId", "x_OrderId", "InvoiceId",
           "ChargeDescription", "ResourceId", "ResourceName", "x_InstanceId", "Tags", "x_Project",
           "x_SourceFile"}

failures = 0


def expect(what, holds):
    global failures
    if not holds:
        failures += 1
        print("not so:", what)


class Secrets:
    """A new word for every cell; 'zqx' is in all of them."""

    def __init__(self):
        self.n = 0

    def __call__(self, what):
        self.n += 1
        return f"{MARK}{what}{self.n}"


def write(path, rows):
    path.parent.mkdir(parents=True, exist_ok=True)
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    path.write_text(text.getvalue(), encoding="utf-8")


def plant_bill(folder, new):
    """A bill in gpubill's own format, in which everything but figures and products is a secret."""
    head = ["platform", "account", "line_id", "order_id", "instance", "resource_name", "item",
            "category", "entry", "start", "end", "amount", "list_cost", "currency", "gpu_model",
            "gpu_count", "state", "region", "project", "tags", "description"]

    def row(account, instance, day, amount, **other):
        cells = {"platform": "autodl", "account": account, "line_id": new("line"),
                 "order_id": new("order"), "instance": instance, "resource_name": new("name"),
                 "item": "RTX 4090", "category": "gpu", "entry": "charge",
                 "start": f"2026-03-{day:02} 00:00:00", "end": f"2026-03-{day:02} 10:00:00",
                 "amount": amount, "list_cost": amount, "currency": "CNY",
                 "gpu_model": "RTX 4090", "gpu_count": "1", "region": "beijing",
                 "project": new("project"), "tags": new("tag") + "=" + new("tag"),
                 "description": new("description")}
        cells.update(other)
        return [cells.get(name, "") for name in head]

    accounts = [new("account"), NUMBERS[6]]
    instances = [new("instance"), NUMBERS[0], NUMBERS[1], f"{MARK}@{MARK}.example"]
    rows = [row(accounts[i % 2], instances[i % 4], 1 + i, f"{i + 10}.25") for i in range(12)]
    rows += [row(accounts[0], instances[0], 15 + i, "3.5", category="data-disk", state="stopped",
                 item="data disk") for i in range(8)]
    twice = row(accounts[0], instances[1], 25, "44.5")
    rows += [twice, twice]
    same = row(accounts[0], instances[1], 26, "45.5")
    rows += [same, [*same[:2], new("line"), *same[3:]]]
    rows += [row(accounts[1], "", 27, "500", entry="recharge", category="", item="", state="")]
    rows += [row(accounts[0], instances[0], 2, f"{MARK}amount"),
             row(accounts[0], instances[0], 2, "1.2.3"),
             row(accounts[0], instances[0], 2, "5", start=f"{MARK}time"),
             row(accounts[0], instances[0], 2, "5", currency=f"{MARK}currency"),
             row(accounts[0], instances[0], 2, "5", entry=f"{MARK}entry"),
             row(accounts[0], instances[0], 2, "5") + [new("surplus")] * 2,
             [new("total"), "Total", NUMBERS[7], new("short")]]
    write(folder / f"{MARK}folder" / f"{MARK}bill.csv", [head, *rows])
    write(folder / f"{MARK}copy.csv", [head, *rows])
    write(folder / f"{MARK}unclosed.csv", [head, rows[0]])
    with (folder / f"{MARK}unclosed.csv").open("a", encoding="utf-8") as f:
        f.write(f'autodl,"{MARK}unclosed,{MARK}quote\nautodl,{MARK}cut\n')
    return instances


def plant_logs(folder, new, instances):
    write(folder / "states.csv",
          [["platform", "account", "instance", "state", "from", "to"],
           ["autodl", "", instances[0], "stopped", "2026-03-14 00:00:00", "2026-03-24 00:00:00"],
           ["autodl", new("account"), new("instance"), "running", "2026-03-01 00:00:00", ""],
           ["autodl", new("account"), new("instance"), new("state"), "2026-03-01 00:00:00", ""]])
    write(folder / "usage" / f"{instances[0]}.csv",
          [["time", "instance", "gpu", "utilisation"]] +
          [[f"2026-03-01 {h:02}:{m:02}:00", instances[0], new("gpu") if h == 0 else "0", "0"]
           for h in range(10) for m in range(0, 60, 5)] +
          [["2026-03-01 00:00:00", instances[0], "0", new("utilisation")]])
    write(folder / "usage" / f"{MARK}host.csv",
          [["time", "instance", "gpu", "utilisation"],
           ["2026-03-01 00:00:00", new("nobody"), "0", "50"]])
    (folder / f"{MARK}smi.csv").write_text(
        "timestamp, index, utilization.gpu [%]\n2026/03/01 00:00:00.000, 0, 5 %\n" +
        f"2026/03/01 00:01:00.000, 0, {MARK} %\n", encoding="utf-8")


def plant_documents(folder, new, source):
    """Invoices in three forms, and a payment statement."""
    text = next((source / "sample-bills" / "invoices").glob("*_20260302101502.xml")).read_text("utf-8")
    for tag in ["SellerIdNum", "SellerName", "SellerAddr", "SellerTelNum", "SellerBankName",
                "SellerBankAccNum", "BuyerIdNum", "BuyerName", "BuyerAddr", "BuyerTelNum",
                "BuyerBankName", "BuyerBankAccNum", "Drawer", "ItemName", "SpecMod", "MeaUnits",
                "Remark", "TotalTax-includedAmountInChinese"]:
        text = re.sub(f"<{tag} ?/>|<{tag}>[^<]*</{tag}>", f"<{tag}>{new(tag)}</{tag}>", text)
    text = re.sub("<InvoiceNumber>[0-9]*<", f"<InvoiceNumber>{NUMBERS[2]}<", text)
    text = re.sub("<EIid>[0-9]*<", f"<EIid>{NUMBERS[2]}<", text)
    (folder / f"dzfp_{NUMBERS[2]}_{MARK}.xml").write_text(text, encoding="utf-8")
    (folder / f"{MARK}broken.xml").write_text(text.replace("43.05", f"{MARK}sum"), encoding="utf-8")

    head = ["number", "date", "seller", "buyer", "total", "buyer_tax_id", "seller_tax_id", "code",
            "amount", "tax", "item", "remark", "red_of"]
    write(folder / "invoices.csv",
          [head,
           [NUMBERS[3], "2026-03-28", new("seller"), new("buyer"), "500", NUMBERS[4], new("tax"),
            "", "471.70", "28.30", new("item"), f"{new('remark')} {NUMBERS[5]}", ""],
           [new("number"), "2026-03-28", new("seller"), new("buyer"), "-20", new("tax"), new("tax"),
            new("code"), "", "", new("item"), new("remark"), NUMBERS[3]],
           [NUMBERS[2], "2026-03-02", new("seller"), new("buyer"), "43.06", new("tax"), new("tax"),
            "", "", "", new("item"), new("remark"), ""],
           [new("number"), new("date"), new("seller"), new("buyer"), new("total"), new("tax"),
            new("tax"), new("code"), new("amount"), new("tax"), new("item"), "", new("red")]])
    write(folder / "payments.csv",
          [["time", "payee", "amount", "channel", "currency", "order_id", "trade_id", "status",
            "note"],
           ["2026-03-27 00:00:00", new("payee"), "500", new("channel"), "CNY", new("order"),
            new("trade"), "paid", new("note")],
           [new("time"), new("payee"), new("amount"), new("channel"), "CNY", new("order"),
            new("trade"), "paid", new("note")]])


def plant_rest(folder, new, instances):
    """What is no bill, an archive, and a config that names things."""
    write(folder / f"{MARK}unknown.csv", [[new("heading"), new("heading"), "account"],
                                          [new("cell"), new("cell"), NUMBERS[6]]])
    (folder / f"{MARK}letter.txt").write_text(f"Dear {MARK}, call {NUMBERS[0]}.\n")
    (folder / f"{MARK}.json").write_text(json.dumps([{new("key"): new("value")}]))
    with zipfile.ZipFile(folder / f"{MARK}.zip", "w") as z:
        z.write(folder / f"{MARK}folder" / f"{MARK}bill.csv", f"{MARK}member/{MARK}.csv")
    config = {
        "buyer": {"name": [new("buyer"), new("buyer")], "tax_id": "91320100MA9ZYX987W"},
        "projects": [{"name": new("project"), "where": [{"field": "instance", "is": instances[1]}]}],
        "instances": [{"platform": "autodl", "instance": instances[0], "name": new("name"),
                       "gpu_model": "RTX 4090", "usage": [f"*{MARK}smi*"]}],
        "invoice": {"autodl": {"basis": "recharge", "sellers": [new("seller")],
                               "payees": [new("payee")]},
                    new("platform"): {"basis": "recharge"}},
        "custom_rules": [{"id": f"custom:{MARK}rule", "certainty": "likely",
                          "where": [{"field": "billed", "over": "20"}], "group_by": ["resource"],
                          "leak": "billed", "message": {"en": new("says"), "zh": new("says")}}],
        "waivers": [{"rule": "stopped-storage", "platform": "autodl", "resource": instances[0],
                     "reason": new("reason")},
                    {"rule": f"custom:{MARK}rule", "platform": "autodl", "resource": NUMBERS[0],
                     "until": "2026-02-01", "reason": new("reason")}]}
    (folder / "gpubill.json").write_text(json.dumps(config), encoding="utf-8")


def run(gpubill, *args, cwd=None):
    done = subprocess.run([gpubill, *map(str, args)], capture_output=True, cwd=cwd, check=False)
    return done.returncode, done.stdout, done.stderr


def texts_of(path):
    """The texts of an output: of a workbook, those of its parts."""
    if path.suffix == ".xlsx":
        with zipfile.ZipFile(path) as book:
            return [book.read(name) for name in book.namelist()]
    return [] if path.suffix == ".png" else [path.read_bytes()]


def outputs_of(out):
    for path in sorted(p for p in out.rglob("*") if p.is_file()):
        for text in texts_of(path):
            yield str(path.relative_to(out)), text


def expect_none(where, text, secrets):
    text = text.decode("utf-8", "replace").lower()
    for secret in secrets:
        at = text.find(secret)
        expect(f"no '{secret}' in {where}: ...{text[max(at - 60, 0):at + 40]!r}", at < 0)


COMMANDS = [("ledger",), ("ledger", "--as", "ndjson"), ("ledger", "--as", "beancount"),
            ("ledger", "--as", "hledger"), ("ledger", "--focus"), ("reconcile",),
            ("reconcile", "--json"), ("reconcile", "--focus"), ("detect",), ("detect", "--json")]


def check_planted(gpubill, source, work):
    new = Secrets()
    folder = work / f"{MARK}home"
    folder.mkdir()
    instances = plant_bill(folder, new)
    plant_logs(folder, new, instances)
    plant_documents(folder, new, source)
    plant_rest(folder, new, instances)
    secrets = [MARK] + [n.lower() for n in NUMBERS]
    code, *_ = run(gpubill, "review", folder, "--out", work / "plain", "--verbose")
    plain = json.loads((work / "plain" / "review.json").read_text("utf-8"))
    shown = b"".join(text for _, text in outputs_of(work / "plain")).decode("utf-8", "replace").lower()
    for secret in secrets:
        expect(f"without --redact there is {secret} to be seen", secret in shown or secret == UNSEEN)
    expect("most of what is planted is to be seen without --redact",
           len(set(re.findall(MARK + "[a-z-]+[0-9]+", shown))) > new.n / 2)
    expect("findings, rejections and invoices are there to be redacted",
           len(plain["findings"]) > 2 and plain["reconciliation"]["invoices"] and
           sum(i["rejected"] for i in plain["inputs"]) > 4)
    for lang in ["en", "zh"]:
        out = work / f"out-{lang}"
        got, stdout, stderr = run(gpubill, "review", folder, "--out", out, "--redact", "--verbose",
                                  "--lang", lang, "--progress", "always",
                                  "--write", "all" if lang == "en" else "html,md,csv,json,xlsx")
        expect("the exit code is that without --redact", got == code)
        for name, text in [("stdout", stdout), ("stderr", stderr), *outputs_of(out)]:
            expect_none(f"{lang} {name}", text, secrets)
        for command in COMMANDS:
            got, stdout, stderr = run(gpubill, command[0], folder, *command[1:], "--redact",
                                      "--verbose", "--lang", lang)
            expect(f"{command} has something to say", len(stdout) > 100)
            expect_none(f"{lang} {command} stdout", stdout, secrets)
            expect_none(f"{lang} {command} stderr", stderr, secrets)
    for wrong in [folder / f"{MARK}missing.csv", folder / f"{MARK}unknown.csv"]:
        for text in run(gpubill, "review", wrong, "--redact", "--out", work / "none")[1:]:
            expect_none("what is said of a file that cannot be read", text, secrets)
    bad = work / f"{MARK}bad.json"
    bad.write_text('{"buyer": {"nam": "%s"}, "%s": 1}' % (MARK, MARK))
    for text in run(gpubill, "review", folder, "--config", bad, "--redact", "--out", work / "none")[1:]:
        expect_none("what is said of a wrong config", text, secrets)
    return plain, json.loads((work / "out-en" / "review.json").read_text("utf-8"))


class Mapping:
    """Text -> stand-in, as two documents show it."""

    def __init__(self):
        self.there, self.back = {}, {}

    def add(self, text, stand_in, where):
        expect(f"{where}: '{text}' is always {self.there.get(text)}, not {stand_in}",
               self.there.setdefault(text, stand_in) == stand_in)
        expect(f"{where}: {stand_in} is '{self.back.get(stand_in)}', not '{text}' too",
               self.back.setdefault(stand_in, text) == text)


def compare(mapping, a, b, where=""):
    """All but names is equal."""
    if isinstance(a, dict) and isinstance(b, dict):
        expect(f"{where} has equal keys", set(a) == set(b) - {"redacted"})
        for key in a:
            if key != "run" and key not in SENTENCES and key in b:
                compare(mapping, a[key], b[key], f"{where}.{key}")
    elif isinstance(a, list) and isinstance(b, list):
        expect(f"{where} has equal lengths", len(a) == len(b))
        for i, (x, y) in enumerate(zip(a, b)):
            compare(mapping, x, y, f"{where}[{i}]")
    elif a != b:
        expect(f"{where}: {a!r} and {b!r} are texts", isinstance(a, str) and isinstance(b, str))
        expect(f"{where}: {b!r} stands for {a!r}", re.search(r"-\d+(\.\w+)?(!file-\d+.*)?$", str(b)))
        mapping.add(a, b, where)


def rows_of(path):
    return list(csv.DictReader(io.StringIO(path.read_text("utf-8-sig"), newline="")))


def check_samples(gpubill, source, work):
    bills = source / "sample-bills"
    plain, hidden = work / "samples", work / "samples-redacted"
    mapping = Mapping()
    run(gpubill, "review", bills, "--out", plain, "--write", "json,csv")
    run(gpubill, "review", bills, "--out", hidden, "--redact", "--jobs", "1")
    again = work / "samples-again"
    run(gpubill, "review", bills, "--out", again, "--redact", "--jobs", "4", "--write", "csv")
    expect("stand-ins are the same on any number of threads",
           (again / "ledger.csv").read_bytes() == (hidden / "ledger.csv").read_bytes())
    a, b = [json.loads((d / "review.json").read_text("utf-8")) for d in (plain, hidden)]
    compare(mapping, a, b)
    rows, hidden_rows = rows_of(plain / "ledger.csv"), rows_of(hidden / "ledger.csv")
    expect("there are as many lines", len(rows) == len(hidden_rows) > 1000)
    for row, other in zip(rows, hidden_rows):
        for name, cell in row.items():
            if name in PRIVATE and cell != other[name]:
                mapping.add(cell, other[name], name)
            elif name not in PRIVATE:
                expect(f"{name} stays '{cell}'", cell == other[name])
    open_texts = {row[name] for row in rows for name in OPEN}
    secrets = {text.lower() for text in mapping.there
               if len(text) > 5 and not re.fullmatch("[A-Za-z]+", text) and text not in open_texts}
    expect("the samples have names to hide", len(secrets) > 500)
    known = "\n".join(sorted(open_texts)).lower()
    for name, text in outputs_of(hidden):
        text = text.decode("utf-8", "replace").lower()
        starts = {text[i:i + 6] for i in range(len(text))}
        for secret in secrets:
            if secret[:6] in starts and secret in text and secret not in known:
                expect(f"no '{secret}' in {name}", False)


def main(gpubill, source):
    source = Path(source).resolve()
    gpubill = str(Path(gpubill).resolve())
    with tempfile.TemporaryDirectory() as folder:
        plain, hidden = check_planted(gpubill, source, Path(folder))
        compare(Mapping(), plain, hidden)
        check_samples(gpubill, source, Path(folder))
        refused = run(gpubill, "review", source / "sample-bills" / "autodl", "--previous",
                      Path(folder) / "samples-redacted", "--out", Path(folder) / "next")
        expect("a redacted review is no --previous", refused[0] == 3 and b"--redact" in refused[2])
        for args in [("review", "--ledger-db", "x.db"), ("ledger", "--as", "sqlite", "-o", "x.db"),
                     ("detect", "--explain", "x.csv", "--line", "2")]:
            code, _, said = run(gpubill, *args, "--redact", source / "sample-bills", cwd=folder)
            expect(f"{args[1]} is refused", code == 2 and b"--redact" in said)
            expect(f"{args[1]} leaves nothing", not (Path(folder) / "x.db").exists())
    print("failures:", failures)
    return failures > 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
