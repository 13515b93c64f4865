"""Volcengine: answers of ListBillDetail and ListSplitBillDetail, and a zipped file of the console.

Account 1: both answers for February, the second one shares the first one's money out. Account 2:
the file of March.
"""
from collections import namedtuple

from .common import (BOM, DAY, D, FMT, HOUR, archive, at, cents, days, json_text, number, plain,
                     table)

SELLER = "北京火山引擎科技有限公司"

# product: (code, name); kind: 账单类型; seconds: of use, 0 where nothing is told; day: a row summed
# over its day, which states no end.
Charge = namedtuple("Charge", "category product config code element item instance name start end "
                    "kind mode order price price_unit count unit seconds discount coupon unpaid "
                    "project settlement day split")

ECS, VOLUME, EIP = ("ecs", "云服务器"), ("volume", "弹性块存储"), ("eip", "公网IP")
TOS, ARK = ("tos", "对象存储"), ("ark", "火山方舟")
POST, PRE = "按量计费", "包年包月"


def charge(category, product, config, code, element, item, instance, name, start, end, price,
           price_unit, count, unit, seconds=0, discount="0", coupon="0", unpaid="0",
           kind="消费-使用", mode=POST, order="", project="default", settlement="结算", day=False,
           split=()):
    return Charge(category, product, config, code, element, item, instance, name, start, end, kind,
                  mode, order, D(price), price_unit, D(count), unit, seconds, D(discount),
                  D(coupon), D(unpaid), project, settlement, day, split)


def listed(c):
    return c.price * c.count


def net(c):
    """折后价: to the cent, so that 抹零金额 has either sign."""
    return cents(listed(c) - c.discount)


def rounded(c):
    return listed(c) - c.discount - net(c)


def gpu_hours(instance, name, first, hours, coupon, split):
    for h in range(hours):
        start = at(first) + h * HOUR
        yield charge("gpu", ECS, "GPU计算型g1v-按量计费", "ecs.g1v.2xlarge", "实例", "vm", instance,
                     name, start, start + HOUR, "17.25", "台/时", 1, "台", 3600, discount="1.725",
                     coupon=coupon if h == 0 else "0", project="vision", split=split)
        yield charge("system-disk", VOLUME, "系统盘-极速型SSD-PL0-按量计费", "ebs.ssd.pl0",
                     "EBS系统盘", "ebs_sys", "vol-" + instance[2:], name, start, start + HOUR,
                     "0.00105", "GiB/时", 40, "GiB", 3600, project="vision")


def february():
    out = list(gpu_hours("i-demo3tzd0000000001", "render", "02-09 14:00", 8, "10.00",
                         (("pod-demo-a", "render-0", "60"), ("pod-demo-b", "render-1", "40"))))
    out.append(charge("system-disk", VOLUME, "系统盘-极速型SSD-PL0-按量计费", "ebs.ssd.pl0", "EBS系统盘",
                      "ebs_sys", "vol-demo3tzd0000000009", "trial", at("02-09 14:00"),
                      at("02-09 15:00"), "0.00105", "GiB/时", 40, "GiB", 3600, kind="消费-试用",
                      settlement="非结算"))
    for day, gb in (("02-09", "6.2"), ("02-10", "11.85")):
        start = at(day + " 00:00")
        out.append(charge("traffic", EIP, "按流量计费", "eip.traffic", "流量", "traffic",
                          "eip-demo3tzd0001", "render-ip", start, start + DAY, "0.8", "GB", gb,
                          "GB", day=True))
    out.append(charge("cpu", ECS, "通用型g3i-包年包月", "ecs.g3i.large", "实例", "vm",
                      "i-demo3tzd0000000002", "wiki", at("02-03 00:00"), at("03-03 00:00"),
                      "198.00", "台/月", 1, "台", discount="39.60", kind="消费-新购", mode=PRE,
                      order="Order7800000001"))
    out.append(charge("cpu", ECS, "通用型g3i-包年包月", "ecs.g3i.large", "实例", "vm",
                      "i-demo3tzd0000000002", "wiki", at("02-20 10:00"), at("03-03 00:00"),
                      "-70.00", "台/月", 1, "台", discount="-14.00", kind="退款-退订", mode=PRE,
                      order="Order7800000002"))
    out.append(charge("model-api", ARK, "doubao-pro-32k-推理", "doubao-pro-32k", "输入token",
                      "token_in", "ep-demo-0001", "caption", at("02-11 00:00"), at("02-12 00:00"),
                      "0.0008", "千tokens", "15360", "千tokens", coupon="12.00", day=True,
                      project="vision"))
    return out


