/*
 * finding.c - groups and claims, while a rule checks.
 *
 * Texts of groups are interned, so that a group is a key of pointers. Lines of equal facets are of
 * one group, which is looked up once for them. Findings live in an arena, their lists on the heap.
 */
#include <stdlib.h>

#include "audit/findings.h"
#include "base/memory.h"
#include "base/vec.h"

#define FINDINGS_MAX UINT32_MAX

/* How often it is looked at how much memory is in use. */
#define LINES_PER_LOOK 1024

struct group_key {
    const char *platform, *account, *resource, *currency, *key;
    uint64_t order_and_certainty;
};

struct arena *
finding_arena(struct findings *f)
{
    return &f->arena;
}

static const char *
text_of(struct findings *f, const char *text)
{
    return intern_text(&f->strings, sv_of(text ? text : ""));
}

/* What people call the instance: the config's name for it, else the last that a bill has. */
static const char *
name_of(const struct findings *f, const struct timeline_instance *i)
{
    const struct config_instance *config = audit_instance(f->audit, i->platform, i->instance);
    const struct ledger_line *best = NULL;

    if (config && config->name[0])
        return config->name;
    for (size_t k = 0; k < i->line_count; k++) {
        const struct ledger_line *line = audit_line(f->audit, i->lines[k]);
        const char *name = ledger_text(line, TEXT_RESOURCE_NAME);

        if (!name[0] || !line_is_compute(line))
            continue;
        if (!best || line->start > best->start ||
            (line->start == best->start &&
                strcmp(name, ledger_text(best, TEXT_RESOURCE_NAME)) > 0))
            best = line;
    }
    return best ? ledger_text(best, TEXT_RESOURCE_NAME) : i->instance;
}

static struct finding *
make(struct findings *f, const struct group_key *key, enum certainty certainty, struct err *e)
{
    struct finding *made = arena_alloc(&f->arena, sizeof(*made));

    if (!made)
        return err_nomem(e), NULL;
    if (vec_grow(&f->list, 1, FINDINGS_MAX, e))
        return NULL;
    *made = (struct finding){ .rule = f->rule_id, .of = f->rule, .order = f->order,
        .certainty = certainty, .platform = key->platform, .account = key->account,
        .resource = key->resource, .currency = key->currency, .key = key->key,
        .from = TIME_NONE, .to = TIME_NONE, .waiver = "", .said_en = "",
        .said_zh = "" };
    f->list.at[f->list.n++] = made;
    return made;
}

/* The finding of ${group}; a new one has no name yet. */
static struct finding *
find_or_make(struct findings *f, const struct finding_group *group, struct err *e)
{
    struct group_key key = { text_of(f, group->platform), text_of(f, group->account),
        text_of(f, group->resource), text_of(f, group->currency), text_of(f, group->key),
        (uint64_t)f->order << 8 | (uint64_t)group->certainty };
    struct sv bytes = { (const char *)&key, sizeof(key) };
    struct map_entry *entry;

    if (!key.platform || !key.account || !key.resource || !key.currency || !key.key)
        return err_nomem(e), NULL;
    entry = map_get(&f->groups, bytes);
    if (!entry) {
        struct finding *made = make(f, &key, group->certainty, e);

        if (!made)
            return NULL;
        bytes = arena_sv(&f->arena, bytes);
        entry = bytes.p ? map_put(&f->groups, bytes, NULL) : NULL;
        if (!entry)
            return err_nomem(e), NULL;
        entry->value.pointer = made;
    }
    return entry->value.pointer;
}

struct finding *
finding_of_group(struct findings *f, const struct finding_group *group, struct err *e)
{
    struct finding *found = find_or_make(f, group, e);

    if (found && !found->name)
        found->name = found->resource;
    return found;
}

enum certainty
finding_certainty(const struct findings *f, enum certainty c, uint32_t line)
{
    return c == CERTAIN && audit_line(f->audit, line)->changes & CHANGE_GUESSED ? LIKELY : c;
}

/* The finding of the instance or resource of line ${at}, whose index is ${line}. */
static struct finding *
find_by_line(struct findings *f, enum certainty c, uint32_t line, const struct ledger_line *at,
    struct err *e)
{
    const struct timeline_instance *i = timeline_of(&f->audit->timeline, line);
    struct finding_group group = { .certainty = c,
        .platform = ledger_text(at, TEXT_PLATFORM),
        .account = ledger_text(at, TEXT_BILLING_ACCOUNT_ID), .resource = line_resource(at),
        .currency = ledger_text(at, TEXT_BILLING_CURRENCY) };
    struct finding *found = find_or_make(f, &group, e);
    const char *name = ledger_text(at, TEXT_RESOURCE_NAME);

