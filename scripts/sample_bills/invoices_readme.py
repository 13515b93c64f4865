"""What the READMEs tell of invoices: each of them, what they leave uncovered and why, the sums."""
from .common import D

VALID, TWO_TOTALS, TITLE = "valid", "two totals", "title"

WHY = {
    VALID: ("counts", "计入"),
    TWO_TOTALS: ("does not count: its number has another total elsewhere", "不计入：同一号码另有一张金额不同的"),
    TITLE: ("does not count: it has the wrong title", "不计入：抬头不对"),
}

# As the page for the finance office says it.
GAPS = {
    "invalid": ("the invoice for it does not count", "对应的发票不计入"),
    "none left": ("no invoice is left for it: ask the seller for one", "没有剩余的发票可覆盖，请向销售方申请开票"),
    "none": ("no invoice was given: ask the seller for one", "没有提供发票，请向销售方申请开票"),
    "credit": ("a refund or credit that no charge is left for", "退款或抵扣，已没有可冲减的费用"),
}


def table(heads, rows):
    """Heads whose name begins with > are of amounts."""
    return "\n".join(["| %s |" % " | ".join(h.lstrip(">") for h in heads),
                      "|%s|" % "|".join("---:" if h.startswith(">") else "---" for h in heads)]
                     + ["| %s |" % " | ".join(row) for row in rows])


def covers(one):
    """'autodl 2026-02, lanrui 2026-03'."""
    return ", ".join(sorted({"%s %s" % (d.platform, d.month) for d in one.covers})) or "-"


def held_table(desk, language):
    heads = (("invoice", "seller", "issued", ">total", "is for", "what gpubill says of it", "files"),
             ("发票", "销售方", "开票日期", ">价税合计", "对应费用", "核对结果", "文件"))[language]
    return table(heads, [(
        "`%s`" % one.number, one.seller, one.issued.strftime("%Y-%m-%d"),
        "%s %s" % (one.total, one.currency), covers(one), WHY[one.why][language],
        one.files and ", ".join(f.rsplit(".", 1)[1].upper() for f in one.files) or "CSV")
        for one in sorted(desk.held, key=lambda v: (v.issued.date(), v.number, v.total))])


def uncovered(desk):
    """{(platform, month, currency, reason): amount}"""
    counted = {id(due) for one in desk.held if one.why == VALID for due in one.covers}
    spoilt = {id(due) for one in desk.held if one.why != VALID for due in one.covers}
    sellers = {one.seller for one in desk.held}
    sums = {}
    for due in desk.due:
        if id(due) in counted or due.amount == 0:
            continue
        reason = ("credit" if due.amount < 0 else "invalid" if id(due) in spoilt
                  else "none left" if desk.seller(due.platform, due.currency) in sellers else "none")
        key = (due.platform, due.month, due.currency, reason)
        sums[key] = sums.get(key, D(0)) + due.amount
    return sums


def gaps_table(desk, language):
    heads = (("platform", "month", ">not covered", "why"), ("平台", "月份", ">未覆盖", "原因"))[language]
    return table(heads, [("`%s`" % platform, month, "%s %s" % (amount, currency),
                          GAPS[reason][language])
                         for (platform, month, currency, reason), amount
                         in sorted(uncovered(desk).items())])


def totals_table(desk, language):
    heads = (("currency", ">to be invoiced", ">valid invoices", ">covered", ">not covered"),
             ("货币", ">应开票", ">有效发票", ">已覆盖", ">未覆盖"))[language]
    rows = []
    for currency in sorted({due.currency for due in desk.due}):
        due = sum(d.amount for d in desk.due if d.currency == currency)
        held = sum(one.total for one in desk.held
                   if one.why == VALID and one.currency == currency)
        rows.append((currency, str(due), str(held), str(held), str(due - held)))
    return table(heads, rows)


def sections(desk):
    return {"@INVOICES@": [held_table(desk, language) for language in (0, 1)],
            "@UNCOVERED@": [gaps_table(desk, language) for language in (0, 1)],
            "@INVOICED@": [totals_table(desk, language) for language in (0, 1)]}
