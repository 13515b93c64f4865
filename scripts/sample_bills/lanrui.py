"""揽睿星舟 Lanrui: bills of whole hours paid at each start, and of disks that never stop."""
from .common import (BOM, D, DAY, FMT, HOUR, MINUTE, at, days, hours_of, overlap, plain,
                     share_of_time, table)

TITLE = ("Lanrui", "揽睿星舟")
WORK, OLD = "workspace-k3x9qa", ["workspace-%s" % s for s in (
    "a1old0", "b2old1", "c3old2", "d4old3", "e5old4", "f6old5", "g7old6", "h8old7")]
MODEL, SPEC, PRICE, RAISED = "RTX 3080", "3080-10G(按量)", D("1.20"), D("1.50")
DISK_HOURLY = D("0.1")  # 200 GB
JOBS = ["02-%02d %02d:%02d" % (d, h, m) for d, h, m in (
    (3, 9, 30), (3, 15, 5), (4, 10, 0), (5, 9, 15), (6, 11, 40), (9, 9, 0), (10, 16, 20),
    (11, 10, 10), (12, 14, 45), (13, 9, 5), (24, 10, 30), (25, 17, 0))]
JOB_MINUTES = 12
RUNS = [("03-04 09:00", 6, PRICE), ("03-11 10:00", 8, PRICE), ("03-18 09:00", 5, RAISED)]


def charges():
    """(start, end, workspace, spec, item, hours billed, duration, price)"""
    out = []
    for text in JOBS:
        out.append((at(text), at(text) + JOB_MINUTES * MINUTE, WORK, SPEC, "ark.gpu.3080", 1,
                    "%d分钟" % JOB_MINUTES, PRICE))
    for text, hours, price in RUNS:
        out.append((at(text), at(text) + hours * HOUR, WORK, SPEC, "ark.gpu.3080", hours,
                    "%d小时" % hours, price))
    for day in days("02-01", "03-31"):
        for workspace in [WORK] + OLD:
            if workspace != WORK or day >= at("02-03 00:00"):
                out.append((day, day + DAY, workspace, "", "数据盘 200GB", 24, "", DISK_HOURLY))
    return sorted(out, key=lambda r: (r[0], r[2]))


HEADINGS = "开始时间 结束时间 实例名称 资源规格 GPU型号 计费项 计费方式 可用区 用量 用量单位 使用时长 单价 金额".split()


def bills(folder):
    tables, sums = {2: [HEADINGS], 3: [HEADINGS]}, {2: D(0), 3: D(0)}
    for start, end, workspace, spec, item, hours, duration, price in charges():
        amount = price * hours
        tables[start.month].append([
            start.strftime(FMT), end.strftime(FMT), workspace, spec, MODEL if spec else "", item,
            "按量计费", "T1", str(hours), "小时", duration, plain(price), "%.2f" % amount])
        sums[start.month] += amount
        folder.line("lanrui", "gpu" if spec else "data-disk", "CNY", start, amount,
                    MODEL if spec else "", hours_of(end - start) if spec else None)
    for month in (2, 3):
        folder.write(
            "lanrui/揽睿星舟-费用-2026-%02d.csv" % month, BOM + table(tables[month]).encode(),
            "lanrui-records", ("CSV, UTF-8 with BOM", "CSV，UTF-8 带 BOM"),
            ("whole hours of a workspace, and the data disks of nine",
             "一个工作空间的整小时费用，九个工作空间的数据盘"),
            len(tables[month]) - 1, {"CNY": sums[month]})


def leaks(folder):
    daily = DISK_HOURLY * 24
    for workspace in OLD:
        folder.leak(TITLE, workspace, "orphan-storage", "likely", 59 * daily, "CNY",
                    ("one of eight old workspaces that nobody started, each with its disk: 59 x %s"
                     % plain(daily),
                     "八个没人再开的旧工作空间之一，各自的数据盘天天计费：59 × %s" % plain(daily)))
    runs = [(at(t), at(t) + JOB_MINUTES * MINUTE) for t in JOBS]
    runs += [(at(t), at(t) + h * HOUR) for t, h, _ in RUNS]
    disk = list(days("02-03", "03-31"))
    hours = sum(((DAY - overlap(day, day + DAY, runs)) / HOUR for day in disk))
    folder.leak(TITLE, WORK, "stopped-storage", "certain",
                sum(share_of_time(daily, DAY - overlap(day, day + DAY, runs), DAY) for day in disk),
                "CNY", ("data disk of 200 GB, %s a day for %d days, %.1f hours of them stopped"
                        % (plain(daily), len(disk), hours),
                        "200 GB 数据盘每天 %s，共 %d 天，其中 %.1f 小时是停止的"
                        % (plain(daily), len(disk), hours)))
    lost = (PRICE - PRICE * JOB_MINUTES / 60) * len(JOBS)
    folder.leak(TITLE, "", "minimum-billing", "certain", lost, "CNY",
                ("twelve jobs of 12 minutes, each billed as an hour: 12 x %s x 48 / 60" % PRICE,
                 "十二个 12 分钟的任务，每个按一小时计费：12 × %s × 48 / 60" % PRICE))
    folder.leak(TITLE, WORK, "wrong-rate", "likely", 5 * (RAISED - PRICE), "CNY",
                ("18 March: 5 hours at %s; the price agreed is %s" % (RAISED, PRICE),
                 "3 月 18 日：5 小时按 %s 收费，约定价格是 %s" % (RAISED, PRICE)))
    folder.configure("price_book", {
        "platform": "lanrui", "gpu_model": MODEL, "unit": "hour", "price": str(PRICE)})


def make(folder):
    bills(folder)
    leaks(folder)
