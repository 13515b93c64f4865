/*
 * render_summary.c - what stands on the terminal after a review.
 *
 *     2026-03 · 2 platforms · 3 files · 6 lines · every record accounted for
 *
 *       Spent      CNY 2,567.75  USD 75.90
 *
 *       AutoDL    1,666.31 ██████████████████████  GPU 1,518.20  data disk 148.11
 *
 * Widths count Chinese characters as two. Colour only repeats what the words say.
 */
#include <stdio.h>
#include <string.h>

#include "reports/breakdown.h"
#include "reports/cell.h"
#include "reports/render.h"
#include "reports/say.h"
#include "reports/summary_figures.h"
#include "reports/summary_findings.h"

#define LINE_BYTES_MAX ((size_t)1 << 16)
#define NAME_COLUMNS_MIN 10
#define BAR_COLUMNS_MAX 18
#define BARS_SHOWN 8 /* of one currency */
#define NAMES_SHOWN 3 /* of files that nothing recognises */
#define BOLD "\x1b[1m"
#define FAINT "\x1b[2m"
#define PLAIN "\x1b[0m"

struct summary {
    struct buf *out;
    const struct results *r;
    size_t width;
    size_t names, bars; /* columns: of the longest name that is not cut, of the largest bar */
    bool is_colour;
};

static void
style(struct summary *s, const char *sequence)
{
    if (s->is_colour)
        buf_add_text(s->out, sequence);
}

static void
blanks(struct summary *s, size_t n)
{
    while (n-- > 0)
        buf_add_char(s->out, ' ');
}

/* ${text} behind ${indent} blanks, in as many lines as it takes. */
static void
wrapped(struct summary *s, const char *text, size_t indent)
{
    buf_add_wrapped(s->out, sv_of(text), indent, s->width);
}

/* What ${text} holds behind a dot, on the next line where this one is full; ${text} is emptied. */
static void
add_piece(struct summary *s, struct buf *text, size_t *used)
{
    static const char dot[] = " · ";
    size_t wide = sv_width(buf_sv(text));

    if (*used + sv_width(sv_of(dot)) + wide > s->width) {
        buf_add_char(s->out, '\n');
        *used = wide;
    } else {
        buf_add_text(s->out, dot);
        *used += sv_width(sv_of(dot)) + wide;
    }
    buf_add(s->out, buf_sv(text));
    buf_reset(text);
}

/* "2026-03 · 7 platforms · 23 files · 4,812 lines · every record accounted for"; what does not fit
 * comes on the next line. */
static void
add_first_line(struct summary *s)
{
    struct say_counts n;
    struct buf text;
    size_t used;

    say_count_all(&n, s->r);
    buf_init(&text, LINE_BYTES_MAX);
    say_period(&text, s->r);
    used = sv_width(buf_sv(&text));
    style(s, BOLD);
    buf_add(s->out, buf_sv(&text));
    style(s, PLAIN);
    buf_reset(&text);
    say_plural(&text, s->r, n.platforms, N_("%s platform"), N_("%s platforms"));
    add_piece(s, &text, &used);
    say_plural(&text, s->r, n.files, N_("%s file"), N_("%s files"));
    add_piece(s, &text, &used);
    say_plural(&text, s->r, n.lines, N_("%s line"), N_("%s lines"));
    add_piece(s, &text, &used);
    buf_add_text(&text, lang_text(s->r->lang, results_are_given(s->r)
        ? N_("as an engine summed it") : n.records == n.lines + n.skipped + n.rejected
        ? N_("every record accounted for") : N_("records are missing")));
    add_piece(s, &text, &used);
    buf_add_text(s->out, "\n\n");
    buf_fail_with(s->out, &text);
    buf_release(&text);
}

/* ${part} of ${whole} as a bar, in eighths of a column. */
static void
add_bar(struct summary *s, struct money part, struct money whole)
{
    static const char *const blocks[] = { "", "▏", "▎", "▍", "▌", "▋", "▊", "▉" };
    struct money eighths = MONEY_ZERO;
    struct err ignored = ERR_INIT;
    size_t n = 0;

    if (!money_is_negative(part) && !money_is_zero(whole) && !money_is_negative(whole) &&
        money_share(&eighths, money_of(8 * (int64_t)s->bars), part.units, whole.units, 0,
            &ignored) == 0)
        n = (size_t)(eighths.units / money_of(1).units);
    if (n == 0 && !money_is_zero(part) && !money_is_negative(part))
        n = 1;
    for (size_t i = 0; i < n / 8; i++)
        buf_add_text(s->out, "█");
    buf_add_text(s->out, blocks[n % 8]);
    blanks(s, s->bars - n / 8 - (n % 8 > 0));
}

