/*
 * fuzz_timeline.c - any charges, states and samples of a few instances: stopped time lies within
 * the line's period, sorted and nowhere twice, and the rules' findings keep the law of leaks.
 *
 * Each eight bytes are a row: its kind, what it is of, when, and how much.
 */
#include "audit/audit.h"
#include "fuzz.h"
#include "ledger/settle.h"
#include "reading.h"

#define ROWS_MAX 200
#define ROW_BYTES 8

/* March 2026 in China. */
#define MARCH ((struct period){ INT64_C(1772294400000), INT64_C(1774972800000), 480 })

static const char *const instances[] = { "i-0", "i-1", "i-2", "" };
static const char *const accounts[] = { "", "lab" };

struct known {
    struct ledger ledger;
    struct observations observations;
};

static int64_t
time_of(uint8_t quarter, uint8_t day)
{
    return MARCH.from - TIME_DAY + (day % 33) * TIME_DAY + (quarter % 96) * 15 * TIME_MINUTE;
}

static void
add_charge(struct known *k, const uint8_t row[ROW_BYTES], uint64_t line)
{
    struct charge c;
    struct err e = ERR_INIT;

    charge_init(&c);
    c.line = line;
    c.text[TEXT_PLATFORM] = SV("autodl");
    c.text[TEXT_BILLING_CURRENCY] = SV("CNY");
    c.text[TEXT_BILLING_ACCOUNT_ID] = sv_of(accounts[row[1] / 4 % 2]);
    c.text[TEXT_INSTANCE_ID] = sv_of(instances[row[1] % 4]);
    c.text[TEXT_RESOURCE_NAME] = sv_of(row[1] & 8 ? "train" : "");
    c.word[WORD_ENTRY] = (unsigned char)(row[1] & 16 ? ENTRY_REFUND : ENTRY_CHARGE);
    c.word[WORD_CATEGORY] = (unsigned char)(row[2] % CATEGORY_COUNT);
    c.word[WORD_PRICING_CATEGORY] =
        (unsigned char)(row[1] & 32 ? PRICING_COMMITTED : PRICING_STANDARD);
    c.word[WORD_INSTANCE_STATE] = (unsigned char)(row[1] & 64 ? row[6] % (STATE_UNKNOWN + 1) : 0);
    c.is_actual_use = (row[1] & 128) != 0;
    charge_set(&c, MONEY_BILLED_COST, money_of(row[1] & 16 ? -row[6] : row[6]));
    if (row[5] < 255) {
        c.time[TIME_CHARGE_PERIOD_START] = time_of(row[3], row[4]);
        c.time[TIME_CHARGE_PERIOD_END] = time_of(row[3], row[4]) + row[5] * 15 * TIME_MINUTE;
    }
    if (row[7] & 1)
        charge_set(&c, MONEY_GPU_COUNT, money_of(row[7] % 8));
    if (row[7] & 16) {
        charge_set(&c, MONEY_CONSUMED_QUANTITY, money_of(row[7] / 32));
        c.text[TEXT_CONSUMED_UNIT] = SV("hours");
    }
    reading_require(ledger_add(&k->ledger, 0, &c, &e) == 0);
    k->ledger.inputs.at[0]->records++;
    k->ledger.inputs.at[0]->lines++;
}

static void
add_observation(struct known *k, const uint8_t row[ROW_BYTES], uint64_t line)
{
    struct observation o = { .kind = row[0] % 4 == 1 ? INPUT_STATES : INPUT_USAGE,
        .platform = SV("autodl"), .account = sv_of(accounts[row[1] / 4 % 2]),
        .instance = sv_of(instances[row[1] % 3]), .gpu = sv_of(row[1] & 8 ? "1" : "0"),
        .state = (enum instance_state)(1 + row[2] % STATE_UNKNOWN), .from = time_of(row[3], row[4]),
        .to = TIME_NONE, .has_utilisation = (row[1] & 16) == 0,
        .utilisation = money_of(row[6] % 101), .line = line };
    struct err e = ERR_INIT;

    if (row[5] > 0)
        o.to = o.from + row[5] * 15 * TIME_MINUTE;
    reading_require(observations_add(&k->observations, 0, &o, &e) == 0);
    input_skip(k->ledger.inputs.at[0], SKIP_OBSERVATION);
}

