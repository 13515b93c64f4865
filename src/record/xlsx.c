/*
 * xlsx.c - workbooks: which part of the archive is what.
 *
 * _rels/.rels names the workbook, its own .rels the sheets, the shared strings and the styles; the
 * workbook gives the order and names of the sheets. Parts are found by what these say, since not
 * every program puts them where Excel does.
 */
#include <assert.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/map.h"
#include "base/vec.h"
#include "record/xlsx.h"
#include "record/xlsx_parts.h"
#include "record/xml.h"

#define CREATOR_MAX 64
#define NO_PART ((size_t)-1)

/* One <Relationship> of a .rels part. */
struct relation {
    const char *id;
    const char *type; /* the last part of its URI: "worksheet" */
    size_t part;      /* member of the container, NO_PART where it is not there */
};

struct relations {
    struct arena *arena;
    const struct container *container;
    struct sv folder; /* of the part that the relations are of, with its slash */
    struct { struct relation *at; size_t n, room; } list;
};

struct sheet {
    struct xlsx_sheet shown;
    size_t part;
};

struct xlsx {
    struct container *container;
    struct arena arena;
    struct { struct sheet *at; size_t n, room; } sheets;
    size_t strings_part, styles_part;
    bool is_1904, has_parts; /* strings and styles were read */
    struct xlsx_strings strings;
    struct xlsx_styles styles;
    struct source *open; /* the sheet that was read last */
    size_t open_part;
    const struct record_limits *limits;
    char creator[CREATOR_MAX];
};

static const struct record_limits usual_limits = RECORD_LIMITS_INIT;

/* The member ${path}, whatever the case of its letters. */
static size_t
find_part(const struct container *c, struct sv path)
{
    size_t exact = container_find(c, path);

    for (size_t i = 0; exact == NO_PART && i < container_count(c); i++)
        if (!container_member(c, i)->passed &&
            sv_is_folded(sv_of(container_member(c, i)->name), path))
            exact = i;
    return exact;
}

bool
xlsx_is(const struct container *c)
{
    if (find_part(c, SV("[Content_Types].xml")) == NO_PART)
        return false;
    for (size_t i = 0; i < container_count(c); i++) {
        struct sv name = sv_of(container_member(c, i)->name);

        if (sv_is_folded(sv_part(name, 0, 3), SV("xl/")))
            return true;
    }
    return false;
}

/*
 * Open the member ${part}. Of two with one name, whatever the case of its letters, each program
 * takes another one, and so neither is believed.
 */
static int
open_part(struct source **out, struct xlsx *x, size_t part, struct err *e)
{
    const char *name = container_member(x->container, part)->name;

    for (size_t i = 0; i < container_count(x->container); i++) {
        struct sv other = sv_of(container_member(x->container, i)->name);

        if (sv_ends(other, SV("#2")))
            other.n -= 2;
        if (i != part && sv_is_folded(other, sv_of(name)))
            return err_set(e, ERR_SYNTAX, "the workbook is damaged: it has two parts '%s'", name);
    }
    return container_open(out, x->container, part, e);
}

static int
read_part(struct xlsx *x, size_t part, const struct xml_handlers *handlers, void *context,
    struct err *e)
{
    struct source *s;
    int result;

    if (open_part(&s, x, part, e))
        return -1;
    result = xml_read(s, handlers, context, e);
    source_free(s);
    return result;
}

/* The member that ${target}, seen from ${folder}, means: "/xl/a.xml", "a.xml", "../a.xml". */
static size_t
resolve(const struct relations *r, const char *target)
{
    struct sv rest = sv_of(target), folder = r->folder;
    struct buf path;
    size_t part;

    if (sv_starts(rest, SV("/"))) {
        folder = SV_EMPTY;
        rest = sv_part(rest, 1, rest.n);
    }
    while (sv_starts(rest, SV("../")) || sv_starts(rest, SV("./"))) {
        bool is_up = sv_starts(rest, SV("../"));

        rest = sv_part(rest, is_up ? 3 : 2, rest.n);
        if (is_up && folder.n > 0)
            folder.n--;
        while (is_up && folder.n > 0 && folder.p[folder.n - 1] != '/')
            folder.n--;
    }
    buf_init(&path, CONTAINER_NAME_MAX);
    buf_add(&path, folder);
    buf_add(&path, rest);
    part = path.failed ? NO_PART : find_part(r->container, buf_sv(&path));
    buf_release(&path);
    return part;
}