/* The categories of a bar, largest first, as many as the line holds. */
static void
add_categories(struct summary *s, const struct breakdown *b, const struct breakdown_bar *bar,
    size_t used)
{
    bool done[CATEGORY_COUNT] = { false };

    style(s, FAINT);
    for (;;) {
        char text[SAY_FIGURE_MAX];
        enum category best = CATEGORY_COUNT;
        const char *name;
        size_t width;

        for (size_t i = 0; i < b->part_count; i++) {
            enum category c = (enum category)b->parts[i];

            if (!done[c] && !money_is_zero(bar->part[c]) && (best == CATEGORY_COUNT ||
                money_compare(bar->part[c], bar->part[best]) > 0))
                best = c;
        }
        if (best == CATEGORY_COUNT)
            break;
        done[best] = true;
        name = say_category(s->r, best);
        (void)say_amount(text, bar->part[best], b->currency);
        width = 2 + sv_width(sv_of(name)) + 1 + strlen(text);
        if (used + width > s->width) {
            if (used + 3 <= s->width)
                buf_add_text(s->out, "  …");
            break;
        }
        buf_addf(s->out, "  %s %s", name, text);
        used += width;
    }
    style(s, PLAIN);
    buf_add_char(s->out, '\n');
}

/* What the bars from ${first} on come to: "and 9 more  1,234.00". */
static void
add_others(struct summary *s, const struct breakdown *b, size_t first)
{
    struct money rest = MONEY_ZERO;
    struct err ignored = ERR_INIT;
    char text[SAY_FIGURE_MAX];

    /* A part of the breakdown's own sum, which is in range. */
    for (size_t i = first; i < b->bars.n; i++)
        (void)money_add(&rest, b->bars.at[i].total, &ignored);
    blanks(s, 2);
    say_plural(s->out, s->r, b->bars.n - first, N_("and %s more"), N_("and %s more"));
    buf_addf(s->out, "  %s\n", say_amount(text, rest, b->currency));
}

/* The name of the platform of ${bar}, and the star where its headings are assumed. */
static const char *
platform_of(const struct summary *s, const struct breakdown_bar *bar, const char **star)
{
    bool is_others = strcmp(bar->key, BREAKDOWN_OTHERS) == 0;

    *star = !is_others && say_is_assumed(s->r, bar->key) ? " *" : "";
    return is_others ? bar->label : say_platform(s->r, bar->key);
}

/* What the star says, where there is one. */
static void
add_star(struct summary *s)
{
    const struct review *v = s->r->review;
    struct buf text;

    for (size_t i = 0; i < v->spend.n; i++)
        if (say_is_assumed(s->r, v->spend.at[i].platform)) {
            buf_init(&text, LINE_BYTES_MAX);
            buf_addf(&text, "* %s", say_evidence(s->r, "assumed"));
            wrapped(s, text.n > 0 ? text.p : "", 2);
            buf_release(&text);
            return;
        }
}

/* Columns of the names and amounts of the first ${n} bars, of which the names may be cut. */
static void
measure(const struct summary *s, const struct breakdown *b, size_t n, size_t *names,
    size_t *amounts)
{
    char text[SAY_FIGURE_MAX];
    const char *star;

    *names = *amounts = 0;
    for (size_t i = 0; i < n; i++) {
        size_t name = sv_width(sv_of(platform_of(s, &b->bars.at[i], &star))) + strlen(star);
        size_t amount = strlen(say_amount(text, b->bars.at[i].total, b->currency));

        *names = name > *names ? name : *names;
        *amounts = amount > *amounts ? amount : *amounts;
    }
    *names = *names < s->names ? *names : s->names;
}

/* Columns of the largest bar, behind ${before} others. */
static size_t
bar_columns(size_t width, size_t before)
{
    size_t columns = width < 80 ? BAR_COLUMNS_MAX * width / 80 : BAR_COLUMNS_MAX;

    if (before + columns <= width)
        return columns;
    return before < width ? width - before : 1;
}

