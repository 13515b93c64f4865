/*
 * chart_layout.c - where everything of a chart stands.
 *
 * Done here, in whole pixels, because gnuplot guesses the width of texts by their number of
 * characters, which is wrong for Chinese. Hatching is drawn as lines, so that no chart needs a
 * pattern with an id.
 */
#include "ledger/currency.h"
#include "reports/chart_layout.h"
#include "reports/palette.h"
#include "reports/say.h"

#define LEGEND_ROW 22
#define LEGEND_COLUMNS_MAX 40
#define HATCH_STEP 6 /* pixels from one line to the next, along the axis */
#define HATCH_LINES_MAX 1000
#define HATCH_INK 0xFEFEFE /* not quite white, which dark pages take for their background */

/* A rectangle, in pixels from the lower left corner of the plot. */
struct box {
    int left, low, right, high;
};

void
layout_text(struct buf *out, const char *text, size_t columns)
{
    struct sv rest = sv_of(text);
    char piece[SV_ESCAPED_MAX];
    size_t used = 0, n;

    if (rest.n == 0)
        buf_add_char(out, ' ');
    while ((n = sv_escape_next(&rest, piece)) > 0) {
        struct sv next = { piece, n };

        if (used + sv_width(next) > columns) {
            buf_add_text(out, "…");
            return;
        }
        used += sv_width(next);

        /* A longer piece that begins so is an escaped control character. */
        if (piece[0] == '\\')
            next = n == 1 ? SV("/") : SV(" ");
        else if (piece[0] == '"')
            next = SV("'");
        else if (piece[0] == '>')
            next = SV("›"); /* gnuplot leaves it as it is, and no XML may hold "]]>" */
        buf_add(out, next);
    }
}

int
layout_pixels(size_t columns, int per_column)
{
    return (int)columns * per_column / 10;
}

const char *
layout_figure(char out[SAY_FIGURE_MAX], const struct breakdown *b, struct money amount)
{
    return b->kind == BREAKDOWN_GPU_TIME ? money_format_display(out, amount, 1)
        : say_amount(out, amount, b->currency);
}

struct paint
layout_paint(const struct breakdown *b, unsigned part)
{
    if (b->kind == BREAKDOWN_GPU_TIME)
        return palette_gpu_state((enum gpu_state)part);
    return b->kind == BREAKDOWN_LEAKS ? palette_certainty((enum certainty)part)
        : palette_category((enum category)part);
}

/* One entry of the legend at ${*x}, ${*y}, which move on behind it. */
static void
put_legend(struct layout *l, int *x, int *y, struct paint paint, bool is_hatched,
    const char *text)
{
    size_t columns = sv_width(sv_of(text));
    int width;

    columns = columns < LEGEND_COLUMNS_MAX ? columns : LEGEND_COLUMNS_MAX;
    width = 17 + layout_pixels(columns, COLUMN_12) + 18;
    if (*x > CHART_EDGE && *x + width > l->width - CHART_EDGE) {
        *x = CHART_EDGE;
        *y += LEGEND_ROW;
    }
    buf_addf(&l->files[CHART_LEGEND], "%d\t%d\t%u\t%u\t%d\t", *x, *y, paint.colour,
        palette_ink(paint), is_hatched);
    layout_text(&l->files[CHART_LEGEND], text, LEGEND_COLUMNS_MAX);
    buf_add_char(&l->files[CHART_LEGEND], '\n');
    *x += width;
}

void
layout_legend(struct layout *l)
{
    const struct breakdown *b = l->b;
    bool is_needed = b->kind != BREAKDOWN_CATEGORY, is_hatched = !money_is_zero(b->leaked);
    size_t n = is_needed ? b->part_count + is_hatched : 0;
    int x = CHART_EDGE, y = CHART_LEGEND_TOP;

    buf_addf(&l->files[CHART_LEGEND], "%zu\t0\t0\t0\t0\t \n", n);
    for (size_t i = 0; is_needed && i < b->part_count; i++)
        put_legend(l, &x, &y, layout_paint(l->b, b->parts[i]),
            b->kind == BREAKDOWN_GPU_TIME && b->parts[i] == GPU_IDLE,
            breakdown_part_label(b, l->r, b->parts[i]));
    if (is_needed && is_hatched)
        put_legend(l, &x, &y, palette_category(CATEGORY_OTHER), true,
            lang_text(l->r->lang, N_("leaked of it")));
    l->top = is_needed ? y + LEGEND_ROW + 2 : CHART_LEGEND_TOP - 8;
}

