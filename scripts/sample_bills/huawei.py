"""Huawei Cloud: the file of usage of one account in two parts, and answers of two calls.

Account 1: PriceFactorBillDetail of February. Account 2: resource records of March, machines billed
as a whole. Account 3: fee records of February.
"""
from collections import namedtuple
from datetime import timedelta

from .common import BOM, DAY, D, FMT, HOUR, ZONE, at, days, json_text, number, plain, table

TITLE = ("Huawei Cloud", "华为云")

# service, resource: (code, name); product: its name; sub: (code, name, id, its name) of a part of
# a machine that is billed as a whole; share: of the discount; paid: {kind: amount}, the rest cash.
Charge = namedtuple("Charge", "category service resource product id name spec sku start end mode "
                    "kind order price unit quantity share paid sub tag project")

ECS, EVS = ("hws.service.type.ec2", "弹性云服务器"), ("hws.service.type.ebs", "云硬盘")
VPC, CBR = ("hws.service.type.vpc", "虚拟私有云"), ("hws.service.type.cbr", "云备份")
MODELARTS = ("hws.service.type.maas", "ModelArts Studio大模型即服务")
VM, VOLUME = ("hws.resource.type.vm", "云主机"), ("hws.resource.type.volume", "云硬盘")
IP, BANDWIDTH = ("hws.resource.type.ip", "弹性公网IP"), ("hws.resource.type.bandwidth", "固定带宽")
VAULT, TOKENS = ("hws.resource.type.cbr.vault", "存储库"), ("hws.resource.type.maas.token", "模型推理")
USE = "消费-使用"


def charge(category, service, resource, id, name, spec, sku, start, end, price, unit, quantity,
           product="", mode="按需", kind=USE, order="", share="0", paid=None, sub=None,
           tag="team:vision", project="default"):
    return Charge(category, service, resource, product or resource[1], id, name, spec, sku, start,
                  end, mode, kind, order, D(price), unit, D(quantity), D(share), paid or {}, sub,
                  tag, project)


def listed(c):
    return c.price * c.quantity


def payable(c):
    return listed(c) * (1 - c.share)


def cash(c):
    return payable(c) - sum(c.paid.values())


def tell(folder, charges, account):
    """To the folder what these charges are. Returns their sum."""
    for c in charges:
        cards = {"p2s.2xlarge.8": 1, "p2s.4xlarge.8": 2}.get((c.spec + "|").split("|")[1])
        folder.line("huawei", c.category, "CNY", c.start, payable(c),
                    "V100 32GB" if cards else "", cards,
                    sum(v for k, v in c.paid.items() if k not in ("credit", "debt")), c.order,
                    account)
    return sum(map(payable, charges))


# --- The file -----------------------------------------------------------------------------------

HEADINGS = """账期 企业项目ID 企业项目 账号 产品类型编码 产品类型 产品编码 产品 产品ID 计费模式 消费时间 使用开始时间
使用结束时间 订单号/交易号 交易时间 账单类型 资源ID 资源名称 资源标签 SKU编码 规格 区域编码 区域 可用区 使用量类型编码
单价(¥) 单价单位 使用量 使用量单位 套餐内使用量 预留实例内使用量 官网价(¥) 优惠金额(¥) 应付金额(¥) 现金支付(¥)
信用额度支付(¥) 代金券抵扣(¥) 现金券抵扣(¥) 储值卡抵扣(¥) 欠费金额(¥) 已核销金额(¥) 优惠类型 优惠信息 订单类型
订单数量 订单周期数 订单周期单位 RI购买小时数 退订原因 退订手续费(¥) 原订单号 是否竞价实例""".split()
ACCOUNT = "hwid_demo_lab"


