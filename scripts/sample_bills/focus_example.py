"""A provider that does not exist and exports FOCUS 1.2."""
from .common import DAY, D, HOUR, ZONE, at, cents, days, plain, table

ID = "example gpu cloud"

FOCUS_HEADINGS = """AvailabilityZone BilledCost BillingAccountId BillingAccountName BillingCurrency
BillingPeriodEnd BillingPeriodStart ChargeCategory ChargeClass ChargeDescription ChargeFrequency
ChargePeriodEnd ChargePeriodStart ConsumedQuantity ConsumedUnit ContractedCost ContractedUnitPrice
EffectiveCost InvoiceId InvoiceIssuerName ListCost ListUnitPrice PricingCategory PricingQuantity
PricingUnit ProviderName PublisherName RegionId RegionName ResourceId ResourceName ResourceType
ServiceCategory ServiceName ServiceSubcategory SkuId SkuMeter SkuPriceDetails SkuPriceId SubAccountId
SubAccountName Tags""".split()


def focus_row(start, end, cost, more):
    utc = "%Y-%m-%dT%H:%M:%SZ"
    cell = dict.fromkeys(FOCUS_HEADINGS, "")
    cell.update({
        "BilledCost": plain(cost), "BillingAccountId": "demo-001", "BillingAccountName": "demo lab",
        "BillingCurrency": "USD", "BillingPeriodStart": "2026-03-01T00:00:00Z",
        "BillingPeriodEnd": "2026-04-01T00:00:00Z", "ChargePeriodStart": start.strftime(utc),
        "ChargePeriodEnd": end.strftime(utc), "ContractedCost": plain(cost),
        "EffectiveCost": plain(cost), "ListCost": plain(cost), "InvoiceId": "DEMO-2026-03",
        "InvoiceIssuerName": "Example GPU Cloud", "ProviderName": "Example GPU Cloud",
        "PublisherName": "Example GPU Cloud"})
    cell.update(more)
    return [cell[h] for h in FOCUS_HEADINGS]


def make(folder):
    rows, total = [FOCUS_HEADINGS], D(0)
    usage = {"ChargeCategory": "Usage", "ChargeFrequency": "Usage-Based",
             "PricingCategory": "Standard", "RegionId": "eu-1", "RegionName": "Europe 1",
             "SubAccountId": "project-7", "SubAccountName": "nlp", "Tags": '{"team": "nlp"}'}
    for name, price, first, hours in (("nlp-train", "2.49", "03-06 08:00", 30),
                                      ("nlp-train", "2.49", "03-20 06:00", 22)):
        for h in range(hours):
            start = at(first) + h * HOUR
            total += D(price)
            folder.line(ID, "gpu", "USD", start + ZONE, D(price), "H100 80GB", 1)
            rows.append(focus_row(start, start + HOUR, D(price), dict(
                usage, ChargeDescription="H100 80GB on demand", ConsumedQuantity="1",
                ConsumedUnit="Hours", ContractedUnitPrice=price, ListUnitPrice=price,
                PricingQuantity="1", PricingUnit="Hours", ResourceId="vm-" + name,
                ResourceName=name, ResourceType="Virtual Machine", ServiceCategory="Compute",
                ServiceSubcategory="Virtual Machines", ServiceName="GPU instances",
                SkuId="gpu-h100-80gb-1", SkuMeter="GPU hours", SkuPriceId="gpu-h100-80gb-1-od",
                SkuPriceDetails='{"GpuCount": 1}')))
    for day in days("03-06", "03-31"):
        cost = D(500) * D("0.0023")
        total += cost
        folder.line(ID, "data-disk", "USD", day + ZONE, cost)
        rows.append(focus_row(day, day + DAY, cost, dict(
            usage, ChargeDescription="Block storage volume", ConsumedQuantity="500",
            ConsumedUnit="GB-Days", ContractedUnitPrice="0.0023", ListUnitPrice="0.0023",
            PricingQuantity="500", PricingUnit="GB-Days", ResourceId="vol-nlp-data",
            ResourceName="nlp-data", ResourceType="Volume", ServiceCategory="Storage",
            ServiceSubcategory="Block Storage", ServiceName="Volumes", SkuId="volume-ssd",
            SkuMeter="Volume capacity", SkuPriceId="volume-ssd-od")))
    tax = cents(total * D("0.19"))
    folder.line(ID, "tax", "USD", at("03-01 08:00"), tax)
    folder.line(ID, "credit", "USD", at("03-01 08:00"), D(-10))
    rows.append(focus_row(at("03-01 00:00"), at("04-01 00:00"), tax, {
        "ChargeCategory": "Tax", "ChargeFrequency": "Recurring", "ChargeDescription": "VAT 19 %"}))
    rows.append(focus_row(at("03-01 00:00"), at("04-01 00:00"), D("-10.00"), {
        "ChargeCategory": "Credit", "ChargeFrequency": "One-Time",
        "ChargeDescription": "Welcome credit", "PricingCategory": "Other"}))
    folder.write(
        "focus/example-gpu-cloud-2026-03.csv", table(rows, end="\n").encode(), "focus",
        ("CSV", "CSV"),
        ("FOCUS 1.2 of a provider that does not exist, in USD, with tax and a credit",
         "虚构供应商的 FOCUS 1.2 账单，美元，含税和抵扣"),
        len(rows) - 1, {"USD": total + tax - 10})
