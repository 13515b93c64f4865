/*
 * drafting_write.c - the file of a drafted format, up to the lines of its sample.
 */
#include "ledger/money.h"
#include "parsers/drafting_inside.h"
#include "record/json.h"

#define SAMPLE_ROWS 3

static void
write_columns(struct buf *out, const struct drafting_guess *g, const struct formats *formats)
{
    bool is_required[DRAFTING_COLUMNS_MAX] = { false };
    bool is_first = true;

    drafting_choose_required(g, formats, is_required);
    buf_add_text(out, "  \"columns\": {\n");
    for (size_t i = 0; i < g->table->column_count; i++) {
        int role = g->columns[i].role;

        if (role < 0 && !is_required[i])
            continue;
        buf_add_text(out, is_first ? "" : ",\n");
        is_first = false;
        if (role >= 0)
            buf_addf(out, "    \"%s\": ", heading_role_word((enum heading_role)role));
        else
            buf_addf(out, "    \"column_%zu\": ", i + 1);
        buf_add_text(out, "{\"names\": [");
        buf_add_json(out, g->table->headings[i]);
        buf_add_text(out, is_required[i] ? "], \"required\": true}" : "]}");
    }
    buf_add_text(out, "\n  },\n");
}

static void
write_reading(struct buf *out, const struct drafting_guess *g)
{
    const struct drafting_table *t = g->table;
    bool has_dashes = false;

    buf_addf(out, "  \"read\": {\n    \"as\": [\"%s\"]", t->is_objects ? "objects" : "rows");
    if (t->is_objects) {
        buf_add_text(out, ",\n    \"lists\": [");
        buf_add_json(out, sv_of(t->list));
        buf_add_char(out, ']');
    }
    if (!g->has_zone && g->is_chinese)
        buf_add_text(out, ",\n    \"timezone\": \"+08:00\"");
    if (g->dates != DATE_YEAR_FIRST)
        buf_addf(out, ",\n    \"dates\": \"%s\"",
            g->dates == DATE_DAY_FIRST ? "day-first" : "month-first");
    if (g->is_excel_dates)
        buf_add_text(out, ",\n    \"excel_dates\": true");
    if (g->currency[0])
        buf_addf(out, ",\n    \"currency\": \"%s\"", g->currency);
    for (size_t i = 0; i < t->column_count; i++)
        has_dashes = has_dashes || (g->columns[i].role >= 0 && g->columns[i].dashes > 0);
    if (has_dashes)
        buf_add_text(out, ",\n    \"null_words\": [\"-\", \"--\"]");
    buf_add_text(out, "\n  },\n");
}

/* States of orders that nobody paid. */
static const char *const unpaid[] = { "未支付", "待支付", "未付款", "待付款", "已取消", "已关闭", "交易关闭",
    "支付失败", "失败", "作废", "已作废", "unpaid", "pending", "cancelled", "canceled", "closed", "failed",
    "void" };

/*
 * Whether money was taken for a record whose state begins with ${state}: a task that failed was
 * paid all the same where the amount is what was deducted.
 */
static bool
is_taken(const struct drafting_guess *g, struct sv state)
{
    const struct drafting_table *t = g->table;

    if (g->of[ROLE_STATUS] < 0 || (g->billed != ROLE_CHARGED && g->billed != ROLE_PAID))
        return false;
    for (size_t i = 0; i < t->rows.n; i++) {
        struct sv cell = drafting_cell(&t->rows.at[i], (size_t)g->of[ROLE_STATUS]);
        struct err ignored = ERR_INIT;
        struct money amount;

        if (sv_is_folded(sv_part(cell, 0, state.n), state) &&
            money_parse(&amount, drafting_cell(&t->rows.at[i], (size_t)g->of[g->billed]),
                &ignored) == 0 && !money_is_zero(amount))
            return true;
    }
    return false;
}

bool
drafting_is_unpaid(const struct drafting_guess *g, struct sv word)
{
    for (size_t i = 0; i < sizeof(unpaid) / sizeof(unpaid[0]); i++)
        if (sv_is_folded(sv_part(word, 0, strlen(unpaid[i])), sv_of(unpaid[i])))
            return !is_taken(g, sv_of(unpaid[i]));
    return false;
}

