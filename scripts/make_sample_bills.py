#!/usr/bin/env python3
"""Make sample-bills/: two months of a lab that does not exist, after the documented formats.

    scripts/make_sample_bills.py [FOLDER]      default: sample-bills beside this script's folder

The same bytes on every run: no clock, no random numbers. All amounts are exact decimals.
"""
import csv
import io
import json
import os
import sys
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal

D = Decimal
CENT = D("0.01")
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
FMT = "%Y-%m-%d %H:%M:%S"


def at(text):
    """'02-03 09:20' or '02-03 09:20:15' of 2026."""
    return datetime.strptime("2026-" + text, "%Y-%m-%d %H:%M:%S" if text.count(":") == 2
                             else "%Y-%m-%d %H:%M")


def cents(x):
    return x.quantize(CENT, ROUND_HALF_UP)


def plain(x):
    """As bills print amounts: no exponent, no trailing zeros."""
    text = format(x, "f")
    return (text.rstrip("0").rstrip(".") if "." in text else text) or "0"


def days(first, last):
    day = at(first + " 00:00")
    while day <= at(last + " 00:00"):
        yield day
        day += DAY


def table(rows, delimiter=",", end="\r\n"):
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator=end).writerows(rows)
    return out.getvalue()


class Folder:
    def __init__(self, path):
        self.path = path
        self.made = []  # (name, records, {currency: BilledCost}, second view of other files' money)

    def write(self, name, data, records, sums, is_view=False):
        full = os.path.join(self.path, name)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "wb") as f:
            f.write(data)
        self.made.append((name, records, sums, is_view))


# --- AutoDL: 收支明细 -------------------------------------------------------------------------

VISION = "demo0lab01-0000aa01"  # 2 x RTX 4090, 3.76 an hour, paid data disk of 150 GB
SPEECH = "demo0lab02-0000aa02"  # RTX 3090, 1.32 an hour, paid data disk of 100 GB
THESIS = "demo0lab03-0000aa03"  # RTX 4090, 1.88 an hour
UPLOAD = "demo0lab04-0000aa04"  # mostly without GPU, 0.10 an hour
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
    (THESIS, "1.88", "03-13 16:20:31", "03-16 09:05:44"),
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

REPEATED = "03-10 12:59:59"  # this hour of VISION is charged twice


def session_rows(instance, price, start, end):
    """One row at each hh:59:59 and one when switched off; at least 0.01 a row."""
    while start < end:
        stop = min(end, start.replace(minute=0, second=0) + HOUR)
        seconds = int((stop - start).total_seconds())
        shown = stop if stop == end else stop - timedelta(seconds=1)
        yield shown, max(CENT, cents(D(price) * seconds / 3600)), "容器实例ID：" + instance
        start = stop


def autodl_rows():
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
    rows.append((at("02-01 20:11:03"), "收入", "充值", "支付宝", D("500.00"), "充值"))
    rows.append((at("03-01 09:30:47"), "收入", "充值", "支付宝", D("300.00"), "充值"))
    rows.append((at("02-11 10:02:16"), "收入", "退款", "余额", D("3.76"),
                 "容器实例ID：%s 故障退款" % VISION))
    rows.sort(key=lambda r: r[0])
    return rows


AUTODL_HEADINGS = ["流水号", "交易时间", "收支类型", "交易类型", "交易渠道", "交易金额", "账户余额", "备注"]


def autodl(folder):
    balance, tables, sums = D("35.20"), {2: [], 3: []}, {2: D(0), 3: D(0)}
    for i, (time, direction, kind, channel, amount, remark) in enumerate(autodl_rows(), 1):
        balance += amount if direction == "收入" else -amount
        mark = "￥" if time.month == 3 else ""
        tables[time.month].append(["D%s%04d" % (time.strftime("%Y%m%d"), i), time.strftime(FMT),
                                   direction, kind, channel, mark + str(amount),
                                   mark + str(balance), remark])
        if kind != "充值":
            sums[time.month] += amount if direction == "支出" else -amount
    folder.write("autodl/收支明细-2026-02.csv",
                 table([AUTODL_HEADINGS] + tables[2]).encode("gb18030"),
                 len(tables[2]), {"CNY": sums[2]})
    folder.write("autodl/收支明细-2026-03.tsv",
                 table([AUTODL_HEADINGS] + tables[3][::-1], "\t", "\n").encode(),
                 len(tables[3]), {"CNY": sums[3]})
    autodl_view(folder)


