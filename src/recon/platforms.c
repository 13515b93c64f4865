/*
 * platforms.c - what is known of each platform: who issues its invoices, and for what.
 */
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/vec.h"
#include "recon/claims.h"
#include "recon/fold.h"

#define PLATFORMS_MAX 100000

struct work {
    struct recon *r;
    struct map by_id; /* index into the platforms, as long as they are not sorted */
};

static struct recon_platform *
find_or_add(struct work *w, const char *id, struct err *e)
{
    struct recon *r = w->r;
    bool is_new;
    struct map_entry *entry = map_put(&w->by_id, sv_of(id), &is_new);

    if (!entry) {
        (void)err_nomem(e);
        return NULL;
    }
    if (is_new) {
        if (vec_grow_named(&r->platforms, 1, PLATFORMS_MAX, N_("platforms"), e))
            return NULL;
        entry->value.number = r->platforms.n;
        r->platforms.at[r->platforms.n++] = (struct recon_platform){ .id = id };
    }
    return &r->platforms.at[entry->value.number];
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
add_of_lines(struct work *w, const struct ledger *l, const struct formats *formats,
    struct err *e)
{
    struct recon_platform *p = NULL;
    const char *last = NULL;
    uint32_t last_input = UINT32_MAX;

    for (size_t i = 0; i < l->lines.n; i++) {
        const struct ledger_line *line = &l->lines.at[i];
        const char *id = ledger_text(line, TEXT_PLATFORM);
        bool is_same = id == last && line->input == last_input;
        const struct format *f;

        ledger_ahead(l, i);
        if (line->fate == FATE_ALREADY_SEEN || line->fate == FATE_OTHER_VIEW)
            continue;
        if (!is_same && !(p = find_or_add(w, id, e)))
            return -1;
        p->has_recharges |= ledger_word(line, WORD_ENTRY) == ENTRY_RECHARGE;
        if (is_same)
            continue;
        last = id;
        last_input = line->input;
        p->has_lines = true;
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

static int
add_all(struct work *w, const struct ledger *l, const struct formats *formats,
    const struct format *const *list, const struct config *config, struct err *e)
{
    if (add_of_lines(w, l, formats, e))
        return -1;
    for (size_t i = 0; config && i < config->invoices.n; i++)
        if (!find_or_add(w, config->invoices.at[i].platform, e))
            return -1;
    for (; *list; list++)
        if ((*list)->platform[0] && (*list)->sellers && (*list)->sellers[0] &&
            !find_or_add(w, (*list)->platform, e))
            return -1;
    return 0;
}

int
platforms_find(struct recon *r, const struct ledger *l, const struct formats *formats,
    const struct config *config, struct err *e)
{
    const struct format **list = sorted_formats(&r->arena, formats);
    struct work w = { .r = r };
    int result;

    if (!list)
        return err_nomem(e);
    result = add_all(&w, l, formats, list, config, e);
    map_release(&w.by_id);
    for (size_t i = 0; i < r->platforms.n && result == 0; i++)
        result = complete(r, &r->platforms.at[i], list, config, e);
    if (r->platforms.n > 1)
        qsort(r->platforms.at, r->platforms.n, sizeof(*r->platforms.at), compare);
    return result;
}

const struct recon_platform *
platforms_by_id(const struct recon *r, const char *id)
{
    const struct recon_platform key = { .id = id };

    return r->platforms.n == 0 ? NULL :
        bsearch(&key, r->platforms.at, r->platforms.n, sizeof(key), compare);
}
