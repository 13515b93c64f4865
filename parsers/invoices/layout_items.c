/*
 * layout_items.c - the lines of a Chinese invoice, and its remark, from where they stand.
 *
 * The amounts of lines are taken only where they add up to those of the invoice: a line on a page
 * that is not there, or a column that was misread, would look like wrong arithmetic.
 */
#include "parsers/invoice_layout_inside.h"

/* Where the columns of a table begin and end. */
struct table {
    const struct layout_line *head;
    int64_t spec; /* left edge of the column behind the names */
};

static bool
has(const struct layout_line *line, const char *text)
{
    return sv_find(line->text, sv_of(text), 0) != (size_t)-1;
}

/* The headings of the table of items. */
static bool
find_head(const struct layout_line *line, struct table *t)
{
    static const char *const next[] = { "规格型号", "单位", "单", "车牌号", "数量" };

    if (!(has(line, "项目名称") || has(line, "服务名称")) || !has(line, "金额") ||
        !has(line, "税额"))
        return false;
    for (size_t i = 0; i < sizeof(next) / sizeof(next[0]); i++) {
        size_t at = sv_find(line->text, sv_of(next[i]), 0);

        if (at == (size_t)-1)
            continue;
        t->head = line;
        t->spec = line->words[line->owner[at]]->x0;
        return true;
    }
    return false;
}

/* "471.70", "-56.60" */
static bool
is_amount(struct sv s)
{
    size_t i = s.n > 0 && s.p[0] == '-', digits = 0;

    for (; i < s.n && ((s.p[i] >= '0' && s.p[i] <= '9') || s.p[i] == ','); i++)
        digits++;
    return digits > 0 && i + 3 == s.n && s.p[i] == '.';
}

static bool
is_rate(struct sv s)
{
    static const struct sv words[] = {
        { "免税", 6 }, { "不征税", 9 }, { "出口零税率", 15 }, { "普通零税率", 15 }, { "***", 3 },
    };

    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        if (sv_is(s, words[i]))
            return true;
    return s.n >= 2 && s.n <= 5 && s.p[s.n - 1] == '%' && s.p[0] >= '0' && s.p[0] <= '9';
}

/* The words of ${line} left of the second column, as they are written. */
static struct sv
name_of(struct layout *all, const struct layout_line *line, const struct table *t)
{
    struct buf out;
    struct sv result;

    buf_init(&out, DRAFT_TEXT_MAX);
    for (size_t i = 0; i < line->n && line->words[i]->x0 < t->spec - line->height; i++)
        buf_add_text(&out, line->words[i]->text);
    result = out.failed ? SV_EMPTY : arena_sv(&all->arena, buf_sv(&out));
    buf_release(&out);
    return result;
}

/* Amount, rate and tax are the last three words. */
static bool
read_item(struct layout *all, const struct layout_line *line, const struct table *t,
    struct draft *d)
{
    struct sv last[3];
    struct invoice_line *item;

    if (line->n < 4)
        return false;
    for (size_t i = 0; i < 3; i++)
        last[i] = layout_fold(&all->arena, sv_of(line->words[line->n - 3 + i]->text));
    if (!is_amount(last[0]) || !is_rate(last[1]) || !(is_amount(last[2]) || is_rate(last[2])))
        return false;
    item = draft_line(d);
    if (!item)
        return false;
    item->item = draft_copy(d, name_of(all, line, t));
    item->rate = draft_copy(d, last[1]);
    draft_amount(d, &item->amount, &item->has_amount, "line amount", last[0]);
    draft_tax(d, &item->tax, &item->has_tax, "line tax", last[2]);
    return true;
}

/* A name that goes on below. */
static void
continue_item(struct layout *all, const struct layout_line *line, const struct table *t,
    struct draft *d)
{
    struct sv rest = name_of(all, line, t);
    struct invoice_line *item;
    struct buf out;

    if (d->one.lines.n == 0 || rest.n == 0)
        return;
    item = &d->one.lines.at[d->one.lines.n - 1];
    buf_init(&out, DRAFT_TEXT_MAX * 2);
    buf_add_text(&out, item->item);
    buf_add(&out, rest);
    item->item = draft_copy(d, buf_sv(&out));
    buf_release(&out);
}

static bool
lines_add_up(const struct invoice *one)
{
    struct money net = MONEY_ZERO, tax = MONEY_ZERO;
    struct err ignored = ERR_INIT;

    for (size_t i = 0; i < one->lines.n; i++)
        if (!one->lines.at[i].has_amount || !one->lines.at[i].has_tax ||
            money_add(&net, one->lines.at[i].amount, &ignored) ||
            money_add(&tax, one->lines.at[i].tax, &ignored))
            return false;
    return one->has_net && one->has_tax && money_compare(net, one->net) == 0 &&
        money_compare(tax, one->tax) == 0;
}

void
layout_read_items(struct layout *all, struct draft *d)
{
    struct table t = { .head = NULL };
    bool is_inside = false;

    for (size_t i = 0; i < all->n; i++) {
        const struct layout_line *line = &all->at[i];

        if (find_head(line, &t)) {
            is_inside = true;
        } else if (is_inside && (line->mark_count > 0 || has(line, "小计"))) {
            is_inside = false;
        } else if (is_inside && !read_item(all, line, &t, d)) {
            continue_item(all, line, &t, d);
        }
    }
    if (lines_add_up(&d->one))
        return;
    for (size_t i = 0; i < d->one.lines.n; i++)
        d->one.lines.at[i].has_amount = d->one.lines.at[i].has_tax = false;
}

/* The remark stands right of 备 and 注, between the total and who signs. */
void
layout_read_remark(struct layout *all, struct draft *d)
{
    const struct word *heading = NULL;
    struct buf out;
    size_t from = all->n, to;

    for (size_t i = 0; i < all->n && from == all->n; i++)
        for (size_t k = 0; k < all->at[i].mark_count; k++)
            if (all->at[i].marks[k].label == LABEL_TOTAL)
                from = i + 1;
    for (to = from; to < all->n; to++)
        if (all->at[to].mark_count > 0 && all->at[to].marks[0].label == LABEL_SIGNER)
            break;
    for (size_t i = from; i < to; i++)
        for (size_t k = 0; k < all->at[i].n && !heading; k++)
            if (strcmp(all->at[i].words[k]->text, "备") == 0 ||
                strcmp(all->at[i].words[k]->text, "注") == 0)
                heading = all->at[i].words[k];
    if (!heading)
        return;
    buf_init(&out, DRAFT_TEXT_MAX * 2);
    for (size_t i = from; i < to; i++) {
        for (size_t k = 0; k < all->at[i].n; k++) {
            const struct word *w = all->at[i].words[k];

            if (w->x0 <= heading->x0 || strcmp(w->text, "注") == 0 || strcmp(w->text, "备") == 0)
                continue;
            buf_addf(&out, "%s ", w->text);
        }
    }
    draft_text(d, &d->one.remark, buf_sv(&out));
    draft_find_red(d, buf_sv(&out));
    buf_release(&out);
}
