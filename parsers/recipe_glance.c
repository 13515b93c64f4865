/*
 * recipe_glance.c - rows of which only the measured cells are looked at.
 *
 * Between the cells that are measured, a row repeats earlier ones byte by byte, with its quotes and
 * delimiters: 7 stretches of 500 bytes together in a FOCUS export, compared in one go with those of
 * the row that stood behind the row before the last time. Where they are equal, the 31 cells in
 * them are what they were; no cell of them is made.
 *
 * Whatever a cell could tell beside that is looked for in the others: white space around it, U+FEFF
 * and words for a total give the row back to be made the long way.
 *
 * Instructions for a row of such an export of 43 cells and 624 bytes (callgrind, -O2): 1,600 to
 * find the ends of its cells (csv_scan.c), 1,500 to compare it and take the measured cells, and
 * what recipe.c tells to make a line of them. Where each cell is made, 4,800 more go into splitting
 * the row and looking for totals, and 1,350 into finding the recipe.
 */
#include <stdlib.h>

#include "parsers/recipe.h"

/* Which cells are compared, measured, or neither. */
int
recipe_glance_init(struct recipes *s, const struct columns *columns)
{
    struct recipe_glance *g = &s->glance;
    const struct recipe_plan *p = &s->plan;
    size_t n = columns->row_cells;
    bool *is_compared = arena_array(&s->plan_arena, n + 1, sizeof(*is_compared));
    bool *is_taken = arena_array(&s->plan_arena, n + 1, sizeof(*is_taken));

    g->ranges.at = arena_array(&s->plan_arena, n + 1, sizeof(*g->ranges.at));
    g->unread.at = arena_array(&s->plan_arena, n + 1, sizeof(*g->unread.at));
    s->texts = arena_array(&s->plan_arena, p->texts.n + 1, sizeof(*s->texts));
    g->key = malloc(RECIPE_KEY_MAX);
    if (!is_compared || !is_taken || !g->ranges.at || !g->unread.at || !s->texts || !g->key)
        return -1;
    for (size_t i = 0; i < p->compared.n; i++)
        is_compared[p->compared.at[i]] = true;
    for (size_t i = columns->row_length; i < n; i++)
        is_compared[i] = true;
    for (size_t i = 0; i < p->texts.n && n > 0; i++)
        is_taken[p->texts.at[i].cell] = true;
    for (size_t i = 0; i < n; i++)
        if (is_compared[i] && i > 0 && is_compared[i - 1])
            g->ranges.at[g->ranges.n - 1].last = i;
        else if (is_compared[i])
            g->ranges.at[g->ranges.n++] = (struct cell_range){ i, i };
        else if (!is_taken[i])
            g->unread.at[g->unread.n++] = i;
    g->cells = n;
    return 0;
}

void
recipe_glance_forget(struct recipe_glance *g)
{
    map_release(&g->map);
    g->last = g->before = g->awaited = NULL;
    g->wanted_line = 0;
}

/* The bytes of ${range} in ${row}. */
static inline struct sv
bytes_of(const struct record_row *row, const struct cell_range *range)
{
    struct sv first = record_row_cell(row, range->first), last = first;

    if (range->last > range->first)
        last = record_row_cell(row, range->last);
    return (struct sv){ first.p, (size_t)(last.p + last.n - first.p) };
}

/* Whether ${row} has the image ${image}. No line end stands in a row. */
static bool
has_image(const struct recipe_glance *g, const struct record_row *row,
    const struct recipe_image *image)
{
    const char *at = image->key.p, *end = at + image->key.n;

    for (size_t i = 0; i < g->ranges.n; i++) {
        struct sv bytes = bytes_of(row, &g->ranges.at[i]);

        if ((size_t)(end - at) <= bytes.n || at[bytes.n] != '\n' ||
            memcmp(at, bytes.p, bytes.n) != 0)
            return false;
        at += bytes.n + 1;
    }
    return at == end;
}

static bool
make_key(struct recipe_glance *g, const struct record_row *row)
{
    g->key_size = 0;
    for (size_t i = 0; i < g->ranges.n; i++) {
        struct sv bytes = bytes_of(row, &g->ranges.at[i]);

        if (bytes.n >= RECIPE_KEY_MAX - g->key_size)
            return false;
        memcpy(g->key + g->key_size, bytes.p, bytes.n);
        g->key_size += bytes.n;
        g->key[g->key_size++] = '\n';
    }
    return true;
}

