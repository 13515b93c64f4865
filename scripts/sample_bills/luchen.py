"""潞晨云 Luchen: orders by the day, in English; the log of the machine that was forgotten."""
from .common import D, DAY, FMT, HOUR, MINUTE, at, hours_of, overlap, plain, share_of_time, table

TITLE = ("Luchen Cloud", "潞晨云")
MODEL, PRICE = "A100 80GB", D("5.99")  # a card and hour
TRAIN, BIG = "ins-5e20", "ins-5e77"

SESSIONS = [  # instance, name, cards, from, to
    (TRAIN, "luchen-sft", 1, "02-04 09:00", "02-04 17:30"),
    (TRAIN, "luchen-sft", 1, "02-10 13:20", "02-10 21:00"),
    (TRAIN, "luchen-sft", 1, "02-26 10:00", "02-26 16:45"),
    (BIG, "luchen-pretrain", 4, "03-06 18:00", "03-13 10:00"),
    (TRAIN, "luchen-sft", 1, "03-20 09:30", "03-20 12:00"),
]
DONE = "03-07 02:00"  # the last hour in which the four cards worked began then


def pieces():
    """(instance, name, cards, start, end, amount): a session is cut at midnight."""
    for instance, name, cards, start, end in SESSIONS:
        start, end = at(start), at(end)
        while start < end:
            stop = min(end, start.replace(hour=0, minute=0) + DAY)
            minutes = (stop - start) // MINUTE
            amount = (PRICE * cards * minutes / 60).quantize(D("0.0001"))
            yield instance, name, cards, start, stop, amount
            start = stop


HEADINGS = ["Order ID", "Instance ID", "Instance Name", "GPU Model", "GPU Count", "Start Time",
            "End Time", "Duration", "Unit Price", "Amount", "Remark"]


def orders(folder):
    rows, total = [HEADINGS], D(0)
    for i, (instance, name, cards, start, stop, amount) in enumerate(pieces(), 1):
        hours = plain((D((stop - start) // MINUTE) / 60).quantize(D("0.01")))
        order = "LC%s%03d" % (start.strftime("%Y%m%d"), i)
        rows.append([order, instance, name, MODEL, str(cards), start.strftime(FMT),
                     stop.strftime(FMT), hours + "h", str(PRICE), plain(amount), ""])
        total += amount
        folder.line("luchen", "gpu", "CNY", start, amount, MODEL, hours_of(stop - start) * cards,
                    order=order)
    refund = D("-5.99")
    rows.append(["LC20260211R01", TRAIN, "luchen-sft", MODEL, "1",
                 at("02-11 10:00").strftime(FMT), "", "", "", str(refund), "refund: node failure"])
    folder.line("luchen", "gpu", "CNY", at("02-11 10:00"), refund, MODEL, order="LC20260211R01")
    folder.write(
        "luchen/luchen-billing-2026-02_03.csv", table(rows, end="\n").encode(), "luchen-records",
        ("CSV, English headings", "CSV，英文表头"),
        ("both months: orders cut at midnight, a refund", "两个月：按零点分段的订单，一笔退款"),
        len(rows) - 1, {"CNY": total + refund})


def usage(folder):
    """dcgmi dmon of the four cards, once an hour, as ts writes times before it."""
    time, i = at("03-06 18:00"), 0
    lines = ["%s %s" % (time.isoformat(), text) for text in (
        "#Entity   GPUTL  FBUSD   POWER", "ID                MB      W")]
    while time < at("03-13 10:00"):
        for card in range(4):
            busy = time <= at(DONE)
            lines.append("%s GPU %d     %-5d  %-6d  %s" % (
                time.isoformat(), card, 93 + (i + card) % 6 if busy else 0,
                74210 if busy else 4, "%.3f" % (388 + (i + card) % 9 if busy else 61)))
        time, i = time + HOUR, i + 1
    folder.write("usage/%s.txt" % BIG, ("\n".join(lines) + "\n").encode(), "dcgmi-dmon",
                 ("dcgmi dmon with times", "dcgmi dmon，带时间"),
                 ("utilisation of the four cards, every hour", "四张卡的利用率，每小时一次"), len(lines) - 1)


def leaks(folder):
    idle = [(at(DONE) + HOUR, at("03-13 10:00"))]
    lost = sum(share_of_time(amount, overlap(s, e, idle), e - s)
               for instance, _, _, s, e, amount in pieces() if instance == BIG)
    folder.leak(TITLE, BIG, "forgotten-instance", "likely", lost, "CNY",
                ("four cards forgotten from 7 to 13 March: %s an hour for the %d hours after the "
                 "training" % (PRICE * 4, (idle[0][1] - idle[0][0]) // HOUR),
                 "四卡机器从 3 月 7 日忘到 13 日：训练结束后的 %d 小时，每小时 %s"
                 % ((idle[0][1] - idle[0][0]) // HOUR, PRICE * 4)))


def make(folder):
    orders(folder)
    usage(folder)
    leaks(folder)