def autodl_view(folder):
    """February once more, as the console's own answer: the same money, not to be counted twice."""
    items, total = [], D(0)
    for time, direction, kind, _, amount, remark in reversed(autodl_rows()):
        if time.month != 2 or kind == "充值":
            continue
        signed = amount if direction == "支出" else -amount
        total += signed
        items.append({"product_uuid": remark.split("：")[1].split(" ")[0],
                      "asset": int(signed * 1000), "created_at": time.isoformat() + "+08:00"})
    data = {"code": "Success", "msg": "", "data": {"list": items, "max_page": 1}}
    folder.write("autodl/balance_statement-2026-02.json",
                 (json.dumps(data, ensure_ascii=False, indent=1) + "\n").encode(),
                 len(items), {"CNY": total}, is_view=True)


# --- Alibaba Cloud ----------------------------------------------------------------------------

V2_HEADINGS = """标识信息/账单明细ID 标识信息/订单号 身份信息/客户名称 身份信息/资源购买账号ID
身份信息/资源购买账号 身份信息/资源归属账号ID 身份信息/资源归属账号 账单信息/服务主体 账单信息/账单月份
账单信息/账单日期 账单信息/费用类型 账单信息/交易类型 账单信息/消费时间 账单信息/服务开始时间
账单信息/服务结束时间 产品信息/产品Code 产品信息/产品名称 产品信息/商品Code 产品信息/商品名称
产品信息/计费项Code 产品信息/计费项名称 产品信息/选型配置 产品信息/规格 资源信息/资源ID
资源信息/实例ID（出账粒度） 资源信息/资源名称 资源信息/地域Code 资源信息/地域 资源信息/可用区
时长信息/抵扣前时长 时长信息/抵扣时长 时长信息/时长 时长信息/时长单位 时长信息/时长详情
用量信息/抵扣前用量 用量信息/抵扣用量 用量信息/用量 用量信息/用量单位 用量信息/用量详情
定价信息/官网目录价 定价信息/价格单位 定价信息/目录价用量阶梯 定价信息/用量阶梯累计规则
定价信息/目录价转换信息 定价信息/目录价因子 定价信息/定价币种 费用信息/目录总价 费用信息/计费公式
费用信息/计费辅助信息 费用信息/计费过程 费用信息/计费规则说明 订阅抵扣信息/订阅抵扣目录总价
订阅抵扣信息/订阅抵扣后金额 订阅抵扣信息/订阅抵扣金额 订阅抵扣信息/订阅抵扣详情 优惠信息/优惠金额
优惠信息/优惠后金额 优惠信息/优惠详情 优惠券抵扣信息/优惠券抵扣金额 优惠券抵扣信息/优惠券抵扣详情
应付信息/应付金额（含税）""".split()

GPU_ECS, GPU_SPEC = "i-demo0000000000000001", "ecs.gn7i-c8g1.2xlarge"


