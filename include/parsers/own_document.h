/*
 * own_document.h - the JSON documents that gpubill itself reads and writes, told apart where one is
 * given in the place of another.
 */
#ifndef PARSERS_OWN_DOCUMENT_H
#define PARSERS_OWN_DOCUMENT_H

#include "base/err.h"
#include "base/sv.h"

enum own_document {
    OWN_NONE,
    OWN_CONFIG, /* gpubill.json, under any name */
    OWN_FORMAT, /* of bills */
    OWN_REPORT, /* review.json */
};

/* What ${text}, the beginning of a JSON document, is by the keys in it. */
enum own_document own_document_of(struct sv text);

/*
 * 0 unless ${text} is plainly no ${expected} (OWN_CONFIG, OWN_FORMAT): no JSON at all, or one of
 * the others. Then -1, and ${e} says what it is and where it goes, without a place. What is left to
 * be said of its keys is not said here.
 */
int own_document_check(enum own_document expected, struct sv text, struct err *e);

#endif
