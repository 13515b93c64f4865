"""An e-invoice as the XML that the tax platform gives out."""
from xml.sax.saxutils import escape

from .common import FMT
from .einvoice import RATE, capitals, net_of, tax_of

REGIONS = {"11": "北京市", "31": "上海市", "32": "江苏省", "33": "浙江省", "44": "广东省"}


def element(name, content):
    """Content is text, or a list of elements."""
    if isinstance(content, list):
        return "<%s>%s</%s>" % (name, "".join(content), name)
    return "<%s>%s</%s>" % (name, escape(content), name) if content else "<%s />" % name


def label(name, code, text, kind=None):
    parts = [element("LabelType", kind)] if kind else []
    return element(name, parts + [element("LabelCode", code), element("LabelName", text)])


def party(name, who):
    return element(name + "Information", [
        element(name + "IdNum", who.tax_id), element(name + "Name", who.name),
        element(name + "Addr", ""), element(name + "TelNum", ""), element(name + "BankName", ""),
        element(name + "BankAccNum", "")])


def xml(invoice):
    net, tax = net_of(invoice), tax_of(invoice)
    region = invoice.number[2:4]
    head = element("Header", [
        element("EIid", invoice.number), element("EInvoiceTag", "SWEI%s00" % region),
        element("Version", "0.35"),
        element("InherentLabel", [
            label("InIssuType", "Y", "是否蓝字发票标志"), label("EInvoiceType", "01", "电子发票"),
            label("GeneralOrSpecialVAT", *(("01", "增值税专用发票") if invoice.is_special
                                           else ("02", "普通发票"))),
            label("TaxpayerType", "1", "一般纳税人")]),
        element("UndefinedLabel", [label("Label", "2", "乐企开票", kind="发票开具方式标签")])])
    data = element("EInvoiceData", [
        party("Seller", invoice.seller), party("Buyer", invoice.buyer),
        element("BasicInformation", [
            element("TotalAmWithoutTax", str(net)), element("TotalTaxAm", str(tax)),
            element("TotalTax-includedAmount", str(invoice.total)),
            element("TotalTax-includedAmountInChinese", capitals(invoice.total)),
            element("Drawer", "示例"), element("RequestTime", invoice.issued.strftime(FMT))]),
        element("IssuItemInformation", [
            element("ItemName", invoice.item), element("SpecMod", ""), element("MeaUnits", ""),
            element("Quantity", "1"), element("UnPrice", "%.13f" % net),
            element("Amount", str(net)), element("TaxRate", str(RATE)),
            element("ComTaxAm", str(tax)), element("TotaltaxIncludedAmount", str(invoice.total)),
            element("TaxClassificationCode", "3040203000000000000")]),
        element("SpecificInformation", ""),
        element("AdditionalInformation", [element("Remark", invoice.remark)])])
    supervision = element("TaxSupervisionInfo", [
        element("InvoiceNumber", invoice.number),
        element("IssueTime", invoice.issued.strftime(FMT)),
        element("TaxBureauCode", "1%s00000000" % region),
        element("TaxBureauName", "国家税务总局%s税务局" % REGIONS[region])])
    return ('<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
            + element("EInvoice", [head, data, supervision]) + "\n").encode()