def v2_charges(month):
    """Charges of one month: (start, end, product, commodity, item, spec, resource, name, quantity,
    unit, price, discount share, coupon, cost type, trade type)."""
    ecs = ("ecs", "云服务器 ECS", "ecs", "云服务器ECS-按量付费")
    use = ("云资源按量费用", "后付费")
    out = []
    runs = {"02": [("02-04 09:00", 9), ("02-05 10:00", 8), ("02-25 13:00", 6)],
            "03": [("03-05 09:00", 10), ("03-11 09:00", 9), ("03-19 14:00", 7)]}[month]
    for start, hours in runs:
        for h in range(hours):
            s = at(start) + h * HOUR
            out.append((s, s + HOUR, ecs, ("instance", "云服务器实例"), GPU_SPEC, GPU_ECS,
                        "finetune", D(1), "小时", D("9.60"), D("0.1"), D(0), use))
    first, last = {"02": ("02-01", "02-28"), "03": ("03-01", "03-31")}[month]
    for day in days(first, last):
        out.append((day, day + DAY, ecs, ("system_disk", "系统盘"), "cloud_essd", "d-demo0001",
                    "finetune-system", D(40) * 24, "GB-小时", D("0.0021"), D(0), D(0), use))
        out.append((day, day + DAY, ecs, ("data_disk", "数据盘"), "cloud_essd", "d-demo0002",
                    "finetune-data", D(500) * 24, "GB-小时", D("0.0021"), D(0), D(0), use))
        out.append((day, day + DAY, ("eip", "弹性公网IP", "eip", "弹性公网IP-按量付费"),
                    ("eip_hold", "闲置配置费"), "", "eip-demo0001", "old-gateway", D(24), "小时",
                    D("0.02"), D(0), D(0), use))
    for text, gb in {"02": [("02-04 11:00", "38.4"), ("02-25 15:00", "12.75")],
                     "03": [("03-05 10:00", "151.2"), ("03-19 16:00", "20.06")]}[month]:
        out.append((at(text), at(text) + HOUR, ecs, ("traffic_out", "公网流出流量"), "", GPU_ECS,
                    "finetune", D(gb), "GB", D("0.8"), D(0), D(0), use))
    out.append((at(first + " 00:00"), at(last + " 00:00") + DAY,
                ("snapshot", "快照服务", "snapshot", "快照服务-按量付费"),
                ("snapshot_size", "快照容量费"), "", "s-demo0001", "finetune-2025", D(300),
                "GB-月", D("0.12"), D(0), D(0), use))
    if month == "02":
        out.append((at("02-01 00:00"), at("03-01 00:00"), ecs, ("instance", "云服务器实例"),
                    "ecs.g7.large", "i-demo0000000000000002", "gateway", D(1), "月", D("275.40"),
                    D("0.15"), D("20.00"), ("订阅预付费用", "新购")))
        out.append((at("02-10 00:00"), at("02-10 01:00"),
                    ("sfm", "大模型服务平台百炼", "sfm_inference", "百炼-模型推理"),
                    ("token_in", "输入token"), "", "ws-demo0001", "", D("0"), "千tokens",
                    D("0.0008"), D(0), D(0), ("免费额度", "后付费")))
    else:
        out.append((at("03-12 00:00"), at("03-12 01:00"),
                    ("sfm", "大模型服务平台百炼", "sfm_inference", "百炼-模型推理"),
                    ("token_in", "输入token"), "", "ws-demo0001", "", D("1943.1"), "千tokens",
                    D("0.0008"), D(0), D(0), use))
        out.append((at("03-05 09:00"), at("03-05 10:00"), ecs, ("instance", "云服务器实例"),
                    GPU_SPEC, GPU_ECS, "finetune", D(1), "小时", D("-9.60"), D("0.1"), D(0),
                    ("云资源按量费用", "退款")))
    return out


