/*
 * invoice_ofd.h - the parts of an OFD document that tell of an invoice.
 */
#ifndef PARSERS_INVOICE_OFD_H
#define PARSERS_INVOICE_OFD_H

#include "input/container.h"
#include "parsers/invoice_layout.h"

/* Whether ${c} is an OFD document and not just any archive. */
bool ofd_is(const struct container *c);

/* Whether a damaged archive that begins with ${head} says by the names of its members that it was
 * an OFD document. */
bool ofd_was(struct sv head);

/*
 * The member that ${path} leads to: absolute, or from the folder of ${base} (a member's path, ""
 * for the root). (size_t)-1 where there is none, or, with ${e} set, where memory is out.
 */
size_t ofd_find(const struct container *c, struct sv base, struct sv path, struct err *e);

/* A text object of a page that is no template. */
struct ofd_object {
    const char *id, *text;
};

struct ofd_page_texts {
    struct arena arena;
    struct { struct ofd_object *at; size_t n, room; } objects; /* ofd_texts_sort(): by id */
    struct words words; /* of pages and templates, within the page */
};

/*
 * Add the text objects of the page ${s}, number ${page}; those of a template are words alone. -1:
 * ERR_NOMEM, ERR_IO, ERR_LIMIT, ERR_SYNTAX where it is damaged.
 */
int ofd_read_page(struct ofd_page_texts *out, struct source *s, int page, bool is_template,
    struct err *e);
void ofd_texts_sort(struct ofd_page_texts *t);
void ofd_texts_release(struct ofd_page_texts *t);

/* The text of the object ${id}, "" if there is none. */
const char *ofd_text(const struct ofd_page_texts *t, struct sv id);

/*
 * Fill ${d} from the tags in ${tags}, the text of a CustomTag.xml, which need not be well-formed:
 * fields whose contents are references to text objects, or texts.
 */
void ofd_read_tags(struct draft *d, struct sv tags, const struct ofd_page_texts *t);

/* Fill ${d} from an original_invoice.xml. -1: as tree_read(). */
int ofd_read_original(struct draft *d, struct source *s, struct err *e);

#endif
