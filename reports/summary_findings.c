/*
 * summary_findings.c - where it leaked, on the terminal.
 *
 *       1  CNY 1,550.18  certain  Storage paid while stopped · Alibaba Cloud
 *                                 2026-03-02 to 2026-03-31 · finetune
 *                                 Release the instance or shrink the data disk: CNY 27.22 less a
 *                                 day.
 *
 * A narrow terminal has the words below the amount. Findings that are alike stand as one:
 * "8 × Disk without an instance" (leak_groups.h).
 */
#include <string.h>

#include "reports/cell.h"
#include "reports/leak_groups.h"
#include "reports/say.h"
#include "reports/summary_findings.h"

/* Of the first currency, and of each other one. */
#define FIRST_SHOWN 5
#define OTHERS_SHOWN 2

#define NAMES_SHOWN 2
#define INDENT 5
#define GAP 2
#define WORDS_MIN 45 /* columns; where there are fewer, words stand below the amount */
#define TEXT_MAX 4096

struct list {
    struct buf *out;
    const struct results *r;
    const struct leak_groups *groups;
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

static const char *
currency_of(const struct leak_group *g)
{
    return g->findings[0]->currency;
}

static const char *
amount_of(const struct leak_group *g, char text[SAY_FIGURE_MAX])
{
    return say_amount(text, g->net, currency_of(g));
}

static size_t
wider(size_t a, size_t b)
{
    return a > b ? a : b;
}

/*
 * The next group to show at or after ${*i}; NULL at the end. ${*n} counts those of its currency.
 */
static const struct leak_group *
next_group(const struct list *l, size_t *i, size_t *n)
{
    for (; *i < l->groups->n; (*i)++) {
        const struct leak_group *g = &l->groups->at[*i];
        bool is_first = strcmp(currency_of(g), currency_of(&l->groups->at[0])) == 0;

        if (*i > 0 && strcmp(currency_of(g), currency_of(g - 1)) != 0)
            *n = 0;
        if ((*n)++ < (is_first ? FIRST_SHOWN : OTHERS_SHOWN)) {
            (*i)++;
            return g;
        }
    }
    return NULL;
}

static void
measure(struct list *l)
{
    const struct leak_group *g;
    char text[SAY_FIGURE_MAX];
    size_t i = 0, n = 0;

    while ((g = next_group(l, &i, &n)) != NULL) {
        l->amounts = wider(l->amounts, strlen(currency_of(g)) + 1 + strlen(amount_of(g, text)));
        l->words = wider(l->words,
            sv_width(sv_of(lang_text(l->r->lang, certainty_word(g->certainty)))));
    }
}

/* "8 × Disk without an instance · Lanrui". */
static void
add_what(struct list *l, const struct leak_group *g, size_t indent, bool is_narrow)
{
    const struct finding *f = g->findings[0];
    char figure[SAY_FIGURE_MAX];
    struct buf what;

    buf_init(&what, TEXT_MAX);
    if (g->n > 1)
        buf_addf(&what, "%s × ", say_count(figure, g->n));
    buf_addf(&what, "%s · %s", say_rule(l->r, f), say_platform(l->r, f->platform));
    if (is_narrow) {
        buf_add_wrapped(l->out, buf_sv(&what), indent, l->width);
    } else {
        (void)cell_fit(l->out, buf_sv(&what), l->width - indent);
        buf_add_char(l->out, '\n');
    }
    buf_release(&what);
}

/* When it was, and which ones. */
static void
add_when_and_which(struct list *l, const struct leak_group *g, size_t indent)
{
    struct buf text, escaped;

    buf_init(&text, TEXT_MAX);
    buf_init(&escaped, TEXT_MAX * 4);
    leak_group_span(&text, l->r, g);
    buf_add_text(&text, text.n > 0 && g->findings[0]->name[0] ? " · " : "");
    leak_group_names(&text, l->r, g, NAMES_SHOWN);
    buf_add_escaped(&escaped, buf_sv(&text));
    buf_add_wrapped(l->out, buf_sv(&escaped), indent, l->width);
    buf_release(&escaped);
    buf_release(&text);
}

static void
add_advice(struct list *l, const struct leak_group *g, size_t indent)
{
    struct buf text;

    buf_init(&text, TEXT_MAX);
    leak_group_advice(&text, l->r, g);
    buf_add_wrapped(l->out, buf_sv(&text), indent, l->width);
    buf_release(&text);
}

static void
add_group(struct list *l, size_t number, const struct leak_group *g)
{
    static const char *const colours[] = { [CERTAIN] = "\x1b[31m", [LIKELY] = "\x1b[33m",
        [POSSIBLE] = "\x1b[36m" };
    const char *word = lang_text(l->r->lang, certainty_word(g->certainty));
    size_t behind = INDENT + l->amounts + GAP + l->words + GAP;
    bool is_narrow = l->width < behind + WORDS_MIN;
    char amount[SAY_FIGURE_MAX];

    (void)amount_of(g, amount);
    buf_addf(l->out, number < 10 ? "  %zu  %s " : " %zu  %s ", number, currency_of(g));
    blanks(l, l->amounts - strlen(currency_of(g)) - 1 - strlen(amount));
    buf_addf(l->out, "%s  %s%s%s", amount, l->is_colour ? colours[g->certainty] : "", word,
        l->is_colour ? "\x1b[0m" : "");
    if (is_narrow) {
        buf_add_char(l->out, '\n');
        behind = INDENT;
    } else {
        blanks(l, l->words - sv_width(sv_of(word)) + GAP);
    }
    add_what(l, g, behind, is_narrow);
    add_when_and_which(l, g, behind);
    add_advice(l, g, behind);
}

int
summary_add_findings(struct buf *out, const struct results *r, size_t width, bool is_colour,
    struct err *e)
{
    struct leak_groups groups;
    struct list l = { .out = out, .r = r, .groups = &groups, .width = width,
        .is_colour = is_colour };
    size_t rest = say_leak_count(r, NULL), i = 0, n = 0, number = 0;
    const struct leak_group *g;
    int result = leak_groups_build(&groups, r, NULL, e);

    if (result == 0 && groups.n > 0) {
        measure(&l);
        buf_addf(out, "\n  %s\n", lang_text(r->lang, N_("Where it leaked")));
        while ((g = next_group(&l, &i, &n)) != NULL) {
            add_group(&l, ++number, g);
            rest -= g->n;
        }
    }
    if (result == 0 && rest > 0) {
        blanks(&l, INDENT);
        say_plural(out, r, rest, N_("and %s more"), N_("and %s more"));
        buf_add_char(out, '\n');
    }
    leak_groups_release(&groups);
    return result;
}
