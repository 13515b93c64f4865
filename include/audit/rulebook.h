/*
 * rulebook.h - the rules of a run: settings, custom rules, waivers; read from the config.
 *
 * Strict: an unknown rule or setting, a value of the wrong form is an error that names key and line
 * and what was expected.
 */
#ifndef AUDIT_RULEBOOK_H
#define AUDIT_RULEBOOK_H

#include "audit/finding.h"
#include "parsers/config.h"

/* "custom:weekend": conditions that lines must hold, and what then leaks. */
struct custom_rule {
    const char *id;
    enum certainty certainty;
    struct condition *where;
    const int *group_by; /* fields (line_field.h), ended by -1 */
    bool is_leak_zero;
    struct fraction share; /* of billed, that leaks */
    const char *message_en, *message_zh; /* "" if not given */
    uint64_t line; /* in the config */
};

struct rulebook {
    struct arena arena;
    struct rule_settings *settings; /* by rule_at() */
    struct { struct custom_rule *at; size_t n, room; } custom; /* in the config's order */
};

/* The rules as ${c} (NULL: the defaults) sets them. -1: ERR_USAGE or ERR_SYNTAX with path and line,
 * ERR_NOMEM. Release ${b} in every case; ${c} must outlive it. */
int rulebook_load(struct rulebook *b, const struct config *c, struct err *e);
void rulebook_release(struct rulebook *b);

#endif
