"""Alibaba Cloud: three exports of three accounts of the lab."""
import json

from .common import BOM, DAY, D, FMT, HOUR, at, days, plain, table

TITLE = ("Alibaba Cloud", "阿里云")

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


CATEGORIES = {"storage": "object-storage", "disk": "data-disk", "traffic_out": "traffic",
              "eip_hold": "public-address", "snapshot_size": "snapshot", "token_in": "model-api",
              "systemdisk": "system-disk", "system_disk": "system-disk", "data_disk": "data-disk",
              "dsw_system_disk": "system-disk", "traffic": "traffic"}
MODELS = {"gn6v": "V100 16GB", "gn7i": "A10"}


def tell(folder, account, start, amount, code, spec, hours=None, voucher=D(0), order=""):
    """To the folder one line, by the code of its billing item; hours: of an instance on demand."""
    model = MODELS.get(spec[4:8], "") if spec.startswith("ecs.gn") else ""
    folder.line("aliyun", CATEGORIES.get(code, "gpu" if model else "cpu"), "CNY", start, amount,
                model, hours if model and amount > 0 else None, voucher, order, account)


def v2_row(values):
    """A row of the 61 columns, from headings without their group."""
    names = [h.split("/")[1] for h in V2_HEADINGS]
    assert all(names.count(name) == 1 for name in values), values
    return [values.get(name, "") for name in names]


def aliyun_v2(folder):
    for month in ("02", "03"):
        rows, total = [V2_HEADINGS], D(0)
        for i, (start, end, product, item, spec, resource, name, quantity, unit, price, share,
                coupon, kind) in enumerate(v2_charges(month), 1):
            listed = price * quantity
            discount = listed * share
            payable = listed - discount - coupon
            total += payable
            tell(folder, "1000000000000001", start, payable, item[0], spec, 1,
                 order="DEMO2026020001" if kind[1] == "新购" else "")
            rows.append(v2_row({
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
            }))
        folder.write(
            "aliyun/1000000000000001-2026%s_consumedetailbillv2.csv" % month,
            BOM + table(rows, end="\n").encode(), "aliyun-billing-item-v2",
            ("CSV, UTF-8 with BOM", "CSV，UTF-8 带 BOM"),
            ("61 columns: GPU instance, disks, address, traffic, snapshot, a prepaid instance, a "
             "model API",
             "61 列：GPU 实例、云盘、公网 IP、流量、快照、一台包月实例、模型调用"),
            len(rows) - 1, {"CNY": total})


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
            tell(folder, "1000000000000002", day, listed, code, spec, 6, voucher)
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
    folder.write(
        "aliyun/1000000000000002-账号-202602-res_consume_detail_1.csv",
        table(rows).encode("gb18030"), "aliyun-bill-detail", ("CSV, GB18030", "CSV，GB18030"),
        ("another account, 45 columns, partly paid by vouchers", "另一个账号，45 列，部分由代金券支付"),
        len(rows) - 1, {"CNY": total})


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
        tell(folder, "1000000000000003", day, listed, "storage", "")
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
    folder.write(
        "aliyun/bill_2026-03_demo-lab-3.csv", BOM + table(rows).encode(), "aliyun-bill-flat",
        ("CSV, UTF-8 with BOM, CRLF", "CSV，UTF-8 带 BOM，CRLF"),
        ("a third account, 39 columns", "第三个账号，39 列"), len(rows) - 1, {"CNY": total})


def leaks(folder):
    # 40 + 500 GB at 0.0021 an hour, 59 days; 9 + 8 + 6 + 10 + 9 + 7 hours of running on six days.
    hourly = (D(40) + D(500)) * D("0.0021")
    folder.leak(TITLE, GPU_ECS, "stopped-storage", "certain", hourly * (59 * 24 - 49), "CNY",
                ("two disks (500 and 40 GB) every day for an instance that ran for 49 hours on six "
                 "days: 59 x 27.216 - 49/24 x 27.216",
                 "两块云盘（500 GB 和 40 GB）天天计费，实例只在六天里运行了 49 小时："
                 "59 × 27.216 − 49/24 × 27.216"))
    gb = D("38.4") + D("12.75") + D("151.2") + D("20.06")
    folder.leak(TITLE, GPU_ECS, "traffic-fee", "likely", gb * D("0.8"), "CNY",
                ("traffic for 177.93; on 5 March a model was downloaded, 151.2 GB for 120.96: as "
                 "much as 14 hours of training", "流量共 177.93 元；3 月 5 日下载一个模型，151.2 GB 共 120.96 元，"
                 "抵得上训练 14 小时"))
    folder.leak(TITLE, "s-demo0001", "snapshot-and-image", "possible", 2 * 300 * D("0.12"), "CNY",
                ("a snapshot of 2025 that nobody needs: 2 x 36", "2025 年的快照，没人需要：2 × 36"))
    folder.leak(TITLE, "eip-demo0001", "idle-address", "certain", 59 * 24 * D("0.02"), "CNY",
                ("an address bound to nothing, all two months: 59 x 0.48",
                 "没有绑定任何资源的公网 IP，整整两个月：59 × 0.48"))
    folder.leak(TITLE, "i-demo0000000000000003", "stopped-storage", "certain",
                2 * 24 * (D(40) + D(200)) * D("0.0021"), "CNY",
                ("two disks over the weekend of 7 February, on which the course's instance had no "
                 "hours: 2 x 12.096",
                 "2 月 7 日的周末，课程实例没有运行，两块云盘照常计费：2 × 12.096"))


def make(folder):
    aliyun_v2(folder)
    aliyun_detail(folder)
    aliyun_flat(folder)
    leaks(folder)


