"""九章 AladdinEdu: use in DCU, a unit of its own."""
from .common import DAY, D, FMT, HOUR, at, days, plain, table

RATES = {"40G": D("1.28"), "80G": D("2.56")}
STORAGE_GB, STORAGE_RATE = 120, D("0.0015")
RUNS = [("02-03 09:00", "vit-small", "40G", 6), ("02-17 14:00", "vit-small", "40G", 3),
        ("03-09 10:00", "vit-large", "80G", 8), ("03-24 20:00", "vit-large", "80G", 4)]


def make(folder):
    records = []
    for start, name, spec, hours in RUNS:
        for h in range(hours):
            records.append((at(start) + h * HOUR, "GPU实例", name, spec, RATES[spec]))
    for day in days("02-01", "03-30"):  # deducted in the next early morning
        records.append((day + DAY + 2 * HOUR, "存储", "home", "", STORAGE_GB * STORAGE_RATE))
    left, total, rows = D("160"), D(0), [["时间", "类型", "实例名称", "规格", "消耗DCU", "剩余DCU"]]
    for time, kind, name, spec, amount in sorted(records):
        left -= amount
        total += amount
        rows.append([time.strftime(FMT), kind, name, spec, plain(amount), plain(left)])
        folder.line("aladdinedu", "gpu" if spec else "file-storage", "DCU", time, amount)
    folder.write("aladdinedu/九章-消耗记录.tsv", table(rows, "\t", "\n").encode(), "aladdinedu-records",
                 ("TSV, as pasted from the page", "TSV，从页面复制而来"),
                 ("both months: GPU hours and storage in DCU, which is no money",
                  "两个月：以 DCU 计的 GPU 时和存储，不是人民币"), len(rows) - 1, {"DCU": total})
