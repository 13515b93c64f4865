"""How the lab paid: a statement of Alipay, one of WeChat Pay, and transfers of the university.

The statements are those of a person's own accounts, so most of what they hold concerns nobody: no
report may name it.
"""
from datetime import timedelta

from .common import FMT, D, at, table, workbook
from .invoices import MONEY, SELLERS, formats_sellers

LAST = True

ALIPAY = {"autodl"}           # recharged by Alipay; other recharges by WeChat Pay
TRANSFERRED = ("aliyun", "lanrui")  # postpaid, paid by the university in the next month

ALIPAY_HEADINGS = """交易时间 交易分类 交易对方 对方账号 商品说明 收/支 金额 收/付款方式 交易状态 交易订单号
商家订单号 备注""".split()

# time, kind, who, what, in or out, amount, state; none of it has to do with the lab.
PRIVATE = (
    ("02-05 12:11:40", "餐饮美食", "示例餐饮店", "午餐", "支出", "23.50", "交易成功"),
    ("02-14 18:20:05", "日用百货", "示例花店", "鲜花", "支出", "128.00", "交易成功"),
    ("02-20 08:02:33", "交通出行", "示例出行", "打车", "支出", "36.80", "交易成功"),
    ("03-02 20:15:00", "转账红包", "示例朋友", "转账", "收入", "200.00", "交易成功"),
    ("03-11 19:40:12", "日用百货", "示例超市", "日用品", "支出", "82.00", "交易关闭"),
    ("03-11 19:52:47", "退款", "示例超市", "退款-日用品", "不计收支", "82.00", "退款成功"))

WECHAT_PRIVATE = (
    ("02-08 12:30:21", "商户消费", "示例咖啡店", "拿铁", "支出", "19.90", "支付成功"),
    ("02-17 00:01:09", "微信红包", "示例亲友", "/", "收入", "88.00", "已存入零钱"),
    ("03-15 21:10:44", "商户消费", "示例书店", "书", "支出", "64.00", "已全额退款"),
    ("03-15 22:00:02", "退款", "示例书店", "书", "收入", "64.00", "已全额退款"))


def payee(platform):
    return SELLERS.get(platform) or formats_sellers().get(platform) or (
        "示例%s科技有限公司" % platform)


def recharges(folder):
    """(time, platform, order, amount): each a little before the platform booked it."""
    return [(c.date - timedelta(seconds=22), c.platform, c.id, D(c.amount))
            for c in folder.claims if c.basis == "recharge" and c.currency == "CNY"]


def alipay(folder):
    rows = [(at(t), kind, who, "/", what, way, amount, "余额宝", state, "")
            for t, kind, who, what, way, amount, state in PRIVATE]
    for time, platform, order, amount in recharges(folder):
        if platform in ALIPAY:
            rows.append((time, "数码电器", payee(platform), "pay***@example.com", "账户充值", "支出",
                         "%.2f" % amount, "余额", "交易成功", order))
    # Paid twice by mistake, and given back: no payment.
    double = at("03-01 09:31:30")
    rows.append((double, "数码电器", payee("autodl"), "pay***@example.com", "账户充值", "支出", "300.00",
                 "余额", "交易关闭", ""))
    rows.append((double + timedelta(minutes=9), "退款", payee("autodl"), "pay***@example.com",
                 "退款-账户充值", "不计收支", "300.00", "余额", "退款成功", ""))
    rows.sort(key=lambda row: row[0], reverse=True)
    out = [["-" * 84], ["导出信息："], ["姓名：示例"], ["支付宝账户：demo@example.com"],
           ["起始时间：[2026-02-01 00:00:00]    终止时间：[2026-03-31 23:59:59]"], ["导出交易类型：[全部]"],
           ["导出时间：[2026-04-01 09:12:52]"], ["共%d笔记录" % len(rows)], [""], ["特别提示："],
           ["1.本回单内容可表明支付宝受理了相应支付交易申请；"], ["2.本明细仅供个人对账使用。"], [""],
           ["-" * 24 + "支付宝（中国）网络技术有限公司  电子客户回单" + "-" * 24], ALIPAY_HEADINGS + [""]]
    numbers = {}
    for i, row in reversed(list(enumerate(rows))):
        time, kind, who = row[:3]
        number = "%s22001414%010d" % (time.strftime("%Y%m%d"), 4100 + i)
        # A refund has the number of what it gives back, and one of its own behind that.
        numbers[i] = numbers[who] + "_" + number if kind == "退款" else number
        numbers[who] = number
    for i, (time, kind, who, account, what, way, amount, method, state, order) in enumerate(rows):
        out.append([cell.ljust(12) for cell in (
            time.strftime(FMT), kind, who, account, what, way, amount, method, state)]
            + [numbers[i] + "\t", (order or "T200P%010d" % (77 + i)) + "\t", " " * 8, ""])
    folder.write("payments/alipay_record_20260401_0912.csv", table(out).encode("gb18030"),
                 "alipay-mobile", ("CSV, GB18030, a preamble of 14 lines", "CSV，GB18030，表头前有 14 行"),
                 ("a person's statement of Alipay", "个人支付宝账单"), len(rows))


