"""Alibaba Cloud: two more accounts, one with files of 2021, one with a workbook of PAI-DSW."""
from .aliyun import TITLE, V2_HEADINGS, tell, v2_row
from .common import (DAY, D, FMT, HOUR, at, days, overlap, plain, share_of_time, table, workbook)

OLD_HEADINGS = """账期 财务单元 账号ID 账号 Owner账号 产品Code 产品 产品明细Code 产品明细 消费类型 消费时间 账单开始时间
账单结束时间 服务时长 订单号/账单号 账单类型 计费方式 实例ID 实例昵称 资源组 实例标签 实例配置 实例规格 公网IP 私网IP
地域 可用区 计费项 单价 单价单位 用量 用量单位 资源包抵扣 原价 优惠金额 优惠券抵扣 应付金额 现金支付 代金券抵扣
储值卡支付金额 欠费金额""".split()

OCR = "i-demo0000000000000041"


def old_charges():
    """(start, end, kind, cost type, instance, name, spec, item, unit price, unit, quantity,
    discount share, coupon)."""
    out = []
    for first, hours in (("03-06 14:00", 4), ("03-18 09:00", 6)):
        for h in range(hours):
            start = at(first) + h * HOUR
            out.append((start, start + HOUR, "后付费账单", "后付费", OCR, "ocr",
                        "ecs.gn6v-c8g1.2xlarge", "云服务器实例", D("13.80"), "小时", D(1), D("0.2"),
                        D(0)))
            out.append((start, start + HOUR, "后付费账单", "后付费", OCR, "ocr", "", "系统盘",
                        D("0.0021"), "GB-小时", D(100), D(0), D(0)))
    web = ("i-demo0000000000000042", "demo-site", "ecs.c6.large")
    out.append((at("03-02 00:00"), at("04-02 00:00"), "预付费订单", "预付费") + web
               + ("云服务器实例", D("231.00"), "月", D(1), D("0.1"), D("7.90")))
    out.append((at("03-20 00:00"), at("04-02 00:00"), "退款", "预付费") + web
               + ("云服务器实例", D("-84.00"), "月", D(1), D("0.1"), D(0)))
    out.append((at("03-18 09:00"), at("03-18 10:00"), "退款", "后付费", OCR, "ocr",
                "ecs.gn6v-c8g1.2xlarge", "云服务器实例", D("-13.80"), "小时", D(1), D("0.2"), D(0)))
    return out


def old_detail(folder):
    """Account 4: the 41 columns of 2021, as an object of a bucket: its name has no extension."""
    rows, total, card = [OLD_HEADINGS], D(0), D("30.00")
    for i, (start, end, kind, cost_type, instance, name, spec, item, price, unit, quantity, share,
            coupon) in enumerate(old_charges(), 1):
        listed = price * quantity
        net = listed * (1 - share) - coupon
        by_card = min(card, net) if net > 0 else D(0)
        card -= by_card
        total += net
        tell(folder, "1000000000000004", start, net, "system_disk" if item == "系统盘" else "",
             spec, 1, by_card, "20260300%05d" % i)
        cell = dict.fromkeys(OLD_HEADINGS, "")
        cell.update({
            "账期": "2026-03", "财务单元": "默认", "账号ID": "1000000000000004", "账号": "demo-lab-4",
            "Owner账号": "demo-lab-4", "产品Code": "ecs", "产品": "云服务器 ECS", "产品明细Code": "ecs",
            "产品明细": "云服务器ECS-包年包月" if cost_type == "预付费" else "云服务器ECS-按量付费",
            "消费类型": cost_type, "消费时间": start.strftime(FMT), "账单开始时间": start.strftime(FMT),
            "账单结束时间": end.strftime(FMT), "订单号/账单号": "20260300%05d" % i, "账单类型": kind,
            "计费方式": "包年包月" if cost_type == "预付费" else "按量付费", "实例ID": instance,
            "实例昵称": name, "资源组": "默认资源组", "实例标签": "key:team value:vision",
            "实例规格": spec, "地域": "华东1（杭州）", "可用区": "cn-hangzhou-i", "计费项": item,
            "单价": plain(price), "单价单位": "元/" + unit, "用量": plain(quantity), "用量单位": unit,
            "资源包抵扣": "0", "原价": plain(listed), "优惠金额": plain(listed * share),
            "优惠券抵扣": plain(coupon), "应付金额": plain(net), "现金支付": plain(net - by_card),
            "代金券抵扣": "0", "储值卡支付金额": plain(by_card), "欠费金额": "0"})
        rows.append([cell[h] for h in OLD_HEADINGS])
    folder.write("aliyun/1000000000000004_BillingItemDetail_202603", table(rows).encode(),
                 "aliyun-bill-detail", ("CSV without extension", "无扩展名的 CSV"),
                 ("a sixth account, the 41 columns of about 2021: hours with times, an order and "
                  "its refund, a prepaid card",
                  "第六个账号，约 2021 年的 41 列：带起止时间的小时、订单及退款、储值卡"),
                 len(rows) - 1, {"CNY": total})


