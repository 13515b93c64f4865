"""d.run: 账单明细 of both months, and March's 收支明细, which tells the same money once more."""
from datetime import timedelta

from .common import CENT, D, FMT, MINUTE, at, cents, clock_hours, hours_of, plain, table, workbook

TITLE = ("d.run", "d.run")
MODEL, PRICE = "RTX 4090", D("1.98")
TRAIN, EVAL = "c-31f0", "c-31f7"

SESSIONS = [  # instance, name, from, to
    (TRAIN, "train", "02-09 09:20", "02-09 18:00"),
    (TRAIN, "train", "02-24 13:00", "02-24 19:45"),
    (EVAL, "eval", "03-10 10:00", "03-10 16:00"),
    (EVAL, "eval", "03-23 09:00", "03-23 14:30"),
]
RELEASED = "03-23 11:30"


def charges():
    """(number, start, end as shown, instance, name, list price, cash)"""
    number = 0
    for instance, name, start, end in SESSIONS:
        for s, e in clock_hours(at(start), at(end)):
            number += 1
            listed = PRICE * ((e - s) // MINUTE) / 60
            yield ("5f0c7d3e-8a41-4c1e-9d20-%012d" % number, s, e, instance, name,
                   listed.quantize(D("0.000001")), cents(listed))


DETAIL = "账单号 账单周期 账期 产品名称 资源名称/ID 计费项 计费方式 用量（单位） 订单号 用户名 原价 代金券抵扣 现金金额".split()
DETAIL.insert(10, "用户 ID")
STATEMENT = "流水号,交易时间,收支类型,用户名,用户 ID,交易类型,交易渠道,交易金额,关联账单号,变动后余额".split(",")


def detail(folder):
    for month in (2, 3):
        rows, total = [DETAIL], D(0)
        for number, s, e, instance, name, listed, cash in charges():
            if s.month != month:
                continue
            hours = (D((e - s) // MINUTE) / 60).quantize(CENT)
            shown = e - timedelta(seconds=1) if e.minute == 0 else e
            rows.append([
                number, "%s - %s" % (s.strftime(FMT), shown.strftime(FMT)),
                "2026-%02d" % month, "算力云", "%s/%s" % (name, instance), MODEL + " 实例", "按量付费",
                "%s 小时" % plain(hours), "-", "demo", "u-7001", "￥%s" % listed, "￥0.00",
                "￥%s" % cash])
            total += cash
            folder.line("drun", "gpu", "CNY", s, cash, MODEL, hours_of(e - s), order=number)
        folder.write(
            "drun/账单明细-2026-%02d.csv" % month, table(rows).encode("gb18030"), "drun-bill-detail",
            ("CSV, GB18030", "CSV，GB18030"),
            ("list price to six decimals, cash to the fen", "原价六位小数，现金到分"),
            len(rows) - 1, {"CNY": total})


def statement(folder):
    balance, rows, total = D("40.00"), [], D(0)
    for i, (number, s, e, _, _, _, cash) in enumerate(c for c in charges() if c[1].month == 3):
        balance -= cash
        total += cash
        rows.append(["DR2026%s%03d" % (e.strftime("%m%d"), i + 1),
                     (e + timedelta(seconds=5)).strftime(FMT), "支出", "demo", "u-7001", "消费", "余额",
                     "￥-%s" % cash, number, "￥%s" % balance])
    folder.put("drun/收支明细-2026-03.xlsx", workbook([("收支明细", [STATEMENT] + rows[::-1])]))
    folder.tell("drun/收支明细-2026-03.xlsx", "drun-statement", ("XLSX, newest first", "XLSX，新的在前"),
                ("March once more, as the balance saw it", "3 月的另一份视图：余额变动"),
                len(rows), {"CNY": total}, is_view=True)
    folder.claim_consumption("drun")


def states(folder):
    rows = [["platform", "instance", "state", "from", "to"],
            ["drun", EVAL, "running", at("03-23 09:00").strftime(FMT), at(RELEASED).strftime(FMT)],
            ["drun", EVAL, "released", at(RELEASED).strftime(FMT), ""]]
    folder.write("states/drun-states.csv", table(rows, end="\n").encode(), "gpubill-states",
                 ("CSV", "CSV"), ("when an instance of d.run was released", "d.run 一台实例的释放时间"),
                 len(rows) - 1)


def leaks(folder):
    # A row that begins before the release is the hour in which it happened.
    late = [cash for _, s, _, instance, _, _, cash in charges()
            if instance == EVAL and s >= at(RELEASED) + 5 * MINUTE]
    folder.leak(TITLE, EVAL, "charged-after-release", "certain", sum(late), "CNY",
                ("released on 23 March at 11:30, charged until 14:30: the %d rows that begin after "
                 "that" % len(late), "3 月 23 日 11:30 释放，却收费到 14:30：之后开始的 %d 行" % len(late)))


def make(folder):
    detail(folder)
    statement(folder)
    states(folder)
    leaks(folder)
