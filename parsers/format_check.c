/*
 * format_check.c - a format's samples against what it says that they become.
 *
 * A result is a list of cells per line, whatever the format's kind: so bills, states and usage are
 * compared and printed by the same code.
 */
#include <stdint.h>

#include "parsers/charge_text.h"
#include "parsers/json_check.h"
#include "parsers/sample_run.h"

#define TEXT_LIMIT (64u << 20)
#define PRINT_COLUMNS 100

/* What is being compared and where differences go. */
struct checking {
    const struct format *format;
    struct json_origin origin;
    const struct sample_run *run;
    struct buf *report;   /* may be NULL */
    struct buf scratch, differences;
    size_t found;         /* differences in this sample */
    struct err *e;        /* the first difference */
    const char *sample;
};

static size_t
line_count(const struct checking *k)
{
    return k->format->kind == INPUT_BILL ? k->run->ledger.lines.n : k->run->observations.n;
}

static size_t
cell_count(const struct checking *k)
{
    size_t n = 0;

    if (k->format->kind != INPUT_BILL)
        return OBSERVATION_FIELD_COUNT;
    while (ledger_columns[n].name)
        n++;
    return n;
}

static const char *
cell_name(const struct checking *k, size_t cell)
{
    return k->format->kind == INPUT_BILL ? ledger_columns[cell].name :
        observation_name((enum observation_field)cell);
}

static struct sv
cell_text(struct checking *k, size_t line, size_t cell)
{
    struct charge c;
    struct sv text = SV_EMPTY;

    if (k->format->kind != INPUT_BILL) {
        observation_text(&k->run->observations.at[line], (enum observation_field)cell, &k->scratch,
            &text);
        return text;
    }
    ledger_unpack(&k->run->ledger.lines.at[line], &c);
    charge_text(&c, &ledger_columns[cell], &k->scratch, &text);
    return text;
}

/* Note that ${what} should be ${expected}. */
static void
differ(struct checking *k, const char *place, const char *what, struct sv expected,
    struct sv got)
{
    if (k->found++ == 0)
        err_set(k->e, ERR_SYNTAX, "sample '%s', %s: %s is '%.*s', and '%.*s' is stated", k->sample,
            place, what, SV_ARG(got), SV_ARG(expected));
    buf_addf(&k->differences, "%s, %s\n", k->sample, place);
    if (expected.n > 0)
        buf_addf(&k->differences, "  - %s: %.*s\n", what, SV_ARG(expected));
    if (got.n > 0)
        buf_addf(&k->differences, "  + %s: %.*s\n", what, SV_ARG(got));
}

static int
compare_line(struct checking *k, const cJSON *expected, size_t line)
{
    const char *known[128] = { NULL };
    size_t n = cell_count(k);
    char place[32];
    struct buf name;

    for (size_t i = 0; i < n && i < 127; i++)
        known[i] = cell_name(k, i);
    if (json_check_keys(&k->origin, expected, known, k->e))
        return -1;
    buf_init(&name, sizeof(place) - 1);
    buf_addf(&name, "line %zu", line + 1);
    memcpy(place, name.p, name.n + 1);
    buf_release(&name);
    for (size_t i = 0; i < n; i++) {
        const cJSON *item = cJSON_GetObjectItemCaseSensitive(expected, known[i]);
        struct sv text, stated;

        if (item && !cJSON_IsString(item))
            return json_expected(&k->origin, item, "a text", k->e);
        stated = sv_of(item ? item->valuestring : "");
        text = cell_text(k, line, i);
        if (!sv_is(text, stated))
            differ(k, place, known[i], stated, text);
    }
    return 0;
}

static void
compare_number(struct checking *k, const char *place, const char *what, uint64_t stated,
    uint64_t got)
{
    struct buf a, b;

    if (stated == got)
        return;
    buf_init(&a, 32);
    buf_init(&b, 32);
    buf_addf(&a, "%ju", (uintmax_t)stated);
    buf_addf(&b, "%ju", (uintmax_t)got);
    differ(k, place, what, buf_sv(&a), buf_sv(&b));
    buf_release(&a);
    buf_release(&b);
}

static uint64_t
rejected_count(const struct input *in, enum reject reason)
{
    uint64_t n = 0;

    for (size_t i = 0; i < in->rejections.n; i++)
        n += in->rejections.at[i].reason == reason;
    return n;
}

