/*
 * sample_run.c - reading one sample with its own format.
 *
 * A sample is read as a file would be, but without detection: the delimiter, the heading row and
 * the list are those with which the format finds most of its columns.
 */
#include <stdint.h>

#include "base/vec.h"
#include "input/text.h"
#include "parsers/binding_inside.h"
#include "parsers/hook.h"
#include "parsers/sample_run.h"
#include "record/csv.h"
#include "record/json.h"

#define SAMPLE_MAX (16u << 20)
#define OBSERVATIONS_MAX 100000

/* Samples state times without a zone in this one, unless their format has its own. */
#define SAMPLE_ZONE 480

struct reading {
    const struct format *format;
    struct sample_run *run;
    uint32_t index;     /* of the input */
    struct binding *binding;
    bool is_probe;      /* look for headings and count, but make nothing */
    size_t found;       /* columns found */
};

static size_t
count_columns(const struct reading *g)
{
    const struct columns *c = &g->binding->columns;
    size_t n = 0;

    for (size_t i = 0; i < g->format->columns.n; i++)
        n += c->ranks[i] > 0 || c->texts[i].n > 0;
    return n;
}

static int
keep_observation(struct reading *g, struct observation o, struct err *e)
{
    struct sv *texts[] = { &o.platform, &o.account, &o.instance, &o.gpu, &o.payee, &o.currency,
        &o.channel, &o.order_id, &o.trade_id, &o.status, &o.note };

    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        *texts[i] = arena_sv(&g->run->arena, *texts[i]);
        if (texts[i]->n > 0 && !texts[i]->p)
            return err_nomem(e);
    }
    if (vec_grow(&g->run->observations, 1, OBSERVATIONS_MAX, e))
        return -1;
    g->run->observations.at[g->run->observations.n++] = o;
    input_skip(g->run->input, SKIP_OBSERVATION);
    return 0;
}

static int
keep_total(struct reading *g, const struct charge *c, struct err *e)
{
    char code[8] = "";
    struct sv currency = sv_head(c->text[TEXT_BILLING_CURRENCY], sizeof(code) - 1);

    if (currency.n > 0)
        memcpy(code, currency.p, currency.n);
    return currency_sums_add(&g->run->input->declared, code, c->money[MONEY_BILLED_COST], e);
}

static int
keep(struct reading *g, const struct record *r, const struct made *made, struct err *e)
{
    struct input *in = g->run->input;

    switch (made->outcome) {
    case OUTCOME_LINE:
        in->records++;
        in->lines++;
        return ledger_add(&g->run->ledger, g->index, &made->charge, e);
    case OUTCOME_OBSERVATION:
        return keep_observation(g, made->observation, e);
    case OUTCOME_SKIPPED:
        input_skip(in, made->skip);
        return made->is_declared_total ? keep_total(g, &made->charge, e) : 0;
    case OUTCOME_REJECTED:
        return input_reject(in, r->line, made->reject, made->column, r->raw, &made->why, e);
    }
    return 0;
}

static int
visit_record(struct reading *g, const struct record *r, struct err *e)
{
    struct made made;
    int has;

    if (binding_make(g->binding, r, &made, e))
        return -1;
    do {
        if (keep(g, r, &made, e))
            return -1;
        has = binding_more(g->binding, r, &made, e);
    } while (has > 0);
    return has;
}

static int
visit_row(void *context, const struct record *r, struct err *e)
{
    struct reading *g = context;
    struct err ignored = ERR_INIT;

    if (g->binding)
        return g->is_probe ? 0 : visit_record(g, r, e);
    if (r->trouble != RECORD_FINE || r->n == 0)
        return 0;
    g->binding = binding_new(g->format, r->cells, r->n, SAMPLE_ZONE,
        g->is_probe ? NULL : g->run->input, &ignored);
    if (!g->binding)
        return 0;
    g->found = count_columns(g);
    if (g->found == 0) {
        binding_free(g->binding);
        g->binding = NULL;
    }
    return 0;
}

static int
visit_object(void *context, const struct record *r, struct err *e)
{
    struct reading *g = context;
    size_t found;

    if (!g->is_probe)
        return visit_record(g, r, e);
    if (r->trouble != RECORD_FINE)
        return 0;
    scratch_reset(&g->binding->scratch);
    if (columns_fill(&g->binding->columns, r, &g->binding->scratch, e))
        return -1;
    found = count_columns(g);
    if (found > g->found)
        g->found = found;
    return 0;
}

