/*
 * recipe_row.c - rows of delimited text of which only the measured cells are looked at.
 *
 * A FOCUS export of 43 cells and 624 bytes has 11 measured cells; what stands between them are four
 * stretches of 500 bytes together and some delimiters. The ends of cells are not looked for but in
 * the measured ones: where all else is equal, it is parted as it was. In a measured cell stands,
 * most often, what stood there in the last row with the image, or in the row before.
 *
 * Whatever a cell could tell beside that is looked for in the open ones: white space around it,
 * U+FEFF, quotes inside, the marks of spreadsheets and words for a total give the row back to be
 * made the long way.
 *
 * Instructions (callgrind, -O2): 1,100 to compare such a row and pass over its measured cells, 50
 * more for each that is new; the ends of all cells alone take the scan 1,500 (csv_scan.c).
 */
#include <stdlib.h>

#include "parsers/recipe.h"
#include "record/csv_span.h"

/* What an open cell with a text for ${use} is looked at for. */
static enum recipe_open
kind_of(unsigned use)
{
    if (use == USED_FOR_AMOUNTS)
        return OPEN_AMOUNT;
    return use == USED_FOR_TIMES ? OPEN_TIME : OPEN_TAKEN;
}

/* Where cells are compared, too, or read for several uses, the cells of ${kind} are not all. */
static void
check_kind(struct recipe_glance *g, size_t open_count, enum recipe_open kind, size_t texts)
{
    size_t n = 0;

    for (size_t i = 0; i < open_count; i++)
        n += g->kinds[i] == kind;
    g->has_kind[kind] = n == texts && n > 0;
    for (size_t i = 0; i < open_count && n != texts; i++)
        if (g->kinds[i] == kind)
            g->kinds[i] = OPEN_TAKEN;
}

/* Note for each text of the plan where it is taken from; they stand in the order of their cells. */
static void
plan_takes(struct recipes *s, struct recipe_shape *shape)
{
    struct recipe_glance *g = &s->glance;
    size_t open = 0;

    for (size_t i = 0; i < g->cells; i++) {
        if (!g->is_open[i])
            continue;
        for (size_t k = 0; k < s->plan.texts.n; k++) {
            const struct recipe_text *text = &s->plan.texts.at[k];

            if (text->cell != i || text->use == 0)
                continue;
            g->kinds[open] = kind_of(text->use);
            shape->takes[shape->take_count].open = open;
            shape->takes[shape->take_count++].text = k;
        }
        open++;
    }
    shape->open_count = open;
    check_kind(g, open, OPEN_AMOUNT, s->plan.of_amounts.n);
    check_kind(g, open, OPEN_TIME, s->plan.of_times.n);
}

int
recipe_row_init(struct recipes *s, const struct columns *columns)
{
    struct recipe_glance *g = &s->glance;
    const struct recipe_plan *p = &s->plan;
    size_t n = columns->row_cells;
    struct recipe_shape *shape;

    g->key = malloc(RECIPE_KEY_MAX);
    s->texts = arena_array(&s->plan_arena, p->texts.n + 1, sizeof(*s->texts));
    if (!g->key || !s->texts)
        return -1;
    if (n == 0)
        return 0;
    shape = arena_alloc(&s->plan_arena, sizeof(*shape));
    g->is_open = arena_array(&s->plan_arena, n, sizeof(*g->is_open));
    g->kinds = arena_array(&s->plan_arena, n, sizeof(*g->kinds));
    g->open.at = malloc(n * sizeof(*g->open.at));
    if (!shape || !g->is_open || !g->kinds || !g->open.at)
        return -1;
    shape->takes = arena_array(&s->plan_arena, p->texts.n + 1, sizeof(*shape->takes));
    if (!shape->takes)
        return -1;
    for (size_t i = 0; i < columns->row_length; i++)
        g->is_open[i] = true;
    for (size_t i = 0; i < p->compared.n; i++)
        g->is_open[p->compared.at[i]] = false;
    g->cells = n;
    g->shapes = shape;
    plan_takes(s, shape);
    return 0;
}

/* A row while it is compared. */
struct walk {
    const struct recipe_glance *g;
    const char *kept[OPEN_KINDS]; /* likely texts, each with its length before it; or NULL */
    bool is_kept[OPEN_KINDS];     /* all texts were so */
};

/* Whether the text that is likely stands at ${*at}, and nothing else in its cell; ${text} is it. */
static inline bool
take_kept(struct walk *w, enum recipe_open kind, const char **at, const char *end, struct sv *text)
{
    const char *kept = w->kept[kind];
    size_t n = (unsigned char)*kept;

    w->kept[kind] = kept + 1 + n;
    if ((size_t)(end - *at) <= n || !recipe_bytes_are(kept + 1, *at, n) || **at == '"' ||
        ((*at)[n] != w->g->delimiter && (*at)[n] != '\r' && (*at)[n] != '\n'))
        return false;
    *text = (struct sv){ *at, n };
    *at += n;
    return true;
}

