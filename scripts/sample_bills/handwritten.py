"""Bills written by hand as gpubill-simple, for platforms without an export."""
from datetime import timedelta

from .common import DAY, D, FMT, at, days, plain, table

SIMPLE_HEADINGS = """platform account line_id order_id instance resource resource_name item category
entry start end billed_quantity unit used_quantity unit_price list_cost discount amount voucher currency
gpu_model gpu_count state region project pricing tags description""".split()


def bill(folder):
    rows, total, number = [], D(0), 0

    def add(amount, **more):
        nonlocal total, number
        number += 1
        total += amount if more.get("entry") != "refund" else -amount
        more.setdefault("platform", "matpool")
        more.setdefault("line_id", "L%04d" % number)
        rows.append([str(more.get(h, "")) if h != "amount" else str(amount)
                     for h in SIMPLE_HEADINGS])

    # Billed by the hour, used for minutes.
    for day in days("02-02", "02-13"):
        minutes = 18 + day.day * 3
        start = day + timedelta(hours=10)
        hours = -(-minutes // 60)
        add(D("2.99") * hours, order_id="M%s" % day.strftime("%m%d"), instance="mp-demo-1",
            item="gpu hours", category="gpu", entry="charge", start=start.strftime(FMT),
            end=(start + timedelta(minutes=minutes)).strftime(FMT), billed_quantity=hours,
            unit="hour", used_quantity=str(D(minutes) / 60)[:8], unit_price="2.99",
            gpu_model="RTX 5090", gpu_count="1", project="vision", pricing="on-demand")
    # Charged twice, and one charge that overlaps another.
    for order in ("M0302", "M0302B"):
        add(D("11.96"), order_id=order, instance="mp-demo-1", item="gpu hours", category="gpu",
            entry="charge", start="2026-03-02 09:00:00", end="2026-03-02 13:00:00",
            billed_quantity="4", unit="hour", unit_price="2.99", gpu_model="RTX 5090",
            gpu_count="1", project="vision", pricing="on-demand")
    for start, end, hours in (("03-06 09:00:00", "03-06 12:00:00", 3),
                              ("03-06 11:00:00", "03-06 15:00:00", 4)):
        add(D("2.99") * hours, order_id="M0306-%d" % hours, instance="mp-demo-1", item="gpu hours",
            category="gpu", entry="charge", start="2026-" + start, end="2026-" + end,
            billed_quantity=hours, unit="hour", unit_price="2.99", gpu_model="RTX 5090",
            gpu_count="1", project="vision", pricing="on-demand")
    # Billed quantity times unit price is 8.97, billed is 9.97.
    add(D("9.97"), order_id="M0309", instance="mp-demo-1", item="gpu hours", category="gpu",
        entry="charge", start="2026-03-09 10:00:00", end="2026-03-09 13:00:00", billed_quantity="3",
        unit="hour", unit_price="2.99", discount="0", gpu_model="RTX 5090", gpu_count="1",
        project="vision", pricing="on-demand")
    # The platform gave the doubled charge's overlap back.
    add(D("2.99"), order_id="M0306-4", instance="mp-demo-1", item="gpu hours", category="gpu",
        entry="refund", start="2026-03-06 11:00:00", end="2026-03-06 15:00:00",
        description="partial refund")
    # A disk that outlives its instance, storage by the month, a package, spot hours, traffic.
    for day in days("03-10", "03-24"):
        add(D("1.20"), platform="lanrui", instance="lr-demo-gone", resource="disk-demo-1",
            item="data disk 200 GB", category="data-disk", entry="charge",
            start=day.strftime("%Y-%m-%d"), end=day.strftime("%Y-%m-%d"), billed_quantity="1",
            unit="day", unit_price="1.20", state="unattached", project="thesis")
    add(D("45.60"), platform="lanrui", instance="lr-demo-2", item="gpu hours", category="gpu",
        entry="charge", start="2026-03-11 09:00:00", end="2026-03-12 09:00:00", billed_quantity="24",
        unit="hour", unit_price="1.90", gpu_model="RTX 3090", gpu_count="1", project="thesis",
        pricing="on-demand")
    add(D("0.60"), platform="lanrui", instance="lr-demo-2", resource="disk-demo-2",
        item="data disk 100 GB", category="data-disk", entry="charge", start="2026-03-11 09:00:00",
        end="2026-03-12 09:00:00", billed_quantity="1", unit="day", unit_price="0.60",
        project="thesis")
    add(D("799.00"), platform="gpugeek", instance="gg-demo-1", item="monthly package",
        category="gpu", entry="charge", start="2026-03-01", end="2026-03-31", billed_quantity="1",
        unit="month", unit_price="799.00", gpu_model="RTX 4090", gpu_count="1", project="robotics",
        pricing="prepaid", voucher="99.00")
    for day in days("03-16", "03-18"):
        add(D("10.00"), platform="gpugeek", instance="gg-demo-2", item="gpu hours", category="gpu",
            entry="charge", start=(day + timedelta(hours=9)).strftime(FMT),
            end=(day + timedelta(hours=17)).strftime(FMT), billed_quantity="8", unit="hour",
            unit_price="1.25", gpu_model="RTX 4090", gpu_count="1", project="robotics",
            pricing="spot")
    add(D("14.40"), platform="gpugeek", instance="gg-demo-2", item="traffic out", category="traffic",
        entry="charge", start="2026-03-17 09:00:00", end="2026-03-17 17:00:00",
        billed_quantity="18", unit="GB", unit_price="0.80", project="robotics")
    rows = [SIMPLE_HEADINGS] + rows
    folder.write(
        "other/platforms-without-export.csv", table(rows, end="\n").encode(), "gpubill-simple",
        ("CSV", "CSV"),
        ("written by hand, for three platforms without an export", "三个没有导出功能的平台，手工填写"),
        len(rows) - 1, {"CNY": total})


def leaks(folder):
    matpool, lanrui = ("matpool", "矩池云"), ("lanrui", "揽睿星舟")
    minutes = [18 + day.day * 3 for day in days("02-02", "02-13")]
    lost = sum(-(-m // 60) - D(m) / 60 for m in minutes)
    folder.leak(matpool, "", "minimum-billing", "certain", lost * D("2.99"), "CNY",
                ("February: hours billed, minutes used: %s of 12 hours at 2.99" % plain(lost),
                 "2 月：按小时计费，只用了几十分钟：12 小时中的 %s 小时，单价 2.99" % plain(lost)))
    folder.leak(matpool, "mp-demo-1", "duplicate-charge", "likely", 4 * D("2.99"), "CNY",
                ("2 March: one charge under two order numbers", "3 月 2 日：一笔费用两个订单号"))
    folder.leak(matpool, "mp-demo-1", "duplicate-charge", "certain", D("2.99"), "CNY",
                ("6 March: two charges that overlap by an hour, given back in part",
                 "3 月 6 日：两笔费用重叠一小时，退了一部分"))
    folder.leak(matpool, "mp-demo-1", "price-arithmetic", "certain", D("9.97") - 3 * D("2.99"),
                "CNY", ("9 March: 9.97 billed for 3 hours at 2.99",
                        "3 月 9 日：3 小时单价 2.99 收了 9.97"))
    folder.leak(lanrui, "lr-demo-gone", "orphan-storage", "likely", 15 * D("1.20"), "CNY",
                ("a disk that belongs to no instance, for fifteen days: 15 x 1.20",
                 "不属于任何实例的云盘，十五天：15 × 1.20"))
    folder.leak(("gpugeek", "GpuGeek"), "gg-demo-2", "traffic-fee", "likely", D("14.40"), "CNY",
                ("17 March: traffic for 14.40 beside 10.00 of compute",
                 "3 月 17 日：流量 14.40 元，计算只有 10.00 元"))


def make(folder):
    bill(folder)
    leaks(folder)