static int
on_relation(void *context, const char *name, const char **attributes, struct err *e)
{
    struct relations *r = context;
    const char *id = xml_attribute(attributes, "Id"), *type = xml_attribute(attributes, "Type");
    const char *target = xml_attribute(attributes, "Target");
    struct relation *added;
    struct sv last = SV_EMPTY, rest;

    if (strcmp(name, "Relationship") != 0 || !id || !type || !target)
        return 0;
    rest = sv_of(type);
    while (sv_cut(&rest, '/', &last))
        ;
    if (vec_grow_named(&r->list, 1, XLSX_PARTS_MAX, N_("parts of a workbook"), e))
        return -1;
    added = &r->list.at[r->list.n];
    added->id = arena_text(r->arena, sv_of(id));
    added->type = arena_text(r->arena, last);
    added->part = resolve(r, target);
    if (!added->id || !added->type)
        return err_nomem(e);
    r->list.n++;
    return 0;
}

/* Read the relations of the part ${path} ("" for the archive itself), if it has any. */
static int
read_relations(struct xlsx *x, struct relations *r, struct sv path, struct err *e)
{
    static const struct xml_handlers handlers = { .start = on_relation };
    struct buf name;
    size_t at = path.n, part;

    *r = (struct relations){ .arena = &x->arena, .container = x->container };
    while (at > 0 && path.p[at - 1] != '/')
        at--;
    r->folder = sv_part(path, 0, at);
    buf_init(&name, CONTAINER_NAME_MAX + 16);
    buf_add(&name, r->folder);
    buf_add_text(&name, "_rels/");
    buf_add(&name, sv_part(path, at, path.n));
    buf_add_text(&name, ".rels");
    part = name.failed ? NO_PART : find_part(x->container, buf_sv(&name));
    buf_release(&name);
    return part == NO_PART ? 0 : read_part(x, part, &handlers, r, e);
}

static const struct relation *
find_relation(const struct relations *r, const char *id, const char *type)
{
    for (size_t i = 0; i < r->list.n; i++)
        if ((!id || strcmp(r->list.at[i].id, id) == 0) &&
            (!type || strcmp(r->list.at[i].type, type) == 0))
            return &r->list.at[i];
    return NULL;
}

/* The part that is the workbook. */
static int
find_workbook(struct xlsx *x, size_t *part, struct err *e)
{
    struct relations top;
    const struct relation *found;
    int result = read_relations(x, &top, SV_EMPTY, e);

    found = find_relation(&top, NULL, "officeDocument");
    *part = found ? found->part : find_part(x->container, SV("xl/workbook.xml"));
    vec_release(&top.list);
    if (result)
        return -1;
    if (*part == NO_PART)
        return err_set(e, ERR_SYNTAX, "the workbook is damaged: it lacks its list of sheets");
    if (sv_ends(sv_of(container_member(x->container, *part)->name), SV(".bin")))
        return err_set(e, ERR_UNKNOWN, "a binary Excel workbook (.xlsb); save it as .xlsx or CSV");
    return 0;
}

/* The workbook being read, and where its parts are. */
struct book_reader {
    struct xlsx *x;
    struct relations relations;
    struct map names; /* of sheets, which tell them apart */
};

static bool
is_set(const char *flag)
{
    return flag && (strcmp(flag, "1") == 0 || strcmp(flag, "true") == 0);
}

static int
on_book(void *context, const char *name, const char **attributes, struct err *e)
{
    struct book_reader *r = context;
    const char *id = xml_attribute(attributes, "id"), *title = xml_attribute(attributes, "name");
    const char *state = xml_attribute(attributes, "state");
    const struct relation *found;
    struct sheet *added;
    bool is_new = false;

    if (strcmp(name, "workbookPr") == 0)
        r->x->is_1904 = is_set(xml_attribute(attributes, "date1904"));
    if (strcmp(name, "sheet") != 0)
        return 0;
    found = id ? find_relation(&r->relations, id, NULL) : NULL;
    /* Sheets of other types may hold cells all the same; a chart may lack its part. */
    if (found && found->part == NO_PART && strcmp(found->type, "worksheet") != 0)
        return 0;
    if (!found || found->part == NO_PART)
        return err_set(e, ERR_SYNTAX, "the workbook is damaged: it lacks the sheet '%s'",
            title ? title : "");
    if (vec_grow_named(&r->x->sheets, 1, XLSX_PARTS_MAX, N_("parts of a workbook"), e))
        return -1;
    added = &r->x->sheets.at[r->x->sheets.n];
    added->part = found->part;
    added->shown.name = arena_text(&r->x->arena, sv_of(title ? title : ""));
    added->shown.is_hidden = state && strcmp(state, "visible") != 0;
    if (!added->shown.name || !map_put(&r->names, sv_of(added->shown.name), &is_new))
        return err_nomem(e);
    if (!is_new)
        return err_set(e, ERR_SYNTAX, "the workbook is damaged: two sheets are called '%s'",
            added->shown.name);
    r->x->sheets.n++;
    return 0;
}

