/*
 * recipe_row.c - rows of delimited text of which only the measured cells are looked at.
 *
 * A FOCUS export of 43 cells and 624 bytes has 11 measured cells; what stands between them are four
 * stretches of 500 bytes together and some delimiters. The ends of cells are not looked for but in
 * the measured ones, and only where these are others than in the last row with the image: where
 * all else is equal, it is parted as it was.
 *
 * Whatever a cell could tell beside that is looked for in the open ones: white space around it,
 * U+FEFF, quotes inside, the marks of spreadsheets and words for a total give the row back to be
 * made the long way.
 *
 * Instructions (callgrind, -O2): 750 to compare such a row and take its measured cells, some 60
 * more for each that is another; the ends of all cells alone take the scan 1,500 (csv_scan.c). Rows
 * of Alibaba Cloud with 20 open cells take 1,200, where each of them passed over took 2,100.
 */
#include "parsers/recipe.h"
#include "record/csv_span.h"

/* Note for each text of the plan where it is taken from; they stand in the order of their cells. */
static void
plan_takes(struct recipes *s, struct recipe_shape *shape)
{
    const struct recipe_glance *g = &s->glance;

    for (size_t k = 0; k < s->plan.texts.n; k++) {
        const struct recipe_text *text = &s->plan.texts.at[k];
        size_t open = 0;

        if (text->use == 0)
            continue;
        if (!g->is_open[text->cell]) {
            shape->rest[shape->rest_count++] = k;
            continue;
        }
        for (size_t i = 0; i < text->cell; i++)
            open += g->is_open[i];
        shape->uses[open] |= (unsigned char)text->use;
        shape->takes[shape->take_count].open = open;
        shape->takes[shape->take_count++].text = k;
    }
}

int
recipe_row_init(struct recipes *s, const struct columns *columns)
{
    struct recipe_glance *g = &s->glance;
    const struct recipe_plan *p = &s->plan;
    size_t n = columns->row_cells;
    struct recipe_shape *shape;

    s->texts = arena_array(&s->plan_arena, p->texts.n + 1, sizeof(*s->texts));
    if (!s->texts || recipe_glance_init(g))
        return -1;
    if (n == 0)
        return 0;
    shape = arena_alloc(&s->plan_arena, sizeof(*shape));
    g->is_open = arena_array(&s->plan_arena, n, sizeof(*g->is_open));
    if (!shape || !g->is_open || recipe_glance_make_room(g, n) ||
        recipe_shape_init(shape, s, n))
        return -1;
    for (size_t i = 0; i < columns->row_length; i++)
        g->is_open[i] = true;
    for (size_t i = 0; i < p->compared.n; i++)
        g->is_open[p->compared.at[i]] = false;
    for (size_t i = 0; i < n; i++)
        shape->open_count += g->is_open[i];
    g->cells = n;
    g->shapes = shape;
    plan_takes(s, shape);
    return 0;
}

/* The text of a cell is without its quotes where there are no more in it. */
static inline void
text_in(struct sv cell, struct sv *text)
{
    *text = cell;
    if (cell.n > 0 && cell.p[0] == '"' &&
        (cell.n == 2 || !memchr(cell.p + 1, '"', cell.n - 2)))
        *text = (struct sv){ cell.p + 1, cell.n - 2 };
}

static inline bool
span(const char **at, const char *end, char delimiter, struct sv *text)
{
    struct sv cell;

    if (!csv_span_next(at, end, delimiter, &cell))
        return false;
    text_in(cell, text);
    return true;
}

static bool
has_image(struct recipe_glance *g, struct sv ahead, const struct recipe_image *image,
    size_t *length)
{
    return recipe_image_fits(g, ahead, image, length, span, text_in);
}

/* No part of a row but the last ends with a line end. */
static const struct recipe_shape *
make_id(struct recipe_glance *g, struct sv ahead, bool *is_new)
{
    const char *at = ahead.p, *end = ahead.p + ahead.n;
    size_t open = 0;
    struct sv cell;

    *is_new = false;
    for (size_t i = 0; i < g->cells; i++) {
        if (i > 0 && (at == end || *at++ != g->delimiter))
            return NULL;
        if (!csv_span_next(&at, end, g->delimiter, &cell))
            return NULL;
        if (!g->is_open[i])
            continue;
        g->open[open].from = (size_t)(cell.p - ahead.p);
        g->open[open++].to = (size_t)(at - ahead.p);
    }
    if (!csv_span_is_line_end(at, end))
        return NULL;
    at += *at == '\r' ? 2 : 1;
    return recipe_glance_make_id(g, sv_head(ahead, (size_t)(at - ahead.p)), open) ? g->shapes :
        NULL;
}

/* Whether the text of a measured cell needs no closer look. */
static inline bool
is_plain(struct sv s)
{
    unsigned char first, last;

    if (s.n == 0)
        return true;
    first = (unsigned char)s.p[0];
    last = (unsigned char)s.p[s.n - 1];
    return first > ' ' && first != '"' && first < 0x80 && last > ' ' && last < 0x80 &&
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

/* Whether no open cell needs a closer look; those that an earlier row had need none. */
static inline bool
are_plain(const struct recipe_glance *g, const struct recipe_image *image)
{
    size_t n = image->is_ordinary ? g->new_count : image->shape->open_count;

    for (size_t i = 0; i < n; i++) {
        size_t open = image->is_ordinary ? g->news[i] : i;
        struct sv text = g->open[open].text;

        if (image->shape->uses[open] ? !is_plain(text) : !is_ordinary(text))
            return false;
    }
    return true;
}

bool
recipes_glance_row(struct binding *b, struct sv ahead, char delimiter, uint64_t line,
    size_t *length, struct made *out)
{
    static const struct recipe_kind rows = { has_image, make_id };
    struct recipes *s = b->recipes;
    struct recipe_glance *g = &s->glance;
    struct recipe_image *image;

    g->wanted_line = g->known_line = 0;
    if (s->is_off || g->cells == 0 || ahead.n == 0)
        return false;
    g->delimiter = delimiter;
    image = recipe_glance_find(g, &rows, ahead, line, length);
    g->known_line = image ? line : g->wanted_line;
    return image && are_plain(g, image) &&
        recipe_glance_apply(b, image, (struct sv){ ahead.p, *length }, line, out);
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
