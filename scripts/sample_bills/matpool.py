"""矩池云 Matpool: orders of February as a page gives them, node bills of March by call."""
from .common import CENT, D, FMT, HOUR, MINUTE, at, hours_of, json_text, plain, share_of_time, table

TITLE = ("Matpool", "矩池云")
HOURLY, MODEL = D("2.99"), "RTX 5090"
DAILY = (HOURLY * 24 * D("0.9")).quantize(CENT)  # 64.58: the price of 21.6 hours

# --- February: orders -------------------------------------------------------------------------

ORDERS = [  # order, instance, mode, from, hours (of a package: what it is for), state
    ("M20260203001", "mp-a7c1", "按时", "02-03 10:00", 3, "已完成"),
    ("M20260206001", "mp-a7c1", "按时", "02-06 14:00", 5, "已完成"),
    ("M20260210001", "mp-b2d9", "包日", "02-10 09:00", 24, "已完成"),
    ("M20260212001", "mp-a7c1", "按时", "02-12 09:30", 2, "已取消"),
    ("M20260225001", "mp-a7c1", "按时", "02-25 20:00", 4, "已完成"),
]
PACKAGE = ("02-10 10:10", "02-10 13:10")  # when the instance of the package was running


def orders(folder):
    rows, total = [["矩池云 我的订单"] + [""] * 9,
                   "订单号 实例ID 实例名称 GPU型号 计费方式 开始时间 结束时间 原价 实付金额 订单状态".split()], D(0)
    for order, instance, mode, start, hours, state in ORDERS:
        listed = HOURLY * hours
        paid = DAILY if mode == "包日" else listed
        rows.append([order, instance, {"mp-a7c1": "segment", "mp-b2d9": "demo-day"}[instance],
                     MODEL, mode, at(start).strftime(FMT), (at(start) + hours * HOUR).strftime(FMT),
                     str(listed), str(paid), state])
        if state == "已完成":
            total += paid
            folder.line("matpool", "gpu", "CNY", at(start), paid, MODEL,
                        hours if mode == "按时" else None, order=order)
    folder.write(
        "matpool/我的订单-2026-02.csv", table(rows).encode("gb18030"), "matpool-records",
        ("CSV, GB18030, a title above the headings", "CSV，GB18030，表头上方有标题"),
        ("orders of February, one of them cancelled", "2 月订单，其中一个已取消"),
        len(ORDERS), {"CNY": total})


def states(folder):
    first, last = at("02-10 09:00"), at("02-11 09:00")
    start, stop = (at(t) for t in PACKAGE)
    rows = [["platform", "instance", "state", "from", "to"]]
    for state, since, until in (("stopped", first, start), ("running", start, stop),
                                ("stopped", stop, last)):
        rows.append(["matpool", "mp-b2d9", state, since.strftime(FMT), until.strftime(FMT)])
    folder.write("states/matpool-states.csv", table(rows, end="\n").encode(), "gpubill-states",
                 ("CSV", "CSV"), ("when the instance of the day package ran", "包日实例的开关机时间"),
                 len(rows) - 1)


# --- March: node bills ------------------------------------------------------------------------

NODES = [  # display id, name, model, cards charged, price of a card, from, minutes, type
    ("d-5101", "segment", MODEL, 2, HOURLY, "03-02 09:00", 240, 2),
    ("d-5102", "segment", MODEL, 1, HOURLY, "03-05 13:30", 330, 2),
    ("d-5107", "ddpm-train", "RTX 3090", 1, D("1.29"), "03-17 09:00", 600, 2),
    ("d-5108", "ddpm-train-copy", "RTX 3090", 1, D("1.29"), "03-17 13:20", 400, 2),
    ("d-5112", "segment", MODEL, 1, HOURLY, "03-31 22:00", 0, 1),
]


def cost(cards, price, minutes):
    return cards * price * minutes / 60


def node_bills(folder):
    bills, total = [], D(0)
    for i, (display, name, model, cards, price, start, minutes, kind) in enumerate(NODES, 1):
        amount = cost(cards, price, minutes)
        millicent = amount * 100000
        assert millicent == int(millicent)
        end = at(start) + minutes * MINUTE
        bills.append({
            "billID": "B202603%04d" % i, "type": kind, "displayID": display, "name": name,
            "amountMillicent": int(millicent), "couponMillicent": 0,
            "priceMillicent": int(price * 100000), "discountPriceMillicent": int(price * 100000),
            "createTime": at(start).strftime(FMT),
            "releaseTime": end.strftime(FMT) if kind == 2 else "", "runningTimeSec": minutes * 60,
            "gpuName": "NVIDIA GeForce " + model, "gpuNum": cards})
        if kind == 2:
            total += amount
            folder.line("matpool", "gpu", "CNY", at(start), amount, model,
                        hours_of(minutes * MINUTE) * cards, order="B202603%04d" % i)
    folder.write(
        "matpool/node-bill-2026-03.json", json_text({"code": 0, "data": {"bills": bills}}),
        "matpool-node-bill-json", ("JSON, amounts in 1/1000 of a fen", "JSON，金额单位为千分之一分"),
        ("bills of March, one of them not settled", "3 月账单，其中一个未结算"),
        len(bills), {"CNY": total})


def leaks(folder):
    used = D("3")
    folder.leak(TITLE, "mp-b2d9", "package-unused", "possible", DAILY - used * HOURLY, "CNY",
                ("a day package for %s, of which %s hours were used: %s by the hour"
                 % (DAILY, used, used * HOURLY),
                 "%s 元的包日只用了 %s 小时，按小时只要 %s 元" % (DAILY, used, used * HOURLY)))
    folder.configure("price_book", {
        "platform": "matpool", "gpu_model": MODEL, "unit": "hour", "price": str(HOURLY)})
    folder.leak(TITLE, "d-5101", "card-count", "certain", cost(1, HOURLY, 240), "CNY",
                ("2 March: two cards charged for an instance of one card, half of %s"
                 % plain(cost(2, HOURLY, 240)),
                 "3 月 2 日：一张卡的实例收了两张卡的钱，%s 元的一半" % plain(cost(2, HOURLY, 240))))
    folder.configure("instances", {
        "platform": "matpool", "instance": "d-5101", "gpu_model": MODEL, "gpu_count": 1})
    # The copy ran from 13:20 to 20:00, the one that is kept until 19:00.
    folder.leak(TITLE, "d-5108", "duplicate-instance", "possible",
                share_of_time(cost(1, D("1.29"), 400), 340 * MINUTE, 400 * MINUTE), "CNY",
                ("17 March: a copy ran beside the instance that it was made of for 340 of its 400 "
                 "minutes",
                 "3 月 17 日：克隆出来的实例与原实例同时运行，400 分钟里有 340 分钟"))


def make(folder):
    orders(folder)
    states(folder)
    node_bills(folder)
    leaks(folder)
