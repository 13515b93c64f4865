"""AutoDL: when the instances ran, what their cards did, and what leaked."""
from datetime import timedelta
from fractions import Fraction

from .autodl import DISK_RATE, DISKS, SESSIONS, SPEECH, THESIS, TITLE, VISION, session_rows
from .common import (CENT, DAY, D, FMT, HOUR, MINUTE, at, cents, clock_hours, days, overlap, plain,
                     ratio, share, share_of_time, table)

RELEASED = "03-06 18:01:26"  # SPEECH, 15 days after its last stop
NO_GPU_PRICE = D("0.10")

NIGHT = ("03-12 21:30", "03-13 08:52:44")  # THESIS: from the end of the training
HALF = ("03-18 09:06", "03-18 21:00:33")   # VISION: the second card idles
SETUP = ("02-06 09:50", "02-06 11:30")     # SPEECH: the data is unpacked
SLOW = ("02-12 11:01", "02-12 16:20:44")   # SPEECH: the card waits for data
STEP = 10 * MINUTE                         # of gpubill-usage
FINE = 5 * MINUTE                          # of nvidia-smi


def states(folder):
    rows = [["platform", "instance", "state", "from", "to"]]
    for instance in (VISION, SPEECH, THESIS):
        mine = [(at(s), at(e)) for who, _, s, e in SESSIONS if who == instance]
        for i, (start, end) in enumerate(mine):
            rows.append(["autodl", instance, "running", start.strftime(FMT), end.strftime(FMT)])
            until = mine[i + 1][0] if i + 1 < len(mine) else (
                at(RELEASED) if instance == SPEECH else at("04-01 00:00"))
            rows.append(["autodl", instance, "stopped", end.strftime(FMT), until.strftime(FMT)])
        if instance == SPEECH:
            rows.append(["autodl", instance, "released", at(RELEASED).strftime(FMT), ""])
    folder.write("states/autodl-states.csv", table(rows, end="\n").encode(), "gpubill-states",
                 ("CSV", "CSV"), ("when the AutoDL instances ran", "AutoDL 实例的开关机时间"),
                 len(rows) - 1)


def times(start, end, step):
    time = start
    while time < end:
        yield time
        time += step


def usage(folder):
    """gpubill-usage of two instances, every 10 minutes."""
    head = ["time", "platform", "instance", "gpu", "utilisation", "memory_used", "memory_total",
            "power"]
    rows = {THESIS: [head], VISION: [head]}
    for i, time in enumerate(times(at("03-12 16:21"), at(NIGHT[1]), STEP)):
        busy = time < at(NIGHT[0])
        rows[THESIS].append([
            time.strftime(FMT), "autodl", THESIS, "0", 88 + i % 9 if busy else i % 3 // 2,
            21504 if busy else 612, 24564, 410 + i % 20 if busy else 21 + i % 3])
    for i, time in enumerate(times(at(HALF[0]), at(HALF[1]), STEP)):
        rows[VISION].append([time.strftime(FMT), "autodl", VISION, "0", 91 + i % 7, 19870, 24564,
                             421 + i % 9])
        rows[VISION].append([time.strftime(FMT), "autodl", VISION, "1", "0", 3, 24564, 19])
    for instance, lines in rows.items():
        folder.write("usage/%s.csv" % instance, table(lines, end="\n").encode(), "gpubill-usage",
                     ("CSV", "CSV"), ("utilisation of an AutoDL instance, every 10 minutes",
                                      "一台 AutoDL 实例的利用率，每 10 分钟一次"), len(lines) - 1)


def nvidia_smi(folder):
    """Two days of SPEECH, as nvidia-smi writes them."""
    rows = [["timestamp", " index", " uuid", " name", " utilization.gpu [%]", " memory.used [MiB]",
             " memory.total [MiB]", " power.draw [W]"]]
    for first, last, change, busy in (
            (SETUP[0], "02-06 20:05:10", SETUP[1], lambda i: 90 + i * 7 % 9),
            (SLOW[0], SLOW[1], SLOW[0], lambda i: 12 + i * 5 % 37)):
        for i, time in enumerate(times(at(first), at(last), FINE)):
            working = time >= at(change)
            rows.append([
                time.strftime("%Y/%m/%d %H:%M:%S.000"), " 0",
                " GPU-5f1d0c4e-demo-0000-0000-0000000aa02", " NVIDIA GeForce RTX 3090",
                " %d %%" % (busy(i) if working else 0), " %d MiB" % (17860 if working else 3),
                " 24576 MiB", " %.2f W" % (287 + i % 11 if working else 24)])
    folder.write("usage/%s.csv" % SPEECH, "\n".join(",".join(r) for r in rows).encode() + b"\n",
                 "nvidia-smi", ("CSV of nvidia-smi", "nvidia-smi 的 CSV"),
                 ("utilisation of an AutoDL instance on two days, every 5 minutes",
                  "一台 AutoDL 实例两天的利用率，每 5 分钟一次"), len(rows) - 1)