/* The ends of a bar: the sum of its positive and of its negative parts. */
static int
ends_of(const struct breakdown_bar *bar, struct money *low, struct money *high, struct err *e)
{
    *low = *high = MONEY_ZERO;
    for (size_t i = 0; i < BREAKDOWN_PARTS; i++)
        if (money_add(money_is_negative(bar->part[i]) ? low : high, bar->part[i], e))
            return -1;
    return 0;
}

int
layout_axis(struct layout *l, int room, struct err *e)
{
    struct money low, high, span;

    l->low = MONEY_ZERO;
    l->high = MONEY_ZERO;
    for (size_t i = 0; i < l->b->bars.n; i++) {
        if (ends_of(&l->b->bars.at[i], &low, &high, e))
            return -1;
        if (money_compare(high, l->high) > 0)
            l->high = high;
        if (money_compare(low, l->low) < 0)
            l->low = low;
    }
    span = l->high;
    if (money_sub(&span, l->low, e))
        return -1;
    /* One cent at least, so that there is an axis where all is 0. */
    if (money_is_zero(span) && money_parse(&span, SV("0.01"), e))
        return -1;
    if (money_share(&span, span, l->along, l->along - room, MONEY_DECIMALS, e))
        return -1;
    l->high = l->low;
    return money_add(&l->high, span, e);
}

/* The round step of the axis, 1, 2 or 5 times a power of ten, for at most ${most} marks. */
static money_int
round_step(const struct layout *l, int most)
{
    money_int span = l->high.units - l->low.units, step = money_of(1).units / 100;

    /* Hours and most currencies have parts; no mark is finer than a hundredth. */
    if (l->b->currency[0] != '\0' && currency_decimals(sv_of(l->b->currency)) == 0)
        step = money_of(1).units;
    for (unsigned i = 0; span / step >= most; i++)
        step = i % 3 == 1 ? step / 2 * 5 : step * 2;
    return step;
}

size_t
layout_scale(struct layout *l, int apart)
{
    money_int step = round_step(l, l->along / apart < 2 ? 2 : l->along / apart);
    money_int first = l->low.units / step, last = l->high.units / step;
    unsigned decimals = step % money_of(1).units == 0 ? 0 : 2;
    char text[MONEY_DISPLAY_MAX], at[MONEY_TEXT_MAX];
    size_t longest = 0, n;

    buf_addf(&l->files[CHART_SCALE], "%d\t \n", (int)(last - first) + 1);
    for (money_int k = first; k <= last; k++) {
        struct money m = { k * step };

        n = strlen(money_format_display(text, m, decimals));
        longest = n > longest ? n : longest;
        buf_addf(&l->files[CHART_SCALE], "%s\t%s\n", money_format(at, m), text);
    }
    return longest;
}

/* Where ${m} is on the axis, in pixels from its lower end. */
static int
place_of(const struct layout *l, struct money m)
{
    struct money whole = l->high, px = MONEY_ZERO, from_low = m;
    struct err ignored = ERR_INIT;

    if (money_sub(&whole, l->low, &ignored) || money_is_zero(whole) ||
        money_sub(&from_low, l->low, &ignored) ||
        money_share(&px, money_of(l->along), from_low.units, whole.units, 0, &ignored))
        return 0;
    return (int)(px.units / money_of(1).units);
}

/* Lines from lower left to upper right, on one grid for the whole chart. */
static void
hatch(struct layout *l, struct box box, unsigned ink)
{
    int first = box.left - box.high, last = box.right - box.low, step = HATCH_STEP;

    while ((last - first) / step > HATCH_LINES_MAX)
        step *= 2;
    first += ((-first % step) + step) % step;
    for (int c = first; c < last; c += step) {
        int x0 = box.low + c > box.left ? box.low + c : box.left;
        int x1 = box.high + c < box.right ? box.high + c : box.right;

        if (x1 > x0)
            buf_addf(&l->files[CHART_HATCH], "%d\t%d\t%d\t%d\t%u\n", x0, x0 - c, x1 - x0, x1 - x0,
                ink);
    }
}

