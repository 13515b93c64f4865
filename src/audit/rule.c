/*
 * rule.c - the rules in order of precedence. The generated table is in that of file names.
 */
#include <string.h>

#include "audit/rule.h"

size_t
rule_count(void)
{
    size_t n = 0;

    while (rule_table[n])
        n++;
    return n;
}

size_t
rule_rank(const struct rule *rule)
{
    size_t before = 0;

    for (size_t k = 0; rule_table[k]; k++)
        before += rule_table[k]->order < rule->order;
    return before;
}

const struct rule *
rule_at(size_t i)
{
    for (size_t k = 0; rule_table[k]; k++)
        if (rule_rank(rule_table[k]) == i)
            return rule_table[k];
    return NULL;
}

const struct rule *
rule_find(const char *id)
{
    for (size_t k = 0; rule_table[k]; k++)
        if (strcmp(rule_table[k]->id, id) == 0)
            return rule_table[k];
    return NULL;
}
