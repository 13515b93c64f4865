"""A fully digital e-invoice (数电票): what it says, and where each text stands on its page."""
from collections import namedtuple
from decimal import ROUND_HALF_UP

from .common import CENT, D

RATE = D("0.06")
Party = namedtuple("Party", "name tax_id")

# number: 20 digits; issued: a datetime; is_special: 专用发票, else 普通发票.
EInvoice = namedtuple("EInvoice", "number issued seller buyer item total remark is_special")

DIGITS = "零壹贰叁肆伍陆柒捌玖"
PAGE = (D(210), D(140))  # mm


def net_of(invoice):
    return (invoice.total / (1 + RATE)).quantize(CENT, ROUND_HALF_UP)


def tax_of(invoice):
    return invoice.total - net_of(invoice)


def section(n):
    """Below 10,000, in capitals, without zeros at its ends."""
    text = ""
    for unit, size in (("仟", 1000), ("佰", 100), ("拾", 10), ("", 1)):
        digit = n // size % 10
        if digit:
            text += DIGITS[digit] + unit
        elif text and not text.endswith("零"):
            text += "零"
    return text.rstrip("零")


def capitals(amount):
    """An amount below 100,000,000 yuan in Chinese capitals."""
    fen = int(amount * 100)
    yuan, jiao, rest = fen // 100, fen // 10 % 10, fen % 10
    high, low = yuan // 10000, yuan % 10000
    text = section(high) + "万" if high else ""
    if low:
        text += ("零" if high and low < 1000 else "") + section(low)
    text += "圆" if yuan else ""
    if not jiao and not rest:
        return text + "整"
    if jiao:
        text += DIGITS[jiao] + "角"
    elif yuan:
        text += "零"
    return text + (DIGITS[rest] + "分" if rest else "整")


def title(invoice):
    return "电子发票（%s）" % ("增值税专用发票" if invoice.is_special else "普通发票")


# --- the page ---------------------------------------------------------------------------------

# x, y of the upper left corner and height in mm, as on a real page; r: x is the right end.
Text = namedtuple("Text", "key x y size text")

LABELS = (
    ("发票号码：", "154", "11", "3.2"), ("开票日期：", "154", "17", "3.2"),
    ("购", "6", "32.5", "3.2"), ("买", "6", "36", "3.2"), ("方", "6", "39.5", "3.2"),
    ("信", "6", "43", "3.2"), ("息", "6", "46.5", "3.2"),
    ("销", "106.5", "32.5", "3.2"), ("售", "106.5", "36", "3.2"), ("方", "106.5", "39.5", "3.2"),
    ("信", "106.5", "43", "3.2"), ("息", "106.5", "46.5", "3.2"),
    ("名称：", "11", "34", "3.2"), ("名称：", "111.5", "34", "3.2"),
    ("统一社会信用代码/纳税人识别号：", "11", "44", "3.2"),
    ("统一社会信用代码/纳税人识别号：", "111.5", "44", "3.2"),
    ("项目名称", "12", "52.7", "3.2"), ("规格型号", "44", "52.7", "3.2"), ("单 位", "64", "52.7", "3.2"),
    ("数 量", "88", "52.7", "3.2"), ("单 价", "113", "52.7", "3.2"), ("金 额", "141", "52.7", "3.2"),
    ("税率/征收率", "157", "52.7", "3.2"), ("税 额", "193", "52.7", "3.2"),
    ("合", "14", "91", "3.2"), ("计", "26", "91", "3.2"),
    ("价税合计（大写）", "16", "97.8", "3.2"), ("（小写）", "140", "97.8", "3.2"),
    ("备", "6", "108", "3.2"), ("注", "6", "114", "3.2"), ("开票人：", "18", "129.5", "3.2"))

# Lines from x, y to x, y in mm.
RULES = tuple(tuple(D(v) for v in line.split()) for line in (
    "65.5 18 138.5 18", "65.5 19 138.5 19", "4.5 30 205.5 30", "4.5 52 205.5 52", "4.5 96 205.5 96",
    "4.5 104 205.5 104", "4.5 124 205.5 124", "4.5 30 4.5 124", "205.5 30 205.5 124",
    "10.5 30 10.5 52", "105 30 105 52", "111 30 111 52", "56.5 96 56.5 104", "10.5 104 10.5 124"))


def width(text, size):
    """Full width for Chinese, half for Latin characters."""
    return sum(size if ord(c) > 0x2E7F or c in "（）：¥" else size / 2 for c in text)


def right(key, x, y, size, text):
    size = D(size)
    return Text(key, D(x) - width(text, size), D(y), size, text)


def wrapped(text, size, room):
    """The text in lines that are no wider than the room."""
    lines = [""]
    for c in text:
        if width(lines[-1] + c, size) > room:
            lines.append("")
        lines[-1] += c
    return lines


def labels(invoice):
    heading = title(invoice)
    size = D("5.6")
    yield Text("title", (PAGE[0] - width(heading, size)) / 2, D("9"), size, heading)
    for text, x, y, height in LABELS:
        yield Text("", D(x), D(y), D(height), text)


def values(invoice):
    net, tax = net_of(invoice), tax_of(invoice)
    size = D("3.2")

    def put(key, x, y, text):
        return Text(key, D(x), D(y), size, text)

    yield put("InvoiceNo", "170", "11", invoice.number)
    yield put("IssueDate", "170", "17", invoice.issued.strftime("%Y年%m月%d日"))
    yield put("BuyerName", "20.6", "34", invoice.buyer.name)
    yield put("BuyerTaxID", "59.5", "44", invoice.buyer.tax_id)
    yield put("SellerName", "121.1", "34", invoice.seller.name)
    yield put("SellerTaxID", "160", "44", invoice.seller.tax_id)
    for i, text in enumerate(wrapped(invoice.item, size, D(48))):
        yield put("Item", "4.7", D("57") + i * D("4.5"), text)
    yield right("Quantity", "102", "57", size, "1")
    yield right("Price", "127", "57", size, "%.10f" % net)
    yield right("Amount", "152", "57", size, str(net))
    yield right("TaxScheme", "178", "57", size, "%d%%" % (RATE * 100))
    yield right("TaxAmount", "205", "57", size, str(tax))
    yield right("TaxExclusiveTotalAmount", "152", "91", size, "¥%s" % net)
    yield right("TaxTotalAmount", "205", "91", size, "¥%s" % tax)
    yield put("TaxInclusiveTotalAmountWithWords", "63", "97.8", capitals(invoice.total))
    yield put("TaxInclusiveTotalAmount", "155.5", "97.8", "¥%s" % invoice.total)
    for i, text in enumerate(wrapped(invoice.remark, size, D(190))):
        yield put("Note", "12", D("106") + i * D("4.2"), text)
    yield put("InvoiceClerk", "32", "129.5", "示例")
