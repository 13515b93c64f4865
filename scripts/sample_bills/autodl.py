"""AutoDL: 收支明细 as the page exports and shows it, as its interface answers, and orders.

The logs of the instances, and what leaks, are in autodl_logs.py.
"""
from datetime import timedelta

from .common import CENT, DAY, D, FMT, at, cents, clock_hours, days, json_text, table

TITLE = ("AutoDL", "AutoDL")
VISION = "demo0lab01-0000aa01"  # 2 x RTX 4090, 3.76 an hour, paid data disk of 150 GB
SPEECH = "demo0lab02-0000aa02"  # RTX 3090, 1.32 an hour, paid data disk of 100 GB
THESIS = "demo0lab03-0000aa03"  # RTX 4090, 1.88 an hour
UPLOAD = "demo0lab04-0000aa04"  # mostly without GPU, 0.10 an hour
PACKED = "demo0lab05-0000aa05"  # RTX 4090 for a day, paid in advance
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
    (THESIS, "1.88", "03-12 16:20:31", "03-13 08:52:44"),  # left on overnight
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

PACKAGES = [  # instance, order type, type of the statement, paid at, amount
    (PACKED, "create_instance", "包日", "03-24 10:00:12", "40.61"),
]

REPEATED = "03-10 12:59:59"  # this hour of VISION is charged twice
EXPORTED = "03-02 08:00"  # when the file of February was made


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
    for instance, _, kind, paid_at, amount in PACKAGES:
        rows.append((at(paid_at), "支出", kind, "余额", D(amount), "容器实例ID：" + instance))
    rows.append((at("02-01 20:11:03"), "收入", "充值", "支付宝", D("500.00"), "充值"))
    rows.append((at("03-01 09:30:47"), "收入", "充值", "支付宝", D("300.00"), "充值"))
    rows.append((at("02-11 10:02:16"), "收入", "退款", "余额", D("3.76"),
                 "容器实例ID：%s 故障退款" % VISION))
    rows.sort(key=lambda r: r[0])
    return rows


HEADINGS = ["流水号", "交易时间", "收支类型", "交易类型", "交易渠道", "交易金额", "账户余额", "备注"]


def category_of(remark):
    """No session of UPLOAD has a row above 0.11: by the bill all of them were without GPU."""
    if remark.endswith("数据盘"):
        return "data-disk"
    return "cpu" if UPLOAD in remark else "gpu"


def statement(folder):
    balance, rows, declared = D("35.20"), [], {}
    for i, (time, direction, kind, channel, amount, remark) in enumerate(statement_rows(), 1):
        number = "D%s%04d" % (time.strftime("%Y%m%d"), i)
        balance += amount if direction == "收入" else -amount
        signed = amount if direction == "支出" else -amount
        rows.append((time, D(0) if kind == "充值" else signed, [
            number, time.strftime(FMT), direction, kind, channel, amount, balance, remark]))
        if kind == "充值":
            folder.claim("autodl", number, time, amount, "CNY", "recharge")
        else:
            folder.line("autodl", category_of(remark), "CNY", time, signed)
    february = [r for r in rows if r[0] < at(EXPORTED)]
    march = [r for r in rows if r[0] >= at("03-01 00:00")]
    both = [r for r in february if r in march]
    assert both and sum(spend for _, spend, _ in both) > 0
    folder.write(
        "autodl/收支明细-2026-02.csv",
        table([HEADINGS] + [cells for _, _, cells in february]).encode("gb18030"),
        "autodl-statement", ("CSV, GB18030", "CSV，GB18030"),
        ("statement of February, and of the first day of March", "2 月收支明细，连同 3 月第一天"),
        len(february), {"CNY": sum(spend for _, spend, _ in february)})
    folder.write(
        "autodl/收支明细-2026-03.tsv",
        table([HEADINGS] + [cells[:5] + ["￥%s" % cells[5], "￥%s" % cells[6], cells[7]]
                            for _, _, cells in reversed(march)], "\t", "\n").encode(),
        "autodl-statement",
        ("TSV, UTF-8, newest first, amounts with ￥", "TSV，UTF-8，新的在前，金额带 ￥"),
        ("March, as pasted from the page", "3 月，从页面复制而来"),
        len(march), {"CNY": sum(spend for _, spend, _ in march)},
        seen={"CNY": sum(spend for _, spend, _ in both)})
    folder.remark(
        "sums", "The two statements of AutoDL overlap: %d rows stand in both, %s CNY of them "
        "spend, and count once." % (len(both), sum(spend for _, spend, _ in both)),
        "AutoDL 的两份收支明细有重叠：%d 行两边都有，其中支出 %s 元，只计一次。"
        % (len(both), sum(spend for _, spend, _ in both)))
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
        ("February once more, as the console's own answer: a second view of the same money, on "
         "purpose",
         "2 月的另一份视图（控制台接口返回），与收支明细是同一笔钱，有意放入"),
        len(items), {"CNY": total}, is_view=True)


def orders_view(folder):
    """The orders of March: what was bought in advance, once more, and a copy that cost nothing."""
    items = [{"product_uuid": instance, "deal_price": int(D(amount) * 1000),
              "created_at": at(paid_at).isoformat() + "+08:00", "order_type": kind,
              "migrate_instance_uuid": ""} for instance, kind, _, paid_at, amount in PACKAGES]
    items.append({"product_uuid": THESIS, "deal_price": 0,
                  "created_at": at("03-09 15:10:30").isoformat() + "+08:00",
                  "order_type": "clone_instance", "migrate_instance_uuid": VISION})
    folder.write(
        "autodl/order_list-2026-03.json",
        json_text({"code": "Success", "msg": "", "data": {"list": items, "max_page": 1}}),
        "autodl-orders-json", ("JSON", "JSON"),
        ("orders of March: a second view too, of the day package alone",
         "3 月订单：也是第二视图，只含包日"),
        len(items), {"CNY": sum(D(p[4]) for p in PACKAGES)}, is_view=True)


def make(folder):
    statement(folder)
    balance_view(folder)
    orders_view(folder)