static int
compare_counts(struct checking *k, const cJSON *sample)
{
    const cJSON *skipped = cJSON_GetObjectItemCaseSensitive(sample, "skipped");
    const cJSON *rejected = cJSON_GetObjectItemCaseSensitive(sample, "rejected");
    const struct input *in = k->run->input;
    const char *skips[SKIP_COUNT + 1] = { NULL }, *rejects[REJECT_COUNT + 1] = { NULL };
    unsigned stated;

    for (int s = 0; s < SKIP_COUNT; s++)
        skips[s] = skip_word((enum skip)s);
    for (int r = 0; r < REJECT_COUNT; r++)
        rejects[r] = reject_word((enum reject)r);
    if ((skipped && json_check_keys(&k->origin, skipped, skips, k->e)) ||
        (rejected && json_check_keys(&k->origin, rejected, rejects, k->e)))
        return -1;
    for (int s = 0; s < SKIP_COUNT; s++) {
        if (s == SKIP_OBSERVATION) /* the lines of a log say as much */
            continue;
        if (json_get_number(&k->origin, skipped, skips[s], 0, INT32_MAX, &stated, k->e))
            return -1;
        compare_number(k, "skipped", skips[s], stated, in->skipped[s]);
    }
    for (int r = 0; r < REJECT_COUNT; r++) {
        if (json_get_number(&k->origin, rejected, rejects[r], 0, INT32_MAX, &stated, k->e))
            return -1;
        compare_number(k, "rejected", rejects[r], stated, rejected_count(in, (enum reject)r));
    }
    return 0;
}

static int
compare_declared(struct checking *k, const cJSON *sample)
{
    const cJSON *declared = cJSON_GetObjectItemCaseSensitive(sample, "declared"), *item;
    const struct currency_sums *sums = &k->run->input->declared;
    char text[MONEY_TEXT_MAX];

    if (declared && !cJSON_IsObject(declared))
        return json_expected(&k->origin, declared, "an object", k->e);
    for (size_t i = 0; i < sums->n; i++) {
        const char *stated;

        if (json_get_text(&k->origin, declared, sums->at[i].currency, "", &stated, k->e))
            return -1;
        money_format(text, sums->at[i].sum);
        if (!sv_is(sv_of(stated), sv_of(text)))
            differ(k, "declared", sums->at[i].currency, sv_of(stated), sv_of(text));
    }
    cJSON_ArrayForEach(item, declared) {
        bool is_found = false;

        for (size_t i = 0; i < sums->n; i++)
            is_found |= sv_is(sv_of(sums->at[i].currency), sv_of(item->string));
        if (!is_found)
            differ(k, "declared", item->string, SV("?"), SV_EMPTY);
    }
    return 0;
}

static int
compare_sample(struct checking *k, const cJSON *sample)
{
    const cJSON *lines = cJSON_GetObjectItemCaseSensitive(sample, "lines"), *item;
    size_t i = 0, made = line_count(k);

    compare_number(k, "lines", "number of lines", (uint64_t)cJSON_GetArraySize(lines), made);
    cJSON_ArrayForEach(item, lines) {
        if (i < made && compare_line(k, item, i))
            return -1;
        i++;
    }
    return compare_counts(k, sample) || compare_declared(k, sample) ? -1 : 0;
}

/* One `"name": "text"`, on the next line where this one is full. */
static void
print_pair(struct buf *out, size_t *line_start, bool *is_first, const char *indent,
    const char *name, struct sv text)
{
    size_t length = strlen(name) + text.n + 8;

    if (!*is_first)
        buf_add_char(out, ',');
    if (!*is_first && out->n - *line_start + length > PRINT_COLUMNS) {
        buf_addf(out, "\n%s", indent);
        *line_start = out->n - strlen(indent);
    } else if (!*is_first) {
        buf_add_char(out, ' ');
    }
    buf_add_json(out, sv_of(name));
    buf_add_text(out, ": ");
    buf_add_json(out, text);
    *is_first = false;
}

static void
print_lines(struct checking *k, struct buf *out)
{
    size_t made = line_count(k), cells = cell_count(k);

    buf_add_text(out, "      \"lines\": [");
    for (size_t line = 0; line < made; line++) {
        bool is_first = true;
        size_t start;

        buf_addf(out, "%s\n", line > 0 ? "," : "");
        start = out->n;
        buf_add_text(out, "        {");
        for (size_t i = 0; i < cells; i++) {
            struct sv text = cell_text(k, line, i);

            if (text.n > 0)
                print_pair(out, &start, &is_first, "         ", cell_name(k, i), text);
        }
        buf_add_char(out, '}');
    }
    buf_add_text(out, made > 0 ? "\n      ]" : "]");
}