DSW = "dsw-demo0000000007"
DSW_RUNS = [(at("03-05 14:00"), at("03-05 19:00")), (at("03-17 09:00"), at("03-17 21:00")),
            (at("03-24 10:00"), at("03-24 16:00"))]
DSW_DISK = D(170) * 24 * D("0.0014")  # a day of what exceeds the free 100 GiB


def dsw_charges():
    """(start, end, item, item code, spec, quantity, unit, price)."""
    out = []
    for first, last in DSW_RUNS:
        for h in range((last - first) // HOUR):
            start = first + h * HOUR
            out.append((start, start + HOUR, "DSW实例", "dsw_instance", "ecs.gn6v-c8g1.2xlarge",
                        D(1), "小时", D("14.88")))
    for day in days("03-05", "03-31"):
        out.append((day, day + DAY, "系统盘", "dsw_system_disk", "", D(170) * 24, "GB-小时",
                    D("0.0014")))
    return sorted(out, key=lambda c: (c[0], c[2]))


def dsw(folder):
    """Account 7: a workbook of the 61 columns. The disk of a notebook is billed until deleted."""
    rows, total = [V2_HEADINGS], D(0)
    for i, (start, end, item, code, spec, quantity, unit, price) in enumerate(dsw_charges(), 1):
        cost = price * quantity
        total += cost
        tell(folder, "1000000000000007", start, cost, code, spec, 1)
        rows.append(v2_row({
            "账单明细ID": "202603_7%05d" % i, "客户名称": "示例实验室", "资源购买账号ID": "1000000000000007",
            "资源购买账号": "demo-lab-7", "资源归属账号ID": "1000000000000007", "资源归属账号": "demo-lab-7",
            "服务主体": "阿里云计算有限公司", "账单月份": "202603", "账单日期": start.strftime("%Y%m%d"),
            "费用类型": "云资源按量费用", "交易类型": "后付费", "消费时间": start.strftime(FMT),
            "服务开始时间": start.strftime(FMT), "服务结束时间": end.strftime(FMT),
            "产品Code": "learn", "产品名称": "人工智能平台 PAI", "商品Code": "learn_dsw",
            "商品名称": "PAI-DSW 按量付费", "计费项Code": code, "计费项名称": item, "规格": spec,
            "资源ID": DSW, "实例ID（出账粒度）": DSW, "资源名称": "notebook", "地域Code": "cn-hangzhou",
            "地域": "华东1（杭州）", "抵扣前用量": quantity, "抵扣用量": 0, "用量": quantity,
            "用量单位": unit, "官网目录价": price, "价格单位": "元/" + unit,
            "目录价用量阶梯": "[0,9999999999999]", "定价币种": "CNY", "目录总价": cost, "优惠金额": 0,
            "优惠后金额": cost, "优惠券抵扣金额": 0, "应付金额（含税）": cost}))
    folder.write("aliyun/1000000000000007-20260402093011_consumedetailbillv2.xlsx",
                 workbook([("账单明细", rows)]), "aliyun-billing-item-v2", ("XLSX", "XLSX"),
                 ("a seventh account, 61 columns: a PAI-DSW notebook and its disk",
                  "第七个账号，61 列：PAI-DSW 实例及其系统盘"), len(rows) - 1, {"CNY": total})
    leak = sum(share_of_time(DSW_DISK, DAY - overlap(day, day + DAY, DSW_RUNS), DAY)
               for day in days("03-05", "03-31"))
    folder.leak(TITLE, DSW, "stopped-storage", "certain", leak, "CNY",
                ("the disk of a DSW notebook, 5.712 a day for 27 days; the notebook ran for 23 "
                 "hours on three of them", "DSW 实例的系统盘，每天 5.712 元，共 27 天；实例只在其中三天"
                 "运行了 23 小时"))


def make(folder):
    old_detail(folder)
    dsw(folder)
