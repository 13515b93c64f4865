"""Clouds and GPU platforms outside China, in USD: AWS, Azure, Google Cloud, RunPod, Vast.ai."""
import json
import zlib

from .common import BOM, DAY, D, HOUR, at, days, json_text, number, plain, table, unix

RUNPOD = ("RunPod", "RunPod")
ISO = "%Y-%m-%dT%H:%M:%SZ"


def stored_gzip(data):
    """A gzip that is not compressed, as each zlib packs in its own way."""
    out = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
    for i in range(0, len(data), 65535):
        part = data[i:i + 65535]
        last = i + 65535 >= len(data)
        size = len(part).to_bytes(2, "little")
        out += bytes([last]) + size + bytes(255 - b for b in size) + part
    return out + zlib.crc32(data).to_bytes(4, "little") + len(data).to_bytes(4, "little")


# --- AWS: Cost and Usage Report, legacy -----------------------------------------------------------

CUR_HEADINGS = """identity/LineItemId identity/TimeInterval bill/InvoiceId bill/InvoicingEntity
bill/BillingEntity bill/BillType bill/PayerAccountId bill/BillingPeriodStartDate
bill/BillingPeriodEndDate lineItem/UsageAccountId lineItem/LineItemType lineItem/UsageStartDate
lineItem/UsageEndDate lineItem/ProductCode lineItem/UsageType lineItem/Operation
lineItem/AvailabilityZone lineItem/ResourceId lineItem/UsageAmount lineItem/CurrencyCode
lineItem/UnblendedRate lineItem/UnblendedCost lineItem/LineItemDescription product/ProductName
product/instanceType product/regionCode product/sku pricing/publicOnDemandCost
pricing/publicOnDemandRate pricing/unit savingsPlan/SavingsPlanARN
savingsPlan/SavingsPlanEffectiveCost savingsPlan/TotalCommitmentToDate savingsPlan/UsedCommitment
resourceTags/user:team""".split()
PLAN = "arn:aws:savingsplans::012345678901:savingsplan/demo-0001"


def cur_row(kind, start, end, product, usage, resource, amount, rate, cost, text, unit="", spec="",
            **more):
    cell = {
        "identity/TimeInterval": "%s/%s" % (start.strftime(ISO), end.strftime(ISO)),
        "bill/InvoiceId": "DEMO202602", "bill/InvoicingEntity": "Amazon Web Services, Inc.",
        "bill/BillingEntity": "AWS", "bill/BillType": "Anniversary",
        "bill/PayerAccountId": "012345678901",
        "bill/BillingPeriodStartDate": "2026-02-01T00:00:00Z",
        "bill/BillingPeriodEndDate": "2026-03-01T00:00:00Z",
        "lineItem/UsageAccountId": "012345678902", "lineItem/LineItemType": kind,
        "lineItem/UsageStartDate": start.strftime(ISO), "lineItem/UsageEndDate": end.strftime(ISO),
        "lineItem/ProductCode": product[0], "lineItem/UsageType": usage,
        "lineItem/ResourceId": resource, "lineItem/UsageAmount": amount,
        "lineItem/CurrencyCode": "USD", "lineItem/UnblendedRate": rate,
        "lineItem/UnblendedCost": plain(cost), "lineItem/LineItemDescription": text,
        "product/ProductName": product[1], "product/instanceType": spec,
        "product/regionCode": "us-east-1", "pricing/unit": unit,
        "resourceTags/user:team": "vision" if resource else ""}
    if kind == "Usage" and rate:
        cell.update({"pricing/publicOnDemandCost": plain(D(rate) * D(amount)),
                     "pricing/publicOnDemandRate": rate})
    cell.update({"savingsPlan/" + k: v for k, v in more.items()})
    return cell


