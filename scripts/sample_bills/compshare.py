"""优云智算 Compshare: the team's orders, as CSV and as JSON."""
from datetime import timedelta

from .common import D, FMT, HOUR, at, cents, days, json_text, table, unix

def orders(month):
    """(type, state, charge, amount, resource, time). On demand: an order at each whole hour."""
    out = []
    runs = {"02": [("uhost-demo01", "1.66", "02-03 14:00", 8),
                   ("uhost-demo01", "1.66", "02-10 09:00", 10),
                   ("uhost-demo01", "1.66", "02-26 13:00", 6)],
            "03": [("uhost-demo01", "1.66", "03-04 10:00", 9),
                   ("uhost-demo02", "1.66", "03-17 09:00", 11),
                   ("uhost-demo03", "0.15", "03-23 09:00", 5)]}[month]
    for resource, price, first, hours in runs:
        for h in range(1, hours + 1):
            out.append(("Buy", "Paid", "Postpay", D(price), resource, at(first) + h * HOUR))
    if month == "02":
        # A day package for an instance that then ran five hours (5 x 1.66 = 8.30).
        out.append(("Buy", "Paid", "Day", D("36.73"), "uhost-demo02", at("02-18 09:00")))
        out.append(("Renew", "Unpaid", "Month", D("1001.95"), "uhost-demo02", at("02-19 09:00")))
    for day in days(*{"02": ("02-03", "02-28"), "03": ("03-01", "03-31")}[month]):
        out.append(("Buy", "Paid", "Day", cents(200 * D("0.011")), "bsm-demo01",
                    day + timedelta(minutes=5)))
    out.sort(key=lambda o: (o[5], o[4]))
    return out


def make(folder):
    voucher_left, number = D("20.00"), 0
    for month in ("02", "03"):
        records, total = [], D(0)
        for kind, state, charge, amount, resource, time in orders(month):
            number += 1
            voucher = min(voucher_left, amount) if state == "Paid" else D(0)
            voucher_left -= voucher
            if state == "Paid":
                total += amount
                folder.line("compshare", "gpu" if resource.startswith("uhost") else "other",
                            "CNY", time, amount, voucher=voucher,
                            order="order-2026%s%06d" % (month, number))
            records.append(("order-2026%s%06d" % (month, number), kind, state, charge, amount,
                            amount - voucher, resource, time))
        if month == "02":
            rows = [["订单号", "订单类型", "订单状态", "计费类型", "金额", "实付金额", "资源ID", "创建时间"]]
            rows += [[n, k, s, c, str(a), str(p), r, t.strftime(FMT)]
                     for n, k, s, c, a, p, r, t in records]
            folder.write(
                "compshare/team_order-2026-02.csv", table(rows, end="\n").encode(),
                "compshare-orders", ("CSV", "CSV"),
                ("orders of February, one of them unpaid", "2 月订单，其中一个未支付"),
                len(records), {"CNY": total})
            continue
        items = [{"OrderNo": n, "OrderType": k, "OrderState": s, "ChargeType": c, "Amount": str(a),
                  "AmountReal": str(p), "ResourceId": r,
                  "CreateTime": unix(t)}
                 for n, k, s, c, a, p, r, t in records]
        data = {"RetCode": 0, "Action": "DescribeTeamMemberOrderResponse", "OrderInfos": items,
                "Total": len(items)}
        folder.write("compshare/team_order-2026-03.json", json_text(data), "compshare-orders",
                     ("JSON", "JSON"), ("orders of March", "3 月订单"), len(items), {"CNY": total})
    folder.remark("sums", "The unpaid order (1001.95 CNY at Compshare) is none either.",
                  "未支付订单（优云智算 1001.95 元）也不是。")
    folder.remark("leaks", "Compshare's day package of 18 February for 36.73: whether it was used, "
                  "only a state log tells.",
                  "优云智算 2 月 18 日 36.73 元的包日：用没用过，只有开关机记录能说明。")
