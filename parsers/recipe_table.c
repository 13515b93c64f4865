/*
 * recipe_table.c - recipes by the cells that they are for.
 *
 * A row whose image is known (recipe_glance.c) has its recipe by that. Of all other records, those
 * of sheets among them, a key is made: the bytes of all compared cells with their lengths, and the
 * number of cells; it is kept whole and compared whole. The table is bounded: when it is full it is
 * forgotten and begins anew, as the resources of a bill come and go with time, or given up where it
 * did not pay.
 */
#include <stdlib.h>

#include "parsers/recipe.h"

/* Most memory of the recipes of one binding. */
#define BYTES_MAX ((size_t)20 << 20)

struct recipes *
recipes_new(const struct binding *b)
{
    struct recipes *s = calloc(1, sizeof(*s));

    if (!s)
        return NULL;
    s->key = malloc(RECIPE_KEY_MAX);
    if (s->key && recipe_plan_make(&s->plan, b->format, &b->columns, &s->plan_arena) &&
        recipe_row_init(s, &b->columns) == 0)
        return s;
    recipes_free(s);
    return NULL;
}

static void
forget(struct recipes *s)
{
    map_release(&s->map);
    recipe_glance_forget(&s->glance);
    arena_release(&s->arena);
    s->last = NULL;
}

void
recipes_free(struct recipes *s)
{
    if (!s)
        return;
    forget(s);
    arena_release(&s->plan_arena);
    recipe_glance_release(&s->glance);
    free(s->key);
    free(s);
}

/* Add ${text} with its length at ${at}, before ${end}; returns where the next goes, or NULL. Most
 * texts are short, and a call to copy them costs more than they do. */
static inline char *
add(char *at, const char *end, struct sv text)
{
    uint16_t length = (uint16_t)text.n;
    size_t n = text.n;

    if (n + sizeof(length) > (size_t)(end - at))
        return NULL;
    memcpy(at, &length, sizeof(length));
    at += sizeof(length);
    if (n > 32) {
        memcpy(at, text.p, n);
    } else if (n >= 16) {
        memcpy(at, text.p, 16);
        memcpy(at + n - 16, text.p + n - 16, 16);
    } else if (n >= 8) {
        memcpy(at, text.p, 8);
        memcpy(at + n - 8, text.p + n - 8, 8);
    } else {
        for (size_t i = 0; i < n; i++)
            at[i] = text.p[i];
    }
    return at + n;
}

/* The key of a row. The number of cells stands in front: which of them there are is then known. */
static bool
make_row_key(struct recipes *s, const struct columns *c, const struct record *r)
{
    const size_t *compared = s->plan.compared.at, *behind = compared + s->plan.compared.n;
    const char *end = s->key + RECIPE_KEY_MAX;
    const struct sv *cells = r->cells;
    uint32_t n = (uint32_t)r->n;
    char *at = s->key;

    memcpy(at, &n, sizeof(n));
    at += sizeof(n);
    for (; at && compared < behind && *compared < n; compared++)
        at = add(at, end, cells[*compared]);
    for (size_t i = c->row_length; at && i < n; i++)
        at = add(at, end, cells[i]);
    s->key_size = at ? (size_t)(at - s->key) : 0;
    return at != NULL;
}

/* The key of an object, whose columns are filled. */
static bool
make_object_key(struct recipes *s, const struct columns *c)
{
    const char *end = s->key + RECIPE_KEY_MAX;
    char *at = s->key;

    for (size_t i = 0; at && i < c->format->columns.n; i++)
        if (s->plan.is_settled[i])
            at = add(at, end, c->texts[i]);
    s->key_size = at ? (size_t)(at - s->key) : 0;
    return at != NULL;
}

/* The recipe of the key at hand, or NULL. Resources stand hour after hour in the same order, so
 * that the next is often the one that was next before. */