static void
add_platforms(struct summary *s, const struct breakdown *b)
{
    size_t shown = b->bars.n > BARS_SHOWN + 1 ? BARS_SHOWN : b->bars.n;
    size_t names, amounts, before;
    char text[SAY_FIGURE_MAX];

    measure(s, b, shown, &names, &amounts);
    before = 2 + names + 2 + amounts + 1;
    s->bars = bar_columns(s->width, before);
    for (size_t i = 0; i < shown; i++) {
        const struct breakdown_bar *bar = &b->bars.at[i];
        const char *star, *name = platform_of(s, bar, &star);
        size_t used;

        blanks(s, 2);
        used = cell_fit(s->out, sv_of(name), names - strlen(star)) + strlen(star);
        buf_add_text(s->out, star);
        (void)say_amount(text, bar->total, b->currency);
        blanks(s, names - used + 2 + amounts - strlen(text));
        buf_addf(s->out, "%s ", text);
        add_bar(s, bar->total, b->bars.at[0].total);
        add_categories(s, b, bar, before + s->bars);
    }
    if (shown < b->bars.n)
        add_others(s, b, shown);
}

static int
add_currencies(struct summary *s, struct err *e)
{
    const struct review_total *totals[SAY_CURRENCIES_MAX];
    size_t n = say_currencies(s->r, totals);

    for (size_t i = 0; i < n; i++) {
        struct breakdown b;
        int result = breakdown_build(&b, s->r, BREAKDOWN_PLATFORM, totals[i]->currency, e);

        if (result == 0) {
            buf_add_char(s->out, '\n');
            if (n > 1)
                buf_addf(s->out, "  %s\n", totals[i]->currency);
            add_platforms(s, &b);
        }
        breakdown_release(&b);
        if (result)
            return -1;
    }
    add_star(s);
    return 0;
}

/* A line of its own for what happened ${n} times, if it did. */
static void
add_remark(struct summary *s, uint64_t n, const char *one, const char *many)
{
    struct buf text;

    if (n == 0)
        return;
    buf_init(&text, LINE_BYTES_MAX);
    say_plural(&text, s->r, n, one, many);
    wrapped(s, text.n > 0 ? text.p : "", 2);
    buf_release(&text);
}

/* The files that nothing recognises, by name: what they say is missing in all of the above. */
static void
add_unknown(struct summary *s, uint64_t n)
{
    const struct ledger *l = s->r->ledger;
    bool is_zh = s->r->lang == LANG_ZH;
    size_t shown = 0;
    struct buf text;

    if (n == 0)
        return;
    buf_init(&text, LINE_BYTES_MAX);
    say_plural(&text, s->r, n, N_("%s file was not recognised, and is in no sum"),
        N_("%s files were not recognised, and are in no sum"));
    for (size_t i = 0; i < l->inputs.n && shown < NAMES_SHOWN; i++) {
        if (!say_is_unknown(l->inputs.at[i]))
            continue;
        buf_add_text(&text, shown++ == 0 ? is_zh ? "：" : ": " : is_zh ? "、" : ", ");
        buf_add_escaped(&text, sv_of(l->inputs.at[i]->path));
    }
    if (n > shown)
        buf_add_text(&text, is_zh ? " 等" : ", …");
    wrapped(s, text.n > 0 ? text.p : "", 2);
    buf_fail_with(s->out, &text);
    buf_release(&text);
}

/* What was not right, if anything, and where to read on. */
static void
add_last_lines(struct summary *s, const char *page)
{
    struct say_counts n;
    bool is_first;

    say_count_all(&n, s->r);
    is_first = n.rejected + n.unread + n.unknown == 0;
    buf_add_char(s->out, '\n');
    add_remark(s, n.rejected, N_("%s record was rejected: see rejected.csv"),
        N_("%s records were rejected: see rejected.csv"));
    add_remark(s, n.unread, N_("%s file could not be read"), N_("%s files could not be read"));
    add_unknown(s, n.unknown);
    add_remark(s, n.warnings, is_first ? N_("%s warning") : N_("%s more warning"),
        is_first ? N_("%s warnings") : N_("%s more warnings"));
    if (say_not_judged(s->r)[0])
        wrapped(s, say_not_judged(s->r), 2);
    if (page) {
        buf_add_escaped(s->out, sv_of(page));
        buf_add_char(s->out, '\n');
    }
}

int
render_summary(struct buf *out, const struct results *r, const char *page, size_t width,
    bool is_colour, struct err *e)
{
    struct summary s = { .out = out, .r = r, .width = width, .is_colour = is_colour };

    s.names = width / 5 < NAME_COLUMNS_MIN ? NAME_COLUMNS_MIN : width / 5;
    add_first_line(&s);
    summary_add_figures(out, r, width, is_colour);
    if (add_currencies(&s, e) || summary_add_findings(out, r, width, is_colour, e))
        return -1;
    add_last_lines(&s, page);
    return buf_ok(out, e);
}
