/*
 * Writes a made-up bill in which there is something to find: the same bytes each time.
 *
 *     make_leaks INSTANCES SEED
 *
 * A FOCUS bill of November in order of time: GPU instances of some platforms with their disks,
 * addresses, traffic and snapshots, about 690 rows an instance. Most rules that need no log find
 * something: compute that is billed while stopped, disks and addresses that outlive their instance,
 * charges and instances that stand twice, rounded hours, amounts that are not quantity times price,
 * one dear platform, refunds. Bills of different seeds have no instance in common.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HOURS 720 /* of November */
#define MILLION 1000000u
#define NAME_LENGTH 13 /* without " copy" */

struct model {
    const char *name;
    unsigned price; /* millionths of a dollar, of a card and hour */
};

struct instance {
    uint64_t id;
    const struct model *model;
    unsigned platform, account, cards;
    unsigned from, to, kept_to;           /* hours: of its life, and of its disk */
    unsigned stopped_from, stopped_to;    /* while which it is billed nevertheless */
    unsigned has_address, has_traffic, has_snapshots, is_rounded;
    char name[40];
};

/* What rows of one kind have in common. */
struct item {
    const char *category, *service_category, *service, *type, *prefix, *sku, *unit;
};

struct row {
    const struct item *item;
    const struct instance *of;
    const char *state;
    unsigned from, to, is_prepaid;
    uint64_t quantity, used; /* millionths; used: 0 where nothing is said */
    uint64_t price;          /* millionths */
    int64_t more;            /* millionths, that are not quantity times price */
    uint64_t order;
    int is_refund, is_of_instance;
};

static const struct model models[] = {
    { "A100 80GB", 2950000 }, { "H100", 6980000 }, { "RTX 4090", 690000 }, { "T4", 526000 },
};
static const char *const platforms[] = { "AWS", "Microsoft", "Google Cloud" };
static const char *const teams[] = { "search", "vision", "speech", "ads", "robots" };

static const struct item gpu = { "gpu", "Compute", "Virtual Machines", "Instance", "i-", "GPU",
    "Hours" };
static const struct item disk = { "system-disk", "Storage", "Disks", "Disk", "d-", "DISK",
    "Hours" };
static const struct item address = { "public-address", "Networking", "Addresses", "Address", "ip-",
    "ADDRESS", "Hours" };
static const struct item traffic = { "traffic", "Networking", "Traffic out", "Instance", "i-",
    "OUT", "GB" };
static const struct item snapshot = { "snapshot", "Storage", "Snapshots", "Snapshot", "s-",
    "SNAPSHOT", "GB-Days" };

static uint64_t state, row_number, seed;

