/*
 * Writes a made-up bill of a wanted size, to measure with: the same bytes each time.
 *
 *     make_bill focus|chinese|json|ndjson BYTES
 *
 * focus is a FOCUS 1.0 bill of 43 columns, chinese the CSV of Alibaba Cloud's bill details, json
 * and ndjson are answers of its billing interface. All hold the hours of many resources in order
 * of time, and one row in 500 stands twice. In focus one period in 1000 overlaps the one before
 * it, one cost in 2000 has an exponent, one description in eight is quoted and some of these hold
 * a line feed.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RESOURCES 20000
#define HOURS 720 /* of November */
#define ROW_MAX 4096

enum kind {
    KIND_FOCUS,
    KIND_CHINESE,
    KIND_JSON,
    KIND_NDJSON,
};

/* What is sold: the price is one of a unit, in hundred-millionths. */
struct service {
    const char *category, *name, *code, *type, *prefix, *unit, *item;
    unsigned price;
};

struct resource {
    const struct service *service;
    unsigned region, account, team, stage, number, plan;
    unsigned from, to; /* hours of its life */
    unsigned quantity; /* millionths an hour */
    uint64_t id;
};

struct row {
    char at[ROW_MAX];
    size_t n;
};

struct maker {
    enum kind kind;
    uint64_t wanted, written, state;
    struct resource resources[RESOURCES];
    struct row row;
};

static const struct service focus_services[] = {
    { "Compute", "Amazon Elastic Compute Cloud", "ec2", "Instance", "i-", "Hours",
        "BoxUsage:m5.large", 9600000 },
    { "Compute", "Amazon Elastic Compute Cloud", "ec2", "Instance", "i-", "Hours",
        "BoxUsage:c6i.xlarge", 17000000 },
    { "Compute", "Amazon Elastic Compute Cloud", "ec2", "Instance", "i-", "Hours",
        "SpotUsage:g5.2xlarge", 48000000 },
    { "Compute", "AWS Lambda", "lambda", "Function", "function:", "GB-Seconds",
        "Lambda-GB-Second", 1667 },
    { "Storage", "Amazon Elastic Block Store", "ebs", "Volume", "vol-", "GB-Mo",
        "EBS:VolumeUsage.gp3", 8000000 },
    { "Storage", "Amazon Elastic Block Store", "ebs", "Snapshot", "snap-", "GB-Mo",
        "EBS:SnapshotUsage", 5000000 },
    { "Storage", "Amazon Simple Storage Service", "s3", "Bucket", "bucket-", "GB-Mo",
        "TimedStorage-ByteHrs", 2300000 },
    { "Storage", "Amazon Elastic File System", "efs", "FileSystem", "fs-", "GB-Mo",
        "TimedStorage-ByteHrs", 30000000 },
    { "Databases", "Amazon Relational Database Service", "rds", "DBInstance", "db-", "Hours",
        "InstanceUsage:db.r5.large", 24000000 },
    { "Networking", "Amazon Virtual Private Cloud", "vpc", "NatGateway", "nat-", "Hours",
        "NatGateway-Hours", 4500000 },
    { "Networking", "Amazon Virtual Private Cloud", "vpc", "PublicIPv4", "eipalloc-", "Hours",
        "PublicIPv4:IdleAddress", 500000 },
    { "Networking", "Amazon CloudFront", "cloudfront", "Distribution", "dist-", "GB",
        "DataTransfer-Out-Bytes", 8500000 },
    { "AI and Machine Learning", "Amazon SageMaker", "sagemaker", "NotebookInstance", "notebook/",
        "Hours", "Notebk:ml.g4dn.xlarge", 73600000 },
    { "Management and Governance", "AmazonCloudWatch", "logs", "LogGroup", "log-group:", "GB",
        "DataProcessing-Bytes", 50000000 },
};

