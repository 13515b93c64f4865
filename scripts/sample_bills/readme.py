"""README.md and README.zh.md of the sample bills, from what the makers of the files declare."""
import os

from .common import D, plain

LEVELS = ("certain", "likely", "possible")
WAIVED = (", waived", "，已豁免")


def money(sums):
    return ", ".join("%s %s" % (plain(s), c) for c, s in sorted(sums.items()))


def files_table(folder, language):
    heads = (("file", "records", "BilledCost", "format", "form", "what"),
             ("文件", "记录数", "BilledCost 合计", "格式", "形式", "内容"))[language]
    lines = ["| %s | %s | %s | %s | %s | %s |" % heads, "|---|---:|---:|---|---|---|"]
    totals = {}
    for file in sorted(folder.files):
        text = money(file.sums) or "-"
        lines.append("| `%s` | %d | %s | `%s` | %s | %s |" % (
            file.name, file.records, "(%s)" % text if file.is_view else text, file.format,
            file.form[language], file.what[language]))
        for currency, s in file.sums.items():
            s = D(0) if file.is_view else s - file.seen.get(currency, D(0))
            totals[currency] = totals.get(currency, D(0)) + s
    lines.append("| | %d | %s | | | |" % (sum(f.records for f in folder.files), money(totals)))
    return "\n".join(lines)


def leaks_table(leaks, language):
    heads = (("where", "what", "rule", "certainty", "leak"),
             ("位置", "问题", "规则", "确定程度", "漏损"))[language]
    lines = ["| %s | %s | %s | %s | %s |" % heads, "|---|---|---|---|---:|"]
    for leak in sorted(leaks, key=lambda k: (k.currency, -k.amount, LEVELS.index(k.certainty),
                                             k.platform, k.resource, k.rule)):
        where = leak.platform[language] + (" `%s`" % leak.resource if leak.resource else "")
        certainty = leak.certainty + (WAIVED[language] if leak.is_waived else "")
        lines.append("| %s | %s | `%s` | %s | %s %s |" % (
            where, leak.why[language], leak.rule, certainty, plain(leak.amount), leak.currency))
    return "\n".join(lines)


def jumps_table(folder, language):
    heads = (("where", "category", "February", "March"), ("位置", "类别", "2 月", "3 月"))[language]
    lines = ["| %s | %s | %s | %s |" % heads, "|---|---|---:|---:|"]
    for jump in sorted(folder.jumps, key=lambda j: (j.currency, j.before - j.now)):
        lines.append("| %s | `%s` | %s %s | %s %s |" % (
            jump.platform[language], jump.category, plain(jump.before), jump.currency,
            plain(jump.now), jump.currency))
    return "\n".join(lines)


def remarks(folder, section, language):
    return "\n".join("* " + remark[language] for remark in folder.remarks[section])


def make(folder):
    here = os.path.dirname(os.path.abspath(__file__))
    for language, suffix in enumerate(("", ".zh")):
        with open(os.path.join(here, "readme%s.txt" % suffix), encoding="utf-8") as f:
            text = f.read()
        for mark, value in (("@FILES@", files_table(folder, language)),
                            ("@FILES_REMARKS@", remarks(folder, "sums", language)),
                            ("@LEAKS@", leaks_table(folder.leaks, language)),
                            ("@JUMPS@", jumps_table(folder, language)),
                            ("@LEAKS_REMARKS@", remarks(folder, "leaks", language)),
                            *((m, texts[language]) for m, texts in folder.sections.items())):
            text = text.replace(mark, value)
        folder.put("README%s.md" % suffix, text.encode())
