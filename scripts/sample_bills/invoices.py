"""The invoices that the lab holds for its bills: one for each month or recharge of a platform, but for
one that is missing, one that is there twice, one with the wrong title, and one for the orders of
three platforms.
"""
import glob
import json
import os
import zlib
from collections import namedtuple

from . import invoices_readme
from .claims import all_due
from .common import DAY, FMT, at, table, workbook
from .config import tax_id
from .einvoice import RATE, EInvoice, Party, net_of, tax_of
from .einvoice_ofd import ofd
from .einvoice_pdf import pdf
from .einvoice_xml import xml
from .invoices_readme import TITLE, TWO_TOTALS, VALID

LAST = True

MONEY = ("CNY", "USD", "EUR")  # other units are points that a platform gives away
BUYER = Party("示例大学", tax_id("12100000400000000"))
WRONG_TITLE = BUYER._replace(name="示例大学信息学院")
ITEM = "*信息技术服务*云计算资源使用费"
NOTE = "样例，非真实发票"

# One seller for three platforms; others as the formats name them, or made up.
RESALE = ("luchen", "matpool", "xiangongyun")
RESELLER = "示例算力服务（江苏）有限公司"
SELLERS = {"autodl": "视拓云（南京）科技有限公司", "example gpu cloud": "Example GPU Cloud, Inc.",
           **dict.fromkeys(RESALE, RESELLER)}

MISSING = ("autodl", "2026-03")
TWICE = ("siliconflow", "2026-02")  # typed once more by hand, with two digits exchanged
IN_ALL_FORMS = ("aliyun", "2026-02")
FORMS = ("xml", "ofd", "pdf")
TITLE_OF_RESALE = "2026-02"         # the month of which the reseller's invoice has the wrong title


# One invoice as the lab holds it; covers: what it is for.
Held = namedtuple("Held", "number issued seller total currency files covers why")


def formats_sellers():
    """The first seller that the formats of a platform name."""
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    sellers = {}
    for path in sorted(glob.glob(os.path.join(root, "parsers", "formats", "*.json"))):
        with open(path, encoding="utf-8") as file:
            data = json.load(file)
        for seller in data.get("invoice", {}).get("sellers", [])[:1]:
            sellers.setdefault(data.get("platform", ""), seller)
    return sellers


def made_up(size, *what):
    """A number below the size, the same for the same thing."""
    return zlib.crc32(" ".join(map(str, what)).encode()) % size


def party(name):
    """A seller with a made-up tax id, the check digit of which is right."""
    return Party(name, tax_id("91320100MA0T%05d" % made_up(100000, name)))


class Desk:
    """Where the lab keeps its invoices."""

    def __init__(self, folder):
        self.folder = folder
        self.known = formats_sellers()
        self.due = [d for d in all_due(folder) if d.currency in MONEY]
        self.held, self.rows, self.listed = [], [], []

    def seller(self, platform, currency):
        if platform in SELLERS or platform in self.known:
            return SELLERS.get(platform) or self.known[platform]
        return "示例%s科技有限公司" % platform if currency == "CNY" else "Example %s, Inc." % platform

    def configure(self):
        """What the config has to say: bases and sellers that no format knows."""
        entries = {}
        for platform in sorted({d.platform for d in self.due}):
            entry = {}
            if any(c.platform == platform and c.basis == "recharge" for c in self.folder.claims):
                entry["basis"] = "recharge"
            elif platform not in self.known:
                entry["basis"] = "consumption"
            if platform in SELLERS or platform not in self.known:
                currency = next(d.currency for d in self.due if d.platform == platform)
                entry["sellers"] = [self.seller(platform, currency)]
            if entry:
                entries[platform] = entry
        self.folder.configure("invoice", entries)

    # --- one invoice ---

    def digital(self, issued, seller, dues, remark, forms, buyer=BUYER, why=VALID):
        """A fully digital e-invoice, in one file of each form."""
        number = "26322000000%09d" % (100000001 + made_up(899999999, seller, issued))
        total = sum(d.amount for d in dues)
        invoice = EInvoice(number, issued, party(seller), buyer, ITEM, total,
                           "；".join(filter(None, (remark, NOTE))), False)
        stem = "dzfp_%s_%s_%s" % (number, buyer.name, issued.strftime("%Y%m%d%H%M%S"))
        files = ["invoices/%s.%s" % (stem, form) for form in forms]
        for name, form in zip(files, forms):
            self.folder.put(name, {"xml": xml, "ofd": ofd, "pdf": pdf}[form](invoice))
        self.held.append(Held(number, issued, seller, total, "CNY", files, dues, why))
        if buyer == BUYER:
            self.listed.append(invoice)
        return invoice

    def foreign(self, issued, seller, dues, platform):
        number = "%s-%s-%04d" % (platform.split()[-1].upper(), issued.strftime("%Y%m"),
                               made_up(9999, seller, issued))
        total = sum(d.amount for d in dues)
        self.rows.append([number, issued.strftime("%Y-%m-%d"), seller, BUYER.name, "", str(total),
                          dues[0].currency, "GPU cloud services", ""])
        self.held.append(Held(number, issued, seller, total, dues[0].currency, [], dues, VALID))


def next_month(month, day):
    return at("%02d-%02d 10:15:%02d" % (int(month[5:]) + 1, day, day))


