/*
 * references.c - finding order ids in what an invoice says.
 *
 * Text and ids are compared folded. A token is a run of letters, digits, '-' and '_', with '.' only
 * between two of them: so 123456 is not named by the amount 123456.78.
 */
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "recon/fold.h"
#include "recon/references.h"

#define NONE UINT32_MAX

static bool
is_alnum(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool
is_token(const char *text, const char *at)
{
    if (is_alnum(*at) || *at == '-' || *at == '_')
        return true;
    return *at == '.' && at > text && is_alnum(at[-1]) && is_alnum(at[1]);
}

/* Where the token that starts at ${at} ends. */
static const char *
token_end(const char *text, const char *at)
{
    while (*at && is_token(text, at))
        at++;
    return at;
}

static int
add_order(struct references *f, const char *folded, uint32_t claim, uint32_t *last, struct err *e)
{
    bool is_new;
    struct map_entry *entry = map_put(&f->orders, sv_of(folded), &is_new);

    if (!entry)
        return err_nomem(e);
    if (!is_new) {
        f->next[last[entry->value.number]] = claim;
        last[entry->value.number] = claim;
        return 0;
    }
    entry->value.number = claim;
    last[claim] = claim;
    if (token_end(folded, folded)[0] == '\0')
        return 0;
    if (vec_grow(&f->odd, 1, SIZE_MAX, e))
        return -1;
    f->odd.at[f->odd.n++] = folded;
    return 0;
}

int
references_build(struct references *f, const struct recon *r, struct err *e)
{
    uint32_t *last = calloc(r->claims.n + 1, sizeof(*last));
    int result = -1;

    *f = (struct references){ .arena = ARENA_INIT };
    f->next = calloc(r->claims.n + 1, sizeof(*f->next));
    if (!last || !f->next) {
        (void)err_nomem(e);
        goto done;
    }
    for (size_t i = 0; i < r->claims.n; i++) {
        const char *folded = fold_text(&f->arena, r->claims.at[i].order_id);

        f->next[i] = NONE;
        if (!folded) {
            (void)err_nomem(e);
            goto done;
        }
        if (folded[0] && add_order(f, folded, (uint32_t)i, last, e))
            goto done;
    }
    result = 0;
done:
    free(last);
    return result;
}

void
references_release(struct references *f)
{
    map_release(&f->orders);
    free(f->next);
    vec_release(&f->odd);
    arena_release(&f->arena);
}

/* One search. */
struct finding {
    struct references *f;
    references_found *found;
    void *context;
};

static int
report(struct finding *x, struct sv id, struct err *e)
{
    const struct map_entry *entry = map_get(&x->f->orders, id);

    for (uint32_t i = entry ? (uint32_t)entry->value.number : NONE; i != NONE;
        i = x->f->next[i])
        if (x->found(x->context, i, e))
            return -1;
    return 0;
}

static const char *
past_blanks(const char *at)
{
    while (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n')
        at++;
    return at;
}

/* Skip one of ${words} (ASCII letters in any case); NULL if none stands at ${at}. */
static const char *
past_word(const char *at, const char *const *words)
{
    for (; *words; words++) {
        size_t n = strlen(*words);

        if (strlen(at) >= n && sv_is_folded((struct sv){ at, n }, sv_of(*words)))
            return at + n;
    }
    return NULL;
}

/* What stands between the word order and its first id. */
static const char *
past_introduction(const char *at)
{
    static const char *const words[] = { "编号", "号码", "单号", "号", "为", "是", "numbers",
        "number", "nos.", "no.", "nos", "no", "ids", "id", "#", ":", "=", ".", NULL };
    const char *next;

    while ((next = past_word(at = past_blanks(at), words)) != NULL) {
        /* "no" of "nord-1" is no word of its own. */
        if (is_alnum(next[-1]) && is_alnum(*next) && (*next < '0' || *next > '9'))
            break;
        at = next;
    }
    return at;
}

/* The list of ids behind the word order: all of them count, whatever their length. */
static int
read_list(struct finding *x, const char *text, const char *at, struct err *e)
{
    static const char *const separators[] = { "、", ",", ";", "/", "&", "+", "和", "及", "与",
        "and ", NULL };

    for (;;) {
        const char *end = token_end(text, at), *next;

        if (end == at)
            return 0;
        if (report(x, (struct sv){ at, (size_t)(end - at) }, e))
            return -1;
        next = past_word(past_blanks(end), separators);
        if (!next)
            return 0;
        at = past_introduction(next);
    }
}

/* Behind every 订单 and every word order or orders. */
static int
find_listed(struct finding *x, const char *text, struct err *e)
{
    static const char *const words[] = { "订单", "订單", "訂單", "orders", "order", NULL };

    for (const char *at = text; *at;) {
        const char *next = past_word(at, words);
        bool is_latin = next && is_alnum(*at);

        if (!next || (is_latin && ((at > text && is_alnum(at[-1])) ||
            ((next[0] | 0x20) >= 'a' && (next[0] | 0x20) <= 'z' && is_alnum(next[0]))))) {
            at++;
            continue;
        }
        if (read_list(x, text, past_introduction(next), e))
            return -1;
        at = next;
    }
    return 0;
}

/* Ids that are no tokens are looked for one by one, with the same care for where they end. */
static int
find_odd(struct finding *x, const char *text, struct err *e)
{
    for (size_t i = 0; i < x->f->odd.n; i++) {
        const char *id = x->f->odd.at[i];
        size_t n = strlen(id);

        for (const char *at = strstr(text, id); n >= REFERENCE_LENGTH && at;
            at = strstr(at + 1, id)) {
            if ((at > text && is_token(text, at - 1) && is_token(text, at)) ||
                (is_token(text, at + n - 1) && at[n] && is_token(text, at + n)))
                continue;
            if (report(x, sv_of(id), e))
                return -1;
            break;
        }
    }
    return 0;
}

int
references_find(struct references *f, const char *text, references_found *found,
    void *context, struct err *e)
{
    struct finding x = { f, found, context };
    struct arena arena = ARENA_INIT;
    const char *folded;
    int result = -1;

    if (!text[0] || f->orders.n == 0)
        return 0;
    folded = fold_text(&arena, text);
    if (!folded) {
        (void)err_nomem(e);
        goto done;
    }
    for (const char *at = folded; *at;) {
        const char *end = token_end(folded, at);

        if (end - at >= REFERENCE_LENGTH && report(&x, (struct sv){ at, (size_t)(end - at) }, e))
            goto done;
        at = end > at ? end : at + 1;
    }
    result = find_listed(&x, folded, e) || find_odd(&x, folded, e) ? -1 : 0;
done:
    arena_release(&arena);
    return result;
}