def hours_of(instance):
    """(start, end, billed) of each row: as the bill tells it, from the full hour."""
    for who, price, start, end in SESSIONS:
        if who == instance:
            for s, e in clock_hours(at(start), at(end)):
                (_, amount, _), = session_rows(who, price, s, e)
                yield s.replace(minute=0, second=0), e, amount


def stretch_leak(instance, stretch, cards=1, less=D(0)):
    """What the rows of an instance bill for a stretch of time, above a price an hour."""
    stretches = [tuple(at(t) for t in stretch)]
    lost = D(0)
    for s, e, amount in hours_of(instance):
        part = overlap(s, e, stretches)
        if part:
            paid = Fraction(amount) * ratio(part, cards * (e - s))
            lost += share(1, paid - Fraction(less) * ratio(part, HOUR), 1)
    return lost


def disk_leaks(folder):
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


def leaks(folder):
    disk_leaks(folder)
    # The last sample of work, at 21:21, speaks until 21:31.
    folder.leak(TITLE, THESIS, "forgotten-instance", "likely",
                stretch_leak(THESIS, ("03-12 21:31", NIGHT[1])), "CNY",
                ("left on overnight: the training ended on 12 March at 21:30, switched off the "
                 "next morning", "开了一夜：3 月 12 日 21:30 训练结束，第二天早上才关机"))
    folder.leak(TITLE, VISION, "idle-gpu", "likely", stretch_leak(VISION, HALF, cards=2), "CNY",
                ("18 March: two cards paid, the second one idle all day",
                 "3 月 18 日：付了两张卡的钱，第二张整天空闲"))
    folder.leak(TITLE, VISION, "duplicate-charge", "certain", D("3.76"), "CNY",
                ("10 March, the hour to 12:59:59 charged twice under two numbers",
                 "3 月 10 日 12:59:59 那一小时用两个流水号扣了两次"))
    folder.leak(TITLE, SPEECH, "idle-gpu", "likely", stretch_leak(SPEECH, SETUP), "CNY",
                ("6 February: the card idle until 11:30, while data is unpacked",
                 "2 月 6 日：解压数据到 11:30，卡一直空闲"))
    folder.leak(TITLE, SPEECH, "could-have-been-cpu", "possible",
                stretch_leak(SPEECH, SETUP, less=NO_GPU_PRICE), "CNY",
                ("the same time, at %s an hour without GPU instead" % NO_GPU_PRICE,
                 "同一段时间，无卡模式每小时只要 %s" % NO_GPU_PRICE))
    folder.leak(TITLE, SPEECH, "underused-gpu", "possible", D(0), "CNY",
                ("12 February: busy at 12 to 48 %, waiting for data: advice, no sum",
                 "2 月 12 日：利用率只有 12% 到 48%，在等数据：只是建议，不计金额"))
    folder.remark("leaks", "Twelve starts of a few seconds at AutoDL on 20 March: 0.01 each, the "
                  "bill states no durations.", "AutoDL 3 月 20 日十二次只开几秒钟：每次 0.01，账单不写时长。")
    folder.remark("leaks", "AutoDL's day package of 24 March for 40.61: the statement does not say "
                  "for which hours it is.",
                  "AutoDL 3 月 24 日 40.61 元的包日：收支明细不写它管哪段时间。")


def names(folder):
    """What the lab calls its instances, and what they are for."""
    for instance, name, model in ((VISION, "vision", "RTX 4090"), (SPEECH, "speech", "RTX 3090"),
                                  (THESIS, "thesis", "RTX 4090")):
        folder.configure("instances", {"platform": "autodl", "instance": instance, "name": name,
                                       "gpu_model": model})
        folder.configure("projects", {"name": name, "where": [
            {"field": "platform", "is": "autodl"}, {"field": "instance", "is": instance}]})


def make(folder):
    names(folder)
    states(folder)
    usage(folder)
    nvidia_smi(folder)
    leaks(folder)