    if (found && !found->name)
        found->name = i ? name_of(f, i) : name[0] ? name : found->resource;
    return found;
}

struct finding *
finding_of_line(struct findings *f, enum certainty c, uint32_t line, struct err *e)
{
    const struct ledger_line *at = audit_line(f->audit, line);
    struct finding **found;

    c = finding_certainty(f, c, line);
    found = f->found_by[c];
    if (!found)
        found = f->found_by[c] =
            calloc(f->audit->in.ledger->facets.n + 1, sizeof(struct finding *));
    if (!found)
        return err_nomem(e), NULL;
    found += at->facets->number;
    if (!*found)
        *found = find_by_line(f, c, line, at, e);
    return *found;
}

/* Take ${line} among those of ${to}, whose span and billed grow. */
static int
add_line(struct findings *f, struct finding *to, uint32_t line, struct money leak, struct err *e)
{
    const struct ledger_line *at = audit_line(f->audit, line);
    int64_t end = at->end == TIME_NONE ? at->start : at->end;

    if (++f->lines_added % LINES_PER_LOOK == 0 &&
        memory_check(f->audit->in.memory_limit, e))
        return -1;
    if (vec_grow(&to->lines, 1, FINDINGS_MAX, e) || money_add(&to->billed, ledger_billed(at), e) ||
        money_add(&to->leak, leak, e))
        return -1;
    if (at->start != TIME_NONE && (to->from == TIME_NONE || at->start < to->from))
        to->from = at->start;
    if (end != TIME_NONE && (to->to == TIME_NONE || end > to->to))
        to->to = end;
    to->lines.at[to->lines.n++] = (struct finding_line){ line, leak, MONEY_ZERO };
    return 0;
}

int
finding_mention(struct findings *f, struct finding *to, uint32_t line, struct err *e)
{
    return add_line(f, to, line, MONEY_ZERO, e);
}

int
finding_give(struct findings *f, struct finding *to, uint32_t line, struct money leak,
    struct money net, struct err *e)
{
    if (add_line(f, to, line, leak, e) || money_add(&to->net, net, e))
        return -1;
    to->lines.at[to->lines.n - 1].net = net;
    return 0;
}

static int
claim(struct findings *f, struct finding *to, uint32_t line, struct money leak,
    const struct claimed_time *time, struct err *e)
{
    struct claim c = { .finding = to, .line = line, .place = to->lines.n, .time = time,
        .leak = leak };

    if (money_is_zero(leak) || money_is_negative(leak))
        return 0;
    return add_line(f, to, line, leak, e) || claims_add(&f->claims, &c, e) ? -1 : 0;
}

int
finding_claim_amount(struct findings *f, struct finding *to, uint32_t line, struct money leak,
    struct err *e)
{
    struct money billed = ledger_billed(audit_line(f->audit, line));

    if (money_compare(leak, billed) >= 0)
        return claim(f, to, line, billed, NULL, e);
    leak = money_round(leak, 9);
    return claim(f, to, line, money_compare(leak, billed) > 0 ? billed : leak, NULL, e);
}

int
finding_claim_time(struct findings *f, struct finding *to, uint32_t line,
    const struct claimed_time *time, struct err *e)
{
    const struct ledger_line *at = audit_line(f->audit, line);
    struct span period;

    if (!line_period(at, &period))
        return 0;
    return claim(f, to, line, fraction_share(ledger_billed(at),
        leak_share(time, period, leak_cards(&f->audit->timeline, line))), time, e);
}

int
finding_claim_all(struct findings *f, struct finding *to, uint32_t line, bool by_time,
    struct err *e)
{
    static const struct claimed_time all = { .weight = { 1, 1 } };
    const struct ledger_line *at = audit_line(f->audit, line);
    struct span period;

    if (by_time && line_period(at, &period))
        return finding_claim_time(f, to, line, &all, e);
    return finding_claim_amount(f, to, line, ledger_billed(at), e);
}

const struct claimed_time *
finding_time_of(struct findings *f, const struct strip *s, struct fraction weight, struct err *e)
{
    struct claimed_time *time = arena_alloc(&f->arena, sizeof(*time));

    if (!time)
        return err_nomem(e), NULL;
    *time = (struct claimed_time){ .strips = s, .n = 1, .weight = weight };
    return time;
}
