"""Tencent Cloud: bills by resource (L2), by component (L3) and an answer of DescribeBillDetail.

Account 1: L3 of February, zipped; L2 of March, downloaded while the month went on and once more
when it was over. Account 2: an L3 as of 2022 for February; a workbook of L2 for March. Account 3:
DescribeBillDetail of March.
"""
from collections import namedtuple
from datetime import timedelta

from .common import (BOM, DAY, D, FMT, HOUR, NameInGbk, archive, at, json_text, plain, table,
                     workbook)

TITLE = ("Tencent Cloud", "腾讯云")
SECOND = timedelta(seconds=1)

# sub: 子产品; kind, component: 组件类型, 组件名称; price: list price of a unit for one unit of time;
# rate: of the discount, None where nothing but total is told; codes: product, 子产品, 组件类型, 组件.
Charge = namedtuple(
    "Charge", "category product sub mode action order start end resource name type project kind "
    "component price price_unit quantity unit time time_unit rate total voucher gift transfer "
    "codes")

CVM, CBS, COS, EIP = "云服务器CVM", "云硬盘CBS", "对象存储COS", "公网 IP"
GN8, GN7, S5 = "云服务器CVM-GPU型GN8", "云服务器CVM-GPU计算型GN7", "云服务器CVM-标准型S5"
POST, PRE = "按量计费", "包年包月"
HOURLY, DAILY, SPOT = "按量计费小时结", "按量计费日结", "竞价实例小时结"


def charge(category, product, sub, action, start, end, resource, name, kind, component, price,
           price_unit, quantity, unit, time, time_unit, rate="1", mode=POST, order="-", type="-",
           project="默认项目", total=None, voucher="0", gift="0", transfer="0", codes=("", "", "", "")):
    if total is None:
        total = D(price) * D(quantity) * D(time) * D(rate)
    return Charge(category, product, sub, mode, action, order, start, end, resource, name, type,
                  project, kind, component, price, price_unit, quantity, unit, time, time_unit,
                  rate, D(total), D(voucher), D(gift), D(transfer), codes)


def gpu_hour(start, resource, name, spec, sub, component, price, codes, **more):
    return charge("gpu", CVM, sub, more.pop("action", HOURLY), start, start + HOUR, resource, name,
                  *component, price, "元/个/小时", "1", "个", "1", "小时", type=spec,
                  codes=("p_cvm",) + codes, **more)


def system_disk_hour(start, resource, name, spec, sub, gb, code, **more):
    return charge("system-disk", CVM, sub, HOURLY, start, start + HOUR, resource, name, "系统盘",
                  "高性能云硬盘", "0.0005", "元/GB/小时", str(gb), "GB", "1", "小时", type=spec,
                  codes=("p_cvm", code, "sv_disk", "v_premium"), **more)


def february():
    """Account 1: two trainings on a P40, one of them in part as spot; an address that was forgotten
    for a day; a month bought; a model service."""
    out, gift = [], [D("6.00")]
    ins, spec = "ins-demo0001", "GN8.LARGE56"
    codes = ("sp_cvm_gn8", "sv_gpu", "v_gpu_p40")
    for first, hours, action, rate in (("02-05 09:00", 7, HOURLY, "0.9"),
                                       ("02-12 13:00", 5, SPOT, "0.3")):
        for h in range(hours):
            start = at(first) + h * HOUR
            paid = min(gift[0], D("10.20") * D(rate))
            gift[0] -= paid
            out.append(gpu_hour(start, ins, "detector", spec, GN8, ("GPU", "P40"), "10.20", codes,
                                action=action, rate=rate, gift=paid, project="vision"))
            out.append(system_disk_hour(start, ins, "detector", spec, GN8, 50, "sp_cvm_gn8",
                                        project="vision"))
    out.append(charge("traffic", CVM, GN8, HOURLY, at("02-05 10:00"), at("02-05 11:00"), ins,
                      "detector", "带宽", "公网流量", "0.8", "元/GB", "0.9", "GB", "1", "小时",
                      type=spec, project="vision",
                      codes=("p_cvm", "sp_cvm_gn8", "sv_bandwidth", "v_traffic")))
    out.append(charge("data-disk", CBS, "云硬盘CBS-SSD云硬盘", "包年包月新购", at("02-05 09:00"),
                      at("03-05 09:00"), "disk-demo0001", "detector-data", "云硬盘", "SSD云硬盘空间",
                      "1", "元/GB/月", "200", "GB", "1", "月", rate="0.85", mode=PRE,
                      order="20260205090001", voucher="20.00", project="vision",
                      codes=("p_cbs", "sp_cbs_ssd", "sv_cbs", "v_cbs_ssd")))
    for h in range(24):
        start = at("02-26 20:00") + h * HOUR
        out.append(charge("public-address", EIP, EIP, HOURLY, start, start + HOUR, "eip-demo0001",
                          "old-demo-site", "公网IP资源费", "公网IP资源费", "0.00005556", "元/个/秒", "1",
                          "个", "3600", "秒", codes=("p_eip", "sp_eip", "sv_eip_hour", "v_eip_hour")))
    for day, tokens in (("02-16", "2.75"), ("02-17", "4.1")):
        start = at(day + " 00:00")
        out.append(charge("model-api", "腾讯混元大模型", "混元大模型-在线推理", DAILY, start, start + DAY,
                          "hunyuan-demo", "-", "文生文", "输入token", "0.8", "元/百万token/天", tokens,
                          "百万token", "1", "天", project="nlp",
                          codes=("p_hunyuan", "sp_hunyuan_ts", "sv_hunyuan", "v_hunyuan_in")))
    return sorted(out, key=lambda c: (c.start, c.resource))


