"""A job on a bill with DuckDB: duck.py start|double|exact|whole THREADS [KIND FILE].

double and exact add up the costs by service, as doubles or as DECIMAL(38,18). whole does for a FOCUS
bill what a review does: it loads the columns that matter, adds up by service and by resource,
finds rows that stand twice and periods that overlap, and tries six patterns on each description.
Prints the sum and the number of rows.
"""

import sys

import duckdb

SUM = {
    "focus": ("read_csv('{file}', types={{'BilledCost': '{type}'}})", "ServiceCategory", "BilledCost"),
    "chinese": ("read_csv('{file}', types={{'应付金额': '{type}'}})", "产品", "应付金额"),
    "json": ("read_json('{file}', columns={{'ProductCode': 'VARCHAR', 'PretaxAmount': '{type}'}})",
             "ProductCode", "PretaxAmount"),
}
SUM["ndjson"] = SUM["json"]

COSTS = ("BilledCost", "EffectiveCost", "ListCost", "PricingQuantity")
COLUMNS = COSTS + (
    "BillingAccountId", "BillingCurrency", "ChargeCategory", "ChargeDescription",
    "ChargePeriodEnd", "ChargePeriodStart", "RegionId", "ResourceId", "ServiceCategory",
    "ServiceName", "SkuId", "Tags")
DUPLICATES = """
    select coalesce(sum(n - 1), 0) from (select count(*) n from bill group by ResourceId, SkuId,
        ChargePeriodStart, ChargePeriodEnd, BilledCost, EffectiveCost, PricingQuantity,
        ChargeDescription having n > 1)"""
OVERLAPS = """
    select count(*) from (select ChargePeriodStart as begun, max(ChargePeriodEnd) over (
        partition by ResourceId, SkuId order by ChargePeriodStart, ChargePeriodEnd
        rows between unbounded preceding and 1 preceding) as ended from bill) where begun < ended"""
PATTERNS = ("BoxUsage|Instance", "Volume|Snapshot", "NatGateway|PublicIPv4", "ml\\.|g5\\.",
            "DataTransfer|Bytes", "On Demand")


def add_up(db, kind, file, type_):
    source, by, cost = SUM[kind]
    source = source.format(file=file, type=type_)
    return db.execute(f"""select sum(cost), sum(n)::bigint from (
        select "{by}", sum("{cost}") as cost, count(*) as n from {source} group by 1)""").fetchone()


def whole(db, file):
    types = ", ".join(f"'{name}': 'DECIMAL(38,18)'" for name in COSTS)
    db.execute(f"create table bill as select {', '.join(COLUMNS)} "
               f"from read_csv('{file}', types={{{types}}})")
    by_service = db.execute("select ServiceCategory, sum(BilledCost), count(*) from bill "
                            "group by 1").fetchall()
    db.execute("select ResourceId, sum(BilledCost) from bill group by 1").fetchall()
    db.execute(DUPLICATES).fetchone()
    db.execute(OVERLAPS).fetchone()
    for pattern in PATTERNS:
        db.execute("select sum(BilledCost) from bill where "
                   "regexp_matches(ChargeDescription, ?)", [pattern]).fetchone()
    return sum(row[1] for row in by_service), sum(row[2] for row in by_service)


def main():
    job, threads = sys.argv[1:3]
    db = duckdb.connect(config={"threads": int(threads)})
    if job == "start":
        db.execute("select 1").fetchone()
        return
    kind, file = sys.argv[3:]
    if job == "whole":
        cost, rows = whole(db, file)
    else:
        cost, rows = add_up(db, kind, file, "DOUBLE" if job == "double" else "DECIMAL(38,18)")
    print(cost, rows)


main()