/* Hatch bar ${index} from ${from} to ${to}. */
static void
hatch_bar(struct layout *l, size_t index, struct money from, struct money to, struct paint paint)
{
    int a = place_of(l, from), b = place_of(l, to), n = (int)l->b->bars.n;
    /* Along the axis of columns there are 10 units more on each side: see columns.gp. */
    int units = l->is_upright ? 100 * n + 20 : 100 * n, before = l->is_upright ? 60 : 50;
    int middle = (int)index * 100 + before;
    int start = (int)((int64_t)(middle - l->half) * l->across / units);
    int end = (int)((int64_t)(middle + l->half) * l->across / units);
    unsigned ink = palette_ink(paint) & HATCH_INK;

    if (l->is_upright)
        hatch(l, (struct box){ start, a, end, b }, ink);
    else
        hatch(l, (struct box){ a, l->across - end, b, l->across - start }, ink);
}

static void
put_part(struct layout *l, size_t index, unsigned part, struct money from, struct money to)
{
    const struct breakdown_bar *bar = &l->b->bars.at[index];
    char a[MONEY_TEXT_MAX], b[MONEY_TEXT_MAX], figure[SAY_FIGURE_MAX];
    struct money middle = MONEY_ZERO, sum = from, leak_from = to;
    struct paint paint = layout_paint(l->b, part);
    struct err ignored = ERR_INIT;
    int at = (int)index * 100, length = place_of(l, to) - place_of(l, from);

    buf_addf(&l->files[CHART_BARS], "%s\t%s\t%d\t%d\t%u\n", money_format(a, from),
        money_format(b, to), at - l->half, at + l->half, paint.colour);
    /* What leaked is the end of the part; refunds may have left less of the part than that. */
    if (!money_is_zero(bar->leaked[part]) && !money_is_negative(bar->part[part]) &&
        money_sub(&leak_from, bar->leaked[part], &ignored) == 0)
        hatch_bar(l, index, money_compare(leak_from, from) < 0 ? from : leak_from, to, paint);
    if (l->is_upright || l->b->kind == BREAKDOWN_CATEGORY)
        return;
    /* Of a bar of one part, the value at its end says it. */
    if (money_compare(bar->part[part], bar->total) == 0)
        return;
    (void)layout_figure(figure, l->b, bar->part[part]);
    if (length < layout_pixels(strlen(figure), COLUMN_11) + 10)
        return;
    if (money_add(&sum, to, &ignored) || money_share(&middle, sum, 1, 2, MONEY_DECIMALS, &ignored))
        return;
    buf_addf(&l->files[CHART_PARTS], "%s\t%d\t%s\t%u\n", money_format(a, middle), at, figure,
        palette_ink(paint));
}

int
layout_bar(struct layout *l, size_t index, struct err *e)
{
    const struct breakdown_bar *bar = &l->b->bars.at[index];
    struct money low = MONEY_ZERO, high = MONEY_ZERO;

    for (size_t i = 0; i < l->b->part_count; i++) {
        unsigned part = l->b->parts[i];
        bool is_negative = money_is_negative(bar->part[part]);
        struct money *end = is_negative ? &low : &high, before = *end;

        if (money_is_zero(bar->part[part]))
            continue;
        if (money_add(end, bar->part[part], e))
            return -1;
        put_part(l, index, part, is_negative ? *end : before, is_negative ? before : *end);
    }
    return 0;
}

void
layout_value(struct layout *l, size_t index, const char *text)
{
    struct money low, high;
    char at[MONEY_TEXT_MAX];
    struct err ignored = ERR_INIT;

    if (ends_of(&l->b->bars.at[index], &low, &high, &ignored))
        return;
    buf_addf(&l->files[CHART_VALUES], "%s\t%zu\t%s\n", money_format(at, high), index * 100, text);
}
