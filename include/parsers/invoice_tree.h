/*
 * invoice_tree.h - a small XML document as a tree, for readers of invoices.
 *
 * Names are without their prefix; DTDs, deep nesting and documents beyond the limits are refused.
 */
#ifndef PARSERS_INVOICE_TREE_H
#define PARSERS_INVOICE_TREE_H

#include "base/arena.h"
#include "record/xml.h"

#define TREE_NODES_MAX 500000
#define TREE_BYTES_MAX ((size_t)64 << 20)

struct tree_node {
    const char *name, *text;        /* the text directly in it, all pieces */
    const char **attributes;        /* name, value, ..., NULL */
    struct tree_node *first, *next; /* child, sibling */
};

struct tree {
    struct arena arena;
    struct tree_node *root;
};

/* Read ${s}. -1: as xml_read(), ERR_LIMIT. Release ${t} in every case. */
int tree_read(struct tree *t, struct source *s, struct err *e);
void tree_release(struct tree *t);

/* The first child of ${node} called ${name}, or NULL; NULL has none. */
const struct tree_node *tree_child(const struct tree_node *node, const char *name);

/* The next sibling of ${node} of its name, or NULL; NULL has none. */
const struct tree_node *tree_again(const struct tree_node *node);

/* Down "A/B/C" from ${node}, each the first of its name; or NULL. */
const struct tree_node *tree_at(const struct tree_node *node, const char *path);

/* The text at ${path}, or an empty one. */
struct sv tree_text(const struct tree_node *node, const char *path);

/*
 * The first node at ${path}, of all that are there, whose text is not that of the one which
 * tree_at() finds: the document contradicts itself. NULL: none.
 */
const struct tree_node *tree_other(const struct tree_node *node, const char *path);

/* The first node called ${name} among all below ${node}, in the order of the document; or NULL. */
const struct tree_node *tree_find(const struct tree_node *node, const char *name);

/*
 * The name of the first element in ${head}, the beginning of a document, without its prefix, and
 * the whole of its tag as far as it is there. Empty where there is none.
 */
struct sv tree_root_name(struct sv head, struct sv *tag);

#endif