def file_charges():
    """A V100 on two days with its disk; backups of last year; a web server for a month, given back
    after a week; traffic; an address bound to nothing for a night."""
    out, coupon = [], D("50.00")
    for first, hours, project in (("02-04 13:00", 6, "vision"), ("02-19 10:00", 8, "vision")):
        for h in range(hours):
            start = at(first) + h * HOUR
            amount = min(coupon, D("26.62") * D("0.9"))
            coupon -= amount
            out.append(charge("gpu", ECS, VM, "0f1e2d3c-demo-0001", "depth", "GPU加速型|p2s.2xlarge.8|"
                              "8核|64GB", "p2s.2xlarge.8.linux", start, start + HOUR, "26.62",
                              "小时", 1, share="0.1", paid={"coupon": amount}, project=project))
            out.append(charge("data-disk", EVS, VOLUME, "0f1e2d3c-demo-0002", "depth-data",
                              "超高IO|300.000000GB", "ssd", start, start + HOUR, "0.0015", "GB*小时",
                              300, product="超高IO", project=project,
                              paid={"credit": D("0.45")} if h else {}))
    out.append(charge("traffic", VPC, BANDWIDTH, "0f1e2d3c-demo-0003", "depth-ip", "按流量",
                      "19_bgp", at("02-04 14:00"), at("02-04 15:00"), "0.8", "GB", "21.5"))
    for h in range(12):
        start = at("02-19 20:00") + h * HOUR
        out.append(charge("public-address", VPC, IP, "0f1e2d3c-demo-0004", "depth-ip-2", "全动态BGP",
                          "5_bgp", start, start + HOUR, "0.02", "小时", 1))
    for day in days("02-01", "02-28"):
        out.append(charge("snapshot", CBR, VAULT, "0f1e2d3c-demo-0005", "depth-2025",
                          "云服务器备份存储库|500.000000GB", "vault.backup.server.normal", day, day + DAY,
                          "0.00027778", "GB*小时", 500 * 24, product="云服务器备份存储库", tag="--"))
    web = (ECS, VM, "0f1e2d3c-demo-0006", "web", "通用计算型|s6.large.2", "s6.large.2.linux")
    out.append(charge("cpu", *web, at("02-10 09:00"), at("03-10 23:59:59"), "158.20", "月", 1,
                      mode="包年/包月-月", kind="消费-新购", order="CS2602100901A01", share="0.15",
                      project="course", paid={"flexi": D("30.00"), "card": D("50.00")}))
    out.append(charge("cpu", *web, at("02-17 09:00"), at("03-10 23:59:59"), "-118.65", "月", 1,
                      mode="包年/包月-月", kind="退款-退订", order="CS2602170902B02", share="0.15",
                      project="course"))
    return sorted(out, key=lambda c: (c.start, c.id))


def gmt(time):
    return time.strftime(FMT) + " GMT+08:00"


def file_row(c, i):
    prepaid = c.mode != "按需"
    trade = c.order or "%s-%06d" % (c.start.strftime("%Y%m%d"), i)
    paid = c.start if prepaid else c.end + HOUR + timedelta(minutes=10)
    cell = dict.fromkeys(HEADINGS, "--")
    cell.update({
        "账期": c.start.strftime("%Y-%m"), "企业项目ID": "0" if c.project == "default" else "ep-demo-1",
        "企业项目": c.project, "账号": ACCOUNT, "产品类型编码": c.service[0], "产品类型": c.service[1],
        "产品编码": c.resource[0], "产品": c.product, "产品ID": "DEMO00301-%s" % c.sku,
        "计费模式": c.mode, "消费时间": gmt(c.start) if prepaid else gmt(c.start) + "-" + gmt(c.end),
        "使用开始时间": c.start.strftime(FMT), "使用结束时间": c.end.strftime(FMT), "订单号/交易号": trade,
        "交易时间": paid.strftime(FMT), "账单类型": c.kind, "资源ID": c.id, "资源名称": c.name,
        "资源标签": c.tag, "SKU编码": c.sku, "规格": c.spec, "区域编码": "cn-north-4",
        "区域": "华北-北京四", "可用区": "cn-north-4a",
        "使用量类型编码": "upflow" if c.category == "traffic" else "duration",
        "单价(¥)": "--" if prepaid else eight(c.price), "单价单位": "--" if prepaid else "元/" + c.unit,
        "使用量": plain(c.quantity), "使用量单位": c.unit, "套餐内使用量": "0", "预留实例内使用量": "0",
        "官网价(¥)": eight(listed(c)), "优惠金额(¥)": eight(listed(c) - payable(c)),
        "应付金额(¥)": eight(payable(c)), "现金支付(¥)": eight(cash(c)),
        "信用额度支付(¥)": eight(c.paid.get("credit", D(0))),
        "代金券抵扣(¥)": eight(c.paid.get("coupon", D(0))),
        "现金券抵扣(¥)": eight(c.paid.get("flexi", D(0))),
        "储值卡抵扣(¥)": eight(c.paid.get("card", D(0))), "欠费金额(¥)": eight(D(0)),
        "已核销金额(¥)": eight(D(0)), "优惠类型": "商务优惠" if c.share else "--",
        "退订手续费(¥)": "0", "是否竞价实例": "N" if c.category == "gpu" else "--"})
    if prepaid:
        cell.update({"订单类型": c.kind[3:], "订单数量": "1", "订单周期数": "1", "订单周期单位": "月"})
    if c.kind == "退款-退订":
        cell.update({"使用量": "--", "使用量单位": "--", "退订原因": "不再需要", "原订单号": "CS2602100901A01"})
    return [cell[h] for h in HEADINGS]