static int
read_workbook(struct xlsx *x, struct err *e)
{
    static const struct xml_handlers handlers = { .start = on_book };
    struct book_reader r = { .x = x };
    const struct relation *strings, *styles;
    size_t part;
    int result;

    if (find_workbook(x, &part, e))
        return -1;
    result = read_relations(x, &r.relations, sv_of(container_member(x->container, part)->name), e);
    if (result == 0)
        result = read_part(x, part, &handlers, &r, e);
    strings = find_relation(&r.relations, NULL, "sharedStrings");
    styles = find_relation(&r.relations, NULL, "styles");
    x->strings_part = strings ? strings->part : NO_PART;
    x->styles_part = styles ? styles->part : NO_PART;
    vec_release(&r.relations.list);
    map_release(&r.names);
    return result;
}

/* The creator while it is read from the properties of the document. */
struct creator_reader {
    struct xlsx *x;
    bool is_inside;
};

static int
on_property(void *context, const char *name, const char **attributes, struct err *e)
{
    struct creator_reader *r = context;

    (void)attributes;
    (void)e;
    r->is_inside = strcmp(name, "creator") == 0;
    return 0;
}

static int
on_property_end(void *context, const char *name, struct err *e)
{
    struct creator_reader *r = context;

    (void)e;
    r->is_inside = false;
    return strcmp(name, "creator") == 0;
}

static int
on_property_text(void *context, struct sv text, struct err *e)
{
    struct creator_reader *r = context;
    size_t n = strlen(r->x->creator);

    (void)e;
    text = sv_head(text, sizeof(r->x->creator) - 1 - n);
    if (r->is_inside && text.n > 0) {
        memcpy(r->x->creator + n, text.p, text.n);
        r->x->creator[n + text.n] = '\0';
    }
    return 0;
}

/* Properties that are missing or damaged are no reason not to read the sheets. */
static void
read_creator(struct xlsx *x)
{
    static const struct xml_handlers handlers = { .start = on_property, .end = on_property_end,
        .text = on_property_text };
    struct creator_reader r = { .x = x };
    size_t part = find_part(x->container, SV("docProps/core.xml"));
    struct err ignored = ERR_INIT;

    if (part != NO_PART)
        (void)read_part(x, part, &handlers, &r, &ignored);
}

const char *
xlsx_creator(const struct xlsx *x)
{
    return x->creator;
}

int
xlsx_new(struct xlsx **out, struct container *c, struct err *e)
{
    struct xlsx *x = calloc(1, sizeof(*x));

    if (!x)
        return err_nomem(e);
    x->container = c;
    x->limits = &usual_limits;
    xlsx_strings_init(&x->strings);
    if (read_workbook(x, e)) {
        xlsx_free(x);
        return -1;
    }
    read_creator(x);
    *out = x;
    return 0;
}

void
xlsx_free(struct xlsx *x)
{
    if (!x)
        return;
    source_free(x->open);
    xlsx_strings_release(&x->strings);
    xlsx_styles_release(&x->styles);
    vec_release(&x->sheets);
    arena_release(&x->arena);
    free(x);
}

void
xlsx_set_limits(struct xlsx *x, const struct record_limits *limits)
{
    x->limits = limits;
}

size_t
xlsx_count(const struct xlsx *x)
{
    return x->sheets.n;
}

const struct xlsx_sheet *
xlsx_sheet(const struct xlsx *x, size_t i)
{
    assert(i < x->sheets.n);
    return &x->sheets.at[i].shown;
}

/* Read what all sheets share. */
static int
read_shared(struct xlsx *x, struct err *e)
{
    struct source *s;
    int result = 0;

    if (x->has_parts)
        return 0;
    if (x->strings_part != NO_PART) {
        if (open_part(&s, x, x->strings_part, e))
            return -1;
        result = xlsx_strings_read(&x->strings, s, e);
        source_free(s);
    }
    if (result == 0 && x->styles_part != NO_PART) {
        if (open_part(&s, x, x->styles_part, e))
            return -1;
        result = xlsx_styles_read(&x->styles, s, e);
        source_free(s);
    }
    if (result) {
        xlsx_strings_release(&x->strings);
        xlsx_styles_release(&x->styles);
        return -1;
    }
    x->has_parts = true;
    return 0;
}

int
xlsx_read(struct xlsx *x, size_t i, record_visit *visit, void *context, struct err *e)
{
    struct xlsx_book book = { &x->strings, &x->styles, x->is_1904 };
    size_t part;

    assert(i < x->sheets.n);
    part = x->sheets.at[i].part;
    if (read_shared(x, e))
        return -1;
    if (!x->open || x->open_part != part) {
        source_free(x->open);
        x->open = NULL;
        if (open_part(&x->open, x, part, e))
            return -1;
        x->open_part = part;
    }
    return xlsx_sheet_read(x->open, &book, x->limits, visit, context, e);
}
