/*
 * summary_leaks.c - what leaked, on the terminal.
 *
 *     1  CNY 168.00  certain  Storage paid while stopped, AutoDL
 *        c8f3-1a2b was stopped for 21 days while its storage was billed: CNY 168.00.
 */
#include "reports/cell.h"
#include "reports/say.h"
#include "reports/summary_leaks.h"

#define FINDINGS_SHOWN 10
#define INDENT 5
#define TEXT_MAX 2048

static void
add_label(struct buf *out, const struct results *r, const char *label, size_t labels)
{
    const char *text = lang_text(r->lang, label);

    buf_addf(out, "  %s", text);
    for (size_t w = sv_width(sv_of(text)); w < labels; w++)
        buf_add_char(out, ' ');
}

/* Findings that leak and are not waived. */
static size_t
count_findings(const struct audit *a)
{
    size_t n = 0;

    for (size_t i = 0; i < a->findings.n; i++)
        n += !a->findings.at[i]->is_waived && !money_is_zero(a->findings.at[i]->leak);
    return n;
}

static const struct audit_leak *
leak_in(const struct audit *a, const char *currency)
{
    for (size_t i = 0; i < a->leaks.n; i++)
        if (strcmp(a->leaks.at[i].currency, currency) == 0)
            return &a->leaks.at[i];
    return NULL;
}

void
summary_add_leaked(struct buf *out, const struct results *r, size_t labels)
{
    const struct review_total *totals[SAY_CURRENCIES_MAX];
    size_t n = say_currencies(r, totals);
    char text[SAY_FIGURE_MAX], share[SAY_FIGURE_MAX];

    if (!r->audit)
        return;
    if (n > 0) {
        add_label(out, r, N_("Leaked"), labels);
        for (size_t i = 0; i < n; i++) {
            const struct audit_leak *leak = leak_in(r->audit, totals[i]->currency);

            if (leak)
                buf_addf(out, "   %s %s (%s)", leak->currency,
                    say_amount(text, leak->net, leak->currency), say_share(share, leak->share));
        }
        buf_add_text(out, "   ");
        say_plural(out, r, count_findings(r->audit), N_("in %s finding"), N_("in %s findings"));
        buf_add_char(out, '\n');
    }
    if (!money_is_zero(r->audit->unknown_gpu_hours)) {
        add_label(out, r, N_("Unknown"), labels);
        buf_addf(out, "   %s %s\n",
            money_format_display(text, r->audit->unknown_gpu_hours, 1),
            lang_text(r->lang, N_("GPU hours without utilisation")));
    }
}

/* Bytes of ${text} for one line of ${width} columns: up to a blank where there is one. */
static size_t
fitting(struct sv text, size_t width)
{
    size_t at = 0, columns = 0, blank = 0;

    while (at < text.n) {
        unsigned code;
        size_t n = sv_utf8(sv_part(text, at, text.n), &code);
        size_t wide = sv_width(sv_part(text, at, at + (n ? n : 1)));

        if (columns + wide > width)
            return blank > 0 ? blank : at > 0 ? at : n;
        if (code == ' ')
            blank = at + 1;
        columns += wide;
        at += n ? n : 1;
    }
    return at;
}

static void
add_wrapped(struct buf *out, const char *text, size_t width)
{
    struct sv rest = sv_of(text);

    while (rest.n > 0) {
        size_t n = fitting(rest, width > 2 * INDENT ? width - INDENT : INDENT);

        buf_addf(out, "%*s", INDENT, "");
        buf_add(out, sv_trim(sv_part(rest, 0, n)));
        buf_add_char(out, '\n');
        rest = sv_part(rest, n, rest.n);
    }
}

void
summary_add_findings(struct buf *out, const struct results *r, size_t width)
{
    size_t n = r->audit ? count_findings(r->audit) : 0;
    char text[TEXT_MAX], amount[SAY_FIGURE_MAX];

    if (n == 0)
        return;
    buf_addf(out, "\n  %s\n", lang_text(r->lang, N_("Where it leaked")));
    for (size_t i = 0; i < n && i < FINDINGS_SHOWN; i++) {
        const struct finding *f = r->audit->findings.at[i];

        buf_addf(out, "  %zu%s%s %s  %s  %s, ", i + 1, i < 9 ? "  " : " ", f->currency,
            say_amount(amount, f->net, f->currency),
            lang_text(r->lang, certainty_word(f->certainty)),
            f->of ? lang_text(r->lang, f->of->title) : f->rule);
        buf_addf(out, "%s\n", say_platform(r, f->platform));
        add_wrapped(out, finding_says(f, r->lang, text, sizeof(text)), width);
    }
    if (n > FINDINGS_SHOWN) {
        buf_add_text(out, "     ");
        say_plural(out, r, n - FINDINGS_SHOWN, N_("and %s more"), N_("and %s more"));
        buf_add_char(out, '\n');
    }
}