def aliyun_v2(folder):
    for month in ("02", "03"):
        rows, total = [V2_HEADINGS], D(0)
        for i, (start, end, product, item, spec, resource, name, quantity, unit, price, share,
                coupon, kind) in enumerate(v2_charges(month), 1):
            listed = price * quantity
            discount = listed * share
            payable = listed - discount - coupon
            total += payable
            cell = dict.fromkeys(V2_HEADINGS, "")
            for heading, value in {
                "账单明细ID": "2026%s_%06d" % (month, i),
                "订单号": "DEMO2026020001" if kind[1] == "新购" else "",
                "客户名称": "示例实验室", "资源购买账号ID": "1000000000000001",
                "资源购买账号": "demo-lab", "资源归属账号ID": "1000000000000001",
                "资源归属账号": "demo-lab", "服务主体": "阿里云计算有限公司",
                "账单月份": "2026" + month, "账单日期": start.strftime("%Y%m%d"),
                "费用类型": kind[0], "交易类型": kind[1], "消费时间": start.strftime(FMT),
                "服务开始时间": start.strftime(FMT), "服务结束时间": end.strftime(FMT),
                "产品Code": product[0], "产品名称": product[1], "商品Code": product[2],
                "商品名称": product[3], "计费项Code": item[0], "计费项名称": item[1], "规格": spec,
                "资源ID": resource,
                "实例ID（出账粒度）": GPU_ECS if resource.startswith("d-") else resource,
                "资源名称": name,
                "地域Code": "cn-beijing", "地域": "华北2（北京）", "可用区": "cn-beijing-a",
                "抵扣前用量": "5000" if kind[0] == "免费额度" else plain(quantity),
                "抵扣用量": "5000" if kind[0] == "免费额度" else "0", "用量": plain(quantity),
                "用量单位": unit, "官网目录价": plain(price), "价格单位": "元/" + unit,
                "目录价用量阶梯": "[0,9999999999999]", "定价币种": "CNY",
                "目录总价": plain(listed), "优惠金额": plain(discount),
                "优惠后金额": plain(listed - discount), "优惠券抵扣金额": plain(coupon),
                "应付金额（含税）": plain(payable),
                "优惠详情": json.dumps([{"优惠名称": "合同折扣", "优惠金额": plain(discount)}],
                                   ensure_ascii=False) if discount else "",
            }.items():
                column = [h for h in V2_HEADINGS if h.split("/")[1] == heading]
                assert len(column) == 1, heading
                cell[column[0]] = value
            rows.append([cell[h] for h in V2_HEADINGS])
        folder.write("aliyun/1000000000000001-2026%s_consumedetailbillv2.csv" % month,
                     b"\xef\xbb\xbf" + table(rows, end="\n").encode(), len(rows) - 1,
                     {"CNY": total})


DETAIL_HEADINGS = """账期 日期 财务单元 账号ID 账号 Owner账号ID 产品Code 产品 产品明细Code 产品明细 业务类型
消费类型 服务时长 时长单位 账单类型 计费方式 实例ID 实例昵称 资源组 实例标签 实例配置 实例规格 公网IP 私网IP 地域
可用区 计费项 单价 单价单位 用量 用量单位 资源包抵扣 抵扣量（含RI） 官网价 优惠金额 优惠券抵扣 应付金额 现金支付
代金券抵扣 储值卡支付金额 欠费金额 币种 节省计划抵扣金额 信用额度退款抵扣 计费项Code""".split()


