/*
 * ledger_stream.h - `ledger --stream`: one bill through the program, as an engine's mapper.
 */
#ifndef APP_LEDGER_STREAM_H
#define APP_LEDGER_STREAM_H

#include "app/options.h"
#include "parsers/where.h"
#include "run/reading.h"

/*
 * Read standard input and write its ledger lines, block by block; of what became of every other
 * record an account as NDJSON. ${r} is initialised. An exit code; what is wrong has been said.
 */
int ledger_stream(struct reading *r, const struct options *o, const struct where *where);

#endif