static void
write_unpaid(struct buf *out, const struct drafting_guess *g)
{
    size_t n = 0;

    for (size_t i = 0; i < sizeof(unpaid) / sizeof(unpaid[0]); i++)
        if (!is_taken(g, sv_of(unpaid[i])))
            buf_addf(out, "%s%s", n++ == 0 ? "(?i)^(?:" : "|", unpaid[i]);
    buf_add_char(out, ')');
}

/* Rows that freeze money, and orders that nobody paid, are no charges. */
static void
write_skips(struct buf *out, const struct drafting_guess *g)
{
    static const enum heading_role roles[] = { ROLE_TYPE, ROLE_DIRECTION, ROLE_STATUS };
    size_t n = 0;

    for (size_t i = 0; i < sizeof(roles) / sizeof(roles[0]); i++) {
        const struct drafting_column *c = drafting_column_of(g, roles[i]);
        bool is_frozen = false;

        for (size_t k = 0; c && c->word_count <= DRAFTING_WORDS_MAX && k < c->word_count; k++)
            is_frozen = is_frozen || drafting_meaning_of(c->words[k].text) == MEANING_FROZEN;
        if (!is_frozen && (!c || roles[i] != ROLE_STATUS))
            continue;
        buf_addf(out, "%s    {\"when\": {\"column\": \"%s\", \"matches\": \"%s%s",
            n++ > 0 ? ",\n" : "  \"skip\": [\n", heading_role_word(roles[i]),
            is_frozen ? "冻结|解冻" : "", is_frozen && roles[i] == ROLE_STATUS ? "|" : "");
        if (roles[i] == ROLE_STATUS)
            write_unpaid(out, g);
        buf_add_text(out, "\"}, \"as\": \"not-a-charge\"}");
    }
    buf_add_text(out, n > 0 ? "\n  ],\n" : "");
}

/* What a reader should see first of a record: its kind of entry and its sign. */
static unsigned
kind_of(const struct drafting_guess *g, const struct drafting_row *row)
{
    static const enum heading_role roles[] = { ROLE_TYPE, ROLE_DIRECTION };
    enum drafting_meaning meaning = MEANING_NONE;
    struct err ignored = ERR_INIT;
    struct money amount = MONEY_ZERO;

    for (size_t i = 0; i < 2 && meaning == MEANING_NONE; i++)
        if (g->of[roles[i]] >= 0)
            meaning = drafting_meaning_of(drafting_cell(row, (size_t)g->of[roles[i]]));
    if (money_parse(&amount, drafting_cell(row, (size_t)g->of[g->billed]), &ignored) ||
        money_is_zero(amount))
        meaning = meaning == MEANING_NONE ? MEANING_RECHARGE : meaning;
    return 2 * (unsigned)meaning + money_is_negative(amount);
}

/* A record that has a time and an amount; totals and remarks have none. */
static bool
is_whole(const struct drafting_guess *g, const struct drafting_row *row)
{
    size_t time = (size_t)g->of[g->of[ROLE_START] >= 0 ? ROLE_START : ROLE_TIME];
    struct err ignored = ERR_INIT;
    struct money amount;

    return drafting_cell(row, time).n > 0 && drafting_cell(row, time).p[0] != '-' &&
        (money_parse(&amount, drafting_cell(row, (size_t)g->of[g->billed]), &ignored) == 0 ||
        (drafting_has_income(g) &&
        money_parse(&amount, drafting_cell(row, (size_t)g->of[ROLE_INCOME]), &ignored) == 0));
}

/* The records for the sample, in the order of the bill: one of each kind, then the first ones. */
static size_t
choose_rows(const struct drafting_guess *g, size_t chosen[SAMPLE_ROWS])
{
    const struct drafting_table *t = g->table;
    size_t n = 0;

    for (int only_new = 1; only_new >= 0; only_new--)
        for (size_t i = 0; i < t->rows.n && n < SAMPLE_ROWS; i++) {
            bool is_taken = false;

            for (size_t k = 0; k < n; k++)
                is_taken = is_taken || chosen[k] == i || (only_new &&
                    kind_of(g, &t->rows.at[chosen[k]]) == kind_of(g, &t->rows.at[i]));
            if (!is_taken && is_whole(g, &t->rows.at[i]))
                chosen[n++] = i;
        }
    for (size_t i = 1; i < n; i++)
        for (size_t k = i; k > 0 && chosen[k - 1] > chosen[k]; k--) {
            size_t swap = chosen[k];

            chosen[k] = chosen[k - 1];
            chosen[k - 1] = swap;
        }
    return n;
}