static const struct service chinese_services[] = {
    { "计算", "云服务器 ECS", "ecs", "ecs.gn7i-c8g1.2xlarge", "i-bp", "小时", "云服务器配置", 942000000 },
    { "计算", "云服务器 ECS", "ecs", "ecs.g7.large", "i-bp", "小时", "云服务器配置", 42000000 },
    { "存储", "块存储", "yundisk", "cloud_essd", "d-bp", "GB*小时", "云盘容量", 49000 },
    { "存储", "对象存储 OSS", "oss", "", "bucket-", "GB*小时", "标准存储容量", 16600 },
    { "数据库", "云数据库 RDS", "rds", "rds.mysql.c2.large", "rm-bp", "小时", "数据库实例规格",
        125000000 },
    { "网络", "弹性公网 IP", "eip", "", "eip-bp", "小时", "实例费", 2000000 },
    { "网络", "NAT 网关", "nat_gw", "", "ngw-bp", "小时", "实例费", 19500000 },
    { "网络", "CDN", "cdn", "", "cdn-", "GB", "流量", 24000000 },
    { "运维", "日志服务", "sls", "", "sls-", "GB", "索引流量", 35000000 },
    { "容器", "容器服务", "csk", "", "c", "小时", "集群管理费", 64000000 },
};

#define COUNT(array) ((unsigned)(sizeof(array) / sizeof((array)[0])))

static const char *const focus_regions[][2] = {
    { "us-east-1", "US East (N. Virginia)" }, { "us-west-2", "US West (Oregon)" },
    { "eu-west-1", "EU (Ireland)" }, { "ap-southeast-1", "Asia Pacific (Singapore)" },
    { "cn-north-1", "China (Beijing)" },
};
static const char *const chinese_regions[][2] = {
    { "cn-hangzhou", "华东1（杭州）" }, { "cn-beijing", "华北2（北京）" },
    { "cn-shenzhen", "华南1（深圳）" }, { "cn-shanghai", "华东2（上海）" },
    { "cn-chengdu", "西南1（成都）" },
};
static const char *const teams[] = {
    "search", "payments", "growth", "platform", "data", "ml", "mobile", "ads",
};
static const char *const chinese_teams[] = {
    "搜索业务", "支付中台", "增长", "数据平台", "机器学习", "广告", "移动端", "基础架构",
};
static const char *const stages[] = { "prod", "staging", "dev", "test" };
static const char *const chinese_stages[] = { "生产", "预发", "开发", "测试" };

