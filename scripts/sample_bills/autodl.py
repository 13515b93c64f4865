"""AutoDL: 收支明细 as the page exports and shows it, and as its interface answers; logs of the instances."""
from datetime import timedelta

from .common import (CENT, DAY, D, FMT, HOUR, at, cents, clock_hours, days, json_text,
                     overlap, plain, share_of_time, table)

TITLE = ("AutoDL", "AutoDL")
VISION = "demo0lab01-0000aa01"  # 2 x RTX 4090, 3.76 an hour, paid data disk of 150 GB
SPEECH = "demo0lab02-0000aa02"  # RTX 3090, 1.32 an hour, paid data disk of 100 GB
THESIS = "demo0lab03-0000aa03"  # RTX 4090, 1.88 an hour
UPLOAD = "demo0lab04-0000aa04"  # mostly without GPU, 0.10 an hour
DISK_RATE = D("0.0066")

SESSIONS = [  # instance, price an hour, from, to
    (VISION, "3.76", "02-03 09:20:11", "02-03 18:42:40"),
    (VISION, "3.76", "02-04 10:05:02", "02-04 21:13:37"),
    (VISION, "3.76", "02-05 13:40:00", "02-05 23:10:12"),
    (VISION, "3.76", "02-09 09:02:45", "02-09 17:55:08"),
    (VISION, "3.76", "02-10 08:58:30", "02-11 01:20:51"),
    (VISION, "3.76", "02-24 14:10:09", "02-24 22:45:00"),
    (SPEECH, "1.32", "02-02 10:15:20", "02-02 19:30:05"),
    (SPEECH, "1.32", "02-06 09:45:33", "02-06 20:05:10"),
    (SPEECH, "1.32", "02-12 11:00:07", "02-12 16:20:44"),
    (SPEECH, "1.32", "02-19 09:30:18", "02-19 18:01:26"),
    (UPLOAD, "0.10", "02-02 08:40:00", "02-02 12:20:30"),
    (UPLOAD, "0.10", "02-16 14:05:10", "02-16 18:00:40"),
    (VISION, "3.76", "03-02 09:10:25", "03-02 19:05:50"),
    (VISION, "3.76", "03-03 09:00:40", "03-03 22:31:15"),
    (VISION, "3.76", "03-10 10:20:00", "03-10 18:15:30"),
    (VISION, "3.76", "03-18 09:05:12", "03-18 21:00:33"),
    (VISION, "3.76", "03-25 13:30:21", "03-25 20:44:10"),
    (THESIS, "1.88", "03-09 15:12:08", "03-09 23:40:19"),
    (THESIS, "1.88", "03-13 16:20:31", "03-16 09:05:44"),
    (THESIS, "1.88", "03-27 20:00:15", "03-28 02:10:05"),
    (UPLOAD, "0.10", "03-04 09:12:00", "03-04 15:47:20"),
] + [  # twelve starts of less than a minute: 0.01 each
    (UPLOAD, "1.88", "03-20 %02d:%02d:05" % (10 + i // 6, 5 + i % 6 * 9),
     "03-20 %02d:%02d:%02d" % (10 + i // 6, 5 + i % 6 * 9, 15 + i)) for i in range(12)
]

DISKS = [  # instance, GB, first day, last day
    (VISION, 150, "02-03", "03-31"),
    (SPEECH, 100, "02-02", "03-06"),  # released 15 days after the stop of 19 February
]

REPEATED = "03-10 12:59:59"  # this hour of VISION is charged twice


def session_rows(instance, price, start, end):
    """One row at each hh:59:59 and one when switched off; at least 0.01 a row."""
    for start, stop in clock_hours(start, end):
        seconds = int((stop - start).total_seconds())
        shown = stop if stop == end else stop - timedelta(seconds=1)
        yield shown, max(CENT, cents(D(price) * seconds / 3600)), "容器实例ID：" + instance


def statement_rows():
    """(time, direction, type, channel, amount, remark) in order of time."""
    rows = []
    for instance, price, start, end in SESSIONS:
        for time, amount, remark in session_rows(instance, price, at(start), at(end)):
            rows.append((time, "支出", "消费", "余额", amount, remark))
            if instance == VISION and time == at(REPEATED):
                rows.append(rows[-1])
    for instance, gb, first, last in DISKS:
        for day in days(first, last):
            rows.append((day + DAY - timedelta(seconds=1), "支出", "消费", "余额",
                         cents(gb * DISK_RATE), "容器实例ID：%s 数据盘" % instance))
    rows.append((at("02-01 20:11:03"), "收入", "充值", "支付宝", D("500.00"), "充值"))
    rows.append((at("03-01 09:30:47"), "收入", "充值", "支付宝", D("300.00"), "充值"))
    rows.append((at("02-11 10:02:16"), "收入", "退款", "余额", D("3.76"),
                 "容器实例ID：%s 故障退款" % VISION))
    rows.sort(key=lambda r: r[0])
    return rows


HEADINGS = ["流水号", "交易时间", "收支类型", "交易类型", "交易渠道", "交易金额", "账户余额", "备注"]


def statement(folder):
    balance, tables, sums = D("35.20"), {2: [], 3: []}, {2: D(0), 3: D(0)}
    for i, (time, direction, kind, channel, amount, remark) in enumerate(statement_rows(), 1):
        number = "D%s%04d" % (time.strftime("%Y%m%d"), i)
        balance += amount if direction == "收入" else -amount
        mark = "￥" if time.month == 3 else ""
        tables[time.month].append([number, time.strftime(FMT), direction, kind, channel,
                                   mark + str(amount), mark + str(balance), remark])
        if kind == "充值":
            folder.claim("autodl", number, time, amount, "CNY", "recharge")
        else:
            sums[time.month] += amount if direction == "支出" else -amount
    folder.write(
        "autodl/收支明细-2026-02.csv", table([HEADINGS] + tables[2]).encode("gb18030"),
        "autodl-statement", ("CSV, GB18030", "CSV，GB18030"),
        ("statement of February", "2 月收支明细"), len(tables[2]), {"CNY": sums[2]})
    folder.write(
        "autodl/收支明细-2026-03.tsv", table([HEADINGS] + tables[3][::-1], "\t", "\n").encode(),
        "autodl-statement",
        ("TSV, UTF-8, newest first, amounts with ￥", "TSV，UTF-8，新的在前，金额带 ￥"),
        ("March, as pasted from the page", "3 月，从页面复制而来"), len(tables[3]), {"CNY": sums[3]})
    folder.remark("sums", "Recharges (500 and 300 CNY at AutoDL) are no spend.",
                  "充值（AutoDL 500 元和 300 元）不是支出。")


def balance_view(folder):
    """February once more, as the console's own answer: the same money, not to be counted twice."""
    items, total = [], D(0)
    for time, direction, kind, _, amount, remark in reversed(statement_rows()):
        if time.month != 2 or kind == "充值":
            continue
        signed = amount if direction == "支出" else -amount
        total += signed
        items.append({"product_uuid": remark.split("：")[1].split(" ")[0],
                      "asset": int(signed * 1000), "created_at": time.isoformat() + "+08:00"})
    data = {"code": "Success", "msg": "", "data": {"list": items, "max_page": 1}}
    folder.write(
        "autodl/balance_statement-2026-02.json", json_text(data), "autodl-statement-json",
        ("JSON", "JSON"),
        ("February once more, as the console's own answer: a second view of the same money, on purpose",
         "2 月的另一份视图（控制台接口返回），与收支明细是同一笔钱，有意放入"),
        len(items), {"CNY": total}, is_view=True)


def states(folder):
    rows = [["platform", "instance", "state", "from", "to"]]
    for instance in (VISION, SPEECH, THESIS):
        mine = [(at(s), at(e)) for who, _, s, e in SESSIONS if who == instance]
        for i, (start, end) in enumerate(mine):
            rows.append(["autodl", instance, "running", start.strftime(FMT), end.strftime(FMT)])
            until = mine[i + 1][0].strftime(FMT) if i + 1 < len(mine) else (
                "2026-03-06 18:01:26" if instance == SPEECH else "2026-04-01 00:00:00")
            rows.append(["autodl", instance, "stopped", end.strftime(FMT), until])
        if instance == SPEECH:
            rows.append(["autodl", instance, "released", "2026-03-06 18:01:26", ""])
    folder.write("states/autodl-states.csv", table(rows, end="\n").encode(), "gpubill-states",
                 ("CSV", "CSV"), ("when the AutoDL instances ran", "AutoDL 实例的开关机时间"),
                 len(rows) - 1)


def write_usage(folder, instance, rows):
    folder.write("usage/%s.csv" % instance, table(rows, end="\n").encode(), "gpubill-usage",
                 ("CSV", "CSV"), ("utilisation of an AutoDL instance, every 10 minutes",
                                  "一台 AutoDL 实例的利用率，每 10 分钟一次"), len(rows) - 1)


def usage(folder):
    head = ["time", "platform", "instance", "gpu", "utilisation", "memory_used", "memory_total",
            "power"]
    # THESIS: trains until the evening of Friday 13 March, then idles over the weekend.
    rows, time, i = [head], at("03-13 16:21"), 0
    while time < at("03-16 09:05:44"):
        busy = time < at("03-13 21:30")
        rows.append([time.strftime(FMT), "autodl", THESIS, "0", 88 + i % 9 if busy else i % 3 // 2,
                     21504 if busy else 612, 24564, 410 + i % 20 if busy else 21 + i % 3])
        time, i = time + timedelta(minutes=10), i + 1
    write_usage(folder, THESIS, rows)
    # VISION on 18 March: the second card does nothing all day.
    rows, time, i = [head], at("03-18 09:06"), 0
    while time < at("03-18 21:00:33"):
        rows.append([time.strftime(FMT), "autodl", VISION, "0", 91 + i % 7, 19870, 24564,
                     421 + i % 9])
        rows.append([time.strftime(FMT), "autodl", VISION, "1", "0", 3, 24564, 19])
        time, i = time + timedelta(minutes=10), i + 1
    write_usage(folder, VISION, rows)


def gpu_hours(instance):
    """(start, end, billed) of each row of an instance: as the bill tells it, from the full hour."""
    for who, price, start, end in SESSIONS:
        if who == instance:
            for s, e in clock_hours(at(start), at(end)):
                (_, amount, _), = session_rows(who, price, s, e)
                yield s.replace(minute=0, second=0), e, amount


def leaks(folder):
    for instance, gb, first, last in DISKS:
        runs = [(at(s), at(e)) for who, _, s, e in SESSIONS if who == instance]
        # Before the state log begins, the bill alone tells of the run: from the full hour.
        runs[0] = (runs[0][0].replace(minute=0, second=0), runs[0][1])
        daily = cents(gb * DISK_RATE)
        stopped = [DAY - overlap(day, day + DAY, runs) for day in days(first, last)]
        hours = plain((D(int(sum(stopped, timedelta(0)).total_seconds())) / 3600).quantize(CENT))
        tail = {VISION: ("", ""), SPEECH: (", the last from 19 February to 6 March",
                                           "，最后一段是 2 月 19 日至 3 月 6 日")}[instance]
        folder.leak(TITLE, instance, "stopped-storage", "certain",
                    sum(share_of_time(daily, t, DAY) for t in stopped), "CNY",
                    ("data disk of %d GB, %s a day for %d days, %s hours of them with the instance "
                     "stopped%s" % (gb, daily, len(stopped), hours, tail[0]),
                     "%d GB 数据盘每天 %s，共 %d 天，其中 %s 小时实例是关机的%s"
                     % (gb, daily, len(stopped), hours, tail[1])))
    night = [(at("03-13 21:31"), at("03-16 09:05:44"))]
    folder.leak(TITLE, THESIS, "forgotten-instance", "likely",
                sum(share_of_time(amount, overlap(s, e, night), e - s)
                    for s, e, amount in gpu_hours(THESIS)), "CNY",
                ("left running from Friday 13 to Monday 16 March; the training ended on Friday at "
                 "21:30 (the last sample speaks until 21:31)",
                 "3 月 13 日（周五）到 16 日（周一）忘记关机；训练周五 21:30 就结束了（最后一个样本管到 21:31）"))
    idle = [(at("03-18 09:06"), at("03-18 21:00:33"))]
    folder.leak(TITLE, VISION, "idle-gpu", "likely",
                sum(share_of_time(amount, overlap(s, e, idle), 2 * (e - s))
                    for s, e, amount in gpu_hours(VISION)), "CNY",
                ("18 March: two cards paid, the second one idle all day",
                 "3 月 18 日：付了两张卡的钱，第二张整天空闲"))
    folder.leak(TITLE, VISION, "duplicate-charge", "certain", D("3.76"), "CNY",
                ("10 March, the hour to 12:59:59 charged twice under two numbers",
                 "3 月 10 日 12:59:59 那一小时用两个流水号扣了两次"))
    folder.remark("leaks", "Twelve starts of a few seconds at AutoDL on 20 March: 0.01 each, the bill "
                  "states no durations.", "AutoDL 3 月 20 日十二次只开几秒钟：每次 0.01，账单不写时长。")


def make(folder):
    statement(folder)
    balance_view(folder)
    states(folder)
    usage(folder)
    leaks(folder)
