/*
 * columns_family.c - columns whose names the bill makes up: one heading for each tag.
 *
 * A name that ends in "*" stands for all headings, or keys of an object, that begin with what is
 * before it. Their texts become one JSON object, with the rest of each heading as the key.
 */
#include <stdlib.h>

#include "base/vec.h"
#include "parsers/columns.h"

/* The part of ${heading} behind ${name}'s prefix, as the bill writes it; empty if it is none. */
static struct sv
rest_of(struct sv heading, const char *name)
{
    struct sv prefix = sv_of(name);

    if (!sv_ends(prefix, SV("*")))
        return SV_EMPTY;
    prefix.n--;
    heading = sv_trim(heading);
    if (heading.n <= prefix.n || !sv_is_folded(sv_part(heading, 0, prefix.n), prefix))
        return SV_EMPTY;
    return sv_trim(sv_part(heading, prefix.n, heading.n));
}

static struct sv
member_of(const struct format_column *column, struct sv heading)
{
    struct sv rest = SV_EMPTY;

    for (const char **name = column->names; *name && rest.n == 0; name++)
        rest = rest_of(heading, *name);
    return rest;
}

bool
columns_is_family(const struct format_column *column)
{
    for (const char **name = column->names; *name; name++)
        if (sv_ends(sv_of(*name), SV("*")))
            return true;
    return false;
}

bool
columns_family_has(const struct columns *c, struct sv key)
{
    bool has = false;

    for (unsigned i = 0; c->has_families && i < c->format->columns.n; i++)
        has |= member_of(&c->format->columns.at[i], key).n > 0;
    return has;
}

/* By key, so that the order of the columns in a file changes nothing. */
static int
compare_members(const void *a, const void *b)
{
    const struct column_member *x = a, *y = b;
    int by_key = sv_compare(x->key, y->key);

    if (by_key != 0)
        return by_key;
    return (x->cell > y->cell) - (x->cell < y->cell);
}

int
columns_family_bind(struct columns *c, struct err *e)
{
    const struct format *f = c->format;

    for (unsigned i = 0; i < f->columns.n; i++) {
        if (!columns_is_family(&f->columns.at[i]))
            continue;
        c->has_families = true;
        for (size_t k = 0; k < c->row_length; k++) {
            struct sv rest = member_of(&f->columns.at[i], c->row_headings[k]);

            if (rest.n == 0)
                continue;
            if (vec_grow(&c->members, 1, RECORD_COLUMNS_MAX, e))
                return -1;
            c->members.at[c->members.n++] = (struct column_member){ i, k, rest };
            if (c->ranks[i] == 0) {
                c->headings[i] = c->row_headings[k];
                c->ranks[i] = 1;
            }
        }
    }
    if (c->members.n > 0)
        qsort(c->members.at, c->members.n, sizeof(*c->members.at), compare_members);
    return 0;
}

/* Add "${key}":"${text}" to the object in c->printed. Exports put some tags into quotes. */
static void
add_member(struct columns *c, struct sv key, struct sv text)
{
    text = sv_trim(text);
    if (text.n > 1 && text.p[0] == '"' && text.p[text.n - 1] == '"')
        text = sv_trim(sv_part(text, 1, text.n - 1));
    if (text.n == 0 || columns_is_null_word(c->format, text))
        return;
    buf_add_char(&c->printed, c->printed.n > 0 ? ',' : '{');
    buf_add_json(&c->printed, key);
    buf_add_char(&c->printed, ':');
    buf_add_json(&c->printed, text);
}

static void
print_object(struct columns *c, const struct format_column *column, const cJSON *object)
{
    for (const cJSON *item = object ? object->child : NULL; item; item = item->next) {
        struct sv rest = item->string ? member_of(column, sv_of(item->string)) : SV_EMPTY;

        if (rest.n > 0 && (cJSON_IsString(item) || cJSON_IsNumber(item)))
            add_member(c, rest, sv_of(item->valuestring));
    }
}

int
columns_family_fill(struct columns *c, const struct record *r, struct scratch *scratch,
    struct err *e)
{
    const struct format *f = c->format;

    for (unsigned i = 0; i < f->columns.n; i++) {
        const struct format_column *column = &f->columns.at[i];

        if (c->texts[i].n > 0 || !columns_is_family(column))
            continue;
        buf_reset(&c->printed);
        for (size_t k = 0; r->cells && k < c->members.n; k++)
            if (c->members.at[k].column == i && c->members.at[k].cell < r->n)
                add_member(c, c->members.at[k].key, r->cells[c->members.at[k].cell]);
        print_object(c, column, r->object);
        if (c->printed.n == 0)
            continue;
        buf_add_char(&c->printed, '}');
        if (buf_ok(&c->printed, e))
            return -1;
        c->texts[i] = scratch_sv(scratch, buf_sv(&c->printed));
        if (!c->texts[i].p)
            return err_nomem(e);
    }
    return 0;
}
