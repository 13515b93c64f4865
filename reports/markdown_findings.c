/*
 * markdown_findings.c - where it leaked, in Markdown: each finding with what to do, and how its
 * leak was computed. The rows are in findings.csv and review.json.
 */
#include <inttypes.h>

#include "reports/leak_groups.h"
#include "reports/markdown.h"
#include "reports/markdown_findings.h"
#include "reports/page.h"
#include "reports/say.h"
#include "reports/working.h"

#define TEXT_MAX 2048
#define TEXT_BYTES_MAX ((size_t)1 << 16)
#define FINDINGS_MAX 200
#define ROWS_SHOWN 3
#define NAMES_SHOWN 2

static void
add_words(struct buf *out, const struct results *r, const char *text)
{
    markdown_text(out, sv_of(lang_text(r->lang, text)));
}

/* A line of text that was made, which is emptied. */
static void
add_made(struct buf *out, struct buf *text)
{
    struct buf escaped;

    buf_init(&escaped, TEXT_BYTES_MAX);
    buf_add_escaped(&escaped, buf_sv(text));
    markdown_text(out, buf_sv(&escaped));
    buf_fail_with(out, &escaped);
    buf_release(&escaped);
    buf_reset(text);
}

/* Where to look: "bills/a.csv:17, bills/a.csv:18 ...". */
static void
add_rows(struct buf *out, const struct results *r, const struct finding *f, struct buf *text)
{
    if (f->lines.n == 0)
        return;
    say_plural(text, r, f->lines.n, N_("Evidence (%s row)"), N_("Evidence (%s rows)"));
    buf_add_text(text, r->lang == LANG_ZH ? "：" : ": ");
    for (size_t i = 0; i < f->lines.n && i < ROWS_SHOWN; i++) {
        const struct ledger_line *line = &r->ledger->lines.at[f->lines.at[i].line];

        buf_addf(text, "%s%s:%" PRIu64, i > 0 ? ", " : "", ledger_input(r->ledger, line)->path,
            line->source_line);
    }
    if (f->lines.n > ROWS_SHOWN)
        buf_add_text(text, " …");
    buf_add_text(out, "- ");
    add_made(out, text);
    buf_add_char(out, '\n');
}

/* Certainty, resource, platform, span, id. */
static void
add_meta(struct buf *out, const struct results *r, const struct finding *f, struct buf *text)
{
    buf_addf(text, "%s · ", f->is_waived ? lang_text(r->lang, N_("waived"))
        : lang_text(r->lang, certainty_word(f->certainty)));
    if (f->name[0])
        buf_addf(text, "%s · ", f->name);
    buf_addf(text, "%s · ", say_platform(r, f->platform));
    if (f->from != TIME_NONE) {
        say_span(text, r, f);
        buf_add_text(text, " · ");
    }
    buf_add_text(text, f->id);
    add_made(out, text);
    buf_add_text(out, "\n\n");
}

static void
add_finding(struct buf *out, const struct results *r, const struct finding *f, struct buf *text)
{
    char said[TEXT_MAX], figure[SAY_FIGURE_MAX];

    buf_add_text(out, "\n### ");
    markdown_text(out, sv_of(f->currency));
    buf_addf(out, " %s · ", say_amount(figure, f->net, f->currency));
    markdown_text(out, sv_of(say_rule(r, f)));
    buf_add_text(out, "\n\n");
    add_meta(out, r, f, text);
    buf_add_text(text, finding_says(f, r->lang, said, sizeof(said)));
    add_made(out, text);
    buf_add_text(out, "\n\n- **");
    add_words(out, r, f->is_waived && f->waiver[0] ? N_("Waived") : N_("What to do"));
    buf_add_text(out, r->lang == LANG_ZH ? "**：" : "**: ");
    buf_add_text(text, f->is_waived && f->waiver[0] ? f->waiver
        : finding_advises(f, r->lang, said, sizeof(said)));
    add_made(out, text);
    buf_add_text(out, "\n- ");
    add_words(out, r, N_("How it is computed"));
    buf_add_text(out, r->lang == LANG_ZH ? "：" : ": ");
    working_say(text, r, f);
    add_made(out, text);
    buf_add_char(out, '\n');
    add_rows(out, r, f, text);
}

