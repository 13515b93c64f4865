"""GPUHub: transactions in US dollars, from a relative of AutoDL's console."""
from datetime import timedelta

from .common import CENT, D, FMT, at, cents, clock_hours, table

PRICE = D("0.45")
SESSIONS = [("gh-77a0c1", "02-08 20:10:30", "02-09 00:40:12"),
            ("gh-77a0c1", "03-14 09:05:00", "03-14 13:55:21")]
HEADINGS = ["Transaction ID", "Transaction Time", "Direction", "Transaction Type", "Channel",
            "Amount", "Balance", "Remark"]


def make(folder):
    records = [(at("02-08 20:00:02"), "Income", "Recharge", "Card", D("10.00"), ""),
               (at("03-15 10:00:00"), "Income", "Voucher", "Voucher", D("0.90"),
                "Outage compensation")]
    for instance, start, end in SESSIONS:
        for s, e in clock_hours(at(start), at(end)):
            shown = e if e == at(end) else e - timedelta(seconds=1)
            amount = max(CENT, cents(PRICE * int((e - s).total_seconds()) / 3600))
            records.append((shown, "Expenditure", "Charge", "Balance", amount,
                            "Instance ID: %s" % instance))
    balance, total, rows = D(0), D(0), [HEADINGS]
    for i, (time, direction, kind, channel, amount, remark) in enumerate(sorted(records), 1):
        balance += amount if direction == "Income" else -amount
        rows.append(["GPUHUB-%s%03d" % (time.strftime("%Y%m%d"), i), time.strftime(FMT), direction,
                     kind, channel, str(amount), str(balance), remark])
        if kind == "Recharge":
            folder.claim("gpuhub", rows[-1][0], time, amount, "USD", "recharge")
        if kind == "Charge":
            total += amount
            folder.line("gpuhub", "gpu", "USD", time, amount)
    folder.write("gpuhub/transactions.csv", table(rows).encode(), "gpuhub-transactions",
                 ("CSV", "CSV"),
                 ("both months in US dollars, with a recharge and a voucher for an outage",
                  "两个月，美元，有一笔充值和一张故障补偿券"), len(rows) - 1, {"USD": total})