L3_HEADINGS = """支付者UIN 使用者UIN 操作者UIN 产品名称 子产品名称 计费模式 交易类型 订单ID 交易ID 关联单据ID 扣费时间
开始使用时间 结束使用时间 资源ID 实例名称 实例类型 配置属性 项目名称 国内国际 地域 可用区 组件类型 组件名称 价格属性
刊例价 优惠后单价 价格单位 用量 用量单位 使用时长 时长单位 原始用量/时长 抵扣用量/时长(含资源包) 原价(元)
预留实例抵扣原价(元) 预留实例抵扣时长 节省计划抵扣金额 节省计划抵扣率 节省计划抵扣原价(元) 折扣率 混合折扣率
优惠后总价(元) 优惠券支付(元) 赠送金支付(元) 分成金支付(元) 现金支付(元) 备注属性 计算规则说明 计费规则 产品编码
子产品编码 组件类型编码 组件编码 账单记录ID 地域编码 可用区编码 优惠对象 优惠类型 优惠内容 账单月""".split()
TABBED = ("支付者UIN", "使用者UIN", "操作者UIN", "订单ID", "交易ID", "账单月")


def eight(x):
    return format(x.quantize(D("0.00000001")), "f")


def cost(c):
    return D(c.price) * D(c.quantity) * D(c.time)


def common_cells(c, uin):
    cash = c.total - c.voucher - c.gift - c.transfer
    return {
        "支付者UIN": uin, "使用者UIN": uin, "操作者UIN": uin, "产品名称": c.product,
        "子产品名称": c.sub, "计费模式": c.mode, "交易类型": c.action, "订单ID": c.order,
        "开始使用时间": c.start.strftime(FMT), "结束使用时间": (c.end - SECOND).strftime(FMT),
        "资源ID": c.resource, "实例名称": c.name, "实例类型": c.type, "项目名称": c.project,
        "国内国际": "国内", "地域": "华东地区（上海）", "可用区": "上海五区",
        "优惠后总价(元)": eight(c.total), "优惠券支付(元)": eight(c.voucher),
        "赠送金支付(元)": eight(c.gift), "分成金支付(元)": eight(c.transfer),
        "现金支付(元)": eight(cash), "产品编码": c.codes[0], "子产品编码": c.codes[1],
        "地域编码": "ap-shanghai", "可用区编码": "ap-shanghai-5",
        "账单月": c.start.strftime("%Y-%m")}


def l3_cells(c, uin, i):
    paid = c.end + 2 * timedelta(minutes=1) if c.mode == POST else c.start
    return dict(common_cells(c, uin), **{
        "交易ID": "%s%08d" % (paid.strftime("%Y%m%d"), i), "扣费时间": paid.strftime(FMT),
        "组件类型": c.kind, "组件名称": c.component, "刊例价": c.price,
        "优惠后单价": plain(D(c.price) * D(c.rate)), "价格单位": c.price_unit, "用量": c.quantity,
        "用量单位": c.unit, "使用时长": c.time, "时长单位": c.time_unit,
        "原始用量/时长": plain(D(c.quantity)), "抵扣用量/时长(含资源包)": "0", "原价(元)": eight(cost(c)),
        "预留实例抵扣原价(元)": eight(D(0)), "预留实例抵扣时长": "0", "节省计划抵扣金额": eight(D(0)),
        "节省计划抵扣率": "0", "节省计划抵扣原价(元)": eight(D(0)), "折扣率": eight(D(c.rate)),
        "混合折扣率": eight(D(c.rate)), "组件类型编码": c.codes[2], "组件编码": c.codes[3],
        "账单记录ID": "%s-r%06d" % (paid.strftime("%Y%m"), i)})


