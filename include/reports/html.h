/*
 * html.h - texts in HTML: whatever they hold, they are shown and never run.
 */
#ifndef REPORTS_HTML_H
#define REPORTS_HTML_H

#include "base/buf.h"

/*
 * Append ${text}, fit for the content of an element and for an attribute in double quotes: & < > "
 * ' as entities, control and bidirectional characters and bytes that are no UTF-8 as \xNN.
 */
void html_text(struct buf *out, const char *text);

#endif
