/*
 * settle_equal_files.c - the same file given twice counts once.
 *
 * Equal content means equal SHA-256; the first in the order of inputs stays. Only bills are
 * compared: rows of logs change no sum, and invoices and payments are settled where they are
 * matched.
 */
#include "base/map.h"
#include "ledger/settle.h"

/* Note in ${first}, for each input, the index of the first input of equal content. */
static int
find_equal(const struct ledger *l, struct map *seen, uint32_t *first, bool *any, struct err *e)
{
    for (size_t i = 0; i < l->inputs.n; i++) {
        const struct input *in = l->inputs.at[i];
        struct map_entry *entry;
        bool is_new;

        first[i] = (uint32_t)i;
        if (in->kind != INPUT_BILL || in->sha256[0] == '\0')
            continue;
        entry = map_put(seen, sv_of(in->sha256), &is_new);
        if (!entry)
            return err_nomem(e);
        if (is_new) {
            entry->value.number = i;
        } else {
            first[i] = (uint32_t)entry->value.number;
            *any = true;
        }
    }
    return 0;
}

int
settle_equal_files(struct ledger *l, struct err *e)
{
    struct arena scratch = ARENA_INIT;
    struct map seen = MAP_INIT;
    uint32_t *first = arena_array(&scratch, l->inputs.n + 1, sizeof(*first));
    bool any = false;
    int result = -1;

    if (!first) {
        err_nomem(e);
        goto out;
    }
    if (find_equal(l, &seen, first, &any, e))
        goto out;
    for (size_t i = 0; any && i < l->inputs.n; i++)
        if (first[i] != i)
            input_warn_whole(l->inputs.at[i], "already-seen", 0,
                "this file has the same content as %s, whose rows are counted once",
                l->inputs.at[first[i]]->path);
    for (size_t i = 0; any && i < l->lines.n; i++) {
        struct ledger_line *line = &l->lines.at[i];

        if (line->fate == FATE_COUNTED && first[line->input] != line->input)
            line->fate = FATE_ALREADY_SEEN;
    }
    result = 0;
out:
    map_release(&seen);
    arena_release(&scratch);
    return result;
}
