/*
 * summary_figures.c - the figures at the head of the terminal's summary.
 *
 *       Spent        CNY 2,567.75   USD 75.90
 *       2026-02      CNY 2,276.37   USD 70.10
 *       Leaked       CNY   412.36   USD  0.00   in 9 findings (16.1 %)
 *         certain    CNY   280.00   USD  0.00
 *       No invoice   CNY   188.00   3 charges
 *       Unknown      41.5 GPU hours without utilisation (give nvidia-smi logs)
 */
#include <stddef.h>
#include <string.h>

#include "audit/previous.h"
#include "reports/recon_say.h"
#include "reports/say.h"
#include "reports/summary_figures.h"

#define GAP 3
#define INDENT 2
#define BOLD "\x1b[1m"
#define PLAIN "\x1b[0m"

struct figures {
    struct buf *out;
    const struct results *r;
    const struct review_total *totals[SAY_CURRENCIES_MAX];
    size_t n;
    size_t widths[SAY_CURRENCIES_MAX]; /* of the amounts of each currency */
    size_t labels, width;
    size_t used; /* columns of the line so far */
    bool is_colour;
};

/* A row of review_total; all but the first only where some amount is not 0. */
static const struct {
    const char *label;
    size_t offset;   /* of the struct money in a struct review_total */
    size_t asked_of; /* the amount that decides whether the row is shown */
} rows[] = {
    { N_("Spent"), offsetof(struct review_total, billed), 0 },
    { N_("By voucher"), offsetof(struct review_total, voucher),
        offsetof(struct review_total, voucher) },
    { N_("In cash"), offsetof(struct review_total, cash), offsetof(struct review_total, voucher) },
    { N_("Refunds"), offsetof(struct review_total, refunds),
        offsetof(struct review_total, refunds) },
    { N_("Recharged"), offsetof(struct review_total, moved),
        offsetof(struct review_total, moved) },
};
#define ROWS (sizeof(rows) / sizeof(rows[0]))

static struct money
part(const struct review_total *t, size_t offset)
{
    struct money m;

    memcpy(&m, (const char *)t + offset, sizeof(m));
    return m;
}

static void
blanks(struct figures *f, size_t n)
{
    while (n-- > 0)
        buf_add_char(f->out, ' ');
}

static void
begin_row(struct figures *f, const char *label)
{
    size_t wide = sv_width(sv_of(label));

    blanks(f, INDENT);
    buf_add_text(f->out, label);
    blanks(f, wide < f->labels ? f->labels - wide : 0);
    f->used = INDENT + (wide < f->labels ? f->labels : wide);
}

static void
end_row(struct figures *f)
{
    buf_add_char(f->out, '\n');
}

/* Make room for ${columns} behind a gap: on a new line where the row is full. */
static void
place(struct figures *f, size_t columns)
{
    if (f->used > INDENT + f->labels && f->used + GAP + columns > f->width) {
        buf_add_char(f->out, '\n');
        blanks(f, INDENT + f->labels);
        f->used = INDENT + f->labels;
    }
    blanks(f, GAP);
    f->used += GAP + columns;
}

/* Words of which a line has no room stand on several. */
static void
add_words(struct figures *f, const char *words)
{
    size_t wide = sv_width(sv_of(words)), indent = INDENT + f->labels + GAP;
    struct buf text;

    if (indent + wide <= f->width) {
        place(f, wide);
        buf_add_text(f->out, words);
        return;
    }
    buf_init(&text, MESSAGE_TEXT_MAX * 4);
    buf_add_wrapped(&text, sv_of(words), indent, f->width);
    if (f->used > INDENT + f->labels) {
        buf_add_char(f->out, '\n');
        blanks(f, INDENT + f->labels);
    }
    blanks(f, GAP);
    buf_add(f->out, sv_part(buf_sv(&text), indent, text.n - 1));
    buf_release(&text);
}

/* "CNY  412.36", as wide as all amounts of that currency. */
static void
add_amount(struct figures *f, size_t currency, struct money m, bool is_bold)
{
    const char *code = f->totals[currency]->currency;
    char text[SAY_FIGURE_MAX];
    size_t wide = strlen(say_amount(text, m, code));
    size_t room = f->widths[currency] > wide ? f->widths[currency] : wide;

    place(f, strlen(code) + 1 + room);
    buf_addf(f->out, "%s ", code);
    blanks(f, room - wide);
    buf_addf(f->out, "%s%s%s", is_bold && f->is_colour ? BOLD : "", text,
        is_bold && f->is_colour ? PLAIN : "");
}

/* Columns of labels and amounts. */
static void
measure(struct figures *f)
{
    static const char *const others[] = { N_("Leaked"), N_("No invoice"), N_("Unknown"),
        N_("GPU hours") };
    char text[SAY_FIGURE_MAX];

    for (size_t i = 0; i < ROWS + sizeof(others) / sizeof(others[0]); i++) {
        const char *label = i < ROWS ? rows[i].label : others[i - ROWS];
        size_t wide = sv_width(sv_of(lang_text(f->r->lang, label)));

        f->labels = wide > f->labels ? wide : f->labels;
    }
    for (size_t c = 0; c < f->n; c++)
        for (size_t i = 0; i < ROWS; i++) {
            size_t wide = strlen(say_amount(text, part(f->totals[c], rows[i].offset),
                f->totals[c]->currency));

            f->widths[c] = wide > f->widths[c] ? wide : f->widths[c];
        }
}

