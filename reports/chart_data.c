/*
 * chart_data.c - a breakdown as the data files that the chart scripts read.
 *
 * The charts' layout is done here, in whole pixels, because gnuplot guesses the width of texts by
 * their number of characters, which is wrong for Chinese.
 */
#include <fcntl.h>
#include <inttypes.h>
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "base/file.h"
#include "ledger/currency.h"
#include "reports/chart_data.h"
#include "reports/palette.h"
#include "reports/say.h"

#define FILE_BYTES_MAX ((size_t)16 << 20)
#define BARS_WIDTH 720
#define COLUMNS_WIDTH 1080
#define COLUMNS_HEIGHT 300
#define BAR_PITCH 30
#define EDGE 16        /* left and right of everything */
#define LEGEND_TOP 54  /* middle of its first row */
#define LEGEND_ROW 22
#define LABEL_COLUMNS_MAX 28

/* Tenths of a pixel that one column of text takes, by size of the letters. */
#define COLUMN_13 74
#define COLUMN_12 70
#define COLUMN_11 64
#define COLUMN_10 60

enum file_kind { FRAME, TEXTS, LEGEND, BARS, PARTS, TICKS, VALUES, FILE_KINDS };

static const char *const file_names[FILE_KINDS] = {
    [FRAME] = "frame.tsv",   [TEXTS] = "texts.tsv", [LEGEND] = "legend.tsv",
    [BARS] = "bars.tsv",     [PARTS] = "parts.tsv", [TICKS] = "ticks.tsv",
    [VALUES] = "values.tsv",
};

struct layout {
    const struct breakdown *b;
    const struct results *r;
    struct buf files[FILE_KINDS];
    int width, height, left, right, top, bottom;
    int along; /* pixels of the axis */
    struct money low, high;
};

/* ${text} without what means something in a data file, cut to ${columns}. */
static void
add_text(struct buf *out, const char *text, size_t columns)
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

static int
pixels(size_t columns, int per_column)
{
    return (int)columns * per_column / 10;
}

static void
lay_legend(struct layout *l)
{
    struct buf *out = &l->files[LEGEND];
    int x = EDGE, y = LEGEND_TOP;
    bool is_needed = l->b->kind != BREAKDOWN_CATEGORY;

    buf_addf(out, "%zu\t0\t0\t \n", is_needed ? l->b->category_count : 0);
    for (size_t i = 0; is_needed && i < l->b->category_count; i++) {
        const char *text = say_category(l->r, l->b->categories[i]);
        int width = 17 + pixels(sv_width(sv_of(text)), COLUMN_12) + 18;

        if (x > EDGE && x + width > l->width - EDGE) {
            x = EDGE;
            y += LEGEND_ROW;
        }
        buf_addf(out, "%d\t%d\t%u\t", x, y, palette_colour(l->b->categories[i]));
        add_text(out, text, LABEL_COLUMNS_MAX);
        buf_add_char(out, '\n');
        x += width;
    }
    l->top = is_needed ? y + LEGEND_ROW + 2 : LEGEND_TOP - 8;
}

/* The ends of a bar: the sum of its positive and of its negative parts. */
static int
ends_of(const struct breakdown_bar *bar, struct money *low, struct money *high, struct err *e)
{
    *low = *high = MONEY_ZERO;
    for (size_t c = 0; c < CATEGORY_COUNT; c++)
        if (money_add(money_is_negative(bar->part[c]) ? low : high, bar->part[c], e))
            return -1;
    return 0;
}

/*
 * The axis from ${l}->low to ${l}->high, with ${room} pixels behind the longest bar for what stands
 * at its end. One cent at least, so that there is an axis where all is 0.
 */
static int
lay_axis(struct layout *l, int room, struct err *e)
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
    if (money_is_zero(span) && money_parse(&span, SV("0.01"), e))
        return -1;
    if (money_share(&span, span, l->along, l->along - room, MONEY_DECIMALS, e))
        return -1;
    l->high = l->low;
    return money_add(&l->high, span, e);
}

/* Pixels that ${m} takes on the axis. */
static int
pixels_of(const struct layout *l, struct money m)
{
    struct money whole = l->high, px = MONEY_ZERO;
    struct err ignored = ERR_INIT;

    if (money_sub(&whole, l->low, &ignored) || money_is_zero(whole) ||
        money_share(&px, money_of(l->along), m.units, whole.units, 0, &ignored))
        return 0;
    return (int)(px.units / money_of(1).units);
}

static void
put_part(struct layout *l, size_t index, enum category c, struct money from, struct money to,
    struct money amount)
{
    char a[MONEY_TEXT_MAX], b[MONEY_TEXT_MAX], figure[SAY_FIGURE_MAX];
    long at = (long)index * 100;
    int half = l->b->kind == BREAKDOWN_DAY ? 41 : 36;
    struct money middle = MONEY_ZERO, sum = from;
    struct err ignored = ERR_INIT;

