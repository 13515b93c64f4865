/*
 * finding_unknown.c - what a rule cannot judge, and what it warns of, while it checks.
 *
 * Whom a line is about its facets tell: what is unknown is noted by their numbers, and who that is
 * is looked up once all rules have checked.
 */
#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>

#include "audit/findings.h"

int
finding_unknown(struct findings *f, enum unknown_what what, uint32_t line, struct money gpu_time,
    struct err *e)
{
    size_t facets = f->audit->in.ledger->facets.n;
    uint32_t number = audit_line(f->audit, line)->facets->number;

    assert(f->order < 64);
    if (!f->unknown_by[what])
        f->unknown_by[what] = calloc(facets, sizeof(*f->unknown_by[what]));
    if (!money_is_zero(gpu_time) && !f->unknown_time)
        f->unknown_time = calloc(facets, sizeof(*f->unknown_time));
    if (!f->unknown_by[what] || (!money_is_zero(gpu_time) && !f->unknown_time))
        return err_nomem(e);
    f->unknown_by[what][number] |= UINT64_C(1) << f->order;
    return money_is_zero(gpu_time) ? 0 : money_add(&f->unknown_time[number], gpu_time, e);
}

/* What stands for input ${index} until its warnings go there. NULL when memory is out. */
static struct input *
said_of(struct findings *f, uint32_t index)
{
    if (!f->said)
        f->said = calloc(f->audit->in.ledger->inputs.n, sizeof(struct input *));
    if (f->said && !f->said[index])
        f->said[index] = input_new(SV(""), false);
    return f->said ? f->said[index] : NULL;
}

void
finding_warn(struct findings *f, uint32_t line, const char *code, const char *format, ...)
{
    const struct ledger_line *at = audit_line(f->audit, line);
    struct input *said = said_of(f, at->input);
    struct message m;
    va_list ap;

    if (!said)
        return;
    va_start(ap, format);
    message_set_wholev(&m, format, ap);
    va_end(ap);
    input_warn_message(said, code, at->source_line, &m);
}