static bool
is_asked(const struct figures *f, size_t row)
{
    for (size_t i = 0; i < f->r->review->totals.n && row > 0; i++)
        if (!money_is_zero(part(&f->r->review->totals.at[i], rows[row].asked_of)))
            return true;
    return row == 0;
}

/* "2026-02: 2,910.55, +12.8 %" of each currency, where the month before is known. */
static void
add_change(struct figures *f)
{
    bool is_any = false;
    struct buf text;

    buf_init(&text, SAY_FIGURE_MAX * 2);
    for (size_t c = 0; c < f->n; c++) {
        buf_reset(&text);
        say_change(&text, f->r, f->totals[c]->currency);
        if (text.n == 0)
            continue;
        if (!is_any)
            begin_row(f, "");
        is_any = true;
        place(f, sv_width(buf_sv(&text)) + 2);
        buf_addf(f->out, "(%s)", text.p);
    }
    if (is_any)
        end_row(f);
    buf_release(&text);
}

static void
add_totals(struct figures *f)
{
    for (size_t i = 0; i < ROWS; i++) {
        if (!is_asked(f, i))
            continue;
        begin_row(f, lang_text(f->r->lang, rows[i].label));
        for (size_t c = 0; c < f->n; c++)
            add_amount(f, c, part(f->totals[c], rows[i].offset), i == 0);
        end_row(f);
        if (i == 0)
            add_change(f);
    }
}

/* How much of what leaked is certain, below it. */
static void
add_certain(struct figures *f)
{
    struct buf label;

    buf_init(&label, MESSAGE_TEXT_MAX);
    buf_addf(&label, "  %s", lang_text(f->r->lang, certainty_word(CERTAIN)));
    begin_row(f, label.n > 0 ? label.p : "");
    for (size_t c = 0; c < f->n; c++)
        add_amount(f, c, say_certain_leak(f->r, f->totals[c]->currency), false);
    end_row(f);
    buf_release(&label);
}

/* The share is told where one currency alone leaks: "in 9 findings (12.6 %)". */
static void
add_leaked(struct figures *f)
{
    const struct audit_leak *only = NULL;
    char share[SAY_FIGURE_MAX];
    struct buf text;
    size_t n = 0;

    if (!f->r->audit || f->n == 0)
        return;
    begin_row(f, lang_text(f->r->lang, N_("Leaked")));
    for (size_t c = 0; c < f->n; c++) {
        const struct audit_leak *leak = say_leak(f->r, f->totals[c]->currency);

        add_amount(f, c, leak ? leak->net : MONEY_ZERO, false);
        if (leak && !money_is_zero(leak->net)) {
            only = leak;
            n++;
        }
    }
    buf_init(&text, MESSAGE_TEXT_MAX);
    say_plural(&text, f->r, say_leak_count(f->r, NULL), N_("in %s finding"),
        N_("in %s findings"));
    if (n == 1)
        buf_addf(&text, " (%s)", say_share(share, only->share));
    add_words(f, text.n > 0 ? text.p : "");
    end_row(f);
    buf_release(&text);
    if (n > 0)
        add_certain(f);
}

static void
add_uncovered(struct figures *f)
{
    const struct recon *recon = f->r->recon;
    size_t invalid = 0;
    struct buf text;

    if (!recon_is_there(f->r))
        return;
    buf_init(&text, MESSAGE_TEXT_MAX);
    begin_row(f, lang_text(f->r->lang, N_("No invoice")));
    for (size_t c = 0; c < f->n; c++) {
        const struct recon_total *total = recon_total_in(recon, f->totals[c]->currency);

        add_amount(f, c, total ? total->uncovered : MONEY_ZERO, false);
    }
    say_plural(&text, f->r, recon_open_claims(recon), N_("%s charge"), N_("%s charges"));
    for (size_t i = 0; i < recon->invoices.n; i++)
        invalid += recon->invoices.at[i].status == MATCH_INVALID;
    if (invalid > 0) {
        buf_add_text(&text, f->r->lang == LANG_ZH ? "，" : ", ");
        say_plural(&text, f->r, invalid, N_("%s invalid invoice"), N_("%s invalid invoices"));
    }
    add_words(f, text.n > 0 ? text.p : "");
    end_row(f);
    buf_release(&text);
}

static void
add_unknown(struct figures *f)
{
    char hours[SAY_FIGURE_MAX], said[MESSAGE_TEXT_MAX];
    struct money unknown = say_unknown_hours(f->r);
    struct message m;

    if (money_is_zero(unknown))
        return;
    (void)money_format_display(hours, unknown, 1);
    begin_row(f, lang_text(f->r->lang, f->r->audit ? N_("Unknown") : N_("GPU hours")));
    if (f->r->audit) {
        message_set(&m, "%s GPU hours without utilisation (give nvidia-smi logs)", hours);
        add_words(f, message_text(&m, f->r->lang, said, sizeof(said)));
    } else {
        add_words(f, hours);
    }
    end_row(f);
}

void
summary_add_figures(struct buf *out, const struct results *r, size_t width, bool is_colour)
{
    struct figures f = { .out = out, .r = r, .width = width, .is_colour = is_colour };

    f.n = say_currencies(r, f.totals);
    measure(&f);
    if (f.n == 0)
        buf_addf(out, "  %s\n", say_nothing_spent(r));
    else
        add_totals(&f);
    add_leaked(&f);
    add_uncovered(&f);
    add_unknown(&f);
}