    buf_addf(&l->files[BARS], "%s\t%s\t%ld\t%ld\t%u\n", money_format(a, from),
        money_format(b, to), at - half, at + half, palette_colour(c));
    (void)say_amount(figure, amount, l->b->currency);
    if (l->b->kind != BREAKDOWN_PLATFORM ||
        pixels_of(l, amount) < pixels(strlen(figure), COLUMN_11) + 10)
        return;
    if (money_add(&sum, to, &ignored) || money_share(&middle, sum, 1, 2, MONEY_DECIMALS, &ignored))
        return;
    buf_addf(&l->files[PARTS], "%s\t%ld\t%s\t%u\n", money_format(a, middle), at, figure,
        palette_text_colour(c));
}

/* The parts of bar ${index}, end to end from 0: what is positive one way, the rest the other. */
static int
put_bar(struct layout *l, size_t index, struct err *e)
{
    const struct breakdown_bar *bar = &l->b->bars.at[index];
    struct money low = MONEY_ZERO, high = MONEY_ZERO;

    for (size_t i = 0; i < l->b->category_count; i++) {
        enum category c = l->b->categories[i];
        bool is_negative = money_is_negative(bar->part[c]);
        struct money *end = is_negative ? &low : &high, before = *end;

        if (money_is_zero(bar->part[c]))
            continue;
        if (money_add(end, bar->part[c], e))
            return -1;
        put_part(l, index, c, is_negative ? *end : before, is_negative ? before : *end,
            bar->part[c]);
    }
    return 0;
}

static void
put_value(struct layout *l, size_t index, const char *text)
{
    struct money low, high;
    char at[MONEY_TEXT_MAX];
    struct err ignored = ERR_INIT;

    if (ends_of(&l->b->bars.at[index], &low, &high, &ignored))
        return;
    buf_addf(&l->files[VALUES], "%s\t%zu\t%s\n", money_format(at, high), index * 100, text);
}

/* What stands behind a horizontal bar: its amount, and its share where bars are all there is. */
static void
bar_value(char out[2 * SAY_FIGURE_MAX], const struct layout *l, const struct breakdown_bar *bar)
{
    char amount[SAY_FIGURE_MAX], share[SAY_FIGURE_MAX];

    (void)say_amount(amount, bar->total, l->b->currency);
    if (l->b->kind == BREAKDOWN_CATEGORY && !money_is_negative(bar->total) &&
        !money_is_negative(l->b->total) && !money_is_zero(l->b->total))
        (void)snprintf(out, 2 * SAY_FIGURE_MAX, "%s   %s", amount,
            say_share(share, say_part_of(bar->total, l->b->total)));
    else
        (void)snprintf(out, 2 * SAY_FIGURE_MAX, "%s", amount);
}

static int
lay_bars(struct layout *l, struct err *e)
{
    char text[2 * SAY_FIGURE_MAX];
    size_t labels = 0, values = 0;

    l->width = BARS_WIDTH;
    l->right = 24;
    l->bottom = 34;
    lay_legend(l);
    l->height = l->top + l->bottom + BAR_PITCH * (int)l->b->bars.n;
    for (size_t i = 0; i < l->b->bars.n; i++) {
        size_t width = sv_width(sv_of(l->b->bars.at[i].label));

        if (width > labels)
            labels = width < LABEL_COLUMNS_MAX ? width : LABEL_COLUMNS_MAX;
        bar_value(text, l, &l->b->bars.at[i]);
        if (strlen(text) > values)
            values = strlen(text);
    }
    l->left = EDGE + pixels(labels + 2, COLUMN_13);
    l->along = l->width - l->left - l->right;
    if (lay_axis(l, pixels(values + 1, COLUMN_12), e))
        return -1;
    for (size_t i = 0; i < l->b->bars.n; i++) {
        buf_addf(&l->files[TICKS], "%zu\t", i * 100);
        add_text(&l->files[TICKS], l->b->bars.at[i].label, LABEL_COLUMNS_MAX);
        buf_add_char(&l->files[TICKS], '\n');
        if (put_bar(l, i, e))
            return -1;
        bar_value(text, l, &l->b->bars.at[i]);
        put_value(l, i, text);
    }
    return 0;
}

/* True where all days are of one month, which the chart then names once. */
static bool
is_one_month(const struct breakdown *b)
{
    const size_t month = sizeof("YYYY-MM") - 1;

    for (size_t i = 1; i < b->bars.n; i++)
        if (b->bars.at[i].key[0] != '\0' &&
            strncmp(b->bars.at[i].key, b->bars.at[0].key, month) != 0)
            return false;
    return !b->is_monthly;
}