def cur_rows():
    ec2 = ("AmazonEC2", "Amazon Elastic Compute Cloud")
    gpu = "i-0demo00000000001"
    for h in range(8):  # times of AWS are UTC
        start = at("02-11 01:00") + h * HOUR
        yield cur_row("Usage", start, start + HOUR, ec2, "BoxUsage:g5.xlarge", gpu, "1", "1.006",
                      D("1.006"), "$1.006 per On Demand Linux g5.xlarge Instance Hour", "Hrs",
                      "g5.xlarge")
    for h in range(4):
        start = at("02-12 02:00") + h * HOUR
        yield cur_row("Usage", start, start + HOUR, ec2, "SpotUsage:g5.xlarge",
                      "i-0demo00000000002", "1", "0.4024", D("0.4024"), "g5.xlarge Linux/UNIX Spot Instance-hour", "Hrs",
                      "g5.xlarge")
    for h in range(3):  # a plan pays for a server: its usage, the negation, the plan's fee
        start = at("02-17 06:00") + h * HOUR
        server = (ec2, "BoxUsage:c6i.large", "i-0demo00000000003", "1", "0.085")
        yield cur_row("SavingsPlanCoveredUsage", start, start + HOUR, *server, D("0.085"),
                      "$0.085 per On Demand Linux c6i.large Instance Hour", "Hrs", "c6i.large",
                      SavingsPlanARN=PLAN, SavingsPlanEffectiveCost="0.0561")
        yield cur_row("SavingsPlanNegation", start, start + HOUR, *server, D("-0.085"),
                      "SavingsPlanNegation used by AccountId : 012345678902", "", "c6i.large",
                      SavingsPlanARN=PLAN)
        yield cur_row("SavingsPlanRecurringFee", start, start + HOUR,
                      ("ComputeSavingsPlans", "Savings Plans for AWS Compute usage"),
                      "ComputeSP:1yrNoUpfront", "", "1", "", D("0.0561"),
                      "1 year No Upfront Compute Savings Plan", SavingsPlanARN=PLAN,
                      TotalCommitmentToDate="0.0561", UsedCommitment="0.0561")
    for day in days("02-11", "02-15"):
        yield cur_row("Usage", day, day + DAY, ec2, "EBS:VolumeUsage.gp3", "vol-0demo00000000001",
                      "7.142857", "0.08", D("0.57142856"),
                      "$0.08 per GB-month of General Purpose (gp3) provisioned storage", "GB-Mo")
    for day in days("02-13", "02-15"):
        yield cur_row("Usage", day, day + DAY, ("AmazonVPC", "Amazon Virtual Private Cloud"),
                      "PublicIPv4:InUseAddress",
                      "arn:aws:ec2:us-east-1:012345678902:network-interface/eni-0demo1", "24",
                      "0.005", D("0.12"), "$0.005 per In-use public IPv4 address per hour", "Hrs")
    yield cur_row("Usage", at("02-11 04:00"), at("02-11 05:00"), ec2, "DataTransfer-Out-Bytes", gpu,
                  "3.5", "0.09", D("0.315"), "$0.090 per GB data transfer out", "GB")
    yield cur_row("Refund", at("02-11 04:00"), at("02-11 05:00"), ec2, "BoxUsage:g5.xlarge", "", "",
                  "", D("-1.006"), "Refund of an hour with a failed instance")
    month = (at("02-01 00:00"), at("03-01 00:00"))
    yield cur_row("Tax", *month, ec2, "", "", "1", "", D("0.94"), "Tax for product code AmazonEC2")
    yield cur_row("Credit", *month, ec2, "BoxUsage:g5.xlarge", "", "", "", D("-5"),
                  "Research credit")


def aws(folder):
    rows, total = [CUR_HEADINGS], D(0)
    for i, cell in enumerate(cur_rows(), 1):
        cell["identity/LineItemId"] = "demo%024d" % i
        total += D(cell["lineItem/UnblendedCost"])
        rows.append([cell.get(h, "") for h in CUR_HEADINGS])
    name = "demo-lab-cur-2026-02-00001.csv"
    folder.put("aws/%s.gz" % name, stored_gzip(table(rows, end="\n").encode()))
    folder.tell("aws/%s.gz!%s" % (name, name), "aws-cur",
                ("CSV in gzip", "gzip 压缩的 CSV"),
                ("Cost and Usage Report: an A10G on demand and as spot, hours that a savings plan "
                 "pays for, a volume, an address, a refund, a credit, tax",
                 "成本与用量报告：按需和竞价的 A10G、节省计划覆盖的小时、云盘、公网 IP、退款、抵扣、税"),
                len(rows) - 1, {"USD": total})
    folder.owe("aws", "USD", at("02-01 00:00"), total)


