/*
 * render_review_json.c - review.json: everything, exact, sorted, for programs.
 *
 * The same input gives the same bytes, apart from the object `run`.
 */
#include <inttypes.h>
#include <stdio.h>

#include "audit/previous.h"
#include "reports/findings_json.h"
#include "reports/jsonw.h"
#include "reports/recon_json.h"
#include "reports/render.h"
#include "reports/say.h"
#include "reports/warning_list.h"

static void
add_head(struct jsonw *w, const struct results *r)
{
    const struct period *p = &r->review->period;
    char seconds[32];

    jsonw_text(w, "schema", "gpubill.review/1");
    jsonw_begin(w, "program", '{', true);
    jsonw_text(w, "name", "gpubill");
    jsonw_text(w, "version", r->version);
    jsonw_end(w);

    jsonw_begin(w, "run", '{', true);
    jsonw_time(w, "started", r->started, p->zone_minutes);
    (void)snprintf(seconds, sizeof(seconds), "%" PRId64 ".%03d", r->milliseconds / 1000,
        (int)(r->milliseconds % 1000));
    jsonw_plain(w, "seconds", seconds);
    jsonw_count(w, "peak_memory_bytes", r->peak_memory);
    jsonw_end(w);
    if (r->is_redacted)
        jsonw_bool(w, "redacted", true);
    if (results_are_given(r))
        jsonw_bool(w, "from_engine", true);

    jsonw_begin(w, "period", '{', true);
    if (p->from < p->to) {
        jsonw_time(w, "from", p->from, p->zone_minutes);
        jsonw_time(w, "to", p->to, p->zone_minutes);
    } else {
        jsonw_plain(w, "from", "null");
        jsonw_plain(w, "to", "null");
    }
    jsonw_end(w);
}

static void
add_sums(struct jsonw *w, const char *key, const struct currency_sums *sums)
{
    jsonw_begin(w, key, '{', true);
    for (size_t i = 0; i < sums->n; i++)
        jsonw_money(w, sums->at[i].currency, sums->at[i].sum);
    jsonw_end(w);
}

static void
add_input(struct jsonw *w, const struct input *in, enum lang lang)
{
    char text[ERR_TEXT_MAX];

    jsonw_begin(w, NULL, '{', false);
    jsonw_text(w, "path", in->path);
    jsonw_text(w, "sha256", in->sha256);
    jsonw_text(w, "kind", input_kind_word(in->kind));
    jsonw_text(w, "format", in->format);
    jsonw_text(w, "platform", in->platform);
    jsonw_text(w, "encoding", in->encoding);
    jsonw_text(w, "evidence_level", in->evidence_level);
    jsonw_count(w, "records", in->records);
    jsonw_count(w, "ledger_lines", in->lines);
    jsonw_begin(w, "skipped", '{', true);
    for (unsigned i = 0; i < SKIP_COUNT; i++)
        jsonw_count(w, skip_word((enum skip)i), in->skipped[i]);
    jsonw_end(w);
    jsonw_count(w, "rejected", in->rejected);
    add_sums(w, "billed", &in->billed);
    add_sums(w, "declared_total", &in->declared);
    jsonw_begin(w, "warnings", '{', true);
    for (size_t i = 0; i < in->warning_counts.n; i++)
        jsonw_count(w, in->warning_counts.at[i].code, in->warning_counts.at[i].n);
    jsonw_end(w);
    if (in->failure.code != ERR_NONE)
        jsonw_text(w, "failure", message_text(&in->failure.message, lang, text, sizeof(text)));
    jsonw_end(w);
}

static void
add_totals(struct jsonw *w, const struct review *v)
{
    jsonw_begin(w, "totals", '{', false);
    for (size_t i = 0; i < v->totals.n; i++) {
        const struct review_total *t = &v->totals.at[i];

        jsonw_begin(w, t->currency, '{', true);
        jsonw_count(w, "lines", t->lines);
        jsonw_money(w, "list", t->list);
        jsonw_money(w, "discount", t->discount);
        jsonw_money(w, "billed", t->billed);
        jsonw_money(w, "voucher", t->voucher);
        jsonw_money(w, "cash", t->cash);
        jsonw_money(w, "refunds", t->refunds);
        jsonw_money(w, "moved", t->moved);
        jsonw_count(w, "lines_without_list", t->lines_without_list);
        jsonw_end(w);
    }
    jsonw_end(w);
}

static void
add_spend(struct jsonw *w, const struct review *v)
{
    jsonw_begin(w, "spend", '[', false);
    for (size_t i = 0; i < v->spend.n; i++) {
        const struct review_spend *s = &v->spend.at[i];

        jsonw_element(w);
        jsonw_text(w, "platform", s->platform);
        jsonw_text(w, "category", words_category.words[s->category]);
        jsonw_text(w, "currency", s->currency);
        jsonw_count(w, "lines", s->lines);
        jsonw_money(w, "billed", s->billed);
        jsonw_end(w);
    }
    jsonw_end(w);
    jsonw_begin(w, "spend_by_day", '[', false);
    for (size_t i = 0; i < v->days.n; i++) {
        const struct review_day *d = &v->days.at[i];

        jsonw_element(w);
        jsonw_text(w, "day", d->day);
        jsonw_text(w, "platform", d->platform);
        jsonw_text(w, "category", words_category.words[d->category]);
        jsonw_text(w, "currency", d->currency);
        jsonw_money(w, "billed", d->billed);
        jsonw_end(w);
    }
    jsonw_end(w);
}

