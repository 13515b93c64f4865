/*
 * markdown.h - texts in Markdown.
 */
#ifndef REPORTS_MARKDOWN_H
#define REPORTS_MARKDOWN_H

#include "base/buf.h"

/* Append ${text} (without line ends) so that it is shown as it stands. */
void markdown_text(struct buf *out, struct sv text);

#endif
