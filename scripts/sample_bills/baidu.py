"""Baidu AI Cloud: month bill of resources, charge item bill, and a file of the console.

Account 1: the month bill of February (times in UTC). Account 2: the charge items of March.
Account 3: the file of March (times of Beijing).
"""
from collections import namedtuple
from datetime import timedelta

from .common import BOM, D, FMT, HOUR, ZONE, at, json_text, number, plain, table

# service: (code, name); item: (code, name); price: what is paid for a unit, list_price before.
Charge = namedtuple("Charge", "category service item instance short name config start end price "
                    "list_price amount unit coupon rebate kind order debt")

BCC, CDS, EIP = ("BCC", "云服务器 BCC"), ("CDS", "云磁盘 CDS"), ("EIP", "弹性公网IP EIP")
BOS, QIANFAN = ("BOS", "对象存储 BOS"), ("WENXINWORKSHOP", "千帆大模型平台")
A100 = "类型:gpu 可用区:zoneD 实例规格:bcc.gn5.c8m64.1A100-40g"
G5 = "类型:bcc 可用区:zoneD 实例规格:bcc.g5.c2m8"


def charge(category, service, item, instance, name, config, start, end, price, amount, unit,
           list_price=None, short="", coupon="0", rebate="0", kind="", order="", debt="0"):
    return Charge(category, service, item, instance, short or instance, name, config, start, end,
                  D(price), D(list_price or price), D(amount), unit, D(coupon), D(rebate), kind,
                  order, D(debt))


def billed(c):
    """账单金额: before vouchers."""
    return c.price * c.amount


def gpu_hours(instance, short, name, first, hours, coupon):
    for h in range(hours):
        start = at(first) + h * HOUR
        yield charge("gpu", BCC, ("RunningTimeMinutes", "运行时长"), instance, name, A100, start,
                     start + HOUR, "0.325", 60, "分钟", list_price="0.4", short=short,
                     coupon=coupon if h == 0 else "0", rebate="2.50" if h == 1 else "0")


def february():
    out = list(gpu_hours("i-Demo0001", "", "sdxl", "02-06 10:00", 9, "15.00"))
    for instance, name, config, kind, order, price, list_price in (
            ("i-Demo0002", "forum", G5, "购买", "o-demo-0001", "102.00", "120.00"),
            ("i-Demo0002", "forum", G5, "退款", "o-demo-0002", "-51.00", "-60.00")):
        start = at("02-02 09:00") if kind == "购买" else at("02-16 09:00")
        out.append(charge("cpu", BCC, ("", ""), instance, name, config, start, at("03-02 09:00"),
                          price, 1, "", list_price=list_price, kind=kind, order=order))
    out.append(charge("traffic", EIP, ("OutBytes", "公网流出流量"), "ip-Demo0001", "sdxl-ip", "",
                      at("02-06 10:00"), at("02-06 19:00"), "0.76", "9.5", "GB"))
    out.append(charge("data-disk", CDS, ("SizeHours", "云磁盘容量"), "v-Demo0001", "sdxl-data",
                      "类型:enhanced_ssd_pl1 容量:200GB", at("02-06 10:00"), at("02-06 19:00"),
                      "0.0014", 1800, "GB*小时"))
    return out


def march():
    out = list(gpu_hours("demo0baidu-long-0003", "i-Demo0003", "sdxl-2", "03-17 13:00", 5, "8.00"))
    out.append(charge("model-api", QIANFAN, ("InputTokens", "输入token"), "demo-qianfan", "ernie", "",
                      at("03-18 00:00"), at("03-19 00:00"), "0.004", 2750, "千tokens"))
    out.append(charge("object-storage", BOS, ("StorageSize", "标准存储容量"), "demo-models",
                      "demo-models", "", at("03-01 00:00"), at("04-01 00:00"), "0.119", 430, "GB"))
    return out