def aliyun_detail(folder):
    """Another account of the lab, which still gets the older export; vouchers pay a part."""
    rows, total, voucher_left = [DETAIL_HEADINGS], D(0), D("100.00")
    for day in days("02-02", "02-13"):
        for item, code, quantity, unit, price, resource, spec in (
                ("云服务器实例", "instance", D(6), "小时", D("13.80"), "i-demo0000000000000003",
                 "ecs.gn6v-c8g1.2xlarge"),
                ("系统盘", "system_disk", D(40 * 24), "GB-小时", D("0.0021"),
                 "i-demo0000000000000003", ""),
                ("数据盘", "data_disk", D(200 * 24), "GB-小时", D("0.0021"),
                 "i-demo0000000000000003", "")):
            if code == "instance" and day.weekday() >= 5:
                continue
            listed = price * quantity
            voucher = min(voucher_left, listed)
            voucher_left -= voucher
            total += listed
            cell = dict.fromkeys(DETAIL_HEADINGS, "")
            cell.update({
                "账期": "2026-02", "日期": day.strftime("%Y%m%d"), "账号ID": "1000000000000002",
                "账号": "demo-lab-2", "Owner账号ID": "1000000000000002", "产品Code": "ecs",
                "产品": "云服务器 ECS", "产品明细Code": "ecs", "产品明细": "云服务器ECS-按量付费",
                "消费类型": "后付费", "账单类型": "后付费账单", "计费方式": "按量付费", "实例ID": resource,
                "实例昵称": "course", "资源组": "默认资源组",
                "实例标签": "key:team value:course; key:env value:teaching", "实例规格": spec,
                "地域": "华北2（北京）", "可用区": "cn-beijing-a", "计费项": item, "计费项Code": code,
                "单价": plain(price), "单价单位": "元/" + unit, "用量": plain(quantity),
                "用量单位": unit, "官网价": plain(listed), "优惠金额": "0", "优惠券抵扣": "0",
                "应付金额": plain(listed), "现金支付": plain(listed - voucher),
                "代金券抵扣": plain(voucher), "储值卡支付金额": "0", "欠费金额": "0", "币种": "CNY",
                "节省计划抵扣金额": "0", "信用额度退款抵扣": "0"})
            rows.append([cell[h] for h in DETAIL_HEADINGS])
    folder.write("aliyun/1000000000000002-账号-202602-res_consume_detail_1.csv",
                 table(rows).encode("gb18030"), len(rows) - 1, {"CNY": total})


FLAT_HEADINGS = """资源购买账号ID 资源购买账号 资源归属账号ID 资源归属账号 账单月份 账单日期 费用类型 产品Code 产品名称 商品Code
商品名称 资产/资源实例ID 资产/资源实例名称 资源组 实例标签 资源实例配置 资源实例规格 公网IP 私网IP 地域 可用区 计费项Code
计费规则说明 计费项 资源包抵扣量 用量 用量单位 目录价 目录价定价类型 价格单位 目录总价 优惠券抵扣金额 优惠金额
节省计划抵扣目录总价 应付金额 代金券抵扣金额 定价币种 主键 优惠后金额""".split()


def aliyun_flat(folder):
    """A third account: object storage that nobody looks at any more."""
    rows, total = [FLAT_HEADINGS], D(0)
    for i, day in enumerate(days("03-01", "03-31"), 1):
        quantity, price = D(2048), D("0.0012")
        listed = quantity * price
        total += listed
        cell = dict.fromkeys(FLAT_HEADINGS, "")
        cell.update({
            "资源购买账号ID": "1000000000000003", "资源购买账号": "demo-lab-3",
            "资源归属账号ID": "1000000000000003", "资源归属账号": "demo-lab-3", "账单月份": "2026-03",
            "账单日期": day.strftime("%Y-%m-%d"), "费用类型": "云资源按量费用", "产品Code": "oss",
            "产品名称": "对象存储 OSS", "商品Code": "oss", "商品名称": "对象存储OSS-按量付费",
            "资产/资源实例ID": "cn-beijing;standard", "资产/资源实例名称": "datasets-2024",
            "地域": "华北2（北京）", "计费项Code": "storage", "计费项": "标准存储容量", "用量": plain(quantity),
            "用量单位": "GB-天", "目录价": plain(price), "价格单位": "元/GB-天", "目录总价": plain(listed),
            "优惠券抵扣金额": "0", "优惠金额": "0", "应付金额": plain(listed), "代金券抵扣金额": "0",
            "定价币种": "CNY", "主键": "DEMO202603%04d" % i, "优惠后金额": plain(listed)})
        rows.append([cell[h] for h in FLAT_HEADINGS])
    folder.write("aliyun/bill_2026-03_demo-lab-3.csv",
                 b"\xef\xbb\xbf" + table(rows).encode(), len(rows) - 1, {"CNY": total})


# --- Compshare --------------------------------------------------------------------------------

