"""硅基流动 SiliconFlow: models by tokens, a row for each day and model."""
from .common import D, at, days, plain, workbook

MODELS = [  # model, yuan a million tokens, whether gifts pay it
    ("Pro/deepseek-ai/DeepSeek-V3", D("2"), False),
    ("Qwen/Qwen2.5-72B-Instruct", D("4.13"), True),
    ("THUDM/glm-4-9b-chat", D("0"), True),
]
HEADINGS = ["日期", "模型", "类型", "用量", "单位", "单价", "金额", "赠送余额支付"]


def make(folder):
    rows, total, gift_left = [["硅基流动 费用账单"], HEADINGS], D(0), D("14.00")
    for i, day in enumerate(list(days("02-09", "02-20")) + list(days("03-16", "03-31"))):
        if day.weekday() >= 5:
            continue
        for k, (model, price, is_gift) in enumerate(MODELS):
            quantity = D(3 + (i * 7 + k * 5) % 11) / 4
            amount = quantity * price
            gift = min(gift_left, amount) if is_gift else D(0)
            gift_left -= gift
            total += amount
            rows.append([day.strftime("%Y-%m-%d"), model, "消费", plain(quantity), "百万token",
                         plain(price), plain(amount), plain(gift)])
            folder.line("siliconflow", "model-api", "CNY", day, amount, voucher=gift)
    rows.append(["2026-02-08", "", "充值", "", "", "", "100.00", ""])
    folder.put("siliconflow/账单.xlsx", workbook([("费用账单", rows)]))
    folder.tell("siliconflow/账单.xlsx", "siliconflow-records",
                ("XLSX, a title above the headings", "XLSX，表头上方有标题"),
                ("both months: three models, one free, one paid from gifts first",
                 "两个月：三个模型，一个免费，一个先用赠送余额"), len(rows) - 2, {"CNY": total})
    folder.claim_consumption("siliconflow")
