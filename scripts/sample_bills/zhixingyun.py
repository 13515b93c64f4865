"""智星云: changes of the balance, the pages that the interface answered one behind the other."""
from datetime import timedelta

from .common import D, FMT, HOUR, at, json_text, plain

HOURLY = D("2.19")
STARTS = [("02-06 09:30:00", 6), ("02-20 14:00:00", 4), ("03-05 10:10:00", 8),
          ("03-16 19:40:00", 5)]


def changes():
    """(time, cash, voucher, remark); what is paid is negative."""
    out = [(at("02-01 09:00:12"), D(60), D(10), "充值"), (at("03-02 09:12:40"), D(30), D(0), "充值")]
    voucher_left = D(10)
    for start, hours in STARTS:
        for h in range(hours):
            voucher = min(voucher_left, HOURLY / 2).quantize(D("0.001"))
            voucher_left -= voucher
            out.append((at(start) + h * HOUR, voucher - HOURLY, -voucher,
                        "自动续费" if h else "复制启动"))
    failed = at("03-10 08:00:00")
    out.append((failed, -HOURLY, D(0), "复制启动"))
    out.append((failed + timedelta(seconds=95), HOURLY, D(0), "启动失败退还"))
    return sorted(out)


def make(folder):
    pages, left, sums = {2: [], 3: []}, D("3.40"), {2: D(0), 3: D(0)}
    for time, cash, voucher, remark in changes():
        left += cash
        pages[time.month].append({
            "CreateTime": time.strftime(FMT), "DiffMoney": plain(cash), "DiffPower": plain(voucher),
            "MoneyLeft": plain(left), "Remark": remark, "DataFrom": "web"})
        if remark == "充值":
            folder.claim("zhixingyun", "", time, cash, "CNY", "recharge")
            continue
        sums[time.month] -= cash + voucher
        folder.line("zhixingyun", "gpu", "CNY", time, -cash - voucher, voucher=-voucher)
    documents = [json_text({"success": True, "code": "2000", "message": "", "data": {
        "list": pages[month][::-1], "current_page": number, "page_count": 2,
        "has_more": number == 1, "total_count": len(pages[2]) + len(pages[3])}})
                 for number, month in ((1, 3), (2, 2))]
    folder.write(
        "zhixingyun/get_balance_change_list.json", b"".join(documents),
        "zhixingyun-balance-changes",
        ("JSON, two pages one behind the other", "JSON，两页首尾相接"),
        ("changes of the balance, in cash and by voucher; a start that failed was given back",
         "余额变动（现金和算力券）；一次启动失败已退还"),
        len(pages[2]) + len(pages[3]), {"CNY": sum(sums.values())})
