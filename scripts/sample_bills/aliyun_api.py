"""Alibaba Cloud: answers of BssOpenApi, for two more accounts of the lab.

Account 5 saved its instance bill of February month by instance, and of March day by billing item;
beside the latter lie the same month's bills and split bill, which tell the same money once more.
Account 6 saved the older QueryInstanceBill.
"""
from collections import namedtuple

from .aliyun import tell
from .common import D, at, days, json_text, number, plain

LAB, COURSE = "1000000000000005", "1000000000000006"
NAMES = {LAB: "demo-lab-5", COURSE: "demo-lab-6"}

# split: what the split bill calls it; price: of a unit; share: of the discount.
Charge = namedtuple("Charge", "day product item instance split name spec seconds quantity unit "
                    "price share coupon voucher")
ECS = ("ecs", "云服务器 ECS", "ecs", "云服务器ECS-按量付费")
EIP = ("eip", "弹性公网IP", "eip", "弹性公网IP-按量付费")
OSS = ("oss", "对象存储 OSS", "oss", "对象存储OSS-按量付费")
MODELS = ("sfm", "大模型服务平台百炼", "sfm_inference", "百炼-模型推理")
TRAINER, BUCKET = "i-demo0000000000000005", "cn-beijing;standard"


def items():
    """A fine-tuning that ran for five whole days of March with its disks, then was released."""
    left = D("60.00")  # vouchers
    out = []
    for day in days("03-10", "03-14"):
        for product, item, instance, split, name, spec, seconds, quantity, unit, price, share in (
                (ECS, ("云服务器实例", "instance"), TRAINER, TRAINER, "llm-sft",
                 "ecs.gn7i-c16g1.4xlarge", 86400, D(24), "小时", D("11.42"), D("0.1")),
                (ECS, ("系统盘", "systemdisk"), TRAINER, "d-demo0051", "llm-sft", "", 86400,
                 D(60 * 24), "GB-小时", D("0.0021"), D(0)),
                (ECS, ("数据盘", "disk"), TRAINER, "d-demo0052", "llm-sft", "", 86400,
                 D(300 * 24), "GB-小时", D("0.0021"), D(0)),
                (EIP, ("公网流出流量", "traffic"), "eip-demo0005", "eip-demo0005", "upload", "", 0,
                 D("3.25") + day.day, "GB", D("0.8"), D(0)),
                (OSS, ("标准存储容量", "storage"), BUCKET, "demo-checkpoints", "", "", 0,
                 D(700), "GB-天", D("0.004"), D(0))):
            net = price * quantity * (1 - share)
            voucher = min(left, net) if product is ECS else D(0)
            left -= voucher
            out.append(Charge(day, product, item, instance, split, name, spec, seconds, quantity,
                              unit, price, share, D(0), voucher))
    out.append(Charge(at("03-20 00:00"), MODELS, ("输入token", "token_in"), "ws-demo0005",
                      "ws-demo0005", "eval", "", 0, D("20480"), "千tokens", D("0.0008"), D(0),
                      D("5.00"), D(0)))
    return out


def listed(c):
    return c.price * c.quantity


def payable(c):
    return listed(c) * (1 - c.share) - c.coupon


def amounts(gross, discount, coupon, net, voucher=D(0), card=D(0), unpaid=D(0)):
    """The settling of an amount, as all of the calls name it."""
    cash = net - voucher - card - unpaid
    return {"PretaxGrossAmount": number(gross), "InvoiceDiscount": number(discount),
            "DeductedByCoupons": number(coupon), "PretaxAmount": number(net),
            "DeductedByCashCoupons": number(voucher), "DeductedByPrepaidCard": number(card),
            "PaymentAmount": number(cash), "CashAmount": number(cash), "AdjustAmount": 0,
            "OutstandingAmount": number(unpaid), "Currency": "CNY"}


def period(seconds):
    return {"ServicePeriod": str(seconds) if seconds else "",
            "ServicePeriodUnit": "Second" if seconds else ""}


def element(account, product, day, instance, name, spec, kind="PayAsYouGoBill"):
    prepaid = kind != "PayAsYouGoBill"
    return {"BillAccountID": account, "BillAccountName": NAMES[account], "OwnerID": account,
            "BillingDate": day, "SubscriptionType": "Subscription" if prepaid else "PayAsYouGo",
            "Item": kind, "ProductCode": product[0], "PipCode": product[0],
            "ProductName": product[1], "CommodityCode": product[2], "ProductDetail": product[3],
            "ProductType": "", "InstanceID": instance, "NickName": name, "InstanceSpec": spec,
            "InstanceConfig": "", "InternetIP": "", "IntranetIP": "", "Region": "华北2（北京）",
            "Zone": "cn-beijing-l", "ResourceGroup": "默认资源组", "CostUnit": "未分配",
            "Tag": "key:team value:nlp; key:env value:train", "BizType": "",
            "BillingType": "包年包月" if prepaid else "按量付费"}