def eight(x):
    return format(x.quantize(D("0.00000001")), "f")


def usage_file(folder):
    charges = file_charges()
    for part, mine in ((1, charges[:40]), (2, charges[40:])):
        rows = [HEADINGS] + [file_row(c, i) for i, c in enumerate(mine, 100 * part)]
        folder.write(
            "huawei/%s_PriceFactorBillDetail_20260201-20260228_%d.csv" % (ACCOUNT, part),
            BOM + table(rows).encode(), "huawei-bill-detail",
            ("CSV, UTF-8 with BOM, CRLF", "CSV，UTF-8 带 BOM，CRLF"),
            (("52 columns, first part: a V100 and its disk, traffic, backups, a server bought and "
              "given back", "52 列，第一部分：V100 及其云硬盘、流量、备份、一台买后退订的服务器"),
             ("second part of the same month", "同月第二部分"))[part - 1],
            len(mine), {"CNY": sum(map(payable, mine))})
    tell(folder, charges, ACCOUNT)
    folder.leak(TITLE, "0f1e2d3c-demo-0005", "snapshot-and-image", "possible",
                28 * 500 * 24 * D("0.00027778"), "CNY",
                ("backups of 2025, 500 GB kept all February: 28 x 12000 x 0.00027778",
                 "2025 年的备份，500 GB，整个 2 月：28 × 12000 × 0.00027778"))
    folder.leak(TITLE, "0f1e2d3c-demo-0004", "idle-address", "certain", 12 * D("0.02"), "CNY",
                ("a second address that was bound to nothing for a night: 12 x 0.02",
                 "另一个公网 IP，一整夜没有绑定任何资源：12 × 0.02"))


# --- The calls ----------------------------------------------------------------------------------

KINDS = {"消费-新购": 1, "退款-退订": 4, USE: 5, "调账-补偿": 9, "消费-抹零补扣": 25}


def utc(time):
    return (time - ZONE).strftime("%Y-%m-%dT%H:%M:%SZ")


def common_fields(c, customer):
    money = {name: number(c.paid.get(kind, D(0))) for kind, name in (
        ("credit", "credit_amount"), ("coupon", "coupon_amount"),
        ("flexi", "flexipurchase_coupon_amount"), ("card", "stored_card_amount"),
        ("bonus", "bonus_amount"), ("debt", "debt_amount"))}
    sub = c.sub or (None,) * 6
    return dict(
        {"bill_date": None, "bill_type": KINDS[c.kind], "customer_id": customer,
         "region": "cn-southwest-2", "region_name": "西南-贵阳一", "cloud_service_type": c.service[0],
         "cloud_service_type_name": c.service[1], "resource_type_name": c.resource[1],
         "resource_name": c.name, "resource_tag": c.tag + ";", "sku_code": c.sku,
         "enterprise_project_id": "0", "enterprise_project_name": c.project,
         "effective_time": utc(c.start), "expire_time": utc(c.end), "product_spec_desc": c.spec,
         "trade_id": c.order or "demo-%s" % c.start.strftime("%m%d%H"), "id": None,
         "official_amount": number(listed(c)), "discount_amount": number(listed(c) - payable(c)),
         "cash_amount": number(cash(c)), "adjustment_amount": 0, "measure_id": 1,
         "sub_service_type_code": sub[0], "sub_service_type_name": sub[1],
         "sub_resource_type_code": sub[2], "sub_resource_type_name": sub[3],
         "sub_resource_id": sub[4], "sub_resource_name": sub[5], "consume_time": utc(c.end),
         "account_name": ACCOUNT + customer[-1], "period_num": None}, **money)


