-- store_schema_1.sql - the ledger that --ledger-db keeps, version 1.
--
-- Amounts are exact decimals as TEXT ("12.5"); times are INTEGER milliseconds since 1970 in UTC;
-- what is not known is NULL. The views at the end show both as people and charts want them.
-- A source is called by the first 12 hex digits of its SHA-256, so that a store has the same
-- content in whatever order its files came.

-- What the content was made with: program, time zone, config.
CREATE TABLE meta (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

---- What was read -------------------------------------------------------------------------------

-- Files, members of archives, sheets of workbooks: records = lines + skipped + rejected.
CREATE TABLE sources (
    source           INTEGER PRIMARY KEY,
    path             TEXT NOT NULL,
    sha256           TEXT NOT NULL UNIQUE,
    bytes            INTEGER NOT NULL,
    kind             TEXT NOT NULL,      -- bill, usage, states, invoice, payment
    format           TEXT,
    platform         TEXT,
    encoding         TEXT,
    evidence_level   TEXT,
    is_whole_month   INTEGER NOT NULL,
    view_rank        INTEGER NOT NULL,
    instance         TEXT,               -- whose log it is, as --usage said
    records          INTEGER NOT NULL,
    lines            INTEGER NOT NULL,
    rejected         INTEGER NOT NULL,
    blank            INTEGER NOT NULL,   -- from here on: skipped, by reason
    repeated_header  INTEGER NOT NULL,
    total_row        INTEGER NOT NULL,
    not_a_charge     INTEGER NOT NULL,
    already_seen     INTEGER NOT NULL,
    out_of_period    INTEGER NOT NULL,
    folded           INTEGER NOT NULL,
    observation      INTEGER NOT NULL,
    reading          INTEGER NOT NULL DEFAULT 0, -- another number where the same bytes are read otherwise
    counted          INTEGER NOT NULL DEFAULT 0  -- lines that count beside all other sources
);

-- Sums of a source: `declared`, what the file states itself; `billed`, over its lines that count.
CREATE TABLE source_sums (
    source   INTEGER NOT NULL REFERENCES sources ON DELETE CASCADE,
    what     TEXT NOT NULL,
    currency TEXT NOT NULL,
    amount   TEXT NOT NULL,
    PRIMARY KEY (source, what, currency)
) WITHOUT ROWID;

-- Records that were refused, with their text.
CREATE TABLE rejections (
    source  INTEGER NOT NULL REFERENCES sources ON DELETE CASCADE,
    number  INTEGER NOT NULL,
    line    INTEGER NOT NULL,
    reason  TEXT NOT NULL,
    heading TEXT,
    raw     BLOB,
    says    TEXT,
    message BLOB,
    PRIMARY KEY (source, number)
) WITHOUT ROWID;

-- What reading and settling had to say; at most 20 of one code are kept.
CREATE TABLE warnings (
    source     INTEGER NOT NULL REFERENCES sources ON DELETE CASCADE,
    number     INTEGER NOT NULL,
    is_settled INTEGER NOT NULL,         -- 0: of the file alone; 1: of how it stands to the others
    code       TEXT NOT NULL,
    line       INTEGER NOT NULL,         -- 0: the whole file
    says       TEXT,
    message    BLOB,
    PRIMARY KEY (source, number)
) WITHOUT ROWID;

-- How often a warning of reading was raised, which may be more often than it is kept.
CREATE TABLE warning_counts (
    source INTEGER NOT NULL REFERENCES sources ON DELETE CASCADE,
    number INTEGER NOT NULL,
    code   TEXT NOT NULL,
    n      INTEGER NOT NULL,
    PRIMARY KEY (source, number)
) WITHOUT ROWID;

-- What lines of a source have in common.
CREATE TABLE facets (
    source             INTEGER NOT NULL REFERENCES sources ON DELETE CASCADE,
    facet              INTEGER NOT NULL,
    ProviderName       TEXT,
    PublisherName      TEXT,
    InvoiceIssuerName  TEXT,
    x_Platform         TEXT,
    BillingAccountId   TEXT,
    BillingAccountName TEXT,
    SubAccountId       TEXT,
    SubAccountName     TEXT,
    InvoiceId          TEXT,
    BillingPeriodStart INTEGER,
    BillingPeriodEnd   INTEGER,
    ChargeCategory     TEXT,
    ChargeClass        TEXT,
    ChargeFrequency    TEXT,
    ChargeDescription  TEXT,
    PricingCategory    TEXT,
    x_Entry            TEXT,
    x_Category         TEXT,
    ServiceCategory    TEXT,
    ServiceSubcategory TEXT,
    ServiceName        TEXT,
    RegionId           TEXT,
    RegionName         TEXT,
    AvailabilityZone   TEXT,
    ResourceId         TEXT,
    ResourceName       TEXT,
    ResourceType       TEXT,
    x_InstanceId       TEXT,
    x_GpuModel         TEXT,
    x_InstanceState    TEXT,
    SkuId              TEXT,
    SkuPriceId         TEXT,
    SkuMeter           TEXT,
    PricingUnit        TEXT,
    ConsumedUnit       TEXT,
    BillingCurrency    TEXT,
    Tags               TEXT,
    x_Project          TEXT,             -- as the bill has it
    offset_minutes     INTEGER NOT NULL, -- of the bill's times
    is_actual_use      INTEGER NOT NULL,
    is_of_month        INTEGER NOT NULL,
    PRIMARY KEY (source, facet)
) WITHOUT ROWID;

-- Ledger lines. Read them through the view `ledger`.
CREATE TABLE lines (
    source              INTEGER NOT NULL,
    number              INTEGER NOT NULL, -- from 0, in the order of the file
    facet               INTEGER NOT NULL,
    line                INTEGER NOT NULL, -- of the file
    left_out            TEXT,             -- already-seen, other-view; NULL: it counts
    x_LineId            TEXT,
    x_OrderId           TEXT,
    ChargePeriodStart   INTEGER,
    ChargePeriodEnd     INTEGER,
    BilledCost          TEXT,
    ListCost            TEXT,
    ContractedCost      TEXT,
    EffectiveCost       TEXT,
    ListUnitPrice       TEXT,
    ContractedUnitPrice TEXT,
    PricingQuantity     TEXT,
    ConsumedQuantity    TEXT,
    x_GpuCount          TEXT,
    x_Discount          TEXT,
    x_Voucher           TEXT,
    x_Cash              TEXT,
    x_Moved             TEXT,
    x_Balance           TEXT,             -- of the account behind the row, as the bill shows it
    decimals            INTEGER NOT NULL, -- printed of the unit prices and the billed quantity
    x_Changes           TEXT,
    x_Project           TEXT,             -- as the config has it, where the bill says none
    PRIMARY KEY (source, number),
    FOREIGN KEY (source, facet) REFERENCES facets ON DELETE CASCADE
) WITHOUT ROWID;

-- Rows of state logs and utilisation logs, as they stand there.
CREATE TABLE states (
    source   INTEGER NOT NULL REFERENCES sources ON DELETE CASCADE,
    number   INTEGER NOT NULL,
    line     INTEGER NOT NULL,
    platform TEXT,
    account  TEXT,
    instance TEXT,
    state    TEXT,
    since    INTEGER,
    until    INTEGER,
    PRIMARY KEY (source, number)
) WITHOUT ROWID;

CREATE TABLE samples (
    source       INTEGER NOT NULL REFERENCES sources ON DELETE CASCADE,
    number       INTEGER NOT NULL,
    line         INTEGER NOT NULL,
    platform     TEXT,
    instance     TEXT,                   -- the name in the log
    gpu          TEXT,
    time         INTEGER,
    until        INTEGER,                -- of a mean; NULL: a moment
    utilisation  INTEGER NOT NULL,       -- hundredths of a percent; -1: none
    memory_used  INTEGER NOT NULL,       -- MiB; -1: unknown
    memory_total INTEGER NOT NULL,
    power        INTEGER NOT NULL,       -- mW; -1: unknown
    PRIMARY KEY (source, number)
) WITHOUT ROWID;

-- Rows of payment statements, as they stand there.
CREATE TABLE statements (
    source   INTEGER NOT NULL REFERENCES sources ON DELETE CASCADE,
    number   INTEGER NOT NULL,
    line     INTEGER NOT NULL,
    channel  TEXT,
    time     INTEGER,
    payee    TEXT,
    amount   TEXT NOT NULL,
    currency TEXT,
    order_id TEXT,
    trade_id TEXT,
    status   TEXT,
    note     TEXT,
    PRIMARY KEY (source, number)
) WITHOUT ROWID;

-- Invoices as each file tells of them, and their items.
CREATE TABLE documents (
    source        INTEGER NOT NULL REFERENCES sources ON DELETE CASCADE,
    number        INTEGER NOT NULL,
    line          INTEGER NOT NULL,      -- of a list; 0: a file of its own
    invoice       TEXT,
    code          TEXT,
    kind          TEXT NOT NULL,
    status        TEXT NOT NULL,
    told_by       TEXT NOT NULL,         -- xml, ofd, list, pdf, qr
    lost_number   TEXT,                  -- what a spreadsheet made of the number
    issued        INTEGER,
    issued_text   TEXT,
    seller        TEXT,
    seller_tax_id TEXT,
    buyer         TEXT,
    buyer_tax_id  TEXT,
    currency      TEXT,
    is_chinese    INTEGER NOT NULL,
    net           TEXT,
    tax           TEXT,
    total         TEXT,
    is_total_unreadable INTEGER NOT NULL, -- a total is stated that cannot be read
    words         TEXT,
    words_told_by TEXT NOT NULL,
    remark        TEXT,
    red_of        TEXT,
    order_ids     TEXT,
    trouble       TEXT,                  -- what cannot be read, in English
    trouble_zh    TEXT,                  -- the same in Chinese
    PRIMARY KEY (source, number)
) WITHOUT ROWID;

CREATE TABLE document_items (
    source   INTEGER NOT NULL,
    document INTEGER NOT NULL,
    number   INTEGER NOT NULL,
    item     TEXT,
    rate     TEXT,
    amount   TEXT,
    tax      TEXT,
    PRIMARY KEY (source, document, number),
    FOREIGN KEY (source, document) REFERENCES documents ON DELETE CASCADE
) WITHOUT ROWID;

---- What one review of all of it finds; made anew by every import ---------------------------------

CREATE TABLE findings (
    finding    TEXT PRIMARY KEY,         -- F001
    rule       TEXT NOT NULL,
    certainty  TEXT NOT NULL,            -- certain, likely, possible
    platform   TEXT,
    account    TEXT,
    resource   TEXT,
    name       TEXT,
    since      INTEGER,
    until      INTEGER,
    currency   TEXT,
    billed     TEXT NOT NULL,
    leak       TEXT NOT NULL,
    net_leak   TEXT NOT NULL,
    is_waived  INTEGER NOT NULL,
    waiver     TEXT,
    message    TEXT,
    advice     TEXT,
    message_zh TEXT,
    advice_zh  TEXT
) WITHOUT ROWID;

-- The evidence of a finding.
CREATE TABLE finding_lines (
    finding TEXT NOT NULL REFERENCES findings ON DELETE CASCADE,
    source  INTEGER NOT NULL,
    number  INTEGER NOT NULL,
    leak    TEXT NOT NULL,
    net     TEXT NOT NULL,
    PRIMARY KEY (finding, source, number),
    FOREIGN KEY (source, number) REFERENCES lines ON DELETE CASCADE
) WITHOUT ROWID;

CREATE TABLE claims (
    claim    TEXT PRIMARY KEY,           -- C001: what may be invoiced
    platform TEXT,
    account  TEXT,
    basis    TEXT NOT NULL,
    month    INTEGER,
    since    INTEGER,
    until    INTEGER,
    order_id TEXT,
    currency TEXT,
    amount   TEXT NOT NULL,
    covered  TEXT NOT NULL,
    status   TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE invoices (
    invoice       TEXT PRIMARY KEY,      -- I001
    number        TEXT,
    code          TEXT,
    kind          TEXT NOT NULL,
    issued        TEXT,
    seller        TEXT,
    seller_tax_id TEXT,
    buyer         TEXT,
    buyer_tax_id  TEXT,
    currency      TEXT,
    net           TEXT,
    tax           TEXT,
    total         TEXT,
    status        TEXT NOT NULL,         -- matched, partly-matched, unmatched, invalid, other-period
    step          INTEGER NOT NULL,
    detail        TEXT,
    solutions     INTEGER NOT NULL
) WITHOUT ROWID;

-- The files that tell of an invoice.
CREATE TABLE invoice_files (
    invoice TEXT NOT NULL REFERENCES invoices ON DELETE CASCADE,
    source  INTEGER NOT NULL REFERENCES sources ON DELETE CASCADE,
    PRIMARY KEY (invoice, source)
) WITHOUT ROWID;

CREATE TABLE invoice_checks (
    invoice    TEXT NOT NULL REFERENCES invoices ON DELETE CASCADE,
    "check"    TEXT NOT NULL,
    is_ok      INTEGER NOT NULL,
    is_warning INTEGER NOT NULL,         -- a warning leaves the invoice valid
    message    TEXT,
    message_zh TEXT,
    PRIMARY KEY (invoice, "check")
) WITHOUT ROWID;

CREATE TABLE invoice_covers (
    invoice TEXT NOT NULL REFERENCES invoices ON DELETE CASCADE,
    claim   TEXT NOT NULL REFERENCES claims ON DELETE CASCADE,
    amount  TEXT NOT NULL,
    PRIMARY KEY (invoice, claim)
) WITHOUT ROWID;

CREATE TABLE payments (
    payment  TEXT PRIMARY KEY,           -- P001: a payment of a statement that concerns a platform
    channel  TEXT,
    time     INTEGER,
    payee    TEXT,
    currency TEXT,
    amount   TEXT NOT NULL,
    status   TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE recharges (
    recharge TEXT PRIMARY KEY,           -- R001
    platform TEXT,
    account  TEXT,
    time     INTEGER,
    currency TEXT,
    amount   TEXT NOT NULL,
    order_id TEXT,
    claim    TEXT REFERENCES claims      -- NULL: the platform does not invoice recharges
) WITHOUT ROWID;

-- What was paid for: a recharge or a claim without a row here has no known payment.
CREATE TABLE payment_recharges (
    payment  TEXT NOT NULL REFERENCES payments ON DELETE CASCADE,
    recharge TEXT NOT NULL REFERENCES recharges ON DELETE CASCADE,
    PRIMARY KEY (payment, recharge)
) WITHOUT ROWID;

CREATE TABLE payment_claims (
    payment TEXT NOT NULL REFERENCES payments ON DELETE CASCADE,
    claim   TEXT NOT NULL REFERENCES claims ON DELETE CASCADE,
    PRIMARY KEY (payment, claim)
) WITHOUT ROWID;

---- History -------------------------------------------------------------------------------------

-- What reviews reported invoices for, by the month of the claim; the last review of a month counts.
-- The only table that depends on when which review was run.
CREATE TABLE uses (
    month     TEXT NOT NULL,             -- 2026-03
    platform  TEXT NOT NULL,
    account   TEXT NOT NULL,
    order_id  TEXT NOT NULL,
    recharged TEXT NOT NULL,             -- when, if the claim is a recharge
    number    TEXT NOT NULL,             -- of the invoice
    code      TEXT NOT NULL,
    seller    TEXT NOT NULL,
    total     TEXT NOT NULL,
    amount    TEXT NOT NULL,             -- of the claim, that it covered
    PRIMARY KEY (month, platform, account, order_id, recharged, number, code, seller)
) WITHOUT ROWID;

---- Removing a source ----------------------------------------------------------------------------

-- Whoever removes a source by hand may have foreign keys off: what belongs to it goes too. Without
-- the program in `meta`, the next run settles and judges anew what is left.
CREATE TRIGGER source_is_removed AFTER DELETE ON sources
BEGIN
    DELETE FROM finding_lines;
    DELETE FROM findings;
    DELETE FROM invoice_files WHERE source = OLD.source;
    DELETE FROM lines WHERE source = OLD.source;
    DELETE FROM facets WHERE source = OLD.source;
    DELETE FROM source_sums WHERE source = OLD.source;
    DELETE FROM rejections WHERE source = OLD.source;
    DELETE FROM warnings WHERE source = OLD.source;
    DELETE FROM warning_counts WHERE source = OLD.source;
    DELETE FROM states WHERE source = OLD.source;
    DELETE FROM samples WHERE source = OLD.source;
    DELETE FROM statements WHERE source = OLD.source;
    DELETE FROM document_items WHERE source = OLD.source;
    DELETE FROM documents WHERE source = OLD.source;
    DELETE FROM meta WHERE key = 'program';
END;

---- Views ---------------------------------------------------------------------------------------

-- The lines that count, with the columns of `gpubill ledger` in their order (amounts exact, as
-- text); then for charts: time as seconds since 1970, day and month in the time zone of the store,
-- amounts as REAL.
CREATE VIEW ledger AS
SELECT
    f.ProviderName, f.PublisherName, f.InvoiceIssuerName, f.x_Platform,
    f.BillingAccountId, f.BillingAccountName, f.SubAccountId, f.SubAccountName,
    l.x_LineId, l.x_OrderId, f.InvoiceId,
    strftime('%Y-%m-%dT%H:%M:%SZ', f.BillingPeriodStart / 1000, 'unixepoch') AS BillingPeriodStart,
    strftime('%Y-%m-%dT%H:%M:%SZ', f.BillingPeriodEnd / 1000, 'unixepoch') AS BillingPeriodEnd,
    strftime('%Y-%m-%dT%H:%M:%SZ', l.ChargePeriodStart / 1000, 'unixepoch') AS ChargePeriodStart,
    strftime('%Y-%m-%dT%H:%M:%SZ', l.ChargePeriodEnd / 1000, 'unixepoch') AS ChargePeriodEnd,
    f.ChargeCategory, f.ChargeClass, f.ChargeFrequency, f.ChargeDescription, f.PricingCategory,
    f.x_Entry, f.x_Category, f.ServiceCategory, f.ServiceSubcategory, f.ServiceName,
    f.RegionId, f.RegionName, f.AvailabilityZone,
    f.ResourceId, f.ResourceName, f.ResourceType, f.x_InstanceId,
    f.x_GpuModel, l.x_GpuCount, f.x_InstanceState, f.SkuId, f.SkuPriceId, f.SkuMeter,
    l.PricingQuantity, f.PricingUnit, l.ConsumedQuantity, f.ConsumedUnit,
    l.ListUnitPrice, l.ContractedUnitPrice,
    l.ListCost, l.ContractedCost, l.EffectiveCost, l.BilledCost,
    l.x_Discount, l.x_Voucher, l.x_Cash, l.x_Moved,
    f.BillingCurrency, f.Tags, coalesce(f.x_Project, l.x_Project) AS x_Project,
    s.path AS x_SourceFile, l.line AS x_SourceLine, l.x_Changes,
    l.x_Balance,
    coalesce(l.ChargePeriodStart, f.BillingPeriodStart) / 1000 AS time,
    strftime('%Y-%m-%d', coalesce(l.ChargePeriodStart, f.BillingPeriodStart) / 1000 + 60 *
        (SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'zone_minutes'), 'unixepoch') AS day,
    strftime('%Y-%m', coalesce(l.ChargePeriodStart, f.BillingPeriodStart) / 1000 + 60 *
        (SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'zone_minutes'), 'unixepoch') AS month,
    CAST(l.ListCost AS REAL) AS list,
    CAST(l.BilledCost AS REAL) AS billed,
    CAST(l.x_Voucher AS REAL) AS voucher,
    CAST(l.x_Moved AS REAL) AS moved,
    f.x_Entry NOT IN ('recharge', 'withdrawal') AS is_spend,
    l.source, l.number
FROM lines l
JOIN facets f ON f.source = l.source AND f.facet = l.facet
JOIN sources s ON s.source = l.source
WHERE l.left_out IS NULL;

-- Spend by month; recharges and withdrawals are none. Sums of REAL, rounded to 9 decimals.
CREATE VIEW v_month AS
SELECT month, BillingCurrency AS currency, count(*) AS lines, round(sum(list), 9) AS list,
    round(sum(billed), 9) AS billed, round(sum(voucher), 9) AS voucher
FROM ledger WHERE is_spend GROUP BY month, currency;

CREATE VIEW v_platform AS
SELECT month, x_Platform AS platform, BillingCurrency AS currency, count(*) AS lines,
    round(sum(billed), 9) AS billed, round(sum(voucher), 9) AS voucher
FROM ledger WHERE is_spend GROUP BY month, platform, currency;

CREATE VIEW v_category AS
SELECT month, x_Platform AS platform, x_Category AS category, BillingCurrency AS currency,
    count(*) AS lines, round(sum(billed), 9) AS billed
FROM ledger WHERE is_spend GROUP BY month, platform, category, currency;

CREATE VIEW v_resource AS
SELECT month, x_Platform AS platform, coalesce(ResourceId, x_InstanceId, ResourceName) AS resource,
    max(ResourceName) AS name, x_Category AS category, BillingCurrency AS currency,
    count(*) AS lines, round(sum(billed), 9) AS billed
FROM ledger WHERE is_spend GROUP BY month, platform, resource, category, currency;

-- Leaks that are not waived, by rule.
CREATE VIEW v_leak AS
SELECT rule, currency, count(*) AS findings, round(sum(CAST(leak AS REAL)), 9) AS leak,
    round(sum(CAST(net_leak AS REAL)), 9) AS net_leak
FROM findings WHERE NOT is_waived GROUP BY rule, currency;