static inline bool
span(void *context, size_t i, const char **at, const char *end, struct sv *text)
{
    struct walk *w = context;
    enum recipe_open kind = w->g->kinds[i];

    if (w->kept[kind] && take_kept(w, kind, at, end, text))
        return true;
    w->is_kept[kind] = false;
    return csv_span_next(at, end, w->g->delimiter, text);
}

static bool
has_image(struct recipe_glance *g, struct sv ahead, const struct recipe_image *image,
    size_t *length)
{
    const struct recipe_repeat *repeat = &image->recipe->repeat;
    struct walk w = { .g = g };

    w.kept[OPEN_AMOUNT] = repeat->line.amounts ? repeat->texts.at : NULL;
    w.kept[OPEN_TIME] = g->kept_times;
    for (unsigned kind = 0; kind < OPEN_KINDS; kind++)
        w.is_kept[kind] = w.kept[kind] && g->has_kind[kind];
    if (!recipe_image_fits(g, ahead, image, length, span, &w))
        return false;
    memcpy(g->is_kept, w.is_kept, sizeof(g->is_kept));
    return true;
}

/* No part of a row but the last ends with a line end. */
static const struct recipe_shape *
make_key(struct recipe_glance *g, struct sv ahead, bool *is_new)
{
    const char *at = ahead.p, *end = ahead.p + ahead.n, *from = at;
    struct sv cell;

    *is_new = false;
    g->key_size = 0;
    for (size_t i = 0; i < g->cells; i++) {
        if (i > 0 && (at == end || *at++ != g->delimiter))
            return NULL;
        if (!csv_span_next(&at, end, g->delimiter, &cell))
            return NULL;
        if (!g->is_open[i])
            continue;
        if (!recipe_glance_add(g, from, cell.p))
            return NULL;
        from = cell.p + cell.n;
    }
    if (!csv_span_is_line_end(at, end))
        return NULL;
    at += *at == '\r' ? 2 : 1;
    return recipe_glance_add(g, from, at) ? g->shapes : NULL;
}

/* Take the text of a measured cell without its quotes; false where it needs a closer look. */
static inline bool
take_text(struct sv *text)
{
    unsigned char first, last;
    struct sv s = *text;

    if (s.n > 0 && s.p[0] == '"') {
        s = (struct sv){ s.p + 1, s.n - 2 };
        if (s.n > 0 && memchr(s.p, '"', s.n))
            return false;
    }
    *text = s;
    if (s.n == 0)
        return true;
    first = (unsigned char)s.p[0];
    last = (unsigned char)s.p[s.n - 1];
    return first > ' ' && first < 0x80 && last > ' ' && last < 0x80 &&
        ((first >= '0' && first <= '9') || !binding_is_total_word(s));
}

/* Whether nothing has to be told of a cell that no field reads. */
static bool
is_ordinary(struct sv cell)
{
    unsigned char first;

    if (cell.n > 0 && cell.p[0] == '"')
        cell = (struct sv){ cell.p + 1, cell.n - 2 };
    if (cell.n == 0)
        return true;
    first = (unsigned char)cell.p[0];
    /* A spreadsheet marks with ` and =. No white space begins with 0xE4 to 0xE9, as most Chinese
     * characters do. */
    return first > ' ' && first != '`' && first != '=' &&
        (first < 0x80 || (first >= 0xE4 && first <= 0xE9)) && !binding_is_total_word(cell);
}

bool
recipes_glance_row(struct binding *b, struct sv ahead, char delimiter, uint64_t line,
    size_t *length, struct made *out)
{
    static const struct recipe_kind rows = { has_image, make_key };
    struct recipes *s = b->recipes;
    struct recipe_glance *g = &s->glance;
    const struct recipe_image *image;

    g->wanted_line = g->known_line = 0;
    if (s->is_off || g->cells == 0)
        return false;
    g->delimiter = delimiter;
    g->kept_times = s->times.texts.at;
    image = recipe_glance_find(g, &rows, ahead, line, length);
    g->known_line = image ? line : g->wanted_line;
    if (!image)
        return false;
    for (size_t i = 0; i < image->shape->open_count; i++) {
        enum recipe_open kind = g->kinds[i];

        if (!g->is_kept[kind] &&
            (kind == OPEN_UNREAD ? !is_ordinary(g->open.at[i]) : !take_text(&g->open.at[i])))
            return false;
    }
    return recipe_glance_apply(b, image, line, out);
}

void
recipes_keep_row(struct recipes *s, const struct record *r, struct recipe *recipe)
{
    struct recipe_glance *g = &s->glance;
    struct recipe_image *image;

    if (g->wanted_line == 0 || g->wanted_line != r->line)
        return;
    g->wanted_line = 0;
    image = recipe_glance_image(s, recipe, g->shapes);
    for (size_t i = 0; i < s->plan.texts.n; i++) {
        size_t cell = s->plan.texts.at[i].cell;

        s->texts[i] = cell < r->n && !g->is_open[cell] ? r->cells[cell] : SV_EMPTY;
    }
    if (image && recipe_glance_keep_texts(s, image))
        recipe_glance_put(g, image);
}