# --- Azure: cost details, enterprise agreement --------------------------------------------------

AZURE_HEADINGS = """InvoiceSectionName AccountName AccountOwnerId SubscriptionId SubscriptionName
ResourceGroup ResourceLocation Date ProductName MeterCategory MeterSubCategory MeterId MeterName
MeterRegion UnitOfMeasure Quantity EffectivePrice CostInBillingCurrency CostCenter
ConsumedService ResourceId Tags OfferId AdditionalInfo ServiceInfo1 ServiceInfo2 ResourceName
ReservationId ReservationName UnitPrice ProductOrderId ProductOrderName Term PublisherType
PublisherName ChargeType Frequency PricingModel AvailabilityZone BillingAccountId
BillingAccountName BillingCurrencyCode BillingPeriodStartDate BillingPeriodEndDate
BillingProfileId BillingProfileName InvoiceSectionId IsAzureCreditEligible PartNumber PayGPrice
PlanName ServiceFamily CostAllocationRuleName benefitId benefitName""".split()
GROUP = "/subscriptions/00000000-demo-0000-0000-000000000001/resourceGroups/lab/providers/"


def azure(folder):
    vm = GROUP + "Microsoft.Compute/virtualMachines/slam-1"
    used = [(day, "Virtual Machines NVadsA10v5 Series - NV36ads A10 v5 - EU West",
             "Virtual Machines", "NVadsA10v5 Series", "NV36ads A10 v5", "1 Hour", "24", "3.2", D(1), vm,
             '"team": "robotics","env": "train"', "OnDemand",
             json.dumps({"UsageType": "ComputeHR", "ServiceType": "Standard_NV36ads_A10_v5",
                         "VMName": "slam-1", "VCPUs": 36})) for day in days("03-09", "03-11")]
    for day in days("03-09", "03-11"):
        used.append((day, "Premium SSD Managed Disks - P20 - LRS Disk - EU West", "Storage",
                     "Premium SSD Managed Disks", "P20 LRS Disk", "1/Month", "0.032258", "73.22",
                     D(1), GROUP + "Microsoft.Compute/disks/slam-1-data", '"team": "robotics"',
                     "OnDemand", ""))
    used += [
        (at("03-10 00:00"), "Virtual Machines Dv5 Series - D4 v5 Spot - EU West",
         "Virtual Machines", "Dv5 Series", "D4 v5 Spot", "10 Hours", "7.5", "0.45", D(10),
         GROUP + "Microsoft.Compute/virtualMachines/sweep", "", "Spot", ""),
        (at("03-10 00:00"), "Tiered Block Blob - All Other Operations - EU West", "Storage",
         "Tiered Block Blob", "All Other Operations", "10K", "0.0125", "0.0044", D(1),
         GROUP + "Microsoft.Storage/storageAccounts/demolab", "", "OnDemand", ""),
        (at("03-11 00:00"), "IP Addresses - Standard IPv4 Static Public IP", "Virtual Network",
         "IP Addresses", "Standard IPv4 Static Public IP", "1 Hour", "24", "0.005", D(1),
         GROUP + "Microsoft.Network/publicIPAddresses/slam-ip", "", "OnDemand", "")]
    rows, total = [AZURE_HEADINGS], D(0)
    for (day, product, category, sub, meter, unit, quantity, price, block, resource, tags, model,
         info) in used:
        cost = D(quantity) * D(price) / block
        total += cost
        date = "%d/%d/%d" % (day.month, day.day, day.year)
        cell = {
            "InvoiceSectionName": "Lab", "SubscriptionId": "00000000-demo-0000-0000-000000000001",
            "SubscriptionName": "demo-lab", "ResourceGroup": "lab", "ResourceLocation": "EU West",
            "Date": date, "ProductName": product, "MeterCategory": category,
            "MeterSubCategory": sub, "MeterName": meter, "UnitOfMeasure": unit, "Quantity": quantity,
            "EffectivePrice": price, "CostInBillingCurrency": plain(cost),
            "ConsumedService": resource.split("/")[6], "ResourceId": resource, "Tags": tags,
            "AdditionalInfo": info, "ResourceName": resource.split("/")[-1], "UnitPrice": price,
            "PublisherType": "Azure", "ChargeType": "Usage", "Frequency": "UsageBased",
            "PricingModel": model, "BillingAccountId": "12345678", "BillingAccountName": "Demo Lab",
            "BillingCurrencyCode": "USD", "BillingPeriodStartDate": "3/1/2026",
            "BillingPeriodEndDate": "3/31/2026", "PayGPrice": price,
            "ServiceFamily": "Compute" if category == "Virtual Machines" else "Storage"}
        rows.append([cell.get(h, "") for h in AZURE_HEADINGS])
    folder.write("azure/cost-details-2026-03-actual.csv", BOM + table(rows).encode(),
                 "azure-cost-actual", ("CSV, UTF-8 with BOM, dates month first",
                                       "CSV，UTF-8 带 BOM，日期月在前"),
                 ("enterprise agreement, actual cost: an A10 for three days and its disk, spot in "
                  "blocks of ten hours, tags without braces",
                  "企业协议的实际成本：用了三天的 A10 及磁盘、以十小时计价的竞价机、无花括号的标签"),
                 len(rows) - 1, {"USD": total})
    folder.owe("azure", "USD", at("03-09 00:00"), total)


