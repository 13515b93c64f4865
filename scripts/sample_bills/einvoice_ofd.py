"""An e-invoice as OFD: data in OFD.xml, tags that point at the texts of the page, and the page."""
from xml.sax.saxutils import escape

from .common import archive, plain
from .einvoice import PAGE, RULES, labels, net_of, tax_of, values, width

OFD = 'xmlns:ofd="http://www.ofdspec.org/2016"'
HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
FIRST_ID = 100  # of the texts of the page
IN_PARTY = {"BuyerName": "Buyer", "BuyerTaxID": "Buyer", "SellerName": "Seller",
            "SellerTaxID": "Seller"}


def text_object(number, text):
    deltas = " ".join(plain(width(c, text.size)) for c in text.text[:-1])
    return ('<ofd:TextObject ID="%d" Boundary="%s %s %s %s" Font="5" Size="%s"><ofd:TextCode X="0" '
            'Y="%s"%s>%s</ofd:TextCode></ofd:TextObject>' % (
                number, plain(text.x), plain(text.y), plain(width(text.text, text.size)),
                plain(text.size * 5 / 4), plain(text.size), plain(text.size),
                ' DeltaX="%s"' % deltas if deltas else "", escape(text.text)))


def line(number, rule):
    x, y, to_x, to_y = rule
    return ('<ofd:PathObject ID="%d" Boundary="%s %s %s %s"><ofd:AbbreviatedData>M 0 0 L %s %s'
            "</ofd:AbbreviatedData></ofd:PathObject>" % (
                number, plain(x), plain(y), plain(to_x - x + 1), plain(to_y - y + 1),
                plain(to_x - x), plain(to_y - y)))


def page(objects, template=""):
    return (HEAD + '<ofd:Page %s><ofd:Area><ofd:PhysicalBox>0 0 %s %s</ofd:PhysicalBox></ofd:Area>%s'
            '<ofd:Content><ofd:Layer ID="3">%s</ofd:Layer></ofd:Content></ofd:Page>\n' % (
                OFD, PAGE[0], PAGE[1], template, "".join(objects)))


def data(invoice):
    """What OFD.xml says itself: neither names nor the total."""
    fields = (("template-version", "1.0.20.0422"), ("发票号码", invoice.number),
              ("销售方纳税人识别号", invoice.seller.tax_id), ("合计金额", str(net_of(invoice))),
              ("购买方纳税人识别号", invoice.buyer.tax_id), ("合计税额", str(tax_of(invoice))),
              ("开票日期", invoice.issued.strftime("%Y年%m月%d日")))
    return "".join('<ofd:CustomData Name="%s">%s</ofd:CustomData>' % f for f in fields)


def tags(texts):
    """Each field once, with the objects that hold it; names and ids in Buyer and Seller."""
    fields, order = {}, []
    for number, text in enumerate(texts, FIRST_ID):
        group = IN_PARTY.get(text.key, text.key)
        if group not in fields:
            fields[group] = {}
            order.append(group)
        fields[group].setdefault(text.key, []).append(
            '<ofd:ObjectRef PageRef="2">%d</ofd:ObjectRef>' % number)
    out = ""
    for group in order:
        inner = "".join("<ofd:%s>%s</ofd:%s>" % (key, "".join(refs), key)
                        for key, refs in fields[group].items())
        out += inner if group in fields[group] else "<ofd:%s>%s</ofd:%s>" % (group, inner, group)
    return HEAD + '<ofd:root %s version="1.0">%s</ofd:root>\n' % (OFD, out)


def ofd(invoice):
    texts = list(values(invoice))
    last = FIRST_ID + len(texts)
    template = [text_object(i, text) for i, text in enumerate(labels(invoice), last)]
    template += [line(i, rule) for i, rule in enumerate(RULES, last + len(template))]
    members = (
        ("OFD.xml", HEAD + '<ofd:OFD %s DocType="OFD" Version="1.0"><ofd:DocBody><ofd:DocInfo>'
         "<ofd:DocID>%s</ofd:DocID><ofd:Author>China Tax</ofd:Author><ofd:CreationDate>%s"
         "</ofd:CreationDate><ofd:CustomDatas>%s</ofd:CustomDatas></ofd:DocInfo>"
         "<ofd:DocRoot>Doc_0/Document.xml</ofd:DocRoot></ofd:DocBody></ofd:OFD>\n" % (
             OFD, invoice.number.zfill(32), invoice.issued.strftime("%Y-%m-%d"), data(invoice))),
        ("Doc_0/Document.xml", HEAD + "<ofd:Document %s><ofd:CommonData><ofd:MaxUnitID>%d"
         "</ofd:MaxUnitID><ofd:PublicRes>PublicRes.xml</ofd:PublicRes>"
         '<ofd:TemplatePage ID="1" BaseLoc="Tpls/Tpl_0/Content.xml"/></ofd:CommonData><ofd:Pages>'
         '<ofd:Page ID="2" BaseLoc="Pages/Page_0/Content.xml"/></ofd:Pages><ofd:CustomTags>'
         "Tags/CustomTags.xml</ofd:CustomTags></ofd:Document>\n" % (OFD, last + len(template))),
        ("Doc_0/PublicRes.xml", HEAD + '<ofd:Res %s BaseLoc="Res"><ofd:Fonts><ofd:Font ID="5" '
         'FontName="宋体" FamilyName="宋体"/></ofd:Fonts></ofd:Res>\n' % OFD),
        ("Doc_0/Pages/Page_0/Content.xml", page(
            [text_object(i, text) for i, text in enumerate(texts, FIRST_ID)],
            '<ofd:Template TemplateID="1" ZOrder="Background"/>')),
        ("Doc_0/Tpls/Tpl_0/Content.xml", page(template)),
        ("Doc_0/Tags/CustomTags.xml", HEAD + '<ofd:CustomTags %s><ofd:CustomTag TypeID="root">'
         "<ofd:FileLoc>CustomTag.xml</ofd:FileLoc></ofd:CustomTag></ofd:CustomTags>\n" % OFD),
        ("Doc_0/Tags/CustomTag.xml", tags(texts)))
    return archive([(name, text.encode()) for name, text in members])
