"""What the READMEs of the sample bills tell of invoices is what the page for the finance office tells.

justified.py GPUBILL SOURCE_DIR: reviews the sample bills in English and in Chinese, and compares
review.json and reimbursement.html with the tables of the README in that language: each invoice with its
total and whether it counts, what is not covered and why, the sums. Nothing else may be found, and
nobody else's payments may be named.
"""

import collections
import decimal
import html
import json
import os
import re
import subprocess
import sys
import tempfile

LANGUAGES = (("en", "README.md"), ("zh", "README.zh.md"))
FIRST_HEADINGS = {
    "invoices": ("invoice", "发票"),
    "uncovered": ("platform", "平台"),
    "sums": ("currency", "货币"),
}
COUNTS = ("counts", "计入")
TWO_TOTALS = ("another total", "金额不同")
PAGE_GAPS = ("Charges that no invoice covers", "未被发票覆盖的费用")
PRIVATE = ("示例餐饮店", "示例花店", "示例出行", "示例朋友", "示例超市", "示例咖啡店", "示例书店", "示例亲友")


def tables(path):
    """{first heading: rows} of the tables of a README."""
    found, rows = {}, None
    with open(path, encoding="utf-8") as file:
        for line in file:
            if not line.startswith("|"):
                rows = None
                continue
            cells = [cell.strip().strip("`") for cell in line.strip().strip("|").split("|")]
            if rows is None:
                rows = found.setdefault(cells[0], [])
            elif not set(line.strip()) <= set("|-:"):
                rows.append(cells)
    return found


def amount(text):
    """'1,234.50 CNY' and 'CNY 1,234.50' as ('1234.5', 'CNY')."""
    figure, currency = re.search(r"-?[\d,.]+", text)[0], re.search(r"[A-Z]{3}", text)[0]
    return plain(figure.replace(",", "")), currency


def plain(figure):
    return format(decimal.Decimal(figure).normalize(), "f")


def told(path, language):
    """The README's invoices, gaps and sums."""
    found = tables(path)
    invoices = collections.Counter(
        (row[0], *amount(row[3]), row[5].startswith(COUNTS[language])) for row in
        found[FIRST_HEADINGS["invoices"][language]])
    gaps = collections.Counter(
        (row[0], row[1], *amount(row[2]), row[3]) for row in
        found[FIRST_HEADINGS["uncovered"][language]])
    sums = collections.Counter(
        (row[0], *(plain(cell) for cell in row[1:])) for row in
        found[FIRST_HEADINGS["sums"][language]])
    return invoices, gaps, sums


def page_rows(page, title):
    """The rows of the tables below each heading that begins with that title."""
    for section in re.findall(r"<section>\s*<h2>(.*?)</h2>(.*?)</section>", page, re.S):
        if section[0].startswith(title):
            for row in re.findall(r"<tr>(.*?)</tr>", section[1], re.S):
                cells = [html.unescape(re.sub(r"<[^>]*>", "", c))
                         for c in re.findall(r"<td[^>]*>(.*?)</td>", row, re.S)]
                if cells:
                    yield cells


def shown(review, page, language):
    """The same of review.json and the page."""
    recon = review["reconciliation"]
    money = [c for c in recon["totals"] if c in ("CNY", "USD", "EUR")]
    invoices = collections.Counter(
        (v["number"], v["total"], v["currency"], v["status"] != "invalid")
        for v in recon["invoices"])
    reasons = {row[0]: re.sub(r" ?[(（]I\d+[)）]$", "", row[5]) for row in page_rows(page, PAGE_GAPS[language]) if len(row) == 6}
    left = collections.defaultdict(decimal.Decimal)
    for claim in recon["claims"]:
        rest = decimal.Decimal(claim["amount"]) - decimal.Decimal(claim["covered"])
        if claim["currency"] in money and rest:
            left[claim["platform"], claim["month"], claim["currency"],
                 reasons.get(claim["id"], "not on the page")] += rest
    gaps = collections.Counter(
        (platform, month, plain(rest), currency, reason)
        for (platform, month, currency, reason), rest in left.items())
    sums = collections.Counter(
        (currency, *(recon["totals"][currency][key]
                     for key in ("claimable", "invoiced", "covered", "uncovered")))
        for currency in money)
    return invoices, gaps, sums


def look_closer(recon):
    """What the tables do not say: why invoices fail, how they were found, whose payments are named."""
    for invoice in recon["invoices"]:
        failed = {c["check"] for c in invoice["checks"] if not c["ok"]}
        if invoice["status"] == "matched" and (failed or invoice["ambiguous"] or
                                               invoice["step"] == 6):
            yield f"{invoice['number']} is not found exactly: {failed or invoice['step']}"
        if invoice["status"] == "invalid" and failed not in ({"duplicate"}, {"buyer-name"}):
            yield f"{invoice['number']} fails {failed}"
        if invoice["status"] not in ("matched", "invalid"):
            yield f"{invoice['number']} is {invoice['status']}"
    for kind in ("missing-charge", "other-period", "rounding", "tax", "unexplained"):
        for difference in recon["differences"]:
            if difference["kind"] == kind and difference["amount"] != "0":
                yield f"a difference {kind} of {difference['amount']}"
    of_three = [v for v in recon["invoices"] if v["status"] == "matched" and len(
        {c["platform"] for c in recon["claims"] if c["id"] in {k["claim"] for k in v["covers"]}}
    ) == 3]
    if len(of_three) != 1 or of_three[0]["step"] != 1:
        yield f"{len(of_three)} invoices cover the orders of three platforms"
    for payment in recon["payments"]:
        if payment["status"] != "matched" or payment["payee"] in PRIVATE:
            yield f"a payment to {payment['payee']} is {payment['status']}"


def compare(name, what, want, have):
    differ = 0
    for row in sorted((want - have).elements()):
        print(f"{name} lists, but the page does not have of {what}: {' | '.join(map(str, row))}")
        differ = 1
    for row in sorted((have - want).elements()):
        print(f"the page has, but {name} does not list of {what}: {' | '.join(map(str, row))}")
        differ = 1
    return differ


def main():
    gpubill, source = os.path.abspath(sys.argv[1]), sys.argv[2]
    code = 0
    for language, (lang, name) in enumerate(LANGUAGES):
        with tempfile.TemporaryDirectory() as folder:
            out = os.path.join(folder, "out")
            subprocess.run(
                [gpubill, "review", "--quiet", "--lang", lang, "--write", "json,html", "--out",
                 out, "sample-bills"], cwd=source, check=True, stdout=subprocess.DEVNULL)
            with open(os.path.join(out, "review.json"), encoding="utf-8") as file:
                review = json.load(file)
            with open(os.path.join(out, "reimbursement.html"), encoding="utf-8") as file:
                page = file.read()
        path = os.path.join(source, "sample-bills", name)
        for what, want, have in zip(("invoices", "gaps", "sums"), told(path, language),
                                    shown(review, page, language)):
            code |= compare(name, what, want, have)
        for trouble in look_closer(review["reconciliation"]):
            print(f"{lang}: {trouble}")
            code = 1
        for someone in PRIVATE:
            if someone in page:
                print(f"{lang}: the page names {someone}")
                code = 1
    return code


sys.exit(main())