static void
add_note(struct buf *out, const struct results *r, size_t n)
{
    char said[MESSAGE_TEXT_MAX];
    struct message m;

    message_set(&m, "The first %zu of %zu rows; all of them are in %s.", (size_t)FINDINGS_MAX, n,
        "findings.csv");
    buf_add_char(out, '\n');
    markdown_text(out, sv_of(message_text(&m, r->lang, said, sizeof(said))));
    buf_add_char(out, '\n');
}

/* "1. **CNY 1,723.12 · 3 × Storage paid while stopped** · ...", and what to do below. */
static void
add_group(struct buf *out, const struct results *r, const struct leak_group *g, size_t number,
    struct buf *text)
{
    const struct finding *first = g->findings[0];
    char figure[SAY_FIGURE_MAX];

    buf_addf(out, "%zu. **", number);
    buf_addf(text, "%s %s · ", first->currency, say_amount(figure, g->net, first->currency));
    if (g->n > 1)
        buf_addf(text, "%s × ", say_count(figure, g->n));
    buf_add_text(text, say_rule(r, first));
    add_made(out, text);
    buf_add_text(out, "** · ");
    buf_addf(text, "%s · %s", lang_text(r->lang, certainty_word(g->certainty)),
        say_platform(r, first->platform));
    buf_add_text(text, first->name[0] ? " · " : "");
    leak_group_names(text, r, g, NAMES_SHOWN);
    buf_add_text(text, g->from != TIME_NONE ? " · " : "");
    leak_group_span(text, r, g);
    add_made(out, text);
    buf_add_text(out, "  \n   ");
    leak_group_advice(text, r, g);
    add_made(out, text);
    buf_add_char(out, '\n');
}

int
markdown_largest(struct buf *out, const struct results *r, struct err *e)
{
    const char *currency = page_leaking_currency(r);
    struct leak_groups groups;
    struct buf text;
    int result;

    if (!currency)
        return 0;
    result = leak_groups_build(&groups, r, currency, e);
    buf_init(&text, TEXT_BYTES_MAX);
    if (result == 0) {
        buf_add_text(out, "\n## ");
        add_words(out, r, groups.n > 1 ? N_("The largest leaks") : N_("The leak"));
        buf_add_text(out, "\n\n");
        for (size_t i = 0; i < groups.n && i < PAGE_LARGEST; i++)
            add_group(out, r, &groups.at[i], i + 1, &text);
    }
    buf_fail_with(out, &text);
    buf_release(&text);
    leak_groups_release(&groups);
    return result;
}

void
markdown_leaks_heading(struct buf *out, const struct results *r)
{
    if (!r->audit)
        return;
    buf_add_text(out, "\n## ");
    add_words(out, r, N_("Where it leaked"));
    buf_add_char(out, '\n');
}

void
markdown_findings(struct buf *out, const struct results *r)
{
    size_t n = r->audit ? r->audit->findings.n : 0;
    struct buf text;

    if (!r->audit)
        return;
    buf_init(&text, TEXT_BYTES_MAX);
    if (say_leak_count(r, NULL) == 0) {
        buf_add_char(out, '\n');
        add_words(out, r, N_("Nothing was found to leak."));
        buf_add_char(out, '\n');
    }
    for (size_t i = 0; i < n && i < FINDINGS_MAX; i++)
        add_finding(out, r, r->audit->findings.at[i], &text);
    if (n > FINDINGS_MAX)
        add_note(out, r, n);
    buf_fail_with(out, &text);
    buf_release(&text);
}
