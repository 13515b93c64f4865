/*
 * ofd_page.c - the texts of an OFD page and where they stand.
 *
 *     <ofd:TextObject ID="6922" Boundary="170 10.3 38 5" Size="3.175">
 *       <ofd:TextCode X="0" Y="3.6414" DeltaX="g 19 1.5875">24112000000000000163</ofd:TextCode>
 */
#include <stdlib.h>

#include "base/vec.h"
#include "parsers/invoice_ofd.h"
#include "record/xml.h"

#define OBJECT_BYTES_MAX ((size_t)1 << 20)
#define OBJECTS_MAX 200000

struct page {
    struct ofd_page_texts *out;
    int number;
    bool is_template, is_in_object, is_in_code, is_in_area;
    int64_t left, top, width, height, size; /* of the object */
    int64_t x, y, length;                   /* of the code */
    int64_t page_width, page_height;        /* 0: not told */
    const char *id;
    struct buf code, object, area;
};

/* The next of the numbers in ${*rest}, in thousandths. */
static int64_t
next_place(struct sv *rest)
{
    struct sv piece;

    while (sv_cut(rest, ' ', &piece))
        if (piece.n > 0)
            return words_place(piece);
    return 0;
}

static struct sv
attribute(const char **attributes, const char *name)
{
    return sv_of(xml_attribute(attributes, name));
}

/* How far "1.5 g 3 2" goes: 1.5 + 3 x 2. */
static int64_t
length_of(struct sv deltas)
{
    int64_t length = 0, times = 1;
    struct sv piece;

    while (sv_cut(&deltas, ' ', &piece)) {
        if (piece.n == 0)
            continue;
        if (sv_is(piece, SV("g"))) {
            times = next_place(&deltas) / 1000;
            continue;
        }
        /* No line has more glyphs, no page is wider. */
        if (times >= 0 && times < 10000 && length < INT64_C(100000000))
            length += times * words_place(piece);
        times = 1;
    }
    return length;
}

static int
on_start(void *context, const char *name, const char **attributes, struct err *e)
{
    struct page *p = context;
    struct sv box;

    if (strcmp(name, "PhysicalBox") == 0) {
        p->is_in_area = true;
    } else if (strcmp(name, "TextObject") == 0) {
        box = attribute(attributes, "Boundary");
        p->left = next_place(&box);
        p->top = next_place(&box);
        p->width = next_place(&box);
        p->height = next_place(&box);
        p->size = words_place(attribute(attributes, "Size"));
        p->id = arena_text(&p->out->arena, attribute(attributes, "ID"));
        p->is_in_object = true;
        buf_reset(&p->object);
        return p->id ? 0 : err_nomem(e);
    } else if (p->is_in_object && strcmp(name, "TextCode") == 0) {
        p->x = words_place(attribute(attributes, "X"));
        p->y = words_place(attribute(attributes, "Y"));
        p->length = length_of(attribute(attributes, "DeltaX"));
        p->is_in_code = true;
        buf_reset(&p->code);
    }
    return 0;
}

static int
on_text(void *context, struct sv text, struct err *e)
{
    struct page *p = context;

    if (p->is_in_area)
        buf_add(&p->area, text);
    if (!p->is_in_code)
        return 0;
    buf_add(&p->code, text);
    return buf_ok(&p->code, e);
}

/* The word that the code makes, where it is on the page. */
static int
end_code(struct page *p, struct err *e)
{
    struct word w = { .page = p->number, .x0 = p->left + p->x, .y1 = p->top + p->y };

    w.y0 = w.y1 - (p->size > 0 ? p->size : 3000);
    w.x1 = w.x0 + p->length + (w.y1 - w.y0) / 2;
    buf_add(&p->object, buf_sv(&p->code));
    if (buf_ok(&p->object, e))
        return -1;
    if ((p->page_width > 0 && w.x0 > p->page_width) ||
        (p->page_height > 0 && w.y0 > p->page_height) || w.x1 < 0 || w.y1 < 0)
        return 0;
    return words_add(&p->out->words, w, buf_sv(&p->code), e);
}

static int
end_object(struct page *p, struct err *e)
{
    struct ofd_object o = { .id = p->id };

    if (p->is_template)
        return 0;
    o.text = arena_text(&p->out->arena, buf_sv(&p->object));
    if (!o.text)
        return err_nomem(e);
    if (vec_grow_named(&p->out->objects, 1, OBJECTS_MAX, N_("texts of an invoice"), e))
        return -1;
    p->out->objects.at[p->out->objects.n++] = o;
    return 0;
}

static int
on_end(void *context, const char *name, struct err *e)
{
    struct page *p = context;

    if (p->is_in_area && strcmp(name, "PhysicalBox") == 0) {
        struct sv box = buf_sv(&p->area);

        p->is_in_area = false;
        (void)next_place(&box);
        (void)next_place(&box);
        p->page_width = next_place(&box);
        p->page_height = next_place(&box);
    } else if (p->is_in_code && strcmp(name, "TextCode") == 0) {
        p->is_in_code = false;
        return end_code(p, e);
    } else if (p->is_in_object && strcmp(name, "TextObject") == 0) {
        p->is_in_object = false;
        return end_object(p, e);
    }
    return 0;
}

int
ofd_read_page(struct ofd_page_texts *out, struct source *s, int page, bool is_template,
    struct err *e)
{
    static const struct xml_handlers handlers = { on_start, on_end, on_text };
    struct page p = { .out = out, .number = page, .is_template = is_template };
    int result;

    buf_init(&p.code, OBJECT_BYTES_MAX);
    buf_init(&p.object, OBJECT_BYTES_MAX);
    buf_init(&p.area, OBJECT_BYTES_MAX);
    result = xml_read(s, &handlers, &p, e);
    buf_release(&p.code);
    buf_release(&p.object);
    buf_release(&p.area);
    return result;
}

static int
compare_ids(const void *a, const void *b)
{
    const struct ofd_object *x = a, *y = b;

    return strcmp(x->id, y->id);
}

void
ofd_texts_sort(struct ofd_page_texts *t)
{
    if (t->objects.n > 1)
        qsort(t->objects.at, t->objects.n, sizeof(*t->objects.at), compare_ids);
}

void
ofd_texts_release(struct ofd_page_texts *t)
{
    vec_release(&t->objects);
    words_release(&t->words);
    arena_release(&t->arena);
}

const char *
ofd_text(const struct ofd_page_texts *t, struct sv id)
{
    size_t from = 0, to = t->objects.n;

    while (from < to) {
        size_t middle = from + (to - from) / 2;
        int order = sv_compare(sv_of(t->objects.at[middle].id), id);

        if (order == 0)
            return t->objects.at[middle].text;
        if (order < 0)
            from = middle + 1;
        else
            to = middle;
    }
    return "";
}