def march():
    out = list(gpu_hours("i-demo3tzd0000000011", "render-2", "03-12 09:00", 6, "0", ()))
    for day in days("03-10", "03-14"):
        out.append(charge("object-storage", TOS, "标准存储容量", "tos.standard", "存储容量", "storage",
                          "demo-render-assets", "demo-render-assets", day, day + DAY, "0.0033",
                          "GB/天", "820", "GB", day=True, project="vision"))
    out.append(charge("model-api", ARK, "doubao-seed-推理", "doubao-seed", "输出token", "token_out",
                      "ep-demo-0002", "caption", at("03-13 00:00"), at("03-14 00:00"), "0.002",
                      "千tokens", "4312", "千tokens", day=True, unpaid="8.62", project="vision"))
    out.append(charge("public-address", EIP, "EIP配置费-按量计费", "eip.config", "EIP配置费", "config",
                      "eip-demo3tzd0002", "render-ip-2", at("03-12 09:00"), at("03-12 15:00"),
                      "0.02", "个/时", 6, "个"))
    return out


def tell(folder, charges, account):
    """To the folder what these charges are. Returns the sum of those that are to be paid."""
    charges = [c for c in charges if c.settlement == "结算"]
    for c in charges:
        is_gpu = c.category == "gpu"
        folder.line("volcengine", c.category, "CNY", c.start, net(c), "V100" if is_gpu else "",
                    1 if is_gpu else None, c.coupon, c.order, account)
    return sum(map(net, charges))


# --- The answers --------------------------------------------------------------------------------

def element(c, i, account):
    payable = net(c) - c.coupon
    prepaid = c.mode == PRE
    return {
        "BillCategory": c.kind, "BillDetailId": "demo-2602-%04d" % i,
        "BillID": c.order or "Bill2602%02d" % c.start.day, "BillPeriod": "2026-02",
        "BillingFunction": "固定单价", "BillingMethodCode": "0", "BillingMode": c.mode,
        "BusiPeriod": "2026-02", "BusinessMode": "普通模式", "ChargeItemCode": c.item,
        "ConfigName": c.config, "ConfigurationCode": c.code, "Count": "%.6f" % c.count,
        "CountryRegion": "-", "CouponAmount": "%.2f" % c.coupon, "CreditCarriedAmount": "0.00",
        "Currency": "CNY", "CurrencySettlement": "CNY", "DeductionCount": "0.000000",
        "DeductionUseDuration": "0", "DiscountBillAmount": "%.6f" % net(c), "DiscountInfo": "-",
        "EffectiveFactor": "-", "Element": c.element, "ElementCode": c.item, "ExchangeRate": "1",
        "ExpandField": "-",
        "ExpenseBeginTime": c.start.strftime("%Y-%m-%d" if c.day else FMT),
        "ExpenseDate": c.start.strftime("%Y-%m-%d"),
        "ExpenseEndTime": "-" if c.day else c.end.strftime(FMT), "Factor": "-", "Formula": "-",
        "InstanceName": c.name, "InstanceNo": c.instance, "MainContractNumber": "-",
        "MarketPrice": "-", "OriginalBillAmount": "%.6f" % listed(c), "OriginalOrderNo": "-",
        "OwnerCustomerName": "示例实验室", "OwnerID": account, "OwnerUserName": "demo-lab",
        "PaidAmount": "%.2f" % (payable - c.unpaid), "PayableAmount": "%.2f" % payable,
        "PayerCustomerName": "示例实验室", "PayerID": account, "PayerUserName": "demo-lab",
        "PosttaxAmount": "%.2f" % payable, "PreferentialBillAmount": "%.6f" % c.discount,
        "Price": plain(c.price), "PriceUnit": c.price_unit, "Product": c.product[0],
        "ProductZh": c.product[1], "Project": "default" if c.project == "default" else "vision",
        "ProjectDisplayName": c.project, "Region": "华北2（北京）", "RegionCode": "cn-beijing",
        "ReservationInstance": "-", "ResourceID": "-", "RoundAmount": number(rounded(c)),
        "SellerCustomerName": SELLER, "SellerID": "0", "SellingMode": "0",
        "SettlementType": c.settlement, "SubjectName": SELLER,
        "Tag": '{"team":["vision"]}' if c.project != "default" else "-", "Tax": "0.00",
        "TaxRate": "0", "TradeTime": (c.start if prepaid else c.end + HOUR).strftime(FMT),
        "Unit": c.unit, "UnpaidAmount": "%.2f" % c.unpaid,
        "UseDuration": "%.6f" % c.seconds if c.seconds else "-",
        "UseDurationUnit": "秒" if c.seconds else "-", "Zone": "可用区A", "ZoneCode": "cn-beijing-a"}