static void
known_init(struct known *k, const uint8_t *data, size_t size)
{
    struct input *input = input_new(SV("rows"), true);
    struct err e = ERR_INIT;
    uint32_t ignored;

    ledger_init(&k->ledger);
    observations_init(&k->observations);
    reading_require(input && ledger_add_input(&k->ledger, input, &ignored, &e) == 0);
    input->kind = INPUT_BILL;
    input->format = "gpubill-simple";
    for (size_t i = 0; i < ROWS_MAX && (i + 1) * ROW_BYTES <= size; i++) {
        const uint8_t *row = data + i * ROW_BYTES;

        if (row[0] % 4 == 1 || row[0] % 4 == 2)
            add_observation(k, row, i + 2);
        else
            add_charge(k, row, i + 2);
    }
    observations_sort(&k->observations);
}

static void
check_stopped(struct stopped_times *times, uint32_t index)
{
    const struct ledger_line *line = &times->timeline->ledger->lines.at[index];
    struct span p = { line->start, line->end };
    struct stopped s;
    struct err e = ERR_INIT;
    int64_t length = 0;
    size_t first, end;

    reading_require(stopped_times_find(times, index, &s, &e) == 0);
    reading_require(!s.lacks_period || !s.strip);
    if (!s.strip)
        return;
    reading_require(s.strip->card == CARD_ALL &&
        fraction_compare(s.weight, FRACTION_ONE) <= 0 && !fraction_is_zero(s.weight));
    strip_find(s.strip, p, &first, &end);
    for (size_t i = first; i < end; i++) {
        struct span part = strip_part(s.strip, i, p);

        reading_require(part.from < part.to && part.from >= p.from && part.to <= p.to);
        reading_require(i == first || s.strip->spans.at[i - 1].to <= part.from);
        length += part.to - part.from;
    }
    reading_require(length > 0 && strip_covered(s.strip, p) == length);
}

static void
check_instances(const struct timeline *t)
{
    struct stopped_times times;
    struct arena arena = ARENA_INIT;
    struct err e = ERR_INIT;

    reading_require(stopped_times_init(&times, t, &arena, &e) == 0);
    for (size_t i = 0; i < t->instances.n; i++) {
        const struct timeline_instance *one = &t->instances.at[i];

        for (size_t k = 0; k < one->states.n; k++)
            reading_require(one->states.at[k].span.from < one->states.at[k].span.to &&
                (k == 0 || one->states.at[k - 1].span.to <= one->states.at[k].span.from));
        for (size_t k = 0; k < 2; k++)
            for (size_t n = 1; n < one->runs[k].n; n++)
                reading_require(one->runs[k].at[n - 1].to < one->runs[k].at[n].from);
        for (size_t k = 0; k < one->line_count; k++)
            check_stopped(&times, one->lines[k]);
    }
    stopped_times_release(&times);
    arena_release(&arena);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct known k;
    struct period march = MARCH;
    struct review review = { .ledger = NULL };
    struct rulebook rulebook = { .settings = NULL };
    struct audit audit = { .findings = { 0 } };
    struct audit_input in = { .ledger = &k.ledger, .review = &review,
        .observations = &k.observations, .formats = all_formats(), .rulebook = &rulebook };
    struct err e = ERR_INIT;

    known_init(&k, data, size);
    settle_period(&k.ledger, &march);
    reading_require(settle_accounts(&k.ledger, &e) == 0);
    reading_require(rulebook_load(&rulebook, NULL, &e) == 0);
    reading_require(review_build(&review, &k.ledger, &march, NULL, &e) == 0);
    reading_require(audit_run(&audit, &in, &e) == 0);
    check_instances(&audit.timeline);
    reading_require(review_check(&review, &e) == 0 && audit_check(&audit, &e) == 0);
    audit_release(&audit);
    rulebook_release(&rulebook);
    review_release(&review);
    observations_release(&k.observations);
    ledger_release(&k.ledger);
    return 0;
}