static void
add_gpu_use(struct jsonw *w, const struct gpu_use *use)
{
    static const char *const keys[GPU_STATES] = { [GPU_USED] = "gpu_hours_used",
        [GPU_IDLE] = "gpu_hours_idle", [GPU_UNKNOWN] = "gpu_hours_unknown" };

    if (!use) {
        jsonw_plain(w, "gpu_hours", "null");
        return;
    }
    jsonw_money(w, "gpu_hours", use->hours);
    for (size_t i = 0; i < GPU_STATES; i++)
        jsonw_money(w, keys[i], use->state[i]);
}

static void
add_resources(struct jsonw *w, const struct results *r)
{
    const struct review *v = r->review;

    jsonw_begin(w, "spend_by_resource", '[', false);
    for (size_t i = 0; i < v->resources.n; i++) {
        const struct review_resource *s = &v->resources.at[i];

        jsonw_element(w);
        jsonw_text(w, "platform", s->platform);
        jsonw_text(w, "resource", s->resource);
        jsonw_text(w, "name", s->name);
        jsonw_text(w, "sku", s->sku);
        jsonw_text(w, "currency", s->currency);
        jsonw_money(w, "billed", s->billed);
        add_gpu_use(w, say_gpu_use(r, i));
        jsonw_end(w);
    }
    jsonw_end(w);
    jsonw_begin(w, "spend_by_project", '[', false);
    for (size_t i = 0; i < v->projects.n; i++) {
        jsonw_element(w);
        jsonw_text(w, "project", v->projects.at[i].project);
        jsonw_text(w, "currency", v->projects.at[i].currency);
        jsonw_money(w, "billed", v->projects.at[i].billed);
        jsonw_end(w);
    }
    jsonw_end(w);
}

/* Spend beside that of the review given by --previous. */
static int
add_comparison(struct jsonw *w, const struct results *r, struct err *e)
{
    struct comparison c;
    int result = comparison_build(&c, r->audit ? r->audit->in.previous : NULL, r->review, e);

    jsonw_begin(w, "comparison", '[', false);
    for (size_t i = 0; result == 0 && i < c.rows.n; i++) {
        const struct comparison_row *row = &c.rows.at[i];

        jsonw_element(w);
        jsonw_text(w, "platform", row->platform);
        jsonw_text(w, "category", words_category.words[row->category]);
        jsonw_text(w, "currency", row->currency);
        jsonw_money(w, "previous", row->before);
        jsonw_money(w, "current", row->now);
        jsonw_money(w, "change", row->change);
        jsonw_end(w);
    }
    jsonw_end(w);
    comparison_release(&c);
    return result;
}

/* Files that were met in a folder and are not read; those that were named are errors of the run. */
static void
add_unread(struct jsonw *w, const struct results *r)
{
    char text[ERR_TEXT_MAX];

    for (size_t i = 0; i < r->ledger->inputs.n; i++) {
        const struct input *in = r->ledger->inputs.at[i];
        const struct err *failure = &in->failure;

        if (failure->code == ERR_NONE || in->was_named || input_is_aside(in))
            continue;
        jsonw_element(w);
        jsonw_text(w, "code", failure->code == ERR_UNKNOWN ? "not-recognised" : "not-read");
        jsonw_text(w, "path", in->path);
        jsonw_count(w, "line", failure->line);
        jsonw_text(w, "message", message_text(&failure->message, r->lang, text, sizeof(text)));
        jsonw_end(w);
    }
}

static void
add_warnings(struct jsonw *w, const struct results *r)
{
    struct warning_at at = WARNING_AT_INIT;
    char text[MESSAGE_TEXT_MAX];

    jsonw_begin(w, "warnings", '[', false);
    while (warning_next(&at, r)) {
        jsonw_element(w);
        jsonw_text(w, "code", at.warning->code);
        jsonw_text(w, "path", at.path);
        jsonw_count(w, "line", at.warning->line);
        jsonw_text(w, "message",
            message_text(&at.warning->message, r->lang, text, sizeof(text)));
        jsonw_end(w);
    }
    add_unread(w, r);
    jsonw_end(w);
}

static void
add_empty(struct jsonw *w, const char *key, char open)
{
    jsonw_begin(w, key, open, true);
    jsonw_end(w);
}

int
render_review_json(struct buf *out, const struct results *r, struct err *e)
{
    struct jsonw w = { .out = out };

    jsonw_begin(&w, NULL, '{', false);
    add_head(&w, r);
    jsonw_begin(&w, "inputs", '[', false);
    for (size_t i = 0; i < r->ledger->inputs.n; i++)
        add_input(&w, r->ledger->inputs.at[i], r->lang);
    jsonw_end(&w);
    add_totals(&w, r->review);
    add_spend(&w, r->review);
    add_resources(&w, r);
    if (r->audit) {
        json_add_audit(&w, r);
    } else {
        add_empty(&w, "leaks", '{');
        add_empty(&w, "leaks_by_rule", '[');
        add_empty(&w, "findings", '[');
        add_empty(&w, "unknown", '[');
    }
    if (add_comparison(&w, r, e))
        return -1;
    recon_json(&w, "reconciliation", r->recon, r->lang);
    add_warnings(&w, r);
    jsonw_end(&w);
    return buf_ok(out, e);
}
