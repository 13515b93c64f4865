/*
 * json_behind.h - what stands behind the list in a JSON document, found by a scan before the
 * reading.
 *
 *     {"Items": [...], "AccountID": "1"}     the elements need the account, which comes too late
 *
 * For json_read.c alone. A survey reads the documents of a text without passing on any element and
 * keeps the members behind their lists; the reading begins each envelope with them.
 */
#ifndef RECORD_JSON_BEHIND_H
#define RECORD_JSON_BEHIND_H

#include "record/json_reader.h"

/* At the end of a document of a survey: keep its envelope where part of it stands behind the list.
 * -1: ERR_NOMEM. */
int json_behind_keep(struct json_reader *r, struct err *e);

/* What was kept of the document that begins, the caller's from now on; NULL: nothing. */
cJSON *json_behind_take(struct json_reader *r);

void json_behinds_release(struct json_behinds *b);

#endif