def item_element(c):
    return dict(element(LAB, c.product, c.day.strftime("%Y-%m-%d"), c.instance, c.name, c.spec),
                BillingItem=c.item[0], BillingItemCode=c.item[1], ListPrice=plain(c.price),
                ListPriceUnit="元/" + c.unit, Usage=plain(c.quantity), UsageUnit=c.unit,
                DeductedByResourcePackage="0", **period(c.seconds), **amounts(
                    listed(c), listed(c) * c.share, c.coupon, payable(c), c.voucher))


def answer(account, cycle, list_of, **more):
    return dict({"Code": "Success", "Message": "Successful!", "Success": True,
                 "RequestId": "DEMO-0000-0000"},
                Data=dict({"BillingCycle": cycle, "AccountID": account,
                           "AccountName": NAMES[account]}, Items=list_of, **more))


def documents(answers):
    """Answers one behind the other, as a loop over pages or days appends them to a file."""
    return b"".join(json_text(a) for a in answers)


def instance_bill(folder):
    """February of account 5, one element an instance, in pages of four."""
    month = "2026-02"
    # Product, instance, name, spec, kind, hours, gross, discount, coupon, voucher, unpaid.
    charges = [
        (ECS, "i-demo0000000000000051", "llm-sft-pilot", "ecs.gn7i-c8g1.2xlarge", "PayAsYouGoBill",
         48, D("460.80"), D("46.08"), D(0), D("40.00"), D(0)),
        (ECS, "i-demo0000000000000052", "jump-host", "ecs.e-c1m2.large", "SubscriptionOrder",
         28 * 24, D("99.00"), D(0), D("9.00"), D(0), D(0)),
        (ECS, "i-demo0000000000000053", "ci", "ecs.c7.large", "PayAsYouGoBill", 80, D("31.36"),
         D("3.136"), D(0), D(0), D("28.224")),
        (EIP, "eip-demo0005", "upload", "", "PayAsYouGoBill", 0, D("12.664"), D(0), D(0), D(0),
         D(0)),
        (OSS, BUCKET, "", "", "PayAsYouGoBill", 0, D("78.40"), D(0), D(0), D(0), D(0)),
        (ECS, "i-demo0000000000000054", "old-wiki", "ecs.t6-c1m1.large", "Refund", 0, D("-60.00"),
         D("-6.00"), D(0), D(0), D(0)),
        (ECS, "i-demo0000000000000051", "llm-sft-pilot", "ecs.gn7i-c8g1.2xlarge", "Adjustment",
         0, D("-9.60"), D("-0.96"), D(0), D(0), D(0)),
    ]
    elements, total = [], D(0)
    for (product, instance, name, spec, kind, hours, gross, discount, coupon, voucher,
         unpaid) in charges:
        net = gross - discount - coupon
        total += net
        tell(folder, LAB, at("02-01 00:00"), net,
             {EIP: "eip_hold", OSS: "storage"}.get(product, ""), spec, hours, voucher)
        one = element(LAB, product, None, instance, name, spec, kind)
        if kind == "Adjustment":
            one.update(SubscriptionType="PayAsYouGo", BillingType="按量付费")
        elements.append(dict(one, **period(hours * 3600),
                             **amounts(gross, discount, coupon, net, voucher, unpaid=unpaid)))
    pages = [elements[:4], elements[4:]]
    data = documents(answer(LAB, month, page, TotalCount=len(elements), MaxResults=4,
                            NextToken="demo-page-2" if page is pages[0] else "")
                     for page in pages)
    folder.write("aliyun/DescribeInstanceBill-2026-02.json", data, "aliyun-instance-bill-json",
                 ("JSON, two pages", "JSON，两页"),
                 ("a fourth account, one element an instance: an order, a refund, a correction, "
                  "one not yet paid", "第四个账号，按实例汇总：订单、退款、调账、一笔未付款"),
                 len(elements), {"CNY": total})


def billing_items(folder):
    """March of account 5, one element a billing item; each day is a call of its own."""
    charges = items()
    for c in charges:
        tell(folder, LAB, c.day, payable(c), c.item[1], c.spec, 24, c.voucher)
    answers = []
    for day in sorted({c.day for c in charges}):
        page = [item_element(c) for c in charges if c.day == day]
        answers.append(answer(LAB, "2026-03", page, TotalCount=len(page), MaxResults=300,
                              NextToken=""))
    folder.write("aliyun/DescribeInstanceBill-2026-03.json", documents(answers),
                 "aliyun-billing-item-json", ("JSON, one answer a day", "JSON，每天一份应答"),
                 ("the same account by billing item: a fine-tuning of five days with its disks, "
                  "partly paid by vouchers", "同一账号，按计费项：一次五天的微调及云盘，部分由代金券支付"),
                 len(charges), {"CNY": sum(map(payable, charges))})


