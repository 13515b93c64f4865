/*
 * engine_sql.h - the rules as SQL, for ledgers that outgrow one machine.
 *
 * A script of statements that an engine runs over tables of its own: the ledger, state logs,
 * samples, files. Steps that rules share stand in src/audit/sql/, each rule in
 * src/audit/rules/rule_<id>.sql; what engines say differently is one table of macros
 * (engine_macro.h). Settings, prices and what is known of formats are filled in.
 */
#ifndef AUDIT_ENGINE_SQL_H
#define AUDIT_ENGINE_SQL_H

#include "audit/rulebook.h"
#include "base/buf.h"
#include "ledger/settle.h"
#include "parsers/config.h"

enum engine { ENGINE_SPARK, ENGINE_CLICKHOUSE, ENGINE_DUCKDB, ENGINE_POSTGRES, ENGINE_COUNT };

/* What is written; bits. */
enum sql_part {
    SQL_DDL = 1 << 0,
    SQL_RULES = 1 << 1,
    SQL_SPEND = 1 << 2,
};
#define SQL_ALL 7u

struct engine_sql {
    enum engine engine;
    unsigned parts;
    const struct config *config; /* NULL: none */
    const struct rulebook *rulebook;
    const struct formats *formats;
    struct period period; /* from == to: the whole months that hold all lines */
};

/* A column of a table that engines are given; its type is a macro (engine_macro.h). */
struct engine_column {
    const char *name, *type;
};

/* Of gpubill_inputs, gpubill_states, gpubill_usage; of gpubill_ledger what stands behind the
 * columns of the ledger. Ended by a NULL name. */
extern const struct engine_column engine_input_columns[], engine_state_columns[],
    engine_usage_columns[], engine_line_columns[];

/* Append the script to ${out}. -1: ERR_NOMEM, ERR_LIMIT. */
int engine_sql_write(struct buf *out, const struct engine_sql *in, struct err *e);

/* Why the rule called ${id} is in no script: a key for lang_text(); NULL where it is. */
const char *engine_sql_lacks(const char *id);

/* Whether the script of ${rule}, which is in one, may find a line more than once. */
bool engine_sql_claims_twice(const struct rule *rule);

#endif