def resource_records(folder):
    """Account 2: the parts of machines are billed under them; a month bought; an hour not yet
    paid."""
    customer, charges = "demo0hw0000000000000000000000002", []
    machine = ("9a8b7c6d-demo-0001", "nerf", "GPU加速型|p2s.4xlarge.8")
    for h in range(9):
        start = at("03-11 09:00") + h * HOUR
        charges.append(charge("gpu", ECS, VM, *machine, "p2s.4xlarge.8.linux", start, start + HOUR,
                              "53.24", "小时", 1, share="0.2",
                              paid={"debt": D("42.592")} if h == 8 else {"bonus": D("1.00")}))
        charges.append(charge("data-disk", ECS, VM, *machine[:2], "高IO|100GB", "sas", start,
                              start + HOUR, "0.0005", "GB*小时", 100,
                              sub=EVS + VOLUME + ("9a8b7c6d-demo-0002", "nerf-volume")))
    charges.append(charge("cpu", ECS, VM, "9a8b7c6d-demo-0003", "label-studio",
                          "通用计算型|s7.xlarge.2", "s7.xlarge.2.linux", at("03-03 00:00"),
                          at("04-03 00:00"), "312.00", "月", 1, mode="包年/包月-月", kind="消费-新购",
                          order="CS2603030001C03", share="0.25", paid={"coupon": D("34.00")}))
    records = []
    for c in charges:
        records.append(dict(
            common_fields(c, customer), cycle=c.start.strftime("%Y-%m"),
            resource_type_code=c.resource[0], res_instance_id=c.id,
            charge_mode=3 if c.mode == "按需" else 1, consume_amount=number(payable(c)),
            period_type=25 if c.mode == "按需" else 20, root_resource_id=c.id, parent_resource_id="",
            pre_order_id=None, az_code_infos=[{"az_code": "cn-southwest-2a"}],
            payer_account_id=customer, be_id="1", extend_params=None, is_spot="N",
            promotion_type=None, payment_type=None))
    data = {"monthly_records": records, "total_count": len(records), "currency": "CNY"}
    folder.write("huawei/res-records-2026-03.json", json_text(data), "huawei-resource-records-json",
                 ("JSON", "JSON"),
                 ("a second account, resource records: two V100 and the disk billed under them, a "
                  "month bought, an hour not yet paid",
                  "第二个账号的资源详单：两张 V100，云硬盘随整机计费，一笔包月，一小时未付款"),
                 len(records), {"CNY": tell(folder, charges, customer)})


def fee_records(folder):
    """Account 3: an Ascend card by the hour, a model service, a compensation, cents made up for."""
    customer, charges = "demo0hw0000000000000000000000003", []
    for h in range(7):
        start = at("02-24 13:00") + h * HOUR
        charges.append(charge("gpu", ECS, VM, "5e4f3a2b-demo-0001", "atlas-port",
                              "AI加速型|ai1s.2xlarge.4", "ai1s.2xlarge.4.linux", start, start + HOUR,
                              "9.15", "小时", 1, paid={"coupon": D("2.00")} if h == 0 else {}))
    charges.append(charge("model-api", MODELARTS, TOKENS, "demo-pangu", "agents", "盘古 输入token",
                          "pangu.in", at("02-20 00:00"), at("02-21 00:00"), "0.002", "千token",
                          "9450"))
    charges.append(charge("cpu", ECS, VM, "5e4f3a2b-demo-0001", "atlas-port", "", "",
                          at("02-25 00:00"), at("02-26 00:00"), "-9.15", "小时", 1, kind="调账-补偿"))
    charges.append(charge("cpu", ECS, VM, "5e4f3a2b-demo-0001", "atlas-port", "", "",
                          at("02-28 00:00"), at("03-01 00:00"), "0.01", "小时", 1, kind="消费-抹零补扣"))
    records = []
    for c in charges:
        is_use = c.kind == USE
        records.append(dict(
            common_fields(c, customer), resource_type=c.resource[0], resource_id=c.id,
            product_id="demo-" + c.sku, product_name=c.product, spec_size=None,
            spec_size_measure_id=None, trade_time=utc(c.end + HOUR), charge_mode="3", order_id=None,
            period_type="25", usage_type="Duration" if is_use else "-",
            usage=number(c.quantity) if is_use else None, usage_measure_id=4 if is_use else None,
            free_resource_usage=0, free_resource_measure_id=None, ri_usage=0,
            ri_usage_measure_id=None, unit_price=number(c.price) if is_use else None,
            unit="元/" + c.unit if is_use else None, amount=number(payable(c)), formula=None,
            relative_order_id=None))
    data = {"fee_records": records, "total_count": len(records), "currency": "CNY"}
    folder.write("huawei/res-fee-records-2026-02.json", json_text(data), "huawei-fee-records-json",
                 ("JSON, times in UTC", "JSON，时间为 UTC"),
                 ("a third account, fee records: an AI accelerator, a model API, a compensation, "
                  "rounding made up for", "第三个账号的资源消费记录：AI 加速实例、模型调用、补偿、抹零补扣"),
                 len(records), {"CNY": tell(folder, charges, customer)})


def make(folder):
    usage_file(folder)
    resource_records(folder)
    fee_records(folder)