# --- Google Cloud: detailed export of BigQuery, JSON lines --------------------------------------

def gcp_record(sku, start, end, cost, usage, unit, priced, pricing_unit, resource="",
               service="Compute Engine", kind="regular", credits=()):
    stamp = "%Y-%m-%d %H:%M:%S UTC"
    return {
        "billing_account_id": "000000-DEMO00-000001",
        "service": {"id": "demo-" + service.split(" ")[0].lower(), "description": service},
        "sku": {"id": "demo-sku", "description": sku}, "usage_start_time": start.strftime(stamp),
        "usage_end_time": end.strftime(stamp),
        "project": {"id": "demo-lab", "number": "100000000001", "name": "Demo Lab"},
        "labels": [{"key": "team", "value": "nlp"}] if resource else [], "system_labels": [],
        "location": {"location": "us-central1", "country": "US", "region": "us-central1",
                     "zone": "us-central1-a"},
        "export_time": (end + 5 * HOUR).strftime(stamp), "cost": number(cost), "currency": "USD",
        "currency_conversion_rate": 1,
        "usage": {"amount": usage, "unit": unit, "amount_in_pricing_units": number(priced),
                  "pricing_unit": pricing_unit},
        "credits": [{"name": name, "amount": number(amount), "type": type}
                    for name, amount, type in credits],
        "invoice": {"month": "202603"}, "cost_type": kind,
        "resource": {"name": resource.split("/")[-1],
                     "global_name": "//compute.googleapis.com/projects/demo-lab/zones/us-central1-a/"
                     + resource} if resource else {}}


def gcp(folder):
    records, total, lines = [], D(0), 0
    for h in range(6):
        start = at("03-19 07:00") + h * HOUR
        end, machine = start + HOUR, "instances/eval-l4"
        sustained = ("Sustained Usage Discount", "SUSTAINED_USAGE_DISCOUNT")
        records.append(gcp_record("Nvidia L4 GPU running in Americas", start, end, D("0.56004"),
                                  3600, "seconds", D(1), "hour", machine,
                                  credits=[("Research credits 2026", D("-0.25"), "PROMOTION")]))
        records.append(gcp_record("G2 Instance Core running in Americas", start, end, D("0.19992"),
                                  28800, "seconds", D(8), "hour", machine,
                                  credits=[(sustained[0], D("-0.01992"), sustained[1])]))
        records.append(gcp_record("G2 Instance Ram running in Americas", start, end, D("0.09376"),
                                  123695058124800, "byte-seconds", D(32), "gibibyte hour",
                                  machine))
    for day in days("03-19", "03-20"):
        records.append(gcp_record("Balanced PD Capacity", day, day + DAY, D("0.322581"),
                                  278314255908864000, "byte-seconds", D("3"), "gibibyte month",
                                  "disks/eval-data"))
    records.append(gcp_record("Tax", at("03-01 00:00"), at("04-01 00:00"), D("0.42"), 0, "", D(0),
                              "", service="Invoice", kind="tax"))
    records.append(gcp_record("Rounding error", at("03-01 00:00"), at("04-01 00:00"), D("-0.003"),
                              0, "", D(0), "", service="Invoice", kind="rounding_error"))
    for record in records:
        total += D(str(record["cost"])) + sum(D(str(c["amount"])) for c in record["credits"])
        lines += 1 + sum(c["type"] == "PROMOTION" for c in record["credits"])
    data = "".join(json.dumps(r) + "\n" for r in records).encode()
    folder.write("gcp/gcp_billing_export_resource_v1_2026-03.json", data, "gcp-billing-export",
                 ("JSON lines", "JSON lines"),
                 ("an L4 with its cores and memory, a discount and a credit, a disk, tax, rounding",
                  "一张 L4 及其 CPU 和内存、折扣与抵扣、磁盘、税、舍入"), lines, {"USD": total})
    folder.owe("gcp", "USD", at("03-01 00:00"), total)