def answer(action, elements):
    return json_text({
        "ResponseMetadata": {"RequestId": "demo-202603", "Action": action, "Version": "2022-01-01",
                             "Service": "billing", "Region": "cn-beijing"},
        "Result": {"List": elements, "Total": len(elements), "Limit": 300, "Offset": 0,
                   "Warning": ""}})


def shares(c):
    """What each split item bears of a charge: (id, name, percent, charge of that part)."""
    parts, left = [], (c.count, net(c), c.discount, c.coupon)
    for i, (id, name, percent) in enumerate(c.split or ((c.instance, c.name, "100"),)):
        part = left if i + 1 == max(1, len(c.split)) else tuple(
            x * int(percent) / 100 if k == 0 else cents(x * int(percent) / 100)
            for k, x in enumerate((c.count, net(c), c.discount, c.coupon)))
        left = tuple(a - b for a, b in zip(left, part))
        parts.append((id, name, percent) + part)
    return parts


def split_elements(c, i, account):
    for k, (id, name, percent, count, total, discount, coupon) in enumerate(shares(c)):
        one = element(c, i, account)
        del one["BillDetailId"], one["CouponAmount"]
        payable = total - coupon
        one.update({
            "SplitBillDetailId": "demo-2602-%04d-%d" % (i, k), "SplitItemID": id,
            "SplitItemName": name, "SplitItemAmount": plain(count), "SplitItemRatio": percent + "%",
            "CostUnit": "视觉组" if c.project == "vision" else "公共",
            "ExpenseTime": one["ExpenseBeginTime"],
            "CouponDeductionAmount": "%.2f" % coupon, "PayableAmount": "%.2f" % payable,
            "PaidAmount": "%.2f" % payable, "DiscountBillAmount": "%.6f" % total,
            "PreferentialBillAmount": "%.6f" % discount,
            "OriginalBillAmount": "%.6f" % (total + discount), "RoundAmount": "0"})
        yield one