def compshare_orders(month):
    """(type, state, charge, amount, resource, time). On demand: an order at each whole hour."""
    out = []
    runs = {"02": [("uhost-demo01", "1.66", "02-03 14:00", 8), ("uhost-demo01", "1.66", "02-10 09:00", 10),
                   ("uhost-demo01", "1.66", "02-26 13:00", 6)],
            "03": [("uhost-demo01", "1.66", "03-04 10:00", 9), ("uhost-demo02", "1.66", "03-17 09:00", 11),
                   ("uhost-demo03", "0.15", "03-23 09:00", 5)]}[month]
    for resource, price, first, hours in runs:
        for h in range(1, hours + 1):
            out.append(("Buy", "Paid", "Postpay", D(price), resource, at(first) + h * HOUR))
    if month == "02":
        # A day package for an instance that then ran five hours (5 x 1.66 = 8.30).
        out.append(("Buy", "Paid", "Day", D("36.73"), "uhost-demo02", at("02-18 09:00")))
        out.append(("Renew", "Unpaid", "Month", D("1001.95"), "uhost-demo02", at("02-19 09:00")))
    disk_days = {"02": ("02-03", "02-28"), "03": ("03-01", "03-31")}[month]
    for day in days(*disk_days):
        out.append(("Buy", "Paid", "Day", cents(200 * D("0.011")), "bsm-demo01",
                    day + timedelta(hours=0, minutes=5)))
    out.sort(key=lambda o: (o[5], o[4]))
    return out


def compshare(folder):
    voucher_left, number = D("20.00"), 0
    for month in ("02", "03"):
        records, total = [], D(0)
        for kind, state, charge, amount, resource, time in compshare_orders(month):
            number += 1
            voucher = min(voucher_left, amount) if state == "Paid" else D(0)
            voucher_left -= voucher
            if state == "Paid":
                total += amount
            records.append(("order-2026%s%06d" % (month, number), kind, state, charge, amount,
                            amount - voucher, resource, time))
        if month == "02":
            rows = [["订单号", "订单类型", "订单状态", "计费类型", "金额", "实付金额", "资源ID", "创建时间"]]
            rows += [[n, k, s, c, str(a), str(p), r, t.strftime(FMT)]
                     for n, k, s, c, a, p, r, t in records]
            folder.write("compshare/team_order-2026-02.csv", table(rows, end="\n").encode(),
                         len(records), {"CNY": total})
            continue
        zone = timedelta(hours=8)
        items = [{"OrderNo": n, "OrderType": k, "OrderState": s, "ChargeType": c, "Amount": str(a),
                  "AmountReal": str(p), "ResourceId": r,
                  "CreateTime": int((t - zone - datetime(1970, 1, 1)).total_seconds())}
                 for n, k, s, c, a, p, r, t in records]
        data = {"RetCode": 0, "Action": "DescribeTeamMemberOrderResponse", "OrderInfos": items,
                "Total": len(items)}
        folder.write("compshare/team_order-2026-03.json",
                     (json.dumps(data, ensure_ascii=False, indent=1) + "\n").encode(),
                     len(items), {"CNY": total})


# --- FOCUS ------------------------------------------------------------------------------------

FOCUS_HEADINGS = """AvailabilityZone BilledCost BillingAccountId BillingAccountName BillingCurrency
BillingPeriodEnd BillingPeriodStart ChargeCategory ChargeClass ChargeDescription ChargeFrequency
ChargePeriodEnd ChargePeriodStart ConsumedQuantity ConsumedUnit ContractedCost ContractedUnitPrice
EffectiveCost InvoiceId InvoiceIssuerName ListCost ListUnitPrice PricingCategory PricingQuantity
PricingUnit ProviderName PublisherName RegionId RegionName ResourceId ResourceName ResourceType
ServiceCategory ServiceName ServiceSubcategory SkuId SkuMeter SkuPriceDetails SkuPriceId SubAccountId
SubAccountName Tags""".split()


