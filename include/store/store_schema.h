/*
 * store_schema.h - whether the tables of a store are those that gpubill makes.
 */
#ifndef STORE_STORE_SCHEMA_H
#define STORE_STORE_SCHEMA_H

#include "store/store.h"

/*
 * 0 where all tables, indexes and views of ${model} are in ${s}, and beside them only views. -1:
 * ERR_IO naming what is not, ERR_NOMEM.
 */
int store_schema_check(struct store *s, struct store *model, struct err *e);

#endif
