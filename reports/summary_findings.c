/*
 * summary_findings.c - where it leaked, on the terminal.
 *
 *       1  CNY 1,550.18  certain  Storage paid while stopped · finetune, Alibaba Cloud
 *                        Release the instance or shrink the data disk: CNY 27.22 less a day.
 */
#include <string.h>

#include "reports/cell.h"
#include "reports/say.h"
#include "reports/summary_findings.h"

#define FINDINGS_SHOWN 5
#define INDENT 5
#define GAP 2
#define TEXT_MAX 2048

struct list {
    struct buf *out;
    const struct results *r;
    size_t width;
    bool is_colour;
    size_t amounts, words; /* columns */
};

static void
blanks(struct list *l, size_t n)
{
    while (n-- > 0)
        buf_add_char(l->out, ' ');
}

static void
add_wrapped(struct list *l, const char *text, size_t indent)
{
    buf_add_wrapped(l->out, sv_of(text), indent, l->width > 2 * indent ? l->width : 2 * indent);
}

static const char *
amount_of(const struct finding *f, char text[SAY_FIGURE_MAX])
{
    return say_amount(text, f->net, f->currency);
}

static size_t
wider(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* The next finding that leaks at or after ${*i}; NULL at the end. */
static const struct finding *
next_leak(const struct results *r, size_t *i)
{
    while (*i < r->audit->findings.n) {
        const struct finding *f = r->audit->findings.at[(*i)++];

        if (say_is_leak(f))
            return f;
    }
    return NULL;
}

static void
measure(struct list *l)
{
    const struct finding *f;
    char text[SAY_FIGURE_MAX];
    size_t i = 0;

    for (size_t n = 0; n < FINDINGS_SHOWN && (f = next_leak(l->r, &i)) != NULL; n++) {
        l->amounts = wider(l->amounts, strlen(f->currency) + 1 + strlen(amount_of(f, text)));
        l->words = wider(l->words,
            sv_width(sv_of(lang_text(l->r->lang, certainty_word(f->certainty)))));
    }
}

static void
add_finding(struct list *l, size_t number, const struct finding *f)
{
    static const char *const colours[] = { [CERTAIN] = "\x1b[31m", [LIKELY] = "\x1b[33m",
        [POSSIBLE] = "\x1b[36m" };
    const char *word = lang_text(l->r->lang, certainty_word(f->certainty));
    size_t behind = INDENT + l->amounts + GAP + l->words + GAP;
    char text[TEXT_MAX], amount[SAY_FIGURE_MAX];
    struct buf what;

    (void)amount_of(f, amount);
    buf_addf(l->out, "  %zu  %s ", number, f->currency);
    blanks(l, l->amounts - strlen(f->currency) - 1 - strlen(amount));
    buf_addf(l->out, "%s  %s%s%s", amount, l->is_colour ? colours[f->certainty] : "", word,
        l->is_colour ? "\x1b[0m" : "");
    blanks(l, l->words - sv_width(sv_of(word)) + GAP);
    buf_init(&what, TEXT_MAX);
    buf_addf(&what, "%s · ", say_rule(l->r, f));
    if (f->name[0])
        buf_addf(&what, "%s, ", f->name);
    buf_add_text(&what, say_platform(l->r, f->platform));
    (void)cell_fit(l->out, buf_sv(&what), l->width > behind ? l->width - behind : 1);
    buf_release(&what);
    buf_add_char(l->out, '\n');
    add_wrapped(l, finding_advises(f, l->r->lang, text, sizeof(text)), behind);
}

void
summary_add_findings(struct buf *out, const struct results *r, size_t width, bool is_colour)
{
    struct list l = { .out = out, .r = r, .width = width, .is_colour = is_colour };
    size_t count = say_leak_count(r, NULL), i = 0;
    const struct finding *f;

    if (count == 0)
        return;
    measure(&l);
    buf_addf(out, "\n  %s\n", lang_text(r->lang, N_("Where it leaked")));
    for (size_t n = 0; n < FINDINGS_SHOWN && (f = next_leak(r, &i)) != NULL; n++)
        add_finding(&l, n + 1, f);
    if (count > FINDINGS_SHOWN) {
        blanks(&l, INDENT);
        say_plural(out, r, count - FINDINGS_SHOWN, N_("and %s more"), N_("and %s more"));
        buf_add_char(out, '\n');
    }
}