def focus_row(start, end, cost, more):
    utc = "%Y-%m-%dT%H:%M:%SZ"
    cell = dict.fromkeys(FOCUS_HEADINGS, "")
    cell.update({
        "BilledCost": plain(cost), "BillingAccountId": "demo-001", "BillingAccountName": "demo lab",
        "BillingCurrency": "USD", "BillingPeriodStart": "2026-03-01T00:00:00Z",
        "BillingPeriodEnd": "2026-04-01T00:00:00Z", "ChargePeriodStart": start.strftime(utc),
        "ChargePeriodEnd": end.strftime(utc), "ContractedCost": plain(cost),
        "EffectiveCost": plain(cost), "ListCost": plain(cost), "InvoiceId": "DEMO-2026-03",
        "InvoiceIssuerName": "Example GPU Cloud", "ProviderName": "Example GPU Cloud",
        "PublisherName": "Example GPU Cloud"})
    cell.update(more)
    return [cell[h] for h in FOCUS_HEADINGS]


def focus(folder):
    rows, total = [FOCUS_HEADINGS], D(0)
    usage = {"ChargeCategory": "Usage", "ChargeFrequency": "Usage-Based",
             "PricingCategory": "Standard", "RegionId": "eu-1", "RegionName": "Europe 1",
             "SubAccountId": "project-7", "SubAccountName": "nlp", "Tags": '{"team": "nlp"}'}
    for name, price, first, hours in (("nlp-train", "2.49", "03-06 08:00", 30),
                                      ("nlp-train", "2.49", "03-20 06:00", 22)):
        for h in range(hours):
            start = at(first) + h * HOUR
            total += D(price)
            rows.append(focus_row(start, start + HOUR, D(price), dict(
                usage, ChargeDescription="H100 80GB on demand", ConsumedQuantity="1",
                ConsumedUnit="Hours", ContractedUnitPrice=price, ListUnitPrice=price,
                PricingQuantity="1", PricingUnit="Hours", ResourceId="vm-" + name,
                ResourceName=name, ResourceType="Virtual Machine", ServiceCategory="Compute",
                ServiceSubcategory="Virtual Machines", ServiceName="GPU instances",
                SkuId="gpu-h100-80gb-1", SkuMeter="GPU hours", SkuPriceId="gpu-h100-80gb-1-od",
                SkuPriceDetails='{"GpuCount": 1}')))
    for day in days("03-06", "03-31"):
        cost = D(500) * D("0.0023")
        total += cost
        rows.append(focus_row(day, day + DAY, cost, dict(
            usage, ChargeDescription="Block storage volume", ConsumedQuantity="500",
            ConsumedUnit="GB-Days", ContractedUnitPrice="0.0023", ListUnitPrice="0.0023",
            PricingQuantity="500", PricingUnit="GB-Days", ResourceId="vol-nlp-data",
            ResourceName="nlp-data", ResourceType="Volume", ServiceCategory="Storage",
            ServiceSubcategory="Block Storage", ServiceName="Volumes", SkuId="volume-ssd",
            SkuMeter="Volume capacity", SkuPriceId="volume-ssd-od")))
    tax = cents(total * D("0.19"))
    rows.append(focus_row(at("03-01 00:00"), at("04-01 00:00"), tax, {
        "ChargeCategory": "Tax", "ChargeFrequency": "Recurring", "ChargeDescription": "VAT 19 %"}))
    rows.append(focus_row(at("03-01 00:00"), at("04-01 00:00"), D("-10.00"), {
        "ChargeCategory": "Credit", "ChargeFrequency": "One-Time",
        "ChargeDescription": "Welcome credit", "PricingCategory": "Other"}))
    folder.write("focus/example-gpu-cloud-2026-03.csv", table(rows, end="\n").encode(),
                 len(rows) - 1, {"USD": total + tax - 10})


# --- Our own forms ----------------------------------------------------------------------------

SIMPLE_HEADINGS = """platform account line_id order_id instance resource resource_name item category
entry start end billed_quantity unit used_quantity unit_price list_cost discount amount voucher currency
gpu_model gpu_count state region project pricing tags description""".split()


def simple(folder):
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
    folder.write("other/platforms-without-export.csv", table(rows, end="\n").encode(),
                 len(rows) - 1, {"CNY": total})


