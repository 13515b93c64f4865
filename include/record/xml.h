/*
 * xml.h - the elements of an XML document, one at a time, by expat.
 *
 * DTDs are refused, and with them all entities of the document's own. Nothing of the document is
 * kept: memory does not grow with it.
 */
#ifndef RECORD_XML_H
#define RECORD_XML_H

#include "base/err.h"
#include "base/sv.h"
#include "input/text.h"

/* Elements nest no deeper than this, whatever the limits say. */
#define XML_DEPTH_HIGHEST RECORD_DEPTH_HIGHEST

/*
 * What is called on the way; each may be NULL. Names are without their namespace prefix. 0: go on;
 * 1: enough, stop without error; -1: stop, ${e} says why.
 */
struct xml_handlers {
    /* ${attributes}: name, value, name, value, ..., NULL; see xml_attribute(). */
    int (*start)(void *context, const char *name, const char **attributes, struct err *e);
    int (*end)(void *context, const char *name, struct err *e);
    int (*text)(void *context, struct sv text, struct err *e); /* in pieces of any size */
};

/*
 * Read all of ${s} within its limits: of nesting, and, for a tag with its attributes, of a field.
 * 0: it was read, or a handler had enough; -1: a handler failed, ERR_SYNTAX with
 * the line of the document where it is damaged or has a DTD, ERR_LIMIT, ERR_IO, ERR_NOMEM.
 */
int xml_read(struct source *s, const struct xml_handlers *handlers, void *context, struct err *e);

/*
 * As xml_read() of ${t}, whose charset is known: what the document says of it is passed over, for
 * it is wrong in many that were saved again, and expat knows no GB18030. The line of damage is that
 * of the document, too.
 */
int xml_read_text(struct text *t, const struct xml_handlers *handlers, void *context,
    struct err *e);

/* The value of the attribute ${name}, first without, then with any prefix; NULL: there is none. */
const char *xml_attribute(const char **attributes, const char *name);

#endif