def file_charges():
    out = list(gpu_hours("i-Demo0004", "", "lora", "03-05 15:00", 4, "6.00"))
    out.append(charge("cpu", BCC, ("", ""), "i-Demo0005", "mirror", G5, at("03-09 11:00"),
                      at("04-09 11:00"), "102.00", 1, "", list_price="120.00", kind="购买",
                      order="o-demo-0003"))
    out.append(charge("cpu", BCC, ("", ""), "i-Demo0005", "mirror", G5, at("03-23 11:00"),
                      at("04-09 11:00"), "-55.25", 1, "", list_price="-65.00", kind="退款",
                      order="o-demo-0004"))
    out.append(charge("traffic", EIP, ("OutBytes", "公网流出流量"), "ip-Demo0002", "mirror-ip", "",
                      at("03-09 11:00"), at("03-09 12:00"), "0.76", "3.25", "GB", debt="1.00"))
    return out


def tell(folder, charges, account, has_rebate=True):
    """To the folder what these charges are, as the export tells them. Returns their sum."""
    for c in charges:
        is_gpu = c.category == "gpu"
        folder.line("baidu", c.category, "CNY", c.start, billed(c), "A100 40GB" if is_gpu else "",
                    1 if is_gpu else None, c.coupon + (c.rebate if has_rebate else 0), c.order, account)
    return sum(map(billed, charges))


# --- The calls ----------------------------------------------------------------------------------

def utc(time):
    return (time - ZONE).strftime("%Y-%m-%dT%H:%M:%SZ")


def element(c, account, region):
    finance = billed(c) - c.coupon
    catalog = c.list_price * c.amount
    prepaid = bool(c.order)
    return {
        "vendor": "百度智能云", "accountId": account, "serviceType": c.service[0],
        "serviceTypeName": c.service[1], "productType": "prepay" if prepaid else "postpay",
        "region": region, "instanceId": c.instance, "instanceName": c.name,
        "startTime": utc(c.start), "endTime": "" if prepaid else utc(c.end), "configurationCH": c.config, "tag": "team:aigc",
        "chargeItem": c.item[0], "chargeItemDesc": c.item[1],
        "amount": "" if prepaid else plain(c.amount), "amountUnit": c.unit, "discountAmount": "0",
        "unitPrice": "" if prepaid else plain(c.price),
        "pricingUnit": "" if prepaid else "元/" + c.unit,
        "catalogUnitPrice": "" if prepaid else plain(c.list_price), "discountUnit": "", "tex": 0.06,
        "originPrice": number(billed(c)), "catalogPrice": number(catalog),
        "promotionPrice": number(catalog - billed(c)), "financePrice": number(finance),
        "noPaidPrice": number(c.coupon), "couponPrice": number(c.coupon), "discountCouponPrice": 0,
        "cashEquivalentCouponPrice": 0, "discountPrice": 0, "sysGold": 0}


def answer(account, month, bills):
    return json_text({"billMonth": month, "beginTime": None, "endTime": None, "accountId": account,
                      "loginName": "demo-lab", "subAccountId": None, "subLoginName": None,
                      "ouName": "", "pageNo": 1, "pageSize": 100, "totalCount": len(bills),
                      "bills": bills})


def month_bill(folder):
    account, charges, bills = "demo0baidu00000000000000000000001", february(), []
    for i, c in enumerate(charges, 1):
        one = element(c, account, "bj")
        one.update({
            "billId": "demo-202602-%04d" % i, "orderId": c.order,
            "orderType": {"购买": "NEW", "退款": "REFUND"}.get(c.kind, ""), "orderTypeDesc": c.kind,
            "orderPurchaseTime": utc(c.start) if c.order else "",
            "serviceStartTime": utc(c.start) if c.order else "",
            "serviceEndTime": utc(c.end) if c.order else "", "duration": "1月" if c.order else "",
            "cash": number(billed(c) - c.coupon - c.rebate), "rebate": number(c.rebate),
            "creditCost": 0, "creditRefund": 0, "creditRefundDeduct": 0, "debt": 0})
        bills.append(one)
    folder.write("baidu/resource-month-2026-02.json", answer(account, "2026-02", bills),
                 "baidu-resource-bill-json", ("JSON, times in UTC", "JSON，时间为 UTC"),
                 ("an A100 by the minute with voucher and rebate, a server bought and given back, "
                  "traffic, a disk", "按分钟的 A100（代金券和返点）、买后退款的服务器、流量、云磁盘"),
                 len(bills), {"CNY": tell(folder, charges, account)})


