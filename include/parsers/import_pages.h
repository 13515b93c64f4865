/*
 * import_pages.h - files of several JSON documents that are pages of one list: pages that are
 * missing, and pages that are there twice.
 */
#ifndef PARSERS_IMPORT_PAGES_H
#define PARSERS_IMPORT_PAGES_H

#include "parsers/reader.h"

/* Look at a record before it is made into something. -1: ERR_NOMEM. */
int import_pages_note(struct reader *r, const struct record *record, struct err *e);

/*
 * After the last record: warn where a document says that there are more elements than came
 * (`pages-missing`); let documents that are, byte by byte, one that came before count once
 * (`duplicate-page`). Reads the file once more where its list stands inside documents; files of
 * more than RECORD_MAX bytes and such with damage are not looked at for that. -1: ERR_NOMEM,
 * ERR_IO, ERR_ENCODING.
 */
int import_pages_settle(struct reader *r, struct err *e);

void import_pages_release(struct reader *r);

#endif
