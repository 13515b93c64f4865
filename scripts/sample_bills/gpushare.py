"""恒源云 Gpushare: 收支明细 of both months in one workbook, a sheet for each month."""
from datetime import timedelta

from .common import DAY, D, FMT, at, cents, clock_hours, days, workbook

TITLE = ("Gpushare", "恒源云")
PRICE = D("2.28")  # RTX 3090, an hour
NAS_GB, NAS_PRICE = 100, D("0.0007")  # above the free part, a GB and hour

SESSIONS = [  # instance, from, to
    ("i-1031", "02-04 13:20:00", "02-04 18:05:30"),
    ("i-1031", "02-11 09:10:12", "02-11 16:40:00"),
    ("i-1044", "03-03 10:00:45", "03-03 15:30:20"),
    ("i-1044", "03-12 19:15:00", "03-12 22:48:36"),
]

GAP, GONE = "03-12 21:00:00", D("3.60")  # what left the balance without a row, before this row


def rows():
    """(time, direction, type, amount, remark). An hour's fee is frozen while an instance runs."""
    out = [(at("02-01 11:32:08"), "收入", "充值", D("100.00"), "支付宝"),
           (at("03-01 10:15:41"), "收入", "充值", D("100.00"), "微信支付")]
    for instance, start, end in SESSIONS:
        host = instance + ".gpushare.com"
        out.append((at(start), "支出", "冻结", PRICE, "实例 %s 创建" % host))
        for s, e in clock_hours(at(start), at(end)):
            seconds = int((e - s).total_seconds())
            out.append((e, "支出", "消费", cents(PRICE * seconds / 3600),
                        "实例ID：%s RTX 3090 * 1卡 运行" % instance))
        out.append((at(end), "收入", "解冻", PRICE, "实例 %s 关机" % host))
    for day in days("02-01", "03-31"):
        out.append((day + DAY - timedelta(seconds=1), "支出", "消费",
                    cents(NAS_GB * NAS_PRICE * 24), "/hy-nas 共享存储 %d GB" % NAS_GB))
    return sorted(out, key=lambda r: r[0])


HEADINGS = ["交易时间", "收支类型", "交易类型", "交易金额", "账户余额", "备注"]
NAME, SHEET = "gpushare/恒源云-收支明细.xlsx", "2026年%d月"


def make(folder):
    balance, sheets, sums = D("12.60"), {2: [], 3: []}, {2: D(0), 3: D(0)}
    for time, direction, kind, amount, remark in rows():
        balance += amount if direction == "收入" else -amount
        if time == at(GAP):
            balance -= GONE
        sheets[time.month].append([time.strftime(FMT), direction, kind, amount, balance, remark])
        if kind == "充值":
            folder.claim("gpushare", "", time, amount, "CNY", "recharge")
        if kind == "消费":
            sums[time.month] += amount
            folder.line("gpushare", "gpu" if "实例" in remark else "file-storage", "CNY", time,
                        amount)
    folder.put(NAME, workbook([(SHEET % month, [HEADINGS] + sheets[month]) for month in (2, 3)]))
    for month in (2, 3):
        folder.tell("%s!%s" % (NAME, SHEET % month), "gpushare-records",
                    ("a sheet of an XLSX", "XLSX 的一个工作表"),
                    ("income and expenditure; what is frozen while an instance runs is no spend",
                     "收支明细；运行期间冻结的金额不是支出"), len(sheets[month]),
                    {"CNY": sums[month]})
    folder.leak(TITLE, (NAME + "!" + SHEET % 3).split("/")[1], "balance-gap", "certain", D(0), "CNY",
                ("the balance on 12 March at 21:00 is 3.60 less than the row before and its own "
                 "amount make; what is gone is in no row, so it is no leak",
                 "3 月 12 日 21:00 的余额比上一行减去本行金额少 3.60；少掉的钱不在任何一行里，不计泄漏"))
    folder.remark("leaks", "Gpushare's /hy-nas, 1.68 a day for two months: no line tells which "
                  "instance it belongs to, and whether anyone reads it.",
                  "恒源云的 /hy-nas，两个月每天 1.68：账单不写属于哪个实例，也不写有没有人用。")