static void
print_count(struct buf *out, const char *key, size_t *printed, const char *word, uint64_t n)
{
    if (n == 0)
        return;
    if (*printed == 0)
        buf_addf(out, ",\n      \"%s\": {", key);
    buf_addf(out, "%s\"%s\": %ju", *printed > 0 ? ", " : "", word, (uintmax_t)n);
    ++*printed;
}

static void
print_sample(struct checking *k, struct buf *out)
{
    const struct input *in = k->run->input;
    size_t skipped = 0, rejected = 0;
    char text[MONEY_TEXT_MAX];

    buf_add_text(out, "    {\n      \"name\": ");
    buf_add_json(out, sv_of(k->sample));
    buf_add_text(out, ",\n");
    print_lines(k, out);
    for (int s = 0; s < SKIP_COUNT; s++)
        if (s != SKIP_OBSERVATION)
            print_count(out, "skipped", &skipped, skip_word((enum skip)s), in->skipped[s]);
    buf_add_text(out, skipped > 0 ? "}" : "");
    for (int r = 0; r < REJECT_COUNT; r++)
        print_count(out, "rejected", &rejected, reject_word((enum reject)r),
            rejected_count(in, (enum reject)r));
    buf_add_text(out, rejected > 0 ? "}" : "");
    for (size_t i = 0; i < in->declared.n; i++)
        buf_addf(out, "%s\"%s\": \"%s\"", i == 0 ? ",\n      \"declared\": {" : ", ",
            in->declared.at[i].currency, money_format(text, in->declared.at[i].sum));
    buf_add_text(out, in->declared.n > 0 ? "}\n    }" : "\n    }");
}

/* What was refused, and why: without it a difference in numbers is hard to explain. */
static void
print_rejections(const struct checking *k, struct buf *out)
{
    const struct input *in = k->run->input;
    char text[MESSAGE_TEXT_MAX];

    for (size_t i = 0; i < in->rejections.n; i++) {
        const struct rejection *r = &in->rejections.at[i];
        struct message why;

        message_unfold(&why, r->why);
        buf_addf(out, "%s:%ju: %s: %s%s%s\n", k->sample, (uintmax_t)r->line, reject_word(r->reason),
            r->column, r->column[0] ? ": " : "",
            message_text(&why, LANG_EN, text, sizeof(text)));
    }
}

/* Run ${sample}; compare it, or print it into ${k}->report where ${only_print}. */
static int
do_sample(struct checking *k, const cJSON *sample, bool only_print)
{
    struct sample_run run;
    int result = sample_run(&run, k->format, sample, k->e);

    k->run = &run;
    k->found = 0;
    k->sample = cJSON_GetObjectItemCaseSensitive(sample, "name")->valuestring;
    if (result) {
        json_place(&k->origin, sample, k->e);
    } else if (only_print) {
        print_sample(k, k->report);
    } else {
        result = compare_sample(k, sample);
        if (result == 0 && k->found > 0) {
            result = json_place(&k->origin, sample, k->e);
            if (k->report) {
                buf_add(k->report, buf_sv(&k->differences));
                print_rejections(k, k->report);
                print_sample(k, k->report);
                buf_add_char(k->report, '\n');
            }
        }
    }
    buf_reset(&k->differences);
    sample_run_release(&run);
    return result;
}

static int
do_samples(const struct format *f, struct buf *report, bool only_print, struct err *e)
{
    struct err first = ERR_INIT, another;
    struct checking k = { .format = f, .report = report, .e = &first };
    const cJSON *sample;
    bool is_first = true;

    k.origin = (struct json_origin){ f->path, sv_of(f->text), f->json };
    buf_init(&k.scratch, TEXT_LIMIT);
    buf_init(&k.differences, TEXT_LIMIT);
    cJSON_ArrayForEach(sample, f->samples) {
        if (only_print && !is_first)
            buf_add_text(report, ",\n");
        is_first = false;
        another = (struct err)ERR_INIT;
        k.e = first.code == ERR_NONE ? &first : &another;
        do_sample(&k, sample, only_print);
    }
    if (only_print)
        buf_add_char(report, '\n');
    buf_release(&k.scratch);
    buf_release(&k.differences);
    if (first.code == ERR_NONE)
        return 0;
    *e = first;
    return -1;
}

int
format_check(const struct format *f, struct buf *report, struct err *e)
{
    return do_samples(f, report, false, e);
}

int
format_print_samples(const struct format *f, struct buf *out, struct err *e)
{
    return do_samples(f, out, true, e);
}