/* The text below column ${index}: a day of the month, every tenth day, or months. */
static void
put_column_tick(struct layout *l, size_t index, bool is_short)
{
    const struct breakdown *b = l->b;
    const char *key = b->bars.at[index].key;
    size_t step = b->bars.n / 14 + 1;
    const char *day = strlen(key) > 8 ? key + 8 : "";

    if (key[0] == '\0')
        key = "?";
    else if (b->is_monthly)
        key = index % step == 0 ? key : NULL;
    else if (is_short)
        key = day[0] == '0' ? day + 1 : day;
    else if (strcmp(day, "01") == 0 || strcmp(day, "11") == 0 || strcmp(day, "21") == 0)
        key = key + 5;
    else
        key = NULL;
    if (key)
        buf_addf(&l->files[TICKS], "%zu\t%s\n", index * 100, key);
}

/* Amounts above the columns: all of them where there is room, else the largest alone. */
static void
put_column_values(struct layout *l)
{
    const struct breakdown *b = l->b;
    int pitch = (l->width - l->left - l->right) / (int)(b->bars.n + 1);
    size_t largest = 0, longest = 0;
    char text[SAY_FIGURE_MAX];
    unsigned decimals;

    for (size_t i = 1; i < b->bars.n; i++)
        if (money_compare(b->bars.at[i].total, b->bars.at[largest].total) > 0)
            largest = i;
    decimals = money_compare(b->bars.at[largest].total, money_of(100)) >= 0 ? 0
        : currency_decimals(sv_of(b->currency)) < 2 ? 0 : 2;
    for (size_t i = 0; i < b->bars.n; i++) {
        size_t n = strlen(money_format_display(text, b->bars.at[i].total, decimals));

        longest = n > longest ? n : longest;
    }
    for (size_t i = 0; i < b->bars.n; i++)
        if (!money_is_zero(b->bars.at[i].total) &&
            (i == largest || pixels(longest, COLUMN_10) <= pitch))
            put_value(l, i, money_format_display(text, b->bars.at[i].total, decimals));
}

static int
lay_columns(struct layout *l, struct err *e)
{
    bool is_short = is_one_month(l->b);

    l->width = COLUMNS_WIDTH;
    l->right = EDGE;
    l->bottom = 32;
    l->left = 74;
    lay_legend(l);
    l->height = l->top + l->bottom + COLUMNS_HEIGHT - LEGEND_TOP;
    l->along = l->height - l->top - l->bottom;
    if (lay_axis(l, 18, e))
        return -1;
    for (size_t i = 0; i < l->b->bars.n; i++) {
        put_column_tick(l, i, is_short);
        if (put_bar(l, i, e))
            return -1;
    }
    put_column_values(l);
    return 0;
}

static void
put_frame(struct layout *l)
{
    char low[MONEY_TEXT_MAX], high[MONEY_TEXT_MAX];

    buf_addf(&l->files[FRAME], "%d.0\t%d.0\t%d.0\t%d.0\t%d.0\t%d.0\t%s\t%s\t%zu\n", l->width,
        l->height, l->left, l->right, l->top, l->bottom, money_format(low, l->low),
        money_format(high, l->high), l->b->bars.n);
    add_text(&l->files[TEXTS], lang_text(l->r->lang, breakdown_title(l->b->kind)), SIZE_MAX);
    buf_add_text(&l->files[TEXTS], "\n");
    buf_addf(&l->files[TEXTS], "%s  ", l->b->currency);
    say_period(&l->files[TEXTS], l->r);
    buf_add_text(&l->files[TEXTS], "\n");
}

/* Not flushed to the disk: they are removed when the chart is drawn. */
static int
write_file(const char *folder, const char *name, const struct buf *text, struct err *e)
{
    struct buf path;
    int fd, result = -1;

    buf_init(&path, FILE_BYTES_MAX);
    if (buf_ok(text, e) || file_join(&path, folder, name, e))
        goto done;
    fd = open(path.p, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0) {
        (void)err_system(e, errno, "cannot write");
        (void)err_at(e, path.p, 0);
        goto done;
    }
    result = file_write_fd(fd, buf_sv(text), e) ? err_at(e, path.p, 0) : 0;
    (void)close(fd);

done:
    buf_release(&path);
    return result;
}

int
chart_data_write(const struct breakdown *b, const struct results *r, const char *folder,
    struct err *e)
{
    struct layout l = { .b = b, .r = r };
    int result;

    for (size_t i = 0; i < FILE_KINDS; i++)
        buf_init(&l.files[i], FILE_BYTES_MAX);
    result = b->kind == BREAKDOWN_DAY ? lay_columns(&l, e) : lay_bars(&l, e);
    if (result == 0)
        put_frame(&l);
    for (size_t i = 0; i < FILE_KINDS; i++) {
        if (result == 0)
            result = write_file(folder, file_names[i], &l.files[i], e);
        buf_release(&l.files[i]);
    }
    return result;
}