WECHAT_HEADINGS = "交易时间 交易类型 交易对方 商品 收/支 金额(元) 支付方式 当前状态 交易单号 商户单号 备注".split()


def wechat(folder):
    rows = [(at(t), kind, who, what, way, D(amount), "零钱", state, "/")
            for t, kind, who, what, way, amount, state in WECHAT_PRIVATE]
    for time, platform, order, amount in recharges(folder):
        if platform not in ALIPAY:
            rows.append((time, "商户消费", payee(platform), "账户充值", "支出", amount, "示例银行(0000)",
                         "支付成功", order or "/"))
    rows.sort(key=lambda row: row[0], reverse=True)
    out = [["微信支付账单明细"], ["微信昵称：[示例]"],
           ["起始时间：[2026-02-01 00:00:00] 终止时间：[2026-03-31 23:59:59]"], ["导出类型：[全部]"],
           ["导出时间：[2026-04-01 09:20:00]"], [], ["共%d笔记录" % len(rows)], ["注："],
           ["1. 充值/提现/理财通购买/零钱通存取/信用卡还款等交易，将计入中性交易"],
           ["2. 本明细仅展示当前账单中的交易，不包括已删除的记录"], ["3. 本明细仅供个人对账使用"],
           ["4. 本账单中所有时间均为UTC+08:00时间"], [],
           ["-" * 22 + "微信支付账单明细列表" + "-" * 20], WECHAT_HEADINGS]
    for i, (time, kind, who, what, way, amount, method, state, order) in enumerate(rows):
        out.append([time, kind, who, what, way, amount, method, state,
                    "42000%s%019d" % (time.strftime("%Y%m%d"), 310000000 + i), order, "/"])
    folder.write("payments/微信支付账单流水文件(20260201-20260331).xlsx",
                 workbook([("Sheet1", out)]), "wechat-pay",
                 ("XLSX, headings in row 15", "XLSX，表头在第 15 行"),
                 ("a person's statement of WeChat Pay", "个人微信支付账单"), len(rows))


def transfers(folder):
    """The university pays a platform's month in one sum."""
    sums = {}
    for due in folder.desk.due:
        if due.platform in TRANSFERRED and due.currency in MONEY:
            sums[due.month, due.platform] = sums.get((due.month, due.platform), 0) + due.amount
    rows = [["time", "payee", "amount", "channel", "currency", "trade_id", "note"]]
    for i, ((month, platform), amount) in enumerate(sorted(sums.items())):
        time = at("%02d-20 15:%02d:00" % (int(month[5:]) + 1, 10 + i))
        rows.append([time.strftime(FMT), payee(platform), str(amount), "bank", "CNY",
                     "EB2026%06d" % (3001 + i), "%s 云服务费" % month])
    folder.write("payments/transfers-of-the-university.csv", table(rows, end="\n").encode(),
                 "gpubill-payments", ("CSV", "CSV"),
                 ("transfers of the university for whole months", "学校按月对公转账"), len(rows) - 1)


def make(folder):
    alipay(folder)
    wechat(folder)
    transfers(folder)
