/*
 * tree.c - a small XML document as a tree.
 */
#include <stdint.h>

#include "base/buf.h"
#include "parsers/invoice_tree.h"

struct builder {
    struct tree *tree;
    struct tree_node *open[XML_DEPTH_HIGHEST + 1]; /* from the root */
    struct tree_node *last[XML_DEPTH_HIGHEST + 1]; /* child of each */
    size_t depth, nodes;
    struct buf texts[XML_DEPTH_HIGHEST + 1];
};

static int
copy_attributes(struct builder *b, struct tree_node *node, const char **attributes, struct err *e)
{
    size_t n = 0;

    while (attributes[n])
        n++;
    node->attributes = arena_array(&b->tree->arena, n + 1, sizeof(*node->attributes));
    if (!node->attributes)
        return err_nomem(e);
    for (size_t i = 0; i < n; i++) {
        node->attributes[i] = arena_text(&b->tree->arena, sv_of(attributes[i]));
        if (!node->attributes[i])
            return err_nomem(e);
    }
    return 0;
}

static int
on_start(void *context, const char *name, const char **attributes, struct err *e)
{
    struct builder *b = context;
    struct tree_node *node = arena_alloc(&b->tree->arena, sizeof(*node));

    if (!node)
        return err_nomem(e);
    if (++b->nodes > TREE_NODES_MAX || b->tree->arena.total > TREE_BYTES_MAX)
        return err_set(e, ERR_LIMIT, "the XML is too large for an invoice: it has more "
            "than %d elements, or %zu MiB", TREE_NODES_MAX, TREE_BYTES_MAX >> 20);
    node->name = arena_text(&b->tree->arena, sv_of(name));
    node->text = "";
    if (!node->name || copy_attributes(b, node, attributes, e))
        return err_nomem(e);
    if (b->depth == 0)
        b->tree->root = node;
    else if (b->last[b->depth - 1])
        b->last[b->depth - 1]->next = node;
    else
        b->open[b->depth - 1]->first = node;
    if (b->depth > 0)
        b->last[b->depth - 1] = node;
    b->open[b->depth] = node;
    b->last[b->depth] = NULL;
    buf_reset(&b->texts[b->depth]);
    b->depth++;
    return 0;
}

static int
on_text(void *context, struct sv text, struct err *e)
{
    struct builder *b = context;

    if (b->depth > 0)
        buf_add(&b->texts[b->depth - 1], text);
    return b->depth > 0 ? buf_ok(&b->texts[b->depth - 1], e) : 0;
}

static int
on_end(void *context, const char *name, struct err *e)
{
    struct builder *b = context;
    struct sv text;

    (void)name;
    b->depth--;
    text = sv_trim(buf_sv(&b->texts[b->depth]));
    if (text.n == 0)
        return 0;
    b->open[b->depth]->text = arena_text(&b->tree->arena, text);
    return b->open[b->depth]->text ? 0 : err_nomem(e);
}

/* In the charset that the bytes are in; where that is none, expat says what is damaged. */
static int
read_decoded(struct source *s, const struct xml_handlers *handlers, void *context, struct err *e)
{
    struct charset_found charset;
    struct err failure = ERR_INIT;
    struct text *text;
    int result;

    if (charset_find(&charset, s, &failure) || charset.has_bad_bytes)
        return xml_read(s, handlers, context, e);
    text = text_new(s, &charset, e);
    if (!text)
        return -1;
    result = xml_read_text(text, handlers, context, e);
    text_free(text);
    return result;
}

int
tree_read(struct tree *t, struct source *s, struct err *e)
{
    static const struct xml_handlers handlers = { on_start, on_end, on_text };
    struct builder b = { .tree = t };
    int result;

    *t = (struct tree){ .arena = ARENA_INIT };
    for (size_t i = 0; i <= XML_DEPTH_HIGHEST; i++)
        buf_init(&b.texts[i], TREE_BYTES_MAX);
    result = read_decoded(s, &handlers, &b, e);
    for (size_t i = 0; i <= XML_DEPTH_HIGHEST; i++)
        buf_release(&b.texts[i]);
    if (result == 0 && !t->root)
        return err_set(e, ERR_SYNTAX, "the XML has no element");
    return result;
}

