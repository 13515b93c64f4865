"""仙宫云 Xiangongyun, which has no export: a bill written by hand as gpubill-simple."""
from .common import D, DAY, FMT, HOUR, at, days, hours_of, table

TITLE = ("xiangongyun", "仙宫云")
MODEL, PRICE = "RTX 4090 D", D("1.89")
WORK, SEAT = "xg-demo-1", "xg-demo-2"
SEAT_PRICE = D("0.40")  # an hour, for the GPU that is kept while the instance is stopped

HEADINGS = """platform account line_id order_id instance resource resource_name item category
entry start end billed_quantity unit used_quantity unit_price list_cost discount amount voucher
currency gpu_model gpu_count state region project pricing tags description""".split()


class Sheet:
    def __init__(self, folder):
        self.folder, self.rows, self.total = folder, [], D(0)

    def add(self, amount, start, end, **more):
        """start, end: datetimes."""
        cells = {"platform": "xiangongyun", "line_id": "L%04d" % (len(self.rows) + 1),
                 "start": start.strftime(FMT), "end": end.strftime(FMT), "amount": amount,
                 "category": "gpu", "entry": "charge", "project": "vision", **more}
        signed = -amount if cells["entry"] == "refund" else amount
        is_gpu = cells["category"] == "gpu" and signed > 0
        self.total += signed
        self.rows.append([str(cells.get(h, "")) for h in HEADINGS])
        self.folder.line("xiangongyun", cells["category"], "CNY", start, signed,
                         MODEL if is_gpu else "", hours_of(end - start) if is_gpu else None,
                         order=cells.get("order_id", ""))

    def hours(self, start, hours, **more):
        """So many GPU hours at the usual price, unless more says otherwise."""
        amount = more.pop("amount", PRICE * hours)
        self.add(amount, at(start), at(start) + hours * HOUR, **{
            "instance": WORK, "item": "gpu hours", "billed_quantity": hours, "unit": "hour",
            "unit_price": PRICE, "discount": "0", "gpu_model": MODEL, "gpu_count": "1",
            "pricing": "on-demand", **more})


def bill(folder):
    sheet = Sheet(folder)
    sheet.hours("02-03 10:00", 6, order_id="X0203")
    sheet.hours("02-18 09:00", 8, order_id="X0218")
    # One charge under two numbers.
    sheet.hours("03-02 09:00", 4, order_id="X0302")
    sheet.hours("03-02 09:00", 4, order_id="X0302B")
    # Two that overlap by an hour, of which the platform gave half back.
    sheet.hours("03-06 09:00", 3, order_id="X0306")
    sheet.hours("03-06 11:00", 4, order_id="X0306B")
    sheet.add(PRICE / 2, at("03-06 11:00"), at("03-06 15:00"), entry="refund", instance=WORK,
              item="gpu hours", order_id="X0306B", description="partial refund")
    # Quantity times price is 5.67, billed is 6.67.
    sheet.hours("03-09 10:00", 3, order_id="X0309", amount=3 * PRICE + 1)
    # Stopped, but not released: the GPU stays reserved and is paid.
    sheet.hours("03-11 09:00", 5, order_id="X0311", instance=SEAT)
    for day in days("03-12", "03-14"):
        sheet.add(24 * SEAT_PRICE, day, day + DAY, instance=SEAT, item="GPU kept while stopped",
                  state="stopped", billed_quantity="24", unit="hour", unit_price=SEAT_PRICE,
                  discount="0", gpu_model=MODEL, gpu_count="1", pricing="on-demand")
    rows = [HEADINGS] + sheet.rows
    folder.write(
        "other/仙宫云.csv", table(rows, end="\n").encode(), "gpubill-simple", ("CSV", "CSV"),
        ("written by hand, for a platform without an export", "没有导出功能的平台，手工填写"),
        len(rows) - 1, {"CNY": sheet.total})


def leaks(folder):
    folder.leak(TITLE, SEAT, "compute-while-stopped", "certain", 3 * 24 * SEAT_PRICE, "CNY",
                ("a seat fee: stopped without giving the GPU back, 3 x 24 x %s" % SEAT_PRICE,
                 "占位费：关机但不释放 GPU，3 × 24 × %s" % SEAT_PRICE))
    folder.leak(TITLE, WORK, "duplicate-charge", "likely", 4 * PRICE, "CNY",
                ("2 March: one charge under two order numbers", "3 月 2 日：一笔费用两个订单号"))
    folder.leak(TITLE, WORK, "duplicate-charge", "certain", PRICE, "CNY",
                ("6 March: two charges that overlap by an hour, half of which was given back",
                 "3 月 6 日：两笔费用重叠一小时，只退了一半"))
    folder.leak(TITLE, WORK, "price-arithmetic", "certain", D(1), "CNY",
                ("9 March: %s billed for 3 hours at %s" % (3 * PRICE + 1, PRICE),
                 "3 月 9 日：3 小时单价 %s 收了 %s" % (PRICE, 3 * PRICE + 1)))


def make(folder):
    bill(folder)
    leaks(folder)
