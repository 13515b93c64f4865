/*
 * diff_unsettled: what each of the files whose names are on standard input, one a line, becomes
 * alone: one JSON object a file, with all cells of its lines and observations but where they stand.
 */
#include <stdio.h>
#include <string.h>

#include "ledger/line_field.h"
#include "parsers/import.h"

#define PATH_BYTES 4096

static void
add_cell(struct buf *out, const char *name, struct sv text)
{
    if (text.n == 0)
        return;
    buf_add_text(out, out->n > 0 && out->p[out->n - 1] == '{' ? "" : ", ");
    buf_add_json(out, sv_of(name));
    buf_add_text(out, ": ");
    buf_add_json(out, text);
}

static void
add_amount(struct buf *out, const char *name, struct money value)
{
    char text[MONEY_TEXT_MAX];

    add_cell(out, name, sv_of(money_format(text, value)));
}

static void
add_time(struct buf *out, const char *name, int64_t at)
{
    char text[TIME_TEXT_MAX];

    if (at != TIME_NONE)
        add_cell(out, name, sv_of(time_format(text, at)));
}

static void
open_item(struct buf *out)
{
    buf_add_text(out, out->n > 0 && out->p[out->n - 1] == '[' ? "{" : ", {");
}

static void
add_line(struct buf *out, const struct ledger *l, const struct ledger_line *line)
{
    struct line_subject subject = { l, line, 480 };
    struct buf scratch;
    struct sv text;

    open_item(out);
    buf_init(&scratch, 1u << 24);
    for (const struct column *c = ledger_columns; c->name; c++) {
        if (c->kind != COLUMN_SOURCE &&
            line_field_text(&subject, line_field_find(sv_of(c->name)), &scratch, &text))
            add_cell(out, c->name, text);
    }
    buf_release(&scratch);
    buf_add_char(out, '}');
}

static void
add_payment(struct buf *out, const struct payment *p)
{
    open_item(out);
    add_cell(out, "channel", sv_of(p->channel));
    add_cell(out, "payee", sv_of(p->payee));
    add_cell(out, "currency", sv_of(p->currency));
    add_cell(out, "order_id", sv_of(p->order_id));
    add_cell(out, "trade_id", sv_of(p->trade_id));
    add_cell(out, "status", sv_of(p->status));
    add_cell(out, "note", sv_of(p->note));
    add_amount(out, "amount", p->amount);
    add_time(out, "time", p->time);
    buf_add_char(out, '}');
}

static void
add_state(struct buf *out, const struct state_entry *s)
{
    open_item(out);
    add_cell(out, "platform", sv_of(s->platform));
    add_cell(out, "account", sv_of(s->account));
    add_cell(out, "instance", sv_of(s->instance));
    add_cell(out, "state", sv_of(words_state.words[s->state]));
    add_time(out, "from", s->from);
    add_time(out, "to", s->to);
    buf_add_char(out, '}');
}

static void
add_sample(struct buf *out, const struct usage_sample *s)
{
    open_item(out);
    add_cell(out, "platform", sv_of(s->platform));
    add_cell(out, "instance", sv_of(s->instance));
    add_cell(out, "gpu", sv_of(s->gpu));
    add_time(out, "time", s->time);
    buf_addf(out, ", \"values\": \"%d %lld %lld %lld\"}", (int)s->utilisation,
        (long long)s->memory_used, (long long)s->memory_total, (long long)s->power);
}

static void
add_counts(struct buf *out, const struct input *in)
{
    char text[ERR_TEXT_MAX];

    buf_add_char(out, '{');
    add_cell(out, "path", sv_of(in->path));
    add_cell(out, "format", sv_of(in->format));
    if (in->failure.code != ERR_NONE)
        add_cell(out, "failure", sv_of(err_text(&in->failure, LANG_EN, text, sizeof(text))));
    buf_add_text(out, ", \"counts\": {");
    for (unsigned i = 0; i < SKIP_COUNT; i++) {
        (void)snprintf(text, sizeof(text), "%llu", (unsigned long long)in->skipped[i]);
        if (in->skipped[i] > 0)
            add_cell(out, skip_word((enum skip)i), sv_of(text));
    }
    buf_add_text(out, "}, \"rejected\": [");
    for (size_t i = 0; i < in->rejections.n; i++) {
        if (i > 0)
            buf_add_text(out, ", ");
        buf_add_json(out, sv_of(reject_word(in->rejections.at[i].reason)));
    }
    buf_add_text(out, "], \"declared\": {");
    for (size_t i = 0; i < in->declared.n; i++)
        add_amount(out, in->declared.at[i].currency, in->declared.at[i].sum);
    buf_add_text(out, "}, \"lines\": [");
}

static void
add_input(struct buf *out, const struct import *im, uint32_t index)
{
    const struct ledger *l = &im->ledger;
    const struct observations *o = &im->observations;

    add_counts(out, l->inputs.at[index]);
    for (size_t i = 0; i < l->lines.n; i++)
        if (l->lines.at[i].input == index)
            add_line(out, l, &l->lines.at[i]);
    for (size_t i = 0; i < o->payments.list.n; i++)
        if (o->payments.list.at[i].input == index)
            add_payment(out, &o->payments.list.at[i]);
    for (size_t i = 0; i < o->states.n; i++)
        if (o->states.at[i].input == index)
            add_state(out, &o->states.at[i]);
    for (size_t i = 0; i < o->samples.n; i++)
        if (o->samples.at[i].input == index)
            add_sample(out, &o->samples.at[i]);
    buf_add_text(out, "]}\n");
}

static int
read_file(const struct formats *formats, const char *path, struct err *e)
{
    struct import_options options = { .formats = formats, .zone_minutes = 480, .jobs = 1 };
    struct import im;
    struct walk walk;
    struct buf out;
    int result = -1;

    import_init(&im);
    walk_init(&walk);
    buf_init(&out, SIZE_MAX - 1);
    if (walk_add(&walk, path, e) == 0) {
        walk_finish(&walk);
        result = import_all(&im, &walk, &options, e);
    }
    for (uint32_t i = 0; result == 0 && i < im.ledger.inputs.n; i++)
        add_input(&out, &im, i);
    if (out.n > 0)
        (void)fwrite(out.p, 1, out.n, stdout);
    buf_release(&out);
    walk_release(&walk);
    import_release(&im);
    return result;
}

int
main(void)
{
    struct formats formats = { 0 };
    struct err e = ERR_INIT;
    char path[PATH_BYTES], text[ERR_TEXT_MAX];
    int result = formats_load(&formats, NULL, &e);

    while (result == 0 && fgets(path, sizeof(path), stdin)) {
        path[strcspn(path, "\n")] = '\0';
        result = read_file(&formats, path, &e);
    }
    if (result)
        fprintf(stderr, "%s\n", err_text(&e, LANG_EN, text, sizeof(text)));
    formats_release(&formats);
    return result || fflush(stdout);
}