def bills(folder):
    """The same March once more: a bill for each product and day, one of them not to be settled."""
    charges, records, total = items(), [], D(0)
    for day, product in sorted({(c.day, c.product) for c in charges}):
        mine = [c for c in charges if (c.day, c.product) == (day, product)]
        gross, net = sum(map(listed, mine)), sum(map(payable, mine))
        coupon = sum(c.coupon for c in mine)
        total += net
        for status in ("PayFinish",) + (("NoSettle",) if product is MODELS else ()):
            records.append(dict(
                {"RecordID": "202603%02d%04d" % (day.day, len(records) + 1), "SubOrderId": "",
                 "SubscriptionType": "PayAsYouGo", "Item": "PayAsYouGoBill", "Status": status,
                 "ProductCode": product[0], "PipCode": product[0], "ProductName": product[1],
                 "CommodityCode": product[2], "ProductDetail": product[3], "ProductType": "",
                 "UsageStartTime": day.strftime("%Y-%m-%d 00:00:00"),
                 "UsageEndTime": day.strftime("%Y-%m-%d 23:59:59"), "PaymentTime": "",
                 "OwnerID": LAB, "RoundDownDiscount": "0", "Tax": 0, "AfterTaxAmount": number(net)},
                **amounts(gross, gross - coupon - net, coupon, net, sum(c.voucher for c in mine))))
    data = answer(LAB, "2026-03", {"Item": records}, TotalCount=len(records), PageNum=1,
                  PageSize=100)
    folder.write("aliyun/QueryBill-2026-03.json", json_text(data), "aliyun-query-bill-json",
                 ("JSON", "JSON"), ("that March once more, as bills: a second view; one record is "
                                    "not for the lab to settle",
                                    "同一个 3 月的账单：第二视图；有一条无需结算"),
                 len(records), {"CNY": total}, is_view=True)


def split_bill(folder):
    """The same March a third time: shared out over disks and buckets, with their tags."""
    charges = items()
    elements = [dict(item_element(c), SplitItemID=c.split, SplitItemName=c.name or c.split,
                     SplitAccountID=LAB, SplitAccountName=NAMES[LAB], SplitBillingCycle="2026-03",
                     SplitBillingDate=c.day.strftime("%Y-%m-%d"),
                     SplitCommodityCode=c.product[2], SplitProductDetail=c.product[3])
                for c in charges]
    data = answer(LAB, "2026-03", elements, TotalCount=len(elements), MaxResults=300, NextToken="")
    folder.write("aliyun/DescribeSplitItemBill-2026-03.json", json_text(data),
                 "aliyun-split-bill-json", ("JSON", "JSON"),
                 ("that March a third time, as split bill: a second view too",
                  "同一个 3 月的分账账单：也是第二视图"),
                 len(elements), {"CNY": sum(map(payable, charges))}, is_view=True)


def query_instance_bill(folder):
    """March of account 6: a month bought, given back in part, and a card that paid for hours."""
    elements, total = [], D(0)
    for kind, instance, name, spec, hours, gross, discount, card in (
            ("SubscriptionOrder", "i-demo0000000000000061", "course-web", "ecs.c7.large",
             31 * 24, D("198.00"), D("29.70"), D(0)),
            ("Refund", "i-demo0000000000000061", "course-web", "ecs.c7.large", 0, D("-99.00"),
             D("-14.85"), D(0)),
            ("PayAsYouGoBill", "i-demo0000000000000062", "course-gpu", "ecs.gn6v-c8g1.2xlarge",
             10, D("138.00"), D(0), D("100.00"))):
        net = gross - discount
        total += net
        tell(folder, COURSE, at("03-01 00:00"), net, "", spec, hours, card)
        elements.append(dict(element(COURSE, ECS, None, instance, name, spec, kind),
                             **period(hours * 3600),
                             **amounts(gross, discount, D(0), net, card=card)))
    data = answer(COURSE, "2026-03", {"Item": elements}, TotalCount=len(elements), PageNum=1,
                  PageSize=300)
    folder.write("aliyun/QueryInstanceBill-2026-03.json", json_text(data),
                 "aliyun-instance-bill-json", ("JSON", "JSON"),
                 ("a fifth account: a month bought and given back in part, hours paid by a "
                  "prepaid card", "第五个账号：包月购买后部分退款，储值卡支付的按量费用"),
                 len(elements), {"CNY": total})


def make(folder):
    instance_bill(folder)
    billing_items(folder)
    bills(folder)
    split_bill(folder)
    query_instance_bill(folder)
