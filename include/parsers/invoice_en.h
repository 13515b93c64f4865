/*
 * invoice_en.h - what the two syntaxes of EN 16931 have in common.
 */
#ifndef PARSERS_INVOICE_EN_H
#define PARSERS_INVOICE_EN_H

#include "parsers/invoice_draft.h"
#include "parsers/invoice_reader.h"
#include "parsers/invoice_tree.h"

/* Fill ${d} from the document below ${root}. */
typedef void en_fill(struct draft *d, const struct tree_node *root);

/* Read ${s} as XML, fill a draft and keep it. -1: as invoice_reader.read. */
int en_read(struct source *s, en_fill *fill, struct input *in, struct invoices *out,
    struct err *e);

/* The amount at ${path} below ${node}; one in another currency than the draft's is trouble. */
void en_amount(struct draft *d, struct money *field, bool *has, const char *name,
    const struct tree_node *node, const char *path);

/* A line called ${item} with the amount at ${path} below ${node}, which is taken off where
 * ${is_less}. NULL when memory is out. */
struct invoice_line *en_line(struct draft *d, struct sv item, const struct tree_node *node,
    const char *path, bool is_less);

/* Add ${text} to what is searched for order ids. */
void en_reference(struct draft *d, struct sv text);

/* Finish: no tax is stated where none is due; a credit note gives back what it states. */
void en_finish(struct draft *d, struct sv type_code);

#endif