/* splitmix64: any state will do, and the numbers are the same everywhere. */
static uint64_t
next(void)
{
    uint64_t z = state += 0x9e3779b97f4a7c15;

    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

static unsigned
below(unsigned n)
{
    return (unsigned)(((next() >> 32) * n) >> 32);
}

static void
put_time(unsigned hour)
{
    unsigned day = hour / 24;

    printf("2026-%02u-%02uT%02u:00:00Z,", day < 30 ? 11 : 12, day % 30 + 1, hour % 24);
}

/* Of 12 decimals. */
static void
put_amount(int64_t value)
{
    uint64_t size = value < 0 ? (uint64_t)-value : (uint64_t)value;

    printf("%s%" PRIu64 ".%012" PRIu64 ",", value < 0 ? "-" : "", size / MILLION / MILLION,
        size % ((uint64_t)MILLION * MILLION));
}

static void
put_quantity(uint64_t value)
{
    printf("%" PRIu64 ".%06" PRIu64 ",", value / MILLION, value % MILLION);
}

static void
put_row(const struct row *r)
{
    const struct instance *of = r->of;
    int64_t list = (int64_t)(r->quantity * r->price);
    int64_t billed = (r->is_refund ? -list : list) + r->more * (int64_t)MILLION;

    put_amount(billed);
    printf("%012u,Example %u,USD,2026-12-01T00:00:00Z,2026-11-01T00:00:00Z,Usage,,"
        "%s of %s,Usage-Based,", 700000000u + of->account * 7919, of->account, r->item->service,
        of->name);
    put_time(r->to);
    put_time(r->from);
    if (r->used)
        put_quantity(r->used);
    else
        printf(",");
    printf("%s,", r->used ? r->item->unit : "");
    put_amount(billed);
    put_quantity(r->price);
    put_amount(billed);
    put_amount(r->is_refund ? -list : list);
    put_quantity(r->price);
    printf("%s,", r->is_prepaid ? "Committed" : "Standard");
    put_quantity(r->quantity);
    printf("%s,%s,us-east-1,%s%016" PRIx64 ",%s,%s,%s,%s,%s-%s,\"{\"\"team\"\":\"\"%s\"\"}\",",
        r->item->unit, platforms[of->platform], r->item->prefix, of->id, of->name, r->item->type,
        r->item->service_category, r->item->service, r->item->sku, of->model->name,
        teams[of->account % 5]);
    if (r->is_of_instance)
        printf("i-%016" PRIx64, of->id);
    printf(",%s,", r->item == &gpu ? of->model->name : "");
    if (r->item == &gpu)
        printf("%u", of->cards);
    printf(",%s,%s,%" PRIu64 "-%" PRIu64 ",", r->item->category, r->state, seed, ++row_number);
    if (r->order)
        printf("o-%016" PRIx64, r->order);
    putchar('\n');
}

/* An hour of the instance itself, sometimes with what is wrong about it. */
static void
put_compute(const struct instance *x, unsigned hour)
{
    unsigned chance = below(40000);
    int is_stopped = hour >= x->stopped_from && hour < x->stopped_to;
    struct row r = { .item = &gpu, .of = x, .from = hour, .to = hour + 1, .is_of_instance = 1,
        .state = is_stopped ? "stopped" : "", .quantity = MILLION,
        .used = x->is_rounded && hour + 1 == x->to ? 50000 + below(900000) : MILLION,
        .price = (uint64_t)x->model->price * x->cards * (x->platform == 2 ? 5 : 4) / 4,
        .order = chance < 40 ? next() : 0 };

    if (chance >= 40 && chance < 60)
        r.more = 10000 + below(MILLION);
    put_row(&r);
    r.more = 0;
    if (chance >= 60 && chance < 80) /* once more, by another id */
        put_row(&r);
    if (chance < 40) {
        r.is_refund = 1;
        r.quantity = 250000 * (1 + below(4));
        r.used = 0;
        put_row(&r);
    }
}

static void
put_hour(const struct instance *x, unsigned hour)
{
    struct row r = { .of = x, .state = "", .from = hour, .to = hour + 1, .quantity = MILLION,
        .is_of_instance = 1 };

    if (hour < x->to)
        put_compute(x, hour);
    r.item = &disk;
    r.price = 13000;
    put_row(&r);
    if (x->has_address) {
        r.item = &address;
        r.price = 5000;
        r.state = x->has_address == 2 ? "unattached" : "";
        r.is_of_instance = x->has_address == 1;
        put_row(&r);
    }
    r.state = "";
    r.is_of_instance = 1;
    if (x->has_traffic && hour % 24 == 23 && hour < x->to) {
        r.item = &traffic;
        r.from = hour / 24 * 24;
        r.quantity = below(400 * MILLION);
        r.price = 90000;
        put_row(&r);
    }
    if (x->has_snapshots && hour % 24 == 23) {
        r.item = &snapshot;
        r.from = hour / 24 * 24;
        r.quantity = 40 * MILLION;
        r.price = 1700;
        put_row(&r);
    }
}

static void
make_instance(struct instance *x, const struct instance *before)
{
    unsigned chance = below(100);
    unsigned life = chance < 25 ? HOURS : 1 + below(chance < 60 ? 400 : 120);

    memset(x, 0, sizeof(*x));
    x->id = next();
    x->model = &models[below(4)];
    x->platform = below(20) == 0 ? 2 : below(2);
    x->account = below(12);
    x->cards = 1u << below(4);
    x->from = below(HOURS - life + 1);
    x->to = x->from + life;
    x->kept_to = below(3) == 0 ? x->to + below(HOURS - x->to + 1) : x->to;
    x->stopped_from = below(30) == 0 ? x->from + below(life) : HOURS;
    x->stopped_to = x->stopped_from + 1 + below(48);
    x->has_address = below(3) == 0 ? 1 : below(60) == 0 ? 2 : 0;
    x->has_traffic = below(6) == 0;
    x->has_snapshots = below(10) == 0;
    x->is_rounded = below(4) == 0;
    for (unsigned i = 0; i < NAME_LENGTH; i++)
        x->name[i] = (char)('a' + (x->id >> (4 * i)) % 16);
    if (before && below(25) == 0 && before->name[NAME_LENGTH] == '\0') { /* a copy of it */
        *x = *before;
        x->id = next();
        x->stopped_from = x->stopped_to = HOURS;
        memcpy(x->name + NAME_LENGTH, " copy", sizeof(" copy"));
    }
}

int
main(int argc, char **argv)
{
    size_t n = argc == 3 ? (size_t)strtoull(argv[1], NULL, 10) : 0;
    struct instance *instances = calloc(n ? n : 1, sizeof(*instances));

    if (n == 0 || !instances) {
        fprintf(stderr, "usage: make_leaks INSTANCES SEED\n");
        return 2;
    }
    seed = strtoull(argv[2], NULL, 10);
    state = seed * 0xd1342543de82ef95;
    for (size_t i = 0; i < n; i++)
        make_instance(&instances[i], i ? &instances[i - 1] : NULL);
    printf("BilledCost,BillingAccountId,BillingAccountName,BillingCurrency,BillingPeriodEnd,"
        "BillingPeriodStart,ChargeCategory,ChargeClass,ChargeDescription,ChargeFrequency,"
        "ChargePeriodEnd,ChargePeriodStart,ConsumedQuantity,ConsumedUnit,ContractedCost,"
        "ContractedUnitPrice,EffectiveCost,ListCost,ListUnitPrice,PricingCategory,PricingQuantity,"
        "PricingUnit,ProviderName,RegionId,ResourceId,ResourceName,ResourceType,ServiceCategory,"
        "ServiceName,SkuId,Tags,x_InstanceId,x_GpuModel,x_GpuCount,x_Category,x_InstanceState,"
        "x_LineId,x_OrderId\n");
    for (unsigned hour = 0; hour < HOURS; hour++)
        for (size_t i = 0; i < n; i++)
            if (hour >= instances[i].from && hour < instances[i].kept_to)
                put_hour(&instances[i], hour);
    free(instances);
    return fflush(stdout) == 0 ? 0 : 1;
}
