/*
 * xml.c - the elements of an XML document, one at a time, by expat.
 *
 * Once `result` is not 0 no handler is called any more: expat may still have an event or two.
 */
#include <stdint.h>

#include <expat.h>

#include "record/xml.h"

#define BLOCK (64 << 10)

struct xml {
    XML_Parser parser;
    const struct xml_handlers *handlers;
    void *context;
    const struct record_limits *limits;
    unsigned depth;
    int result;
    struct err *e;
};

static const char *
local_name(const char *name)
{
    const char *colon = strchr(name, ':');

    return colon ? colon + 1 : name;
}

static void
settle(struct xml *x, int result)
{
    if (result == 0)
        return;
    x->result = result;
    (void)XML_StopParser(x->parser, XML_FALSE);
}

static void
on_start(void *context, const char *name, const char **attributes)
{
    struct xml *x = context;

    if (x->result != 0)
        return;
    if (++x->depth > x->limits->depth || x->depth > XML_DEPTH_HIGHEST) {
        settle(x, err_set(x->e, ERR_LIMIT, "the XML is nested deeper than %ju levels; --limit "
            "nesting=N allows more", (uintmax_t)x->depth - 1));
        return;
    }
    if (x->handlers->start)
        settle(x, x->handlers->start(x->context, local_name(name), attributes, x->e));
}

static void
on_end(void *context, const char *name)
{
    struct xml *x = context;

    x->depth--;
    if (x->result == 0 && x->handlers->end)
        settle(x, x->handlers->end(x->context, local_name(name), x->e));
}

static void
on_text(void *context, const char *text, int n)
{
    struct xml *x = context;

    if (x->result == 0 && x->handlers->text)
        settle(x, x->handlers->text(x->context, (struct sv){ text, (size_t)n }, x->e));
}

static void
on_doctype(void *context, const char *name, const char *system, const char *public, int has_subset)
{
    struct xml *x = context;

    (void)name;
    (void)system;
    (void)public;
    (void)has_subset;
    settle(x, err_set(x->e, ERR_SYNTAX, "the XML has a DTD, which is refused"));
}

/* Parse what is in the buffer of expat: ${got} bytes, after ${offset} in all; the last are none.
 * 0: go on; 1: a handler had enough; -1: failed. */
static int
parse(struct xml *x, size_t got, uint64_t offset)
{
    XML_Index done;

    if (XML_ParseBuffer(x->parser, (int)got, got == 0) != XML_STATUS_OK) {
        if (x->result != 0)
            return x->result;
        if (XML_GetErrorCode(x->parser) == XML_ERROR_NO_MEMORY)
            return err_nomem(x->e);
        return err_set_whole(x->e, ERR_SYNTAX, "the XML is damaged in its line %ju (%s)",
            (uintmax_t)XML_GetCurrentLineNumber(x->parser),
            XML_ErrorString(XML_GetErrorCode(x->parser)));
    }
    /* What expat holds back is a tag that has not ended. */
    done = XML_GetCurrentByteIndex(x->parser);
    if (done >= 0 && offset - (uint64_t)done > x->limits->field + BLOCK)
        return err_set(x->e, ERR_LIMIT, "a tag of the XML is longer than %ju bytes; --limit "
            "field=N allows more", (uintmax_t)x->limits->field);
    return 0;
}

/* Feed all of ${s}. */
static int
feed(struct xml *x, struct source *s)
{
    uint64_t offset = 0;
    size_t got = 1;
    int result = 0;

    while (got > 0 && result == 0) {
        void *block = XML_GetBuffer(x->parser, BLOCK);

        if (!block)
            return err_nomem(x->e);
        if (source_read(s, block, BLOCK, offset, &got, x->e))
            return -1;
        offset += got;
        result = parse(x, got, offset);
    }
    return result < 0 ? -1 : 0;
}

/* Feed all of ${t}, in blocks as feed() does. */
static int
feed_text(struct xml *x, struct text *t)
{
    uint64_t offset = 0;
    struct sv chunk = SV_EMPTY;
    int more = 1, result = 0;

    while (more > 0 && result == 0) {
        size_t got = 0;
        char *block;

        if (chunk.n == 0)
            more = text_next(t, &chunk, x->e);
        if (more < 0)
            return -1;
        block = XML_GetBuffer(x->parser, BLOCK);
        if (!block)
            return err_nomem(x->e);
        if (more > 0) {
            got = chunk.n < BLOCK ? chunk.n : BLOCK;
            memcpy(block, chunk.p, got);
            chunk = sv_part(chunk, got, chunk.n);
            /* An empty piece would be taken for the end. */
            if (got == 0)
                continue;
        }
        offset += got;
        result = parse(x, got, offset);
    }
    return result < 0 ? -1 : 0;
}

/* Of ${s}, or of ${t} where there is none. */
static int
read_all(struct source *s, struct text *t, const struct xml_handlers *handlers, void *context,
    struct err *e)
{
    struct xml x = { .handlers = handlers, .context = context, .e = e,
        .limits = s ? source_limits(s) : text_limits(t) };
    int result;

    x.parser = XML_ParserCreate(s ? NULL : "UTF-8");
    if (!x.parser)
        return err_nomem(e);
    XML_SetUserData(x.parser, &x);
    XML_SetElementHandler(x.parser, on_start, on_end);
    XML_SetCharacterDataHandler(x.parser, on_text);
    XML_SetStartDoctypeDeclHandler(x.parser, on_doctype);
    result = s ? feed(&x, s) : feed_text(&x, t);
    XML_ParserFree(x.parser);
    return result;
}

int
xml_read(struct source *s, const struct xml_handlers *handlers, void *context, struct err *e)
{
    return read_all(s, NULL, handlers, context, e);
}

int
xml_read_text(struct text *t, const struct xml_handlers *handlers, void *context, struct err *e)
{
    return read_all(NULL, t, handlers, context, e);
}

const char *
xml_attribute(const char **attributes, const char *name)
{
    for (const char **a = attributes; *a; a += 2)
        if (strcmp(a[0], name) == 0)
            return a[1];
    for (const char **a = attributes; *a; a += 2)
        if (strcmp(local_name(a[0]), name) == 0 && strncmp(a[0], "xmlns:", 6) != 0)
            return a[1];
    return NULL;
}
