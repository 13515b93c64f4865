"""百度飞桨 AI Studio: hours of compute cards, which cost nothing."""
from .common import D, FMT, at, table

RECORDS = [  # time, type, project, environment, hours
    ("02-02 00:00", "每日赠送", "", "", "10"),
    ("02-02 20:15", "消耗", "resnet-baseline", "V100 16GB", "3.5"),
    ("02-09 21:00", "消耗", "resnet-baseline", "V100 16GB", "4.25"),
    ("02-10 00:00", "每日赠送", "", "", "10"),
    ("02-23 00:00", "过期", "", "", "8"),
    ("03-04 01:10", "消耗", "ocr-course", "V100 32GB", "6"),
    ("03-04 00:00", "每日赠送", "", "", "10"),
    ("03-11 02:30", "消耗", "ocr-course", "V100 32GB", "2.75"),
]


def make(folder):
    rows = [["AI Studio 算力卡记录", "", "", "", ""], ["时间", "类型", "项目名称", "运行环境", "消耗时长(小时)"]]
    for time, kind, project, environment, hours in RECORDS:
        rows.append([at(time).strftime(FMT), kind, project, environment, hours])
        if kind == "消耗":
            folder.line("aistudio", "gpu", "CNY", at(time), D(0))
    folder.write("aistudio/算力卡记录.txt", b"\xff\xfe" + table(rows, "\t").encode("utf-16-le"),
                 "aistudio-card-hours",
                 ("TSV, UTF-16 with BOM", "TSV，UTF-16 带 BOM"),
                 ("hours of compute cards of both months: used, given, expired; they cost nothing",
                  "两个月的算力卡小时：消耗、赠送、过期；不花钱"), len(RECORDS), {"CNY": D(0)})