def charge_items(folder):
    account, charges = "demo0baidu00000000000000000000002", march()
    bills = [dict(element(c, account, "su"), shortId=c.short, serviceStartTime="",
                  serviceEndTime="", catalogPricingUnit="元/" + c.unit, splitConfiguration=None) for c in charges]
    folder.write("baidu/resource-chargeitem-2026-03.json", answer(account, "2026-03", bills),
                 "baidu-charge-item-bill-json", ("JSON, times in UTC", "JSON，时间为 UTC"),
                 ("a second account by charge item: an A100, a model API, object storage",
                  "第二个账号，按计费项：A100、模型调用、对象存储"),
                 len(bills), {"CNY": tell(folder, charges, account, has_rebate=False)})


# --- The file -----------------------------------------------------------------------------------

HEADINGS = """账号ID 账号登录名 实名认证名称 组织单元 订单类型 订单号 付费方式 账单时间 服务开始时间 服务结束时间 产品名称 云商品编号 配置
配置项 配置项规格 配置项用量 计费项 区域 实例ID 实例名称 标签 用量 用量单位 折扣用量 产品单价 价格单位 原价 价格优惠 账单金额
应付金额 现金支付金额 返点支付金额 账期未还金额 欠款金额 优惠金额 代金券金额 折扣券金额 折扣金额""".split()


def file_row(c, account):
    prepaid, catalog = bool(c.order), c.list_price * c.amount
    finance = billed(c) - c.coupon
    last = (c.end - timedelta(seconds=1)).strftime(FMT)
    cell = {
        "账号ID": account, "账号登录名": "demo-lab-3", "实名认证名称": "示例实验室", "组织单元": "aigc",
        "订单类型": c.kind, "订单号": c.order, "付费方式": "预付费" if prepaid else "后付费",
        "账单时间": c.start.strftime(FMT) if prepaid else c.start.strftime(FMT) + "~" + last,
        "服务开始时间": c.start.strftime(FMT) if prepaid else "-",
        "服务结束时间": c.end.strftime(FMT) if prepaid else "-", "产品名称": c.service[1],
        "云商品编号": "SKU-demo-" + c.service[0], "配置": c.config, "计费项": c.item[1],
        "区域": "华东-苏州", "实例ID": c.instance, "实例名称": c.name, "标签": "team:aigc",
        "用量": "" if prepaid else plain(c.amount), "用量单位": c.unit, "折扣用量": "0",
        "产品单价": "" if prepaid else plain(c.price), "价格单位": "" if prepaid else "元/" + c.unit,
        "原价": plain(catalog), "价格优惠": plain(catalog - billed(c)), "账单金额": plain(billed(c)),
        "应付金额": plain(finance), "现金支付金额": plain(finance - c.rebate - c.debt),
        "返点支付金额": plain(c.rebate), "账期未还金额": "0", "欠款金额": plain(c.debt),
        "优惠金额": plain(c.coupon), "代金券金额": plain(c.coupon), "折扣券金额": "0", "折扣金额": "0"}
    return [cell.get(h, "") for h in HEADINGS]


def console_file(folder):
    account, charges = "demo0baidu00000000000000000000003", file_charges()
    rows = [HEADINGS] + [file_row(c, account) for c in charges]
    folder.write("baidu/账单明细_202603.csv", BOM + table(rows).encode(), "baidu-bill-csv",
                 ("CSV, UTF-8 with BOM, CRLF", "CSV，UTF-8 带 BOM，CRLF"),
                 ("a third account: an A100 by intervals, a server bought and given back, traffic "
                  "not yet paid in full", "第三个账号：按时段的 A100、买后退款的服务器、未付清的流量"),
                 len(charges), {"CNY": tell(folder, charges, account)})


def make(folder):
    month_bill(folder)
    charge_items(folder)
    console_file(folder)