# --- RunPod, Vast.ai ----------------------------------------------------------------------------

def runpod(folder):
    records, total, lines = [], D(0), 0
    for day, pod, gpu, disk in (("02-16", "demo7pod0001", "9.36", "0.33"),
                                ("02-17", "demo7pod0001", "4.68", "0.33"),
                                ("02-18", "demo7pod0001", "0", "0.33"),
                                ("02-18", "demo7pod0002", "16.56", "0.14"),
                                ("02-19", "demo7pod0002", "0", "0")):
        start = at(day + " 00:00")
        total += D(gpu) + D(disk)
        lines += max(1, (gpu != "0") + (disk != "0"))
        records.append({"podId": pod, "startTime": start.strftime(ISO),
                        "endTime": (start + DAY).strftime(ISO),
                        "totalAmount": number(D(gpu) + D(disk)), "gpuAmount": number(D(gpu)),
                        "cpuAmount": 0, "diskAmount": number(D(disk))})
    data = {"records": records, "metadata": {"recordCount": len(records),
                                             "totals": {"totalAmount": number(total)}}}
    folder.write("runpod/billing-pods-2026-02.json", json_text(data), "runpod-billing-v2",
                 ("JSON", "JSON"), ("two pods by day, GPU and disk in one record",
                                    "两个 pod，按天，GPU 与磁盘在同一条记录"), lines, {"USD": total})
    folder.leak(RUNPOD, "demo7pod0001", "stopped-storage", "certain", "0.33", "USD",
                ("a pod's disk on the day after it was stopped, which costs on",
                 "pod 停止后第二天，磁盘仍在计费"))


def vast(folder):
    results, total, lines = [], D(0), 0
    for first, hours, number_of, label, rate, out in (
            ("03-12 20:00", 12, 29100001, "tokenizer", "0.389", "14"),
            ("03-21 09:00", 7, 29100002, "lora-sweep", "0.412", "6.5")):
        start = unix(at(first))
        end = start + hours * 3600
        items = [(kind, text, D(rate) * D(quantity)) for kind, text, rate, quantity in (
            ("gpu", "%d.000 hours at $%s/hour" % (hours, rate), rate, hours),
            ("disk", "%d.000 hours at $0.002/hour" % hours, "0.002", hours),
            ("bwd", "%s GB at $0.003/GB" % out, "0.003", out))]
        lines += len(items)
        total += sum(amount for _, _, amount in items)
        results.append({
            "start": start, "end": end, "type": "instance", "source": "instance-%d" % number_of,
            "description": "Instance %d Charges" % number_of,
            "amount": number(sum(amount for _, _, amount in items)),
            "metadata": {"label": label, "template_id": 1},
            "items": [{"start": start, "end": end, "type": kind,
                       "source": "instance-%d" % number_of, "description": text, "amount": number(amount)}
                      for kind, text, amount in items]})
    data = {"success": True, "count": len(results), "total": len(results), "next_token": None,
            "results": results}
    folder.write("vast/charges-2026-03.json", json_text(data), "vast-charges", ("JSON", "JSON"),
                 ("two instances, each with items for GPU, disk and traffic",
                  "两台实例，各有 GPU、磁盘和流量明细"), lines, {"USD": total})


def make(folder):
    aws(folder)
    azure(folder)
    gcp(folder)
    runpod(folder)
    vast(folder)