/*
 * The image that ${row} is most likely to have, if it has it: that of the row behind the last one;
 * where that resource is gone, the one behind it; where a new one came between, the one that was
 * awaited in its place.
 */
static struct recipe_image *
guess(const struct recipe_glance *g, const struct record_row *row)
{
    struct recipe_image *next = g->last ? g->last->next : NULL;

    if (next && has_image(g, row, next))
        return next;
    if (next && next->next && has_image(g, row, next->next))
        return next->next;
    return g->awaited && has_image(g, row, g->awaited) ? g->awaited : NULL;
}

/* The image of ${row}; NULL: there is none, and it is wanted. */
static struct recipe_image *
find_image(struct recipe_glance *g, const struct record_row *row)
{
    struct recipe_image *last = g->last, *image = guess(g, row);
    const struct map_entry *entry;

    g->wanted_line = 0;
    g->last = image;
    if (!image) {
        if (last)
            g->awaited = last->next;
        g->before = last;
        if (!make_key(g, row))
            return NULL;
        entry = map_get(&g->map, (struct sv){ g->key, g->key_size });
        if (!entry) {
            g->wanted_line = row->line;
            return NULL;
        }
        g->last = image = entry->value.pointer;
    }
    if (last)
        last->next = image;
    return image;
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

/* Whether nothing has to be told of a cell that nothing reads. */
static bool
is_ordinary(struct sv cell)
{
    unsigned char first;

    if (cell.n > 0 && cell.p[0] == '"')
        cell = (struct sv){ cell.p + 1, cell.n - 2 };
    if (cell.n == 0)
        return true;
    first = (unsigned char)cell.p[0];
    /* No white space begins with 0xE4 to 0xE9, as most Chinese characters do. */
    return first > ' ' && (first < 0x80 || (first >= 0xE4 && first <= 0xE9)) &&
        !binding_is_total_word(cell);
}

/* Whether a spreadsheet may have marked a cell. */
static bool
may_be_marked(struct sv cell)
{
    size_t first = cell.n > 1 && cell.p[0] == '"';

    return cell.n > first && (cell.p[first] == '`' || cell.p[first] == '=');
}

static bool
take_cells(struct recipes *s, const struct record_row *row)
{
    for (size_t i = 0; i < s->plan.texts.n; i++) {
        s->texts[i] = record_row_cell(row, s->plan.texts.at[i].cell);
        if (s->plan.texts.at[i].use == 0 ? !is_ordinary(s->texts[i]) || may_be_marked(s->texts[i]) :
            !take_text(&s->texts[i]))
            return false;
    }
    for (size_t i = 0; i < s->glance.unread.n; i++)
        if (!is_ordinary(record_row_cell(row, s->glance.unread.at[i])))
            return false;
    return true;
}

bool
recipes_glance(struct binding *b, const struct record_row *row, struct made *out)
{
    struct recipes *s = b->recipes;
    struct record record = { .line = row->line };
    struct recipe_image *image;

    s->glance.wanted_line = 0;
    if (s->is_off || row->n != s->glance.cells)
        return false;
    image = find_image(&s->glance, row);
    if (!image || !take_cells(s, row))
        return false;
    if (!recipe_apply(b, &record, true, image->recipe, out)) {
        s->ignored.code = ERR_NONE;
        return false;
    }
    s->hits++;
    out->outcome = OUTCOME_LINE;
    return true;
}

void
recipe_glance_put(struct recipe_glance *g, struct recipe_image *image)
{
    struct map_entry *entry = map_put(&g->map, image->key, NULL);

    if (!entry)
        return;
    image->next = g->awaited;
    entry->value.pointer = image;
    g->last = image;
    if (g->before)
        g->before->next = image;
}

void
recipes_keep_image(struct recipes *s, const struct record *r, struct recipe *recipe)
{
    struct recipe_glance *g = &s->glance;
    struct recipe_image *image;
    struct sv key;

    if (g->wanted_line == 0 || g->wanted_line != r->line || r->notes != 0 ||
        binding_total_word(r).n > 0)
        return;
    g->wanted_line = 0;
    key = arena_sv(&s->arena, (struct sv){ g->key, g->key_size });
    image = arena_alloc(&s->arena, sizeof(*image));
    if (!key.p || !image)
        return;
    *image = (struct recipe_image){ .key = key, .recipe = recipe };
    recipe_glance_put(g, image);
}