def quoted(headings, cells):
    """Every cell in quotes; ids and months have a tab behind them, inside the quotes."""
    lines = [",".join(headings)]
    for row in cells:
        texts = [row.get(h, "-") + ("\t" if h in TABBED else "") for h in headings]
        lines.append(",".join('"%s"' % t.replace('"', '""') for t in texts))
    return BOM + ("\r\n".join(lines) + "\r\n").encode()


def tell(folder, charges, uin):
    """To the folder what these charges are. Returns their sum."""
    for c in charges:
        on_demand = c.category == "gpu" and c.mode == POST and c.action != SPOT
        folder.line("tencent", c.category, "CNY", c.start, c.total,
                    {GN8: "P40", GN7: "T4"}[c.sub] if c.category == "gpu" else "",
                    (c.end - c.start) // HOUR if on_demand and c.total > 0 else None,
                    c.voucher + c.gift, "" if c.order == "-" else c.order, uin)
    return sum(c.total for c in charges)


def detail(folder):
    charges, uin = february(), "100000000001"
    name = "100000000001-202602-按扣费周期-明细账单"
    data = quoted(L3_HEADINGS, [l3_cells(c, uin, i) for i, c in enumerate(charges, 1)])
    folder.put("tencent/%s.zip" % name, archive([(name + ".csv", data)], NameInGbk))
    folder.tell("tencent/%s.zip!%s.csv" % (name, name), "tencent-l3",
                ("CSV in a zip, its name in GBK, tabs inside quotes",
                 "zip 中的 CSV，文件名为 GBK 编码，引号内有制表符"),
                ("L3, 60 columns: a P40 by the hour and as spot, a disk for a month, an idle "
                 "address, a model API", "明细账单，60 列：按小时和竞价的 P40、包月云硬盘、闲置公网 IP、模型调用"),
                len(charges), {"CNY": tell(folder, charges, uin)})
    folder.leak(TITLE, "eip-demo0001", "idle-address", "certain",
                24 * D("0.00005556") * 3600, "CNY",
                ("an address that stayed behind when its server was released, until the next "
                 "evening: 24 hours of 3600 seconds at 0.00005556",
                 "服务器释放后留下的公网 IP，到第二天晚上才释放：24 小时，每秒 0.00005556 元"))


# --- L2 ---------------------------------------------------------------------------------------

L2_HEADINGS = """支付者UIN 使用者UIN 操作者UIN 产品名称 子产品名称 计费模式 交易类型 订单ID 扣费时间 开始使用时间 结束使用时间
资源ID 实例名称 实例类型 配置描述 项目名称 国内国际 地域 可用区 原价(元) 预留实例抵扣原价(元) 节省计划抵扣金额
节省计划抵扣原价(元) 折扣率 优惠后总价(元) 优惠券支付(元) 赠送金支付(元) 分成金支付(元) 现金支付(元) 扩展字段1
扩展字段2 扩展字段3 扩展字段4 扩展字段5 产品编码 子产品编码 地域编码 可用区编码 账单月""".split()


def row(category, product, sub, action, first, end, resource, name, config, total, code,
        rate="1", **more):
    """A resource's row: the total is what its discount leaves of the list price."""
    return charge(category, product, sub, action, at(first), end, resource, name, config, "",
                  total, "", "1", "", "1", "", rate=rate, codes=(code, "s" + code, "", ""), **more)