/* The element ${raw} on one line; the texts of its numbers stay. */
static void
write_object(struct buf *out, struct sv raw)
{
    struct err ignored = ERR_INIT;
    cJSON *json = record_json_parse(raw, &ignored);
    struct buf scratch;
    struct sv text;

    buf_init(&scratch, out->max);
    if (json && record_json_text(json, SV_EMPTY, &scratch, &text))
        buf_add(out, text);
    else
        buf_add(out, raw);
    buf_release(&scratch);
    cJSON_Delete(json);
}

/* The elements inside the lists and objects that they stand in. */
static void
write_objects(struct buf *out, const struct drafting_table *t, const size_t *chosen, size_t n)
{
    struct sv rest = sv_of(t->list), key;
    size_t depth = 0;

    buf_add_text(out, "      \"json\": ");
    while (sv_cut(&rest, '.', &key)) {
        buf_add_char(out, '{');
        buf_add_json(out, key);
        buf_add_text(out, ": ");
        depth++;
    }
    buf_add_char(out, '[');
    for (size_t i = 0; i < n; i++) {
        buf_add_text(out, i > 0 ? ",\n        " : "\n        ");
        write_object(out, t->rows.at[chosen[i]].raw);
    }
    buf_add_char(out, ']');
    while (depth-- > 0)
        buf_add_char(out, '}');
}

static void
write_sample(struct buf *out, const struct drafting_guess *g)
{
    const struct drafting_table *t = g->table;
    size_t chosen[SAMPLE_ROWS], n = choose_rows(g, chosen);

    buf_add_text(out, "  \"samples\": [\n    {\n      \"name\": \"records of the bill\",\n");
    if (t->is_objects) {
        write_objects(out, t, chosen, n);
        return;
    }
    buf_add_text(out, "      \"text\": [\n        ");
    buf_add_json(out, t->raw_heading);
    for (size_t i = 0; i < n; i++) {
        buf_add_text(out, ",\n        ");
        buf_add_json(out, t->rows.at[chosen[i]].raw);
    }
    buf_add_text(out, "\n      ]");
}

/* The platform is what stands before the first dash of ${id}. */
static struct sv
platform_of(const char *id)
{
    struct sv whole = sv_of(id);
    size_t dash = sv_find(whole, SV("-"), 1);

    return sv_part(whole, 0, dash == (size_t)-1 ? whole.n : dash);
}

void
drafting_write(struct buf *out, const struct drafting_guess *g, const char *id, const char *bill,
    const struct formats *formats, enum lang lang)
{
    struct buf notes;

    buf_init(&notes, out->max);
    drafting_write_notes(&notes, g, lang);
    buf_add_text(out, "{\n  \"id\": ");
    buf_add_json(out, sv_of(id));
    buf_add_text(out, ",\n  \"kind\": \"bill\",\n  \"platform\": ");
    buf_add_json(out, platform_of(id));
    for (int i = 0; i < 2; i++) {
        struct sv title = i ? platform_of(id) : sv_of(id);

        buf_add_text(out, i ? ",\n  \"platform_title\": {\"en\": " : ",\n  \"title\": {\"en\": ");
        buf_add_json(out, title);
        buf_add_text(out, ", \"zh\": ");
        buf_add_json(out, title);
        buf_add_char(out, '}');
    }
    buf_add_text(out, ",\n  \"evidence\": {\n    \"level\": \"assumed\",\n    \"sources\": [");
    buf_add_json(out, sv_of(bill));
    buf_add_text(out, "],\n    \"notes\": ");
    buf_add_json(out, buf_sv(&notes));
    buf_add_text(out, "\n  },\n");
    write_reading(out, g);
    write_columns(out, g, formats);
    write_skips(out, g);
    buf_add_text(out, "  \"fields\": {\n");
    drafting_write_fields(out, g);
    buf_add_text(out, "\n  },\n  \"required\": [\"BilledCost\", \"ChargePeriodStart\"],\n");
    buf_add_text(out, "  \"invoice\": {\"basis\": \"unknown\"},\n");
    write_sample(out, g);
    out->failed = out->failed || notes.failed;
    buf_release(&notes);
}