/* splitmix64: any state will do, and the numbers are the same everywhere. */
static uint64_t
next(struct maker *m)
{
    uint64_t z = m->state += 0x9e3779b97f4a7c15;

    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

static unsigned
below(struct maker *m, unsigned n)
{
    return (unsigned)(((next(m) >> 32) * n) >> 32);
}

__attribute__((format(printf, 2, 3)))
static void
add(struct row *row, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    row->n += (size_t)vsnprintf(row->at + row->n, ROW_MAX - row->n, format, args);
    va_end(args);
    if (row->n >= ROW_MAX)
        abort();
}

/* ${value} of ${scale} decimals, without zeros at the end, and ${after} behind it. */
static void
add_decimal(struct row *row, uint64_t value, int scale, const char *after)
{
    char digits[32];
    int n = snprintf(digits, sizeof(digits), "%0*" PRIu64, scale + 1, value);
    int end = n;

    while (end > n - scale && digits[end - 1] == '0')
        end--;
    add(row, "%.*s%s%.*s%s", n - scale, digits, end > n - scale ? "." : "", end - (n - scale),
        digits + n - scale, after);
}

/* The same value as "1.25E-2". */
static void
add_with_exponent(struct row *row, uint64_t value, int scale)
{
    char digits[32];
    int n = snprintf(digits, sizeof(digits), "%" PRIu64, value);

    add(row, "%c.%sE%d", digits[0], n > 1 ? digits + 1 : "0", n - 1 - scale);
}

static void
add_time(struct row *row, unsigned hour, const char *between, const char *after)
{
    unsigned day = hour / 24;

    add(row, "2026-%02u-%02u%s%02u:00:00%s", day < 30 ? 11 : 12, day % 30 + 1, between, hour % 24,
        after);
}

/* Write the row, one of 500 twice where ${may_repeat}. */
static void
put_row(struct maker *m, int may_repeat)
{
    unsigned times = may_repeat && below(m, 500) == 0 ? 2 : 1;

    for (unsigned i = 0; i < times; i++)
        if (fwrite(m->row.at, 1, m->row.n, stdout) != m->row.n) {
            perror("make_bill");
            exit(1);
        }
    m->written += times * m->row.n;
    m->row.n = 0;
}

static void
add_focus_description(struct maker *m, const struct resource *r)
{
    const struct service *s = r->service;
    unsigned chance = below(m, 50000);

    if (chance == 0)
        add(&m->row, "\"%s per %s\nsee the note, page 2\",", s->item, s->unit);
    else if (chance < 4000)
        add(&m->row, "\"$%u.%08u per %s, %s in %s\",", s->price / 100000000, s->price % 100000000,
            s->unit, s->item, focus_regions[r->region][1]);
    else if (chance < 6000)
        add(&m->row, "\"%s \"\"On Demand\"\" %s\",", s->item, s->unit);
    else
        add(&m->row, "$%u.%08u per %s %s,", s->price / 100000000, s->price % 100000000, s->unit,
            s->item);
}

/* Costs have 12 decimals, quantities 6, prices 8. */
static void
add_focus_costs(struct maker *m, const struct resource *r, uint64_t quantity, uint64_t effective,
    uint64_t list)
{
    const struct service *s = r->service;
    struct row *row = &m->row;

    add_decimal(row, quantity, 6, ",");
    add(row, "%s,", s->unit);
    add_decimal(row, effective, 12, ",");
    add_decimal(row, s->price, 8, ",");
    add_decimal(row, effective, 12, ",\"Amazon Web Services, Inc.\",");
    add_decimal(row, list, 12, ",");
    add_decimal(row, s->price, 8, ",");
    add(row, "%s,", r->plan ? "Committed" : "Standard");
    add_decimal(row, quantity, 6, ",");
    add(row, "%s,AWS,\"Amazon Web Services, Inc.\",", s->unit);
}

static void
add_focus_resource(struct row *row, const struct resource *r)
{
    const struct service *s = r->service;
    const char *region = focus_regions[r->region][0];
    unsigned sku = (unsigned)(s - focus_services) * 2654435761u ^ r->region * 40503u;

    add(row, "%s,%s,arn:aws:%s:%s:%012u:%s%016" PRIx64 ",%s-%s-%u,%s,%s,%s,", region,
        focus_regions[r->region][1], s->code, region, 100000000 + r->account * 7919, s->prefix,
        r->id, teams[r->team], stages[r->stage], r->number, s->type, s->category, s->name);
    add(row, "SKU%08X,SKU%08X.JRTCKXETXF.6YS6EN2CT7,%012u,acct-%s-%02u,", sku, sku,
        100000000 + r->account * 7919, teams[r->account % COUNT(teams)], r->account);
    if (r->number % 10 < 7)
        add(row, "\"{\"\"env\"\":\"\"%s\"\",\"\"team\"\":\"\"%s\"\","
            "\"\"app\"\":\"\"svc-%u\"\"}\"\n", stages[r->stage], teams[r->team], r->number % 400);
    else
        add(row, "{}\n");
}

static void
put_focus(struct maker *m, const struct resource *r, unsigned hour)
{
    const struct service *s = r->service;
    struct row *row = &m->row;
    unsigned early = hour > 0 && below(m, 1000) == 0;
    uint64_t quantity = strcmp(s->unit, "Hours") == 0 ? 1000000 :
        r->quantity + below(m, r->quantity / 4 + 1);
    uint64_t list = quantity * s->price / 100, effective = r->plan ? list * 72 / 100 : list;
    uint64_t billed = r->plan ? 0 : effective;

    add(row, "%s%c,", focus_regions[r->region][0], 'a' + (int)(r->id % 3));
    if (billed > 0 && below(m, 2000) == 0)
        add_with_exponent(row, billed, 12);
    else
        add_decimal(row, billed, 12, "");
    add(row, ",210987654321,\"Example Holdings, Inc.\",USD,2026-12-01T00:00:00Z,"
        "2026-11-01T00:00:00Z,Usage,,");
    add_focus_description(m, r);
    add(row, "Usage-Based,");
    add_time(row, hour + 1, "T", "Z,");
    add_time(row, hour - early, "T", "Z,");
    if (r->plan)
        add(row, "Spend,arn:aws:savingsplans::210987654321:savingsplan/%08x,Compute Savings Plan,"
            "Used,Compute Savings Plans,", r->plan * 2654435761u);
    else
        add(row, ",,,,,");
    add_focus_costs(m, r, quantity, effective, list);
    add_focus_resource(row, r);
    put_row(m, 1);
}

/* The amounts of an hour of Alibaba Cloud, of 14 decimals: 15 % off. */
static void
chinese_amounts(struct maker *m, const struct resource *r, uint64_t *quantity, uint64_t *list,
    uint64_t *discount)
{
    const struct service *s = r->service;

    *quantity = strcmp(s->unit, "小时") == 0 ? 1000000 : r->quantity + below(m, 1000000);
    *list = *quantity * s->price;
    *discount = *list / 100 * 15;
}

static void
put_chinese(struct maker *m, const struct resource *r, unsigned hour)
{
    const struct service *s = r->service;
    struct row *row = &m->row;
    uint64_t quantity, list, discount;

    chinese_amounts(m, r, &quantity, &list, &discount);
    add(row, "2026-11,,1234567890123456,示例科技,,%s,%s,%s,%s-按量付费,后付费,", s->code, s->name, s->code,
        s->name);
    add_time(row, hour, " ", ",");
    add_time(row, hour, " ", ",");
    add_time(row, hour + 1, " ", ",");
    add(row, "3600,2026110%010u,后付费账单,按量付费,%s%016" PRIx64 ",%s-%s-%u,默认资源组,", r->number,
        s->prefix, r->id, chinese_teams[r->team], chinese_stages[r->stage], r->number);
    if (r->number % 3 > 0)
        add(row, "\"key:部门 value:%s; key:环境 value:%s, 应用%u\",", chinese_teams[r->team],
            chinese_stages[r->stage], r->number % 300);
    else
        add(row, ",");
    add(row, ",%s,,,%s,%s-h,%s,", s->type, chinese_regions[r->region][1],
        chinese_regions[r->region][0], s->item);
    add_decimal(row, s->price, 8, ",");
    add(row, "元/%s,", s->unit);
    add_decimal(row, quantity, 6, ",");
    add(row, "%s,,", s->unit);
    add_decimal(row, list, 14, ",");
    add_decimal(row, discount, 14, ",0,");
    add_decimal(row, list - discount, 14, ",");
    add_decimal(row, list - discount, 14, ",0,0,0\n");
    put_row(m, 1);
}

static void
put_json(struct maker *m, const struct resource *r, unsigned hour)
{
    const struct service *s = r->service;
    struct row *row = &m->row;
    uint64_t quantity, list, discount;
    int is_first = m->written == 0;

    chinese_amounts(m, r, &quantity, &list, &discount);
    if (m->kind == KIND_JSON)
        add(row, is_first ? "[" : ",");
    add(row, "{\"BillingDate\":\"2026-11-%02u\",\"BillingCycle\":\"2026-11\",\"UsageStartTime\":\"",
        hour / 24 + 1);
    add_time(row, hour, " ", "\",\"UsageEndTime\":\"");
    add_time(row, hour + 1, " ", "\",");
    add(row, "\"BillAccountID\":\"1234567890123456\",\"BillAccountName\":\"示例科技\","
        "\"ProductName\":\"%s\",\"ProductCode\":\"%s\",\"ProductDetail\":\"%s-按量付费\","
        "\"SubscriptionType\":\"PayAsYouGo\",", s->name, s->code, s->name);
    add(row, "\"InstanceID\":\"%s%016" PRIx64 "\",\"NickName\":\"%s-%s-%u\",\"Region\":\"%s\","
        "\"Zone\":\"%s-h\",\"Item\":\"PayAsYouGoBill\",\"BillingItem\":\"%s\",", s->prefix, r->id,
        chinese_teams[r->team], chinese_stages[r->stage], r->number,
        chinese_regions[r->region][1], chinese_regions[r->region][0], s->item);
    add(row, "\"UsageUnit\":\"%s\",\"Currency\":\"CNY\",\"Usage\":\"", s->unit);
    add_decimal(row, quantity, 6, "\",\"PretaxGrossAmount\":");
    add_decimal(row, list, 14, ",\"InvoiceDiscount\":");
    add_decimal(row, discount, 14, ",\"PretaxAmount\":");
    add_decimal(row, list - discount, 14, ",");
    add(row, "\"OwnerID\":\"1234567890123456\",\"ResourceGroup\":\"%s\","
        "\"Tag\":\"key:部门 value:%s; key:环境 value:%s\"}%s", s->category, chinese_teams[r->team],
        chinese_stages[r->stage], m->kind == KIND_NDJSON ? "\n" : "");
    put_row(m, !is_first);
}

static void
make_resources(struct maker *m)
{
    int is_focus = m->kind == KIND_FOCUS;

    for (unsigned i = 0; i < RESOURCES; i++) {
        struct resource *r = &m->resources[i];
        unsigned chance = below(m, 100);
        unsigned life = chance < 6 ? HOURS : chance < 14 ? 120 + below(m, 240) : 1 + below(m, 48);

        r->service = is_focus ? &focus_services[below(m, COUNT(focus_services))] :
            &chinese_services[below(m, COUNT(chinese_services))];
        r->region = below(m, COUNT(focus_regions));
        r->account = below(m, 40);
        r->team = below(m, COUNT(teams));
        r->stage = below(m, COUNT(stages));
        r->number = below(m, 100000);
        r->quantity = 20000 + below(m, 40000000);
        r->plan = r->service->prefix[0] == 'i' && below(m, 4) == 0 ? 1 + below(m, 6) : 0;
        r->from = below(m, HOURS - life + 1);
        r->to = r->from + life;
        r->id = next(m);
    }
}

static void
put_headings(struct maker *m)
{
    if (m->kind == KIND_FOCUS)
        add(&m->row, "AvailabilityZone,BilledCost,BillingAccountId,BillingAccountName,"
            "BillingCurrency,BillingPeriodEnd,BillingPeriodStart,ChargeCategory,ChargeClass,"
            "ChargeDescription,ChargeFrequency,ChargePeriodEnd,ChargePeriodStart,"
            "CommitmentDiscountCategory,CommitmentDiscountId,CommitmentDiscountName,"
            "CommitmentDiscountStatus,CommitmentDiscountType,ConsumedQuantity,ConsumedUnit,"
            "ContractedCost,ContractedUnitPrice,EffectiveCost,InvoiceIssuerName,ListCost,"
            "ListUnitPrice,PricingCategory,PricingQuantity,PricingUnit,ProviderName,PublisherName,"
            "RegionId,RegionName,ResourceId,ResourceName,ResourceType,ServiceCategory,ServiceName,"
            "SkuId,SkuPriceId,SubAccountId,SubAccountName,Tags\n");
    if (m->kind == KIND_CHINESE)
        add(&m->row, "账期,财务单元,账号ID,账号,Owner账号,产品Code,产品,产品明细Code,产品明细,消费类型,消费时间,"
            "账单开始时间,账单结束时间,服务时长,订单号/账单号,账单类型,计费方式,实例ID,实例昵称,资源组,实例标签,"
            "实例配置,实例规格,公网IP,私网IP,地域,可用区,计费项,单价,单价单位,用量,用量单位,资源包抵扣,原价,优惠金额,"
            "优惠券抵扣,应付金额,现金支付,代金券抵扣,储值卡支付金额,欠费金额\n");
    put_row(m, 0);
}

/* Hour after hour the rows of all that lives; a bill of more than a month begins again. */
static void
put_rows(struct maker *m)
{
    for (unsigned hour = 0;; hour = (hour + 1) % HOURS) {
        for (unsigned i = 0; i < RESOURCES && m->written < m->wanted; i++) {
            const struct resource *r = &m->resources[i];

            if (hour < r->from || hour >= r->to)
                continue;
            if (m->kind == KIND_FOCUS)
                put_focus(m, r, hour);
            else if (m->kind == KIND_CHINESE)
                put_chinese(m, r, hour);
            else
                put_json(m, r, hour);
        }
        if (m->written >= m->wanted)
            return;
    }
}

int
main(int argc, char **argv)
{
    static const char *const kinds[] = { "focus", "chinese", "json", "ndjson" };
    static struct maker m;
    unsigned kind = 0;

    while (argc == 3 && kind < COUNT(kinds) && strcmp(argv[1], kinds[kind]) != 0)
        kind++;
    if (argc != 3 || kind == COUNT(kinds)) {
        fprintf(stderr, "usage: make_bill focus|chinese|json|ndjson BYTES\n");
        return 2;
    }
    m.kind = (enum kind)kind;
    m.wanted = strtoull(argv[2], NULL, 10);
    make_resources(&m);
    put_headings(&m);
    put_rows(&m);
    if (m.kind == KIND_JSON)
        fputs("]\n", stdout);
    return fflush(stdout) == 0 ? 0 : 1;
}
