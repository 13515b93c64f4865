"""pack.py - an OFD file of three documents."""
import zipfile

DATA = {"发票号码": "26322000000000000009", "开票日期": "2026年04月02日", "合计金额": "100.00",
        "合计税额": "6.00", "购买方名称": "示例大学", "销售方名称": "示例算力公司"}
with zipfile.ZipFile("three.ofd", "w") as z:
    z.writestr("OFD.xml", "<OFD><DocBody><DocInfo><CustomDatas>" + "".join(
        f'<CustomData Name="{name}">{text}</CustomData>' for name, text in DATA.items())
        + "</CustomDatas></DocInfo><DocRoot>A.xml</DocRoot></DocBody><DocBody><DocRoot>B.xml"
        "</DocRoot></DocBody><DocBody><DocRoot>C.xml</DocRoot></DocBody></OFD>")
    for name in "ABC":
        z.writestr(name + ".xml", "<Document/>")