static struct recipe *
look_up(struct recipes *s)
{
    struct sv key = { s->key, s->key_size };
    struct recipe *last = s->last;
    const struct map_entry *entry;

    if (last && last->next && sv_is(last->next->key, key)) {
        s->last = last->next;
        return s->last;
    }
    entry = map_get(&s->map, key);
    s->last = entry ? entry->value.pointer : NULL;
    if (last && s->last)
        last->next = s->last;
    return s->last;
}

/* Whether the image of ${r} says which recipe it has, or that none is known; of rows with a word
 * for a total none is kept. */
static bool
is_known_by_image(struct recipe_glance *g, const struct record *r)
{
    if (!r->cells || g->known_line == 0 || g->known_line != r->line)
        return false;
    if (g->wanted_line == 0 || binding_total_word(r).n == 0)
        return true;
    g->wanted_line = 0;
    return false;
}

struct recipe *
recipes_find(struct binding *b, const struct record *r)
{
    struct recipes *s = b->recipes;

    s->is_learning = s->is_by_image = false;
    s->learned = NULL;
    if (s->is_off || r->notes != 0)
        return NULL;
    if (is_known_by_image(&s->glance, r)) {
        s->is_learning = s->is_by_image = true;
        return s->glance.last ? s->glance.last->recipe : NULL;
    }
    if (!(r->cells ? make_row_key(s, &b->columns, r) : make_object_key(s, &b->columns)))
        return NULL;
    s->is_learning = true;
    return look_up(s);
}

void
recipes_draft(struct binding *b, const struct charge *c, const struct fields_said *said,
    struct sv currency, unsigned changes)
{
    struct recipe_base *d = &b->recipes->draft;

    *d = (struct recipe_base){ .changes = changes, .currency = currency,
        .currency_column = said->currency_column, .stated = said->stated,
        .has_gpu_count = charge_has(c, MONEY_GPU_COUNT), .gpu_count = c->money[MONEY_GPU_COUNT],
        .gpu_decimals = c->decimals[MONEY_GPU_COUNT] };
    memcpy(d->word, c->word, sizeof(d->word));
    for (size_t i = 0; i < TIME_COUNT; i++) {
        bool is_settled = (b->recipes->plan.settled_times >> i & 1u) != 0;

        d->time[i] = is_settled ? c->time[i] : TIME_NONE;
        d->time_columns[i] = is_settled ? said->time_columns[i] : -1;
        if (!is_settled)
            d->stated.is_date[i] = d->stated.is_month[i] = d->stated.includes_end[i] = false;
    }
}

/*
 * Whether a row that has the compared cells of ${r} is for that reason no blank row, no rule and no
 * repetition of the headings; ${*has_marker} where one has the marker of a spreadsheet.
 */
static bool
is_surely_a_charge(const struct binding *b, const struct record *r, bool *has_marker)
{
    const struct recipe_plan *p = &b->recipes->plan;
    bool has_text = false, is_no_heading = false;

    for (size_t i = 0; i < p->compared.n; i++) {
        size_t at = p->compared.at[i];
        struct sv cell = at < r->n ? r->cells[at] : SV_EMPTY;

        for (size_t k = 0; !has_text && k < cell.n; k++)
            has_text = cell.p[k] == '\0' || !strchr("-=_*#~ ", cell.p[k]);
        if (!is_no_heading && cell.n > 0)
            is_no_heading = !sv_is_folded(sv_trim(cell), b->columns.row_headings[at]);
    }
    for (size_t i = 0; i < b->columns.cells.n; i++) {
        const struct column_cell *cell = &b->columns.cells.at[i];

        if (cell->cell < r->n && p->is_settled[cell->column])
            *has_marker |= columns_is_marked(r->cells[cell->cell]);
    }
    return has_text && is_no_heading;
}

/* Whether there is room for one more recipe, all being forgotten where there was none. */
static bool
have_room(struct recipes *s)
{
    if (s->arena.total + (s->map.n + s->glance.map.n) * sizeof(struct map_entry) <= BYTES_MAX)
        return true;
    forget(s);
    s->is_off = s->hits < s->misses;
    return !s->is_off;
}