/* Read ${source} once: with ${delimiter}, or the list at ${path} where it is 0. */
static int
read_once(struct reading *g, struct source *source, char delimiter, const char *path,
    struct err *e)
{
    struct charset_found utf8 = { .charset = CHARSET_UTF8 };
    struct text *text = text_new(source, &utf8, e);
    int result = -1;

    g->found = 0;
    if (text && delimiter)
        result = record_csv_read(text, delimiter, visit_row, g, e);
    else if (text) {
        g->binding = binding_new(g->format, NULL, 0, SAMPLE_ZONE, g->run->input, e);
        if (g->binding)
            result = record_json_read_around(text, path, visit_object, g, e);
    }
    binding_free(g->binding);
    g->binding = NULL;
    text_free(text);
    return result;
}

static int
read_rows(struct reading *g, struct source *source, struct err *e)
{
    static const char delimiters[] = ",\t;|";
    struct err ignored = ERR_INIT;
    char best = 0;
    size_t most = 0;

    g->is_probe = true;
    for (const char *d = delimiters; *d; d++)
        if (read_once(g, source, *d, NULL, &ignored) == 0 && g->found > most) {
            most = g->found;
            best = *d;
        }
    g->is_probe = false;
    if (best == 0)
        return err_set(e, ERR_SYNTAX, "no row of the sample has the required headings");
    return read_once(g, source, best, NULL, e);
}

static int
read_objects(struct reading *g, struct source *source, struct err *e)
{
    const char *best = NULL;
    size_t most = 0;

    g->is_probe = true;
    for (const char **list = g->format->lists; *list; list++) {
        struct err ignored = ERR_INIT;

        if (read_once(g, source, 0, *list, &ignored) == 0 && g->found > most) {
            most = g->found;
            best = *list;
        }
    }
    g->is_probe = false;
    if (!best)
        return err_set(e, ERR_SYNTAX, "no list of the sample has the format's columns");
    return read_once(g, source, 0, best, e);
}

/* The bytes of ${sample}'s file. */
static int
sample_text(struct buf *out, const cJSON *sample, struct err *e)
{
    const cJSON *text = cJSON_GetObjectItemCaseSensitive(sample, "text"), *line;
    const cJSON *json = cJSON_GetObjectItemCaseSensitive(sample, "json");
    struct sv printed;
    struct buf scratch;

    if (cJSON_IsString(text))
        buf_add_text(out, text->valuestring);
    for (line = cJSON_IsArray(text) ? text->child : NULL; line; line = line->next) {
        if (!cJSON_IsString(line))
            return err_set(e, ERR_SYNTAX, "'text' must be a list of texts");
        if (line != text->child)
            buf_add_char(out, '\n');
        buf_add_text(out, line->valuestring);
    }
    if (json) {
        buf_init(&scratch, SAMPLE_MAX);
        if (record_json_text(json, SV_EMPTY, &scratch, &printed))
            buf_add(out, printed);
        buf_release(&scratch);
    }
    return buf_ok(out, e);
}

static bool
is_json(const struct format *f, const cJSON *sample, struct sv text)
{
    text = sv_trim(text);
    if (cJSON_GetObjectItemCaseSensitive(sample, "json"))
        return true;
    return f->reads_objects && text.n > 0 && (text.p[0] == '{' || text.p[0] == '[');
}

static int
read_sample(struct reading *g, const cJSON *sample, struct err *e)
{
    struct source *source = NULL;
    struct buf text;
    int result = -1;

    buf_init(&text, SAMPLE_MAX);
    if (sample_text(&text, sample, e))
        goto done;
    source = source_of_memory(buf_sv(&text));
    if (!source) {
        err_nomem(e);
        goto done;
    }
    if (is_json(g->format, sample, buf_sv(&text)))
        result = read_objects(g, source, e);
    else
        result = read_rows(g, source, e);

done:
    source_free(source);
    buf_release(&text);
    return result;
}

