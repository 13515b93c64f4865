"""GpuGeek: billing records of both months, as two files in a zip."""
import json

from .common import BOM, D, DAY, FMT, HOUR, MINUTE, archive, at, days, hours_of, table, unix

TITLE = ("GpuGeek", "GpuGeek")
MODEL, HOURLY, SPOT, WEEKLY = "RTX 4090", D("2.50"), D("1.25"), D("302.40")
IMAGE_RATE = D("0.60")  # a day
WEB_HOURS = 6
# (name, instance) and what each is for
LORA, WEB, EXP, IMAGE = "gg-7f01", "gg-7f02", "gg-7f03", "img-7f90"


def charges():
    """(start, end, instance, name, mode, model, amount, voucher, remark)"""
    out = []
    for start, hours in (("02-05 10:00", 7), ("02-12 09:00", 9), ("02-26 14:00", 5)):
        out.append((at(start), at(start) + hours * HOUR, EXP, "exp", "竞价", MODEL, SPOT * hours,
                    D(0), ""))
    # A whole ISO week by the hour, paid day by day.
    for day in days("03-09", "03-15"):
        out.append((day, day + DAY, LORA, "lora-run", "按量", MODEL, HOURLY * 24,
                    D("20.00") if day.day == 9 else D(0), ""))
    # A demonstration that nobody looks at on weekends.
    for day in days("03-16", "03-22"):
        start = day + 10 * HOUR
        out.append((start, start + WEB_HOURS * HOUR, WEB, "demo-web", "按量", MODEL,
                    HOURLY * WEB_HOURS, D(0), ""))
    out.append((at("03-17 12:00"), at("03-17 12:00"), WEB, "demo-web", "退款", MODEL, D("-2.50"),
                D(0), "故障补偿退款"))
    for day in days("02-01", "03-31"):
        out.append((day, day + DAY, IMAGE, "paper-env", "按量", "", IMAGE_RATE, D(0), "自定义镜像存储"))
    return sorted(out, key=lambda r: (r[0], r[2]))


HEADINGS = "开始时间 结束时间 实例ID 实例名称 计费方式 数据中心 GPU型号 消费金额 代金券抵扣 备注".split()


def records(folder):
    tables, sums = {2: [HEADINGS], 3: [HEADINGS]}, {2: D(0), 3: D(0)}
    for start, end, instance, name, mode, model, amount, voucher, remark in charges():
        tables[start.month].append([
            start.strftime(FMT), end.strftime(FMT), instance, name, mode, "northwest1.gpugeek.com",
            model, str(amount), str(voucher), remark])
        sums[start.month] += amount
        on_demand = mode == "按量" and model
        folder.line("gpugeek", "gpu" if model else "image", "CNY", start, amount, model,
                    hours_of(end - start) if on_demand else None, voucher=voucher)
    names = {month: "消费记录-2026-%02d.csv" % month for month in tables}
    folder.put("gpugeek/records.zip", archive([
        (names[month], BOM + table(tables[month]).encode()) for month in (2, 3)]))
    for month in (2, 3):
        folder.tell("gpugeek/records.zip!" + names[month], "gpugeek-records",
                    ("CSV, UTF-8 with BOM, in a zip", "zip 里的 CSV，UTF-8 带 BOM"),
                    ("records by instance: spot, on demand, an image, a refund",
                     "按实例的消费记录：竞价、按量、镜像、一笔退款"),
                    len(tables[month]) - 1, {"CNY": sums[month]})


def usage(folder):
    """The week of LORA as Prometheus answers query_range: at work all the time."""
    times = [at("03-09 00:00") + i * 30 * MINUTE for i in range(7 * 48)]
    data = {"status": "success", "data": {"resultType": "matrix", "result": [{
        "metric": {"__name__": "DCGM_FI_DEV_GPU_UTIL", "gpu": "0", "instance": LORA + ":9400",
                   "modelName": "NVIDIA GeForce RTX 4090"},
        "values": [[unix(time), str(86 + i * 5 % 13)] for i, time in enumerate(times)]}]}}
    folder.write("usage/prometheus-query_range.json",
                 (json.dumps(data, separators=(",", ":")) + "\n").encode(), "prometheus",
                 ("JSON of Prometheus", "Prometheus 的 JSON"),
                 ("utilisation of an instance of GpuGeek in one week, every half hour",
                  "GpuGeek 一台实例一周的利用率，每半小时一次"), len(times))


def leaks(folder):
    folder.leak(TITLE, LORA, "package-missed", "possible", HOURLY * 24 * 7 - WEEKLY, "CNY",
                ("the week from 9 to 15 March by the hour for %s; a week's package costs %s"
                 % (HOURLY * 24 * 7, WEEKLY),
                 "3 月 9 日至 15 日整周按小时付了 %s，包周只要 %s" % (HOURLY * 24 * 7, WEEKLY)))
    folder.configure("price_book", {
        "platform": "gpugeek", "gpu_model": MODEL, "unit": "week", "price": str(WEEKLY),
        "pricing": "prepaid"})
    folder.leak(TITLE, WEB, "custom:weekend", "possible", 2 * HOURLY * WEB_HOURS, "CNY",
                ("a demonstration that runs on Saturday and Sunday too: 2 x %s"
                 % (HOURLY * WEB_HOURS),
                 "周六周日也开着的演示：2 × %s" % (HOURLY * WEB_HOURS)))
    folder.configure("custom_rules", {
        "id": "custom:weekend", "certainty": "possible",
        "where": [{"field": "category", "is": "gpu"}, {"field": "weekday", "in": ["sat", "sun"]},
                  {"field": "ResourceName", "matches": "^demo-"}],
        "group_by": ["resource"], "leak": "billed",
        "message": {"en": "A demonstration runs on the weekend", "zh": "演示在周末也开着"}})
    folder.leak(TITLE, IMAGE, "snapshot-and-image", "possible", 59 * IMAGE_RATE, "CNY",
                ("an image of a paper's environment, kept on purpose until it is reviewed: 59 x %s"
                 % IMAGE_RATE, "论文环境的镜像，有意保留到评审结束：59 × %s" % IMAGE_RATE),
                is_waived=True)
    folder.configure("waivers", {
        "rule": "snapshot-and-image", "platform": "gpugeek", "resource": IMAGE,
        "until": "2026-06-30", "reason": "the environment of a paper under review"})


def make(folder):
    records(folder)
    usage(folder)
    leaks(folder)