def march(until):
    """Account 1 in March, as far as the month has gone: rows of what goes on still grow."""
    def rest(first, price):
        hours = (until - at(first)) // HOUR
        return until, plain(D(price) * hours)

    out = [row("gpu", CVM, GN8, HOURLY, first, at(last), ins, name, "CPU:6核,内存:56GB,GPU:1*P40",
               plain(D("10.20") * ((at(last) - at(first)) // HOUR)), "p_cvm", rate="0.9",
               type="GN8.LARGE56", project="vision", transfer=transfer)
           for first, last, ins, name, transfer in (
               ("03-02 09:00", "03-03 21:00", "ins-demo0011", "detector-v2", "40.00"),
               ("03-09 10:00", "03-10 10:00", "ins-demo0012", "segmenter", "0"),
               ("03-16 08:00", "03-16 20:00", "ins-demo0013", "ocr-eval", "0"))]
    for first, ins, name, total, order, project in (
            ("03-01 00:00", "ins-demo0014", "gitlab", "168.00", "20260301000001", "默认项目"),
            ("03-01 00:00", "ins-demo0015", "homepage", "65.00", "20260301000002", "默认项目"),
            ("03-04 00:00", "ins-demo0016", "annotation", "168.00", "20260304000001", "vision")):
        out.append(row("cpu", CVM, S5, "包年包月续费", first, at("04-01 00:00"), ins, name,
                       "CPU:2核,内存:4GB", total, "p_cvm", rate="0.8", mode=PRE, order=order,
                       type="S5.MEDIUM4", project=project))
    out.append(row("cpu", CVM, S5, "包年包月退款", "03-12 10:00", at("04-01 00:00"), "ins-demo0016",
                   "annotation", "CPU:2核,内存:4GB", "-105.00", "p_cvm", rate="0.8", mode=PRE,
                   order="20260312000001", type="S5.MEDIUM4", project="vision"))
    for day, tokens in (("03-05", "1.36"), ("03-11", "8.80")):
        start = at(day + " 00:00")
        out.append(row("model-api", "腾讯混元大模型", "混元大模型-在线推理", DAILY, day + " 00:00",
                       start + DAY, "hunyuan-" + day, "-", "模型:hunyuan", tokens, "p_hunyuan",
                       project="nlp"))
    end, total = rest("03-05 09:00", "0.18")
    out.append(row("data-disk", CBS, "云硬盘CBS-SSD云硬盘", HOURLY, "03-05 09:00", end,
                   "disk-demo0001", "detector-data", "容量:200GB", total, "p_cbs",
                   project="vision"))
    end, total = rest("03-01 00:00", "0.0136")
    out.append(row("object-storage", COS, "对象存储COS-标准存储容量", DAILY, "03-01 00:00", end,
                   "cos-demo-data", "-", "存储容量", total, "p_cos", project="vision"))
    if until > at("03-24 00:00"):
        out.append(row("gpu", CVM, GN8, HOURLY, "03-24 09:00", at("03-25 03:00"), "ins-demo0017",
                       "detector-v3", "CPU:6核,内存:56GB,GPU:1*P40", "183.60", "p_cvm", rate="0.9",
                       type="GN8.LARGE56", project="vision"))
    return out


def l2_cells(c, uin):
    paid = c.start if c.mode == PRE else c.end
    return dict(common_cells(c, uin), **{
        "扣费时间": paid.strftime(FMT) if c.end - c.start <= DAY or c.mode == PRE else "-",
        "配置描述": c.kind, "原价(元)": eight(cost(c)) if cost(c) > 0 else "-",
        "预留实例抵扣原价(元)": eight(D(0)), "节省计划抵扣金额": eight(D(0)),
        "节省计划抵扣原价(元)": eight(D(0)), "折扣率": eight(D(c.rate)) if cost(c) > 0 else "-"})


def summaries(folder):
    uin, name = "100000000001", "tencent/100000000001-202603-按扣费周期-资源账单%s.csv"
    closed, open_month = march(at("04-01 00:00")), march(at("03-20 00:00"))
    for suffix, charges, is_view, what in (
            ("", open_month, True, ("L2, 39 columns, downloaded on 20 March: replaced by the next",
                                    "资源账单，39 列，3 月 20 日下载：被下一份取代")),
            ("(1)", closed, False, ("the same month downloaded again when it was over",
                                    "同一个月出账后重新下载"))):
        folder.write(name % suffix, quoted(L2_HEADINGS, [l2_cells(c, uin) for c in charges]),
                     "tencent-l2", ("CSV, tabs inside quotes", "CSV，引号内有制表符"), what,
                     len(charges), {"CNY": sum(c.total for c in charges)}, is_view)
    tell(folder, closed, uin)
    folder.remark("sums", "Tencent's file of 20 March is an older download of a month that went "
                  "on: the newer one replaces it, and its sum is not in the total either.",
                  "腾讯云 3 月 20 日的文件是当月未出账时的下载，被新的一份取代，其金额也不计入合计。")


def summary_workbook(folder):
    """Account 2 in March."""
    uin = "100000000002"
    charges = [
        row("gpu", CVM, GN7, HOURLY, "03-03 08:00", at("03-04 08:00"), "ins-demo0021", "tts",
            "CPU:20核,内存:80GB,GPU:1*T4", "211.20", "p_cvm", type="GN7.5XLARGE80", voucher="50.00",
            project="speech"),
        row("data-disk", CBS, "云硬盘CBS-高性能云硬盘", HOURLY, "03-01 00:00", at("04-01 00:00"),
            "disk-demo0021", "tts-data", "容量:500GB", "186.00", "p_cbs", project="speech"),
        row("file-storage", "文件存储CFS", "文件存储CFS-通用标准型", DAILY, "03-01 00:00",
            at("04-01 00:00"), "cfs-demo0021", "shared", "容量:120GB", "42.00", "p_cfs",
            project="speech")]
    rows = [L2_HEADINGS] + [[cells.get(h, "-") for h in L2_HEADINGS]
                            for cells in (l2_cells(c, uin) for c in charges)]
    folder.write("tencent/100000000002-202603-资源账单.xlsx", workbook([("资源账单", rows)]),
                 "tencent-l2", ("XLSX", "XLSX"),
                 ("L2 of another account: a T4, a disk, a file system",
                  "另一个账号的资源账单：T4、云硬盘、文件存储"),
                 len(charges), {"CNY": tell(folder, charges, uin)})


# --- L3 as of 2022, DescribeBillDetail ----------------------------------------------------------

OLD_HEADINGS = """支付者UIN 使用者UIN 操作者UIN 产品名称 计费模式 项目名称 地域 可用区 国内国际 资源ID 实例名称 子产品名称 交易类型
订单ID 交易ID 扣费时间 开始使用时间 结束使用时间 组件类型 组件名称 组件刊例价 组件单价 组件价格单位 组件用量
组件用量单位 使用时长 时长单位 组件原价 折扣率 优惠后总价 代金券支出(元) 赠送账户支出(元) 现金账户支出(元) 标签键:team
标签键:owner""".split()


def old_cells(c, uin, i):
    cells = l3_cells(c, uin, i)
    for old, new in (("组件刊例价", "刊例价"), ("组件单价", "优惠后单价"), ("组件价格单位", "价格单位"),
                     ("组件用量", "用量"), ("组件用量单位", "用量单位"), ("组件原价", "原价(元)"),
                     ("优惠后总价", "优惠后总价(元)"), ("代金券支出(元)", "优惠券支付(元)"),
                     ("赠送账户支出(元)", "赠送金支付(元)"), ("现金账户支出(元)", "现金支付(元)")):
        cells[old] = cells[new]
    if c.total < 0:
        for blank in ("组件刊例价", "组件单价", "组件价格单位", "组件用量", "组件用量单位", "使用时长",
                      "时长单位", "组件原价", "折扣率"):
            cells[blank] = "-"
    cells["标签键:team"] = '"speech"' if c.project == "speech" else "-"
    cells["标签键:owner"] = '"li"' if c.sub == GN7 else "-"
    return cells


def speech_hours(ins, first, hours, price, component):
    spec, codes = "GN7.5XLARGE80", ("sp_cvm_gn7", "sv_gpu", "v_gpu_t4")
    for h in range(hours):
        start = at(first) + h * HOUR
        yield gpu_hour(start, ins, "asr", spec, GN7, component, price, codes, rate="0.8",
                       project="speech", voucher="1.00" if h == 0 else "0")
        yield system_disk_hour(start, ins, "asr", spec, GN7, 50, "sp_cvm_gn7", project="speech")


def old_detail(folder):
    """Account 2 in February: tags as columns, a correction of an hour, a compensation."""
    uin = "100000000002"
    charges = list(speech_hours("ins-demo0022", "02-10 14:00", 8, "8.80",
                                ("算力", "GN7.5XLARGE80")))
    charges.append(charges[-2]._replace(action="按量计费冲正", total=-charges[-2].total))
    charges.append(charge("cpu", CVM, "-", "调账补偿", at("02-11 09:00"), at("02-11 09:00") + SECOND,
                          "-", "-", "补偿", "-", "0", "-", "0", "-", "0", "-", total="-5.00"))
    cells = [old_cells(c, uin, i) for i, c in enumerate(charges, 1)]
    rows = [OLD_HEADINGS] + [[row.get(h, "-") for h in OLD_HEADINGS] for row in cells]
    folder.write("tencent/100000000002-202602-明细账单.csv", table(rows, end="\n").encode(),
                 "tencent-l3", ("CSV", "CSV"),
                 ("L3 as of 2022, 33 columns and two of tags: a T4, a correction, a compensation",
                  "2022 年的明细账单，33 列加两列标签：T4、冲正、补偿"),
                 len(charges), {"CNY": tell(folder, charges, uin)})


def component(c):
    cash = c.total - c.voucher - c.gift - c.transfer
    return {"ComponentCodeName": c.kind, "ItemCodeName": c.component, "SinglePrice": c.price,
            "SpecifiedPrice": c.price, "PriceUnit": c.price_unit, "UsedAmount": c.quantity,
            "UsedAmountUnit": c.unit, "RealTotalMeasure": c.quantity, "DeductedMeasure": "0",
            "TimeSpan": c.time, "TimeUnitName": c.time_unit, "Cost": eight(cost(c)),
            "Discount": c.rate, "ReduceType": "折扣" if c.rate != "1" else "-",
            "RealCost": eight(c.total), "VoucherPayAmount": eight(c.voucher),
            "CashPayAmount": eight(cash), "IncentivePayAmount": eight(c.gift),
            "TransferPayAmount": eight(c.transfer), "ItemCode": c.codes[2],
            "ComponentCode": c.codes[3], "ContractPrice": plain(D(c.price) * D(c.rate)),
            "InstanceType": c.type, "RiTimeSpan": "0", "OriginalCostWithRI": "0",
            "SPDeductionRate": "0", "SPDeduction": "0", "OriginalCostWithSP": "0",
            "BlendedDiscount": c.rate, "ComponentConfig": None}


def bill_detail(folder):
    """Account 3 in March: each record has a machine's card and disk in its ComponentSet."""
    uin, records = "100000000003", []
    charges = list(speech_hours("ins-demo0031", "03-18 09:00", 6, "8.80", ("GPU", "T4")))
    for i, (first, second) in enumerate(zip(charges[::2], charges[1::2]), 1):
        c = first
        records.append({
            "BusinessCodeName": c.product, "ProductCodeName": c.sub, "PayModeName": c.mode,
            "ProjectName": c.project, "RegionName": "华东地区（上海）", "ZoneName": "上海五区",
            "ResourceId": c.resource, "ResourceName": c.name, "ActionTypeName": c.action,
            "OrderId": "", "BillId": "20260318%08d" % i,
            "PayTime": (c.end + 2 * timedelta(minutes=1)).strftime(FMT),
            "FeeBeginTime": c.start.strftime(FMT), "FeeEndTime": (c.end - SECOND).strftime(FMT),
            "ComponentSet": [component(first), component(second)],
            "PayerUin": uin, "OwnerUin": uin, "OperateUin": uin,
            "Tags": [{"TagKey": "team", "TagValue": "speech"}], "BusinessCode": c.codes[0],
            "ProductCode": c.codes[1], "ActionType": "postpay_deduct_h", "RegionId": "4",
            "ProjectId": 1000001, "PriceInfo": None, "AssociatedOrder": None, "Formula": "",
            "FormulaUrl": "", "BillDay": "2026-03-18", "BillMonth": "2026-03",
            "Id": "202603-d%06d" % i, "RegionType": "domestic", "RegionTypeName": "国内",
            "ReserveDetail": "", "DiscountObject": "", "DiscountType": "", "DiscountContent": "",
            "ExtendField": ""})
    data = {"Response": {"DetailSet": records, "Total": len(records), "Context": "",
                         "RequestId": "demo-0000"}}
    folder.write("tencent/DescribeBillDetail-2026-03.json", json_text(data),
                 "tencent-bill-detail-json", ("JSON", "JSON"),
                 ("a third account: each record holds a machine's components",
                  "第三个账号：每条记录内含一台机器的各组件"),
                 len(charges), {"CNY": tell(folder, charges, uin)})


def make(folder):
    detail(folder)
    summaries(folder)
    summary_workbook(folder)
    old_detail(folder)
    bill_detail(folder)