void
tree_release(struct tree *t)
{
    arena_release(&t->arena);
    t->root = NULL;
}

static const struct tree_node *
among(const struct tree_node *node, struct sv name)
{
    while (node && !sv_is(sv_of(node->name), name))
        node = node->next;
    return node;
}

const struct tree_node *
tree_child(const struct tree_node *node, const char *name)
{
    return node ? among(node->first, sv_of(name)) : NULL;
}

const struct tree_node *
tree_again(const struct tree_node *node)
{
    return node ? among(node->next, sv_of(node->name)) : NULL;
}

const struct tree_node *
tree_at(const struct tree_node *node, const char *path)
{
    struct sv rest = sv_of(path), name;

    while (node && sv_cut(&rest, '/', &name))
        node = among(node->first, name);
    return node;
}

/* The first node at ${path} below ${node}, on any way, with another text than ${text}. */
static const struct tree_node *
find_other(const struct tree_node *node, struct sv path, struct sv text)
{
    struct sv rest = path, name;

    if (!sv_cut(&rest, '/', &name))
        return sv_is(sv_of(node->text), text) ? NULL : node;
    for (node = among(node->first, name); node; node = tree_again(node)) {
        const struct tree_node *other = find_other(node, rest, text);

        if (other)
            return other;
    }
    return NULL;
}

const struct tree_node *
tree_other(const struct tree_node *node, const char *path)
{
    const struct tree_node *first = tree_at(node, path);

    return first ? find_other(node, sv_of(path), sv_of(first->text)) : NULL;
}

struct sv
tree_text(const struct tree_node *node, const char *path)
{
    node = tree_at(node, path);
    return node ? sv_of(node->text) : SV_EMPTY;
}

/* Depth is bounded by XML_DEPTH_HIGHEST. */
const struct tree_node *
tree_find(const struct tree_node *node, const char *name)
{
    for (node = node ? node->first : NULL; node; node = node->next) {
        const struct tree_node *below;

        if (strcmp(node->name, name) == 0)
            return node;
        below = tree_find(node, name);
        if (below)
            return below;
    }
    return NULL;
}

/* Where the tag that begins at ${at} ends, quotes regarded; ${head}.n if it does not. */
static size_t
tag_end(struct sv head, size_t at)
{
    char quote = '\0';

    for (; at < head.n; at++) {
        char c = head.p[at];

        if (quote)
            quote = c == quote ? '\0' : quote;
        else if (c == '"' || c == '\'')
            quote = c;
        else if (c == '>')
            break;
    }
    return at;
}

/* Behind the comment, instruction or declaration that begins at ${at}. */
static size_t
skip_markup(struct sv head, size_t at)
{
    struct sv rest = sv_part(head, at, head.n), end = SV(">");
    size_t found;

    if (sv_starts(rest, SV("<!--")))
        end = SV("-->");
    else if (sv_starts(rest, SV("<?")))
        end = SV("?>");
    else if (sv_starts(rest, SV("<!DOCTYPE")) && sv_find(rest, SV("]>"), 0) != (size_t)-1)
        end = SV("]>");
    found = sv_find(head, end, at);
    return found == (size_t)-1 ? head.n : found + end.n;
}

struct sv
tree_root_name(struct sv head, struct sv *tag)
{
    size_t at = 0, end, colon;
    struct sv name;

    for (;;) {
        at = sv_find(head, SV("<"), at);
        if (at == (size_t)-1 || at + 1 >= head.n)
            return SV_EMPTY;
        if (head.p[at + 1] != '?' && head.p[at + 1] != '!')
            break;
        at = skip_markup(head, at);
    }
    end = tag_end(head, at);
    *tag = sv_part(head, at, end);
    for (end = at + 1; end < head.n && !strchr(" \t\r\n/>", head.p[end]); end++)
        ;
    name = sv_part(head, at + 1, end);
    colon = sv_find(name, SV(":"), 0);
    return colon == (size_t)-1 ? name : sv_part(name, colon + 1, name.n);
}
