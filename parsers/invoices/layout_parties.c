/*
 * layout_parties.c - buyer and seller of a Chinese invoice.
 *
 * On digital invoices they stand side by side, the buyer left; on older ones one above the other,
 * the buyer on top. The headings 购 and 销, written downwards, tell where it is the other way.
 */
#include "parsers/invoice_layout_inside.h"

struct party {
    struct sv name, tax_id;
    int64_t x, y;      /* of the label of the name */
    const struct layout_line *line;
    bool has_name, has_id;
};

struct parties {
    struct party at[2];
    size_t n;
};

/* The id that ${s} begins with: 15 to 20 digits and capital letters. */
static struct sv
leading_id(struct sv s)
{
    size_t n = 0;

    while (n < s.n && ((s.p[n] >= '0' && s.p[n] <= '9') || (s.p[n] >= 'A' && s.p[n] <= 'Z')))
        n++;
    return n >= 15 && n <= 20 ? sv_part(s, 0, n) : SV_EMPTY;
}

static int64_t
left_of(const struct layout_line *line, size_t byte)
{
    return line->words[line->owner[byte]]->x0;
}

/* ${name} with what stands close below it, where it begins, in a line without labels: the rest of a
 * long name. */
static struct sv
continued(struct layout *all, const struct layout_line *line, int64_t from, struct sv name)
{
    const struct layout_line *next = line + 1;
    struct buf out;

    if (name.n == 0 || next >= all->at + all->n || next->page != line->page ||
        next->mark_count > 0 || next->middle - line->middle > line->height * 8 / 5)
        return name;
    buf_init(&out, 4096);
    buf_add(&out, name);
    for (size_t i = 0; i < next->n; i++) {
        int64_t shift = next->words[i]->x0 - from;

        if (shift <= line->height && shift >= -line->height / 2 &&
            !layout_is_heading(next->words[i]))
            buf_add_text(&out, next->words[i]->text);
    }
    if (!out.failed)
        name = arena_sv(&all->arena, buf_sv(&out));
    buf_release(&out);
    return name;
}

static void
read_name(struct layout *all, const struct layout_line *line, size_t k, struct parties *p)
{
    const struct mark *m = &line->marks[k];
    struct party *party;

    if (p->n == 2)
        return;
    party = &p->at[p->n++];
    *party = (struct party){ .x = left_of(line, m->from), .y = line->middle, .line = line,
        .has_name = true };
    party->name = line_value(all, line, m->to, mark_end(line, k));
    if (m->to < line->text.n)
        party->name = continued(all, line, left_of(line, m->to), party->name);
}

static int64_t
distance(int64_t a, int64_t b)
{
    return a > b ? a - b : b - a;
}

/* The party whose name stands nearest above, and in that line nearest to ${x}. */
static struct party *
party_above(struct parties *p, const struct layout_line *line, int64_t x)
{
    struct party *best = NULL;

    for (size_t i = 0; i < p->n; i++) {
        struct party *a = &p->at[i];

        if (a->has_id || a->line->page != line->page || a->y > line->middle)
            continue;
        if (!best || a->y > best->y ||
            (a->y == best->y && distance(a->x, x) < distance(best->x, x)))
            best = a;
    }
    return best;
}

static void
read_tax_id(const struct layout_line *line, size_t k, struct parties *p)
{
    const struct mark *m = &line->marks[k];
    struct party *party = party_above(p, line, left_of(line, m->from));

    if (!party)
        return;
    party->has_id = true;
    party->tax_id = leading_id(sv_part(line->text, m->to, mark_end(line, k)));
}

/* The place of the first word that is ${glyph} alone, or begins with ${heading}. */
static const struct word *
find_heading(const struct layout *all, const char *glyph, struct sv heading)
{
    for (size_t i = 0; i < all->n; i++)
        for (size_t k = 0; k < all->at[i].n; k++) {
            const struct word *w = all->at[i].words[k];

            if (strcmp(w->text, glyph) == 0 || sv_starts(sv_of(w->text), heading))
                return w;
        }
    return NULL;
}

/* Whether the first of the two names is the seller's. */
static bool
is_swapped(const struct layout *all, const struct parties *p)
{
    const struct word *buyer = find_heading(all, "购", SV("购买方"));
    const struct word *seller = find_heading(all, "销", SV("销售方"));

    if (!buyer || !seller)
        return false;
    return p->at[0].line == p->at[1].line ? buyer->x0 > seller->x0 : buyer->y0 > seller->y0;
}

void
layout_read_parties(struct layout *all, struct draft *d)
{
    struct parties p = { .n = 0 };
    size_t buyer, seller;

    for (size_t i = 0; i < all->n; i++)
        for (size_t k = 0; k < all->at[i].mark_count; k++) {
            if (all->at[i].marks[k].label == LABEL_NAME)
                read_name(all, &all->at[i], k, &p);
            else if (all->at[i].marks[k].label == LABEL_TAX_ID)
                read_tax_id(&all->at[i], k, &p);
        }
    /* With one name alone nothing tells whose it is. */
    if (p.n < 2)
        return;
    buyer = is_swapped(all, &p);
    seller = 1 - buyer;
    draft_text(d, &d->one.buyer, p.at[buyer].name);
    draft_tax_id(d, &d->one.buyer_tax_id, p.at[buyer].tax_id);
    draft_text(d, &d->one.seller, p.at[seller].name);
    draft_tax_id(d, &d->one.seller_tax_id, p.at[seller].tax_id);
}
