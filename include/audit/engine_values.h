/*
 * engine_values.h - what a script holds of this run: tables, settings, prices, formats; for
 * engine_sql.c.
 */
#ifndef AUDIT_ENGINE_VALUES_H
#define AUDIT_ENGINE_VALUES_H

#include "audit/engine_macro.h"

/* The tables that an engine is given. */
int engine_write_tables(struct macro_writer *w, struct buf *out, struct err *e);

/* A SELECT of what is known of formats; of the instances of the config; of its prices, times in the
 * zone of the review. */
void engine_add_formats(struct buf *out, enum engine engine, const struct formats *f);
void engine_add_instances(struct buf *out, enum engine engine, const struct config *c);
void engine_add_prices(struct buf *out, enum engine engine, const struct config *c,
    int zone_minutes);

/* A wide number, which may be too large for a BIGINT. */
void engine_add_wide(struct buf *out, enum engine engine, struct money m);

#endif