/* A recipe from the draft. NULL: without. */
static struct recipe *
make_recipe(struct recipes *s)
{
    struct recipe *recipe = have_room(s) ? arena_alloc(&s->arena, sizeof(*recipe)) : NULL;

    if (!recipe)
        return NULL;
    recipe->base = s->draft;
    recipe->base.currency = arena_sv(&s->arena, s->draft.currency);
    return s->draft.currency.n > 0 && !recipe->base.currency.p ? NULL : recipe;
}

/* The recipe for the key at hand, made where there is none. NULL: without. */
static struct recipe *
have_recipe(struct recipes *s)
{
    struct map_entry *entry = map_get(&s->map, (struct sv){ s->key, s->key_size });
    struct recipe *recipe;

    if (entry)
        return entry->value.pointer;
    recipe = make_recipe(s);
    if (!recipe)
        return NULL;
    recipe->key = arena_sv(&s->arena, (struct sv){ s->key, s->key_size });
    entry = recipe->key.p ? map_put(&s->map, recipe->key, NULL) : NULL;
    if (!entry)
        return NULL;
    entry->value.pointer = recipe;
    s->last = recipe;
    return recipe;
}

/* Keep what normalising has made of ${c}. NULL: there is no memory. */
static struct recipe_result *
keep_result(struct recipes *s, struct recipe *recipe, struct charge *c, unsigned changes)
{
    struct recipe_result *result = arena_alloc(&s->arena, sizeof(*result));

    if (!result)
        return NULL;
    *result = (struct recipe_result){ .next = recipe->results, .entry = c->word[WORD_ENTRY],
        .has_gpu_count = charge_has(c, MONEY_GPU_COUNT), .gpu_count = c->money[MONEY_GPU_COUNT],
        .changes = changes };
    memcpy(result->word, c->word, sizeof(result->word));
    recipe->results = result;
    c->alike = &result->facets;
    c->alike_amounts = &result->amounts;
    return result;
}

/* Let the line that is made of ${r} be the first that others with ${recipe} repeat, where its
 * amounts are plain numbers. */
static void
learn_amounts(struct binding *b, const struct record *r, struct recipe *recipe,
    const struct recipe_result *result)
{
    struct recipe_repeat *repeat = &recipe->repeat;
    struct recipes *s = b->recipes;

    if (!recipe_take_texts(b, r) || (!r->cells && b->columns.changed_marker))
        return;
    repeat->given = recipe_given_numbers(b);
    if (repeat->given == 0)
        return;
    recipe_texts_keep(&repeat->texts, &s->arena, s->texts, s->plan.of_amounts.at,
        s->plan.of_amounts.n);
    repeat->changes = recipe->base.changes | result->changes |
        (recipe->base.has_marker ? CHANGE_TEXT_MARKER : 0u);
    repeat->line.amounts = NULL;
    repeat->image = NULL;
    s->learned = &repeat->line;
}

void
recipes_keep(struct binding *b, const struct record *r, struct charge *c, unsigned changes)
{
    struct recipes *s = b->recipes;
    struct recipe_result *result;
    struct recipe *recipe;

    if (r->cells && !is_surely_a_charge(b, r, &s->draft.has_marker))
        return;
    if (!s->is_by_image)
        recipe = have_recipe(s);
    else
        recipe = s->glance.last ? s->glance.last->recipe : make_recipe(s);
    if (!recipe)
        return;
    if (r->cells)
        recipes_keep_row(s, r, recipe);
    else
        recipes_keep_object(b, r, recipe);
    result = recipe_result(recipe, c->word[WORD_ENTRY]);
    if (!result)
        result = keep_result(s, recipe, c, changes);
    if (result && c->word[WORD_ENTRY] == ENTRY_CHARGE)
        learn_amounts(b, r, recipe, result);
}