int
sample_run(struct sample_run *out, const struct format *f, const cJSON *sample, struct err *e)
{
    struct reading g = { .format = f, .run = out };
    const cJSON *name = cJSON_GetObjectItemCaseSensitive(sample, "name");

    *out = (struct sample_run){ .arena = ARENA_INIT };
    ledger_init(&out->ledger);
    out->input = input_new(sv_of(name->valuestring), true);
    if (!out->input)
        return err_nomem(e);
    out->input->kind = f->kind;
    out->input->format = f->id;
    out->input->platform = f->platform;
    if (ledger_add_input(&out->ledger, out->input, &g.index, e)) {
        input_free(out->input);
        out->input = NULL;
        return -1;
    }
    if (read_sample(&g, sample, e))
        return -1;
    return f->input_hook ? f->input_hook->input(f, &out->ledger, e) : 0;
}

void
sample_run_release(struct sample_run *s)
{
    ledger_release(&s->ledger);
    vec_release(&s->observations);
    arena_release(&s->arena);
}

const char *
observation_name(enum observation_field field)
{
    static const char *const names[] = { [OBSERVATION_PLATFORM] = "platform",
        [OBSERVATION_ACCOUNT] = "account", [OBSERVATION_INSTANCE] = "instance",
        [OBSERVATION_STATE] = "state", [OBSERVATION_FROM] = "from", [OBSERVATION_TO] = "to",
        [OBSERVATION_TIME] = "time", [OBSERVATION_GPU] = "gpu",
        [OBSERVATION_UTILISATION] = "utilisation", [OBSERVATION_MEMORY_USED] = "memory_used",
        [OBSERVATION_MEMORY_TOTAL] = "memory_total", [OBSERVATION_POWER] = "power",
        [OBSERVATION_PAYEE] = "payee", [OBSERVATION_AMOUNT] = "amount",
        [OBSERVATION_CURRENCY] = "currency", [OBSERVATION_CHANNEL] = "channel",
        [OBSERVATION_ORDER_ID] = "order_id", [OBSERVATION_TRADE_ID] = "trade_id",
        [OBSERVATION_STATUS] = "status", [OBSERVATION_NOTE] = "note" };

    return names[field];
}

static void
add_amount(struct buf *out, bool has, struct money value)
{
    char text[MONEY_TEXT_MAX];

    if (has)
        buf_add_text(out, money_format(text, value));
}

bool
observation_text(const struct observation *o, enum observation_field field,
    struct buf *scratch, struct sv *out)
{
    bool is_moment = o->kind != INPUT_STATES;
    struct observation copy = *o;
    const struct sv *text = observation_text_of(&copy, field);
    char time[TIME_TEXT_MAX];

    buf_reset(scratch);
    if (text)
        buf_add(scratch, *text);
    switch (field) {
    case OBSERVATION_STATE:
        buf_add_text(scratch, words_state.words[o->state]);
        break;
    case OBSERVATION_FROM:
    case OBSERVATION_TIME:
        if (is_moment == (field == OBSERVATION_TIME))
            buf_add_text(scratch, time_format(time, o->from));
        break;
    case OBSERVATION_TO:
        buf_add_text(scratch, time_format(time, o->to));
        break;
    case OBSERVATION_UTILISATION:
        add_amount(scratch, o->has_utilisation, o->utilisation);
        break;
    case OBSERVATION_MEMORY_USED:
        add_amount(scratch, o->has_memory_used, o->memory_used);
        break;
    case OBSERVATION_MEMORY_TOTAL:
        add_amount(scratch, o->has_memory_total, o->memory_total);
        break;
    case OBSERVATION_POWER:
        add_amount(scratch, o->has_power, o->power);
        break;
    case OBSERVATION_AMOUNT:
        add_amount(scratch, o->kind == INPUT_PAYMENT, o->amount);
        break;
    case OBSERVATION_CURRENCY:
        buf_add(scratch, o->currency);
        break;
    case OBSERVATION_PLATFORM:
    case OBSERVATION_ACCOUNT:
    case OBSERVATION_INSTANCE:
    case OBSERVATION_GPU:
    case OBSERVATION_PAYEE:
    case OBSERVATION_CHANNEL:
    case OBSERVATION_ORDER_ID:
    case OBSERVATION_TRADE_ID:
    case OBSERVATION_STATUS:
    case OBSERVATION_NOTE:
    case OBSERVATION_FIELD_COUNT:
        break;
    }
    *out = buf_sv(scratch);
    return out->n > 0;
}
