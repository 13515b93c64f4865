/*
 * markdown.h - texts in Markdown.
 */
#ifndef REPORTS_MARKDOWN_H
#define REPORTS_MARKDOWN_H

#include "base/buf.h"

/* Append ${text} so that it is shown as it stands, and no part of it is a link, a picture or a
 * mention; unsafe characters as by sv_escape_next(). */
void markdown_text(struct buf *out, struct sv text);

#endif
