/*
 * platforms.c - what is known of each platform: who issues its invoices, and for what.
 */
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "recon/claims.h"
#include "recon/fold.h"

#define PLATFORMS_MAX 100000

static struct recon_platform *
find(struct recon *r, const char *id)
{
    for (size_t i = 0; i < r->platforms.n; i++)
        if (strcmp(r->platforms.at[i].id, id) == 0)
            return &r->platforms.at[i];
    return NULL;
}

static struct recon_platform *
find_or_add(struct recon *r, const char *id, struct err *e)
{
    struct recon_platform *p = find(r, id);

    if (p)
        return p;
    if (vec_grow(&r->platforms, 1, PLATFORMS_MAX, e))
        return NULL;
    p = &r->platforms.at[r->platforms.n++];
    *p = (struct recon_platform){ .id = id };
    return p;
}

static const struct config_invoice *
entry_of(const struct config *config, const char *platform)
{
    for (size_t i = 0; config && i < config->invoices.n; i++)
        if (strcmp(config->invoices.at[i].platform, platform) == 0)
            return &config->invoices.at[i];
    return NULL;
}

/* Platforms that have lines; the formats of files that hold several platforms tell the basis where
 * no format is the platform's own. */
static int
add_of_lines(struct recon *r, const struct ledger *l, const struct formats *formats,
    struct err *e)
{
    const char *last = NULL;
    uint32_t last_input = UINT32_MAX;

    for (size_t i = 0; i < l->lines.n; i++) {
        const struct ledger_line *line = &l->lines.at[i];
        const char *id = ledger_text(line, TEXT_PLATFORM);
        const struct format *f;
        struct recon_platform *p;

        if (line->fate == FATE_ALREADY_SEEN || line->fate == FATE_OTHER_VIEW)
            continue;
        if (ledger_word(line, WORD_ENTRY) == ENTRY_RECHARGE && (p = find(r, id)) != NULL)
            p->has_recharges = true;
        if (id == last && line->input == last_input)
            continue;
        last = id;
        last_input = line->input;
        p = find_or_add(r, id, e);
        if (!p)
            return -1;
        p->has_lines = true;
        if (ledger_word(line, WORD_ENTRY) == ENTRY_RECHARGE)
            p->has_recharges = true;
        f = formats_find(formats, sv_of(ledger_input(l, line)->format));
        if (!f)
            continue;
        p->is_net |= f->net_of_tax;
        if (p->basis == BASIS_UNKNOWN)
            p->basis = f->basis;
    }
    return 0;
}

static int
compare_formats(const void *x, const void *y)
{
    return strcmp((*(const struct format *const *)x)->id, (*(const struct format *const *)y)->id);
}

/* The formats by id, so that which of two states a basis does not depend on their order. */
static const struct format **
sorted_formats(struct arena *a, const struct formats *formats)
{
    const struct format **list = arena_array(a, formats->list.n + 1, sizeof(*list));

    for (size_t i = 0; list && i < formats->list.n; i++)
        list[i] = formats->list.at[i];
    if (list && formats->list.n > 1)
        qsort(list, formats->list.n, sizeof(*list), compare_formats);
    return list;
}

struct names {
    const char **at;
    size_t n, room;
};

static int
add_names(struct arena *a, struct names *names, const char *const *more, struct err *e)
{
    for (; more && *more; more++) {
        const char *folded = fold_name(a, *more);

        if (!folded)
            return err_nomem(e);
        if (vec_grow(names, 1, SIZE_MAX, e))
            return -1;
        names->at[names->n++] = folded;
    }
    return 0;
}

/* The sellers, basis and payees of ${p} from the ${list} of formats and from the config. */
static int
complete(struct recon *r, struct recon_platform *p, const struct format *const *list,
    const struct config *config, struct err *e)
{
    const struct config_invoice *entry = entry_of(config, p->id);
    enum invoice_basis own = BASIS_UNKNOWN;
    struct names names = { 0 };
    int result = -1;

    for (; *list; list++) {
        if (strcmp((*list)->platform, p->id) != 0)
            continue;
        if (own == BASIS_UNKNOWN)
            own = (*list)->basis;
        if (add_names(&r->arena, &names, (const char *const *)(*list)->sellers, e))
            goto done;
    }
    if (own != BASIS_UNKNOWN)
        p->basis = own;
    p->has_entry = entry != NULL;
    if (entry && add_names(&r->arena, &names, (const char *const *)entry->sellers, e))
        goto done;
    if (entry && entry->has_basis)
        p->basis = entry->basis;
    p->is_basis_known = p->basis != BASIS_UNKNOWN;
    if (!p->is_basis_known)
        p->basis = BASIS_CONSUMPTION;
    p->sellers = arena_array(&r->arena, names.n + 1, sizeof(*p->sellers));
    if (!p->sellers) {
        (void)err_nomem(e);
        goto done;
    }
    if (names.n > 0)
        memcpy(p->sellers, names.at, names.n * sizeof(*names.at));
    p->payees = p->sellers;
    if (entry && entry->payees && entry->payees[0])
        p->payees = fold_names(&r->arena, (const char *const *)entry->payees);
    result = p->payees ? 0 : err_nomem(e);
done:
    vec_release(&names);
    return result;
}

static int
compare(const void *x, const void *y)
{
    return strcmp(((const struct recon_platform *)x)->id, ((const struct recon_platform *)y)->id);
}

int
platforms_find(struct recon *r, const struct ledger *l, const struct formats *formats,
    const struct config *config, struct err *e)
{
    const struct format **list = sorted_formats(&r->arena, formats);

    if (!list)
        return err_nomem(e);
    if (add_of_lines(r, l, formats, e))
        return -1;
    for (size_t i = 0; config && i < config->invoices.n; i++)
        if (!find_or_add(r, config->invoices.at[i].platform, e))
            return -1;
    for (size_t i = 0; list[i]; i++)
        if (list[i]->platform[0] && list[i]->sellers && list[i]->sellers[0] &&
            !find_or_add(r, list[i]->platform, e))
            return -1;
    for (size_t i = 0; i < r->platforms.n; i++)
        if (complete(r, &r->platforms.at[i], list, config, e))
            return -1;
    if (r->platforms.n > 1)
        qsort(r->platforms.at, r->platforms.n, sizeof(*r->platforms.at), compare);
    return 0;
}