def answers(folder):
    account, charges = "2100000001", february()
    total = tell(folder, charges, account)
    elements = [element(c, i, account) for i, c in enumerate(charges, 1)]
    folder.write("volcengine/ListBillDetail-2026-02.json", answer("ListBillDetail", elements),
                 "volcengine-bill-detail-json", ("JSON", "JSON"),
                 ("a V100 and its disk by the hour, each line to the cent; traffic, a month bought "
                  "and given back, a model API, a trial that costs nothing",
                  "按小时的 V100 及其系统盘，逐行进到分；流量、包月及退订、模型调用、不计费的试用"),
                 len(elements), {"CNY": total})
    elements = [e for i, c in enumerate(charges, 1) for e in split_elements(c, i, account)
                if c.settlement == "结算"]
    folder.write("volcengine/ListSplitBillDetail-2026-02.json",
                 answer("ListSplitBillDetail", elements), "volcengine-split-bill-json",
                 ("JSON", "JSON"), ("the same month shared out over split items: a second view",
                                    "同一个月的分账账单：第二视图"),
                 len(elements), {"CNY": total}, is_view=True)


# --- The file -----------------------------------------------------------------------------------

HEADINGS = """账务账期 业务账期 支付账号ID 支付账户名 Owner账号ID Owner账户名 账单明细ID 订单号/账单号 账单类型 计费模式 产品 配置名称 配置Code
计费单元 计费项code 实例ID 实例名称 项目 地域 可用区 日期 消费开始时间 消费结束时间 交易时间 用量 用量单位 使用时长 时长单位
单价 单价单位 原价 优惠金额 抹零金额 折后价 代金券抵扣 应付金额 现金支付 欠费金额 结算类型 币种 主体名 标签""".split()


def file_row(c, i, account):
    e = element(c, i, account)
    cell = {"账务账期": "2026-03", "业务账期": "2026-03", "支付账号ID": account, "支付账户名": "demo-lab-2",
            "Owner账号ID": account, "Owner账户名": "demo-lab-2", "账单明细ID": "demo-2603-%04d" % i,
            "订单号/账单号": "Bill2603%02d" % c.start.day, "项目": e["ProjectDisplayName"],
            "抹零金额": plain(rounded(c)), "产品": c.product[1]}
    for heading, field in (
            ("账单类型", "BillCategory"), ("计费模式", "BillingMode"), ("配置名称", "ConfigName"),
            ("配置Code", "ConfigurationCode"), ("计费单元", "Element"), ("计费项code", "ChargeItemCode"),
            ("实例ID", "InstanceNo"), ("实例名称", "InstanceName"), ("地域", "Region"), ("可用区", "Zone"),
            ("日期", "ExpenseDate"), ("消费开始时间", "ExpenseBeginTime"),
            ("消费结束时间", "ExpenseEndTime"), ("交易时间", "TradeTime"), ("用量", "Count"),
            ("用量单位", "Unit"), ("使用时长", "UseDuration"), ("时长单位", "UseDurationUnit"),
            ("单价", "Price"), ("单价单位", "PriceUnit"), ("原价", "OriginalBillAmount"),
            ("优惠金额", "PreferentialBillAmount"), ("折后价", "DiscountBillAmount"),
            ("代金券抵扣", "CouponAmount"), ("应付金额", "PayableAmount"), ("现金支付", "PaidAmount"),
            ("欠费金额", "UnpaidAmount"), ("结算类型", "SettlementType"), ("币种", "Currency"),
            ("主体名", "SubjectName"), ("标签", "Tag")):
        cell[heading] = e[field]
    return [cell[h] for h in HEADINGS]


def console_file(folder):
    account, charges = "2100000002", march()
    rows = [HEADINGS] + [file_row(c, i, account) for i, c in enumerate(charges, 1)]
    name = "2100000002_计费项明细账单_202603"
    folder.put("volcengine/%s.zip" % name,
               archive([(name + ".csv", BOM + table(rows, end="\n").encode())]))
    folder.tell("volcengine/%s.zip!%s.csv" % (name, name), "volcengine-bill-detail-csv",
                ("CSV in a zip", "zip 中的 CSV"),
                ("another account, headings by the labels of the console: a V100, object storage "
                 "by day, a model API not yet paid", "另一个账号，以控制台标签为列名：V100、按天的对象存储、未付款的模型调用"),
                len(charges), {"CNY": tell(folder, charges, account)})


def make(folder):
    answers(folder)
    console_file(folder)