def states(folder):
    rows = [["platform", "instance", "state", "from", "to"]]
    for instance in (VISION, SPEECH, THESIS):
        mine = [(at(s), at(e)) for who, _, s, e in SESSIONS if who == instance]
        for i, (start, end) in enumerate(mine):
            rows.append(["autodl", instance, "running", start.strftime(FMT), end.strftime(FMT)])
            until = mine[i + 1][0].strftime(FMT) if i + 1 < len(mine) else (
                "2026-03-06 18:01:26" if instance == SPEECH else "2026-04-01 00:00:00")
            rows.append(["autodl", instance, "stopped", end.strftime(FMT), until])
        if instance == SPEECH:
            rows.append(["autodl", instance, "released", "2026-03-06 18:01:26", ""])
    folder.write("states/autodl-states.csv", table(rows, end="\n").encode(), len(rows) - 1, {})


def usage(folder):
    head = ["time", "platform", "instance", "gpu", "utilisation", "memory_used", "memory_total",
            "power"]
    # THESIS: trains until the evening of Friday 13 March, then idles over the weekend.
    rows, time, i = [head], at("03-13 16:21"), 0
    while time < at("03-16 09:05:44"):
        busy = time < at("03-13 21:30")
        rows.append([time.strftime(FMT), "autodl", THESIS, "0", 88 + i % 9 if busy else i % 3 // 2,
                     21504 if busy else 612, 24564, 410 + i % 20 if busy else 21 + i % 3])
        time, i = time + timedelta(minutes=10), i + 1
    folder.write("usage/%s.csv" % THESIS, table(rows, end="\n").encode(), len(rows) - 1, {})
    # VISION on 18 March: the second card does nothing all day.
    rows, time, i = [head], at("03-18 09:06"), 0
    while time < at("03-18 21:00:33"):
        rows.append([time.strftime(FMT), "autodl", VISION, "0", 91 + i % 7, 19870, 24564,
                     421 + i % 9])
        rows.append([time.strftime(FMT), "autodl", VISION, "1", "0", 3, 24564, 19])
        time, i = time + timedelta(minutes=10), i + 1
    folder.write("usage/%s.csv" % VISION, table(rows, end="\n").encode(), len(rows) - 1, {})


# --- README -----------------------------------------------------------------------------------

def sums_table(folder, headings):
    lines = ["| %s | %s | %s |" % headings, "|---|---:|---:|"]
    totals, count = {}, 0
    for name, records, sums, is_view in sorted(folder.made):
        text = ", ".join("%s %s" % (plain(s), c) for c, s in sorted(sums.items()))
        lines.append("| `%s` | %d | %s |" % (name, records, "(%s)" % text if is_view else text or "-"))
        count += records
        for currency, s in sums.items():
            totals[currency] = totals.get(currency, D(0)) + (D(0) if is_view else s)
    lines.append("| | %d | %s |" % (count, ", ".join(
        "%s %s" % (plain(s), c) for c, s in sorted(totals.items()))))
    return "\n".join(lines)


def readme(folder):
    here = os.path.dirname(os.path.abspath(__file__))
    for language, headings in (("", ("file", "records", "BilledCost")),
                               (".zh", ("文件", "记录数", "BilledCost 合计"))):
        with open(os.path.join(here, "sample_bills_readme%s.txt" % language), encoding="utf-8") as f:
            text = f.read()
        text = text.replace("@SUMS@", sums_table(folder, headings))
        with open(os.path.join(folder.path, "README%s.md" % language), "wb") as f:
            f.write(text.encode())


def main():
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    folder = Folder(sys.argv[1] if len(sys.argv) > 1 else os.path.join(root, "sample-bills"))
    for make in (autodl, aliyun_v2, aliyun_detail, aliyun_flat, compshare, focus, simple, states,
                 usage):
        make(folder)
    readme(folder)


if __name__ == "__main__":
    main()