def resale(desk):
    """The reseller's two invoices: a month in one sum, and orders by their numbers."""
    for month in ("2026-02", "2026-03"):
        dues = [d for d in desk.due if d.platform in RESALE and d.month == month and d.amount > 0]
        if month == TITLE_OF_RESALE:
            if dues:
                desk.digital(next_month(month, 4), RESELLER, dues, "账期" + month, ("pdf",),
                             WRONG_TITLE, TITLE)
            continue
        dues = [d for d in dues if d.order]
        if dues:
            desk.digital(next_month(month, 8), RESELLER, dues,
                         "订单号：" + "、".join(d.order for d in dues), ("pdf",))


def one_platform(desk, platform, place):
    """One invoice for each recharge, or for each month."""
    dues = [d for d in desk.due if d.platform == platform and d.amount > 0]
    recharges = {c.platform for c in desk.folder.claims if c.basis == "recharge"}
    groups = {}
    for i, due in enumerate(dues):
        groups.setdefault((due.month, i if platform in recharges else 0), []).append(due)
    for i, ((month, _), group) in enumerate(sorted(groups.items())):
        if (platform, month) == MISSING:
            continue
        seller = desk.seller(platform, group[0].currency)
        issued = (group[0].start + DAY if platform in recharges
                  else next_month(month, 2 + place % 9))
        if group[0].currency != "CNY":
            desk.foreign(issued, seller, group, platform)
            continue
        remark = "账期" + month
        if platform in recharges:
            remark = "充值订单号：" + group[0].order if group[0].order else ""
        forms = FORMS if (platform, month) == IN_ALL_FORMS else (FORMS[(place + i) % 3],)
        twice = (platform, month) == TWICE
        invoice = desk.digital(issued, seller, group, remark, forms,
                               why=TWO_TOTALS if twice else VALID)
        if twice:
            type_again(desk, invoice)


def type_again(desk, invoice):
    """The same number in the lab's own list, with two digits of the total exchanged."""
    digits = list(str(invoice.total))
    digits[1], digits[2] = digits[2], digits[1]
    total = type(invoice.total)("".join(digits))
    assert total != invoice.total
    desk.rows.append([invoice.number, invoice.issued.strftime("%Y-%m-%d"), invoice.seller.name,
                      invoice.buyer.name, invoice.buyer.tax_id, str(total), "CNY", ITEM, ""])
    desk.held.append(Held(invoice.number, invoice.issued, invoice.seller.name, total, "CNY", [],
                          [], TWO_TOTALS))


# --- lists ------------------------------------------------------------------------------------

LIST_HEADINGS = """序号 发票代码 发票号码 数电发票号码 销方识别号 销方名称 购方识别号 购买方名称 开票日期 金额 税额 价税合计 发票来源
发票票种 发票状态 是否正数发票 发票风险等级 开票人 备注""".split()
LINE_HEADINGS = """序号 发票代码 发票号码 数电发票号码 销方识别号 销方名称 购方识别号 购买方名称 开票日期 税收分类编码 特定业务类型
货物或应税劳务名称 规格型号 单位 数量 单价 金额 税率 税额 价税合计 发票来源 发票票种 发票状态 是否正数发票 发票风险等级 开票人
备注""".split()


def tax_platform_list(desk):
    """What the tax platform lists for the buyer: it knows nothing of other titles."""
    heads, lines = [LIST_HEADINGS], [LINE_HEADINGS]
    for i, one in enumerate(sorted(desk.listed, key=lambda v: (v.issued, v.number)), 1):
        cell = {
            "序号": i, "数电发票号码": one.number, "销方识别号": one.seller.tax_id,
            "销方名称": one.seller.name, "购方识别号": one.buyer.tax_id, "购买方名称": one.buyer.name,
            "开票日期": one.issued.strftime(FMT), "金额": net_of(one), "税额": tax_of(one),
            "价税合计": one.total, "发票来源": "电子发票服务平台", "发票票种": "数电发票（普通发票）",
            "发票状态": "正常", "是否正数发票": "是", "发票风险等级": "正常", "开票人": "示例",
            "备注": one.remark, "税收分类编码": "3040203000000000000", "货物或应税劳务名称": one.item,
            "数量": 1, "单价": net_of(one), "税率": "%d%%" % (RATE * 100)}
        heads.append([cell.get(h, "") for h in LIST_HEADINGS])
        lines.append([cell.get(h, "") for h in LINE_HEADINGS])
    name = "invoices/全量发票查询导出结果-2026年.xlsx"
    desk.folder.write(
        name, workbook([("发票基础信息", heads), ("信息汇总表", lines)]), "tax-platform-list",
        ("XLSX, two sheets", "XLSX，两个工作表"),
        ("the tax platform's list of the same invoices", "税务平台导出的发票清单，与上面是同一批发票"),
        len(heads) + len(lines) - 2)


def own_list(desk):
    headings = "number date seller buyer buyer_tax_id total currency item remark".split()
    desk.folder.write(
        "invoices/实验室发票登记.csv", table([headings] + desk.rows).encode("gb18030"),
        "gpubill-invoices", ("CSV, GB18030", "CSV，GB18030"),
        ("the lab's own list: foreign invoices, and one typed wrong",
         "实验室自己登记的发票：境外发票，还有一张抄错了金额"), len(desk.rows))


def make(folder):
    desk = Desk(folder)
    desk.configure()
    platforms = sorted({d.platform for d in desk.due} - set(RESALE))
    for place, platform in enumerate(platforms):
        one_platform(desk, platform, place)
    resale(desk)
    tax_platform_list(desk)
    own_list(desk)
    folder.desk = desk
    folder.sections.update(invoices_readme.sections(desk))
