/*
 * subset.c - subset sums by dynamic programming from the last amount to the first.
 *
 * Level i holds the sums of amounts i to n - 1 that lie within [target - (sum of those before i),
 * target]: what lies below can never become the target. A first pass counts them on one bitset, so
 * that a search which would give up, or find nothing, costs next to nothing. The second keeps of
 * each the fewest amounts that make it, as arrays over the window where these are dense, else as
 * sorted lists. Subsets are then read off from the first amount to the last, where each step is
 * known to lead to the target.
 */
#include <stdlib.h>
#include <string.h>

#include "recon/subset.h"

/* Targets above this are not tried on a bitset. */
#define BITS_MAX ((uint64_t)1 << 28)

/* Levels whose windows together are not wider than this are arrays. */
#define DENSE_MAX ((uint64_t)1 << 24)

#define IMPOSSIBLE UINT16_MAX

enum memory { MEMORY_AMOUNTS, MEMORY_PLACES, MEMORY_BITS, MEMORY_LEVELS, MEMORY_SUMS,
    MEMORY_COUNTS };

/* One level: sums from ${low} on. */
struct level {
    uint64_t low;
    uint64_t *sums;   /* ascending; NULL: counts stand for every sum from low */
    uint16_t *counts; /* the fewest amounts */
    size_t n;
};

struct search {
    struct subset *s;
    const uint64_t *amounts; /* those not above the target */
    const uint32_t *places;  /* where they stand in the caller's list */
    size_t n;
    uint64_t target, max_states;
    struct level *levels; /* n + 1 */
    uint64_t states, width; /* of all levels, after the first pass */
};

void
subset_release(struct subset *s)
{
    for (size_t i = 0; i < sizeof(s->memory) / sizeof(s->memory[0]); i++)
        free(s->memory[i]);
    free(s->chosen);
    *s = (struct subset)SUBSET_INIT;
}

static void *
memory(struct subset *s, enum memory m, size_t count, size_t size, struct err *e)
{
    size_t bytes;
    void *p;

    if (__builtin_mul_overflow(count + 1, size, &bytes)) {
        (void)err_nomem(e);
        return NULL;
    }
    if (bytes <= s->room[m])
        return s->memory[m];
    free(s->memory[m]);
    s->memory[m] = NULL;
    s->room[m] = 0;
    p = malloc(bytes);
    if (!p) {
        (void)err_nomem(e);
        return NULL;
    }
    s->memory[m] = p;
    s->room[m] = bytes;
    return p;
}

/* How many bits from ${low} to ${high} are set. */
static uint64_t
count_bits(const uint64_t *bits, uint64_t low, uint64_t high)
{
    uint64_t first = low / 64, last = high / 64, n = 0;

    for (uint64_t w = first; w <= last; w++) {
        uint64_t word = bits[w];

        if (w == first)
            word &= ~UINT64_C(0) << (low % 64);
        if (w == last && high % 64 < 63)
            word &= (UINT64_C(1) << (high % 64 + 1)) - 1;
        n += (uint64_t)__builtin_popcountll(word);
    }
    return n;
}

/* bits |= bits << by, up to word ${last}. */
static void
shift_in(uint64_t *bits, uint64_t by, uint64_t last)
{
    uint64_t words = by / 64;
    unsigned rest = (unsigned)(by % 64);

    for (uint64_t w = last + 1; w-- > words;) {
        uint64_t word = bits[w - words] << rest;

        if (rest > 0 && w > words)
            word |= bits[w - words - 1] >> (64 - rest);
        bits[w] |= word;
    }
}

static uint64_t
low_of(const struct search *x, uint64_t before)
{
    return before < x->target ? x->target - before : 0;
}

/* Sums of ${in}, with and without ${amount}, from ${low} to the target into ${out}; how many. */
static size_t
merge_sums(const struct search *x, uint64_t *out, const uint64_t *in, size_t n, uint64_t amount,
    uint64_t low)
{
    size_t a = 0, b = 0, count = 0;

    while (a < n || b < n) {
        uint64_t without = a < n ? in[a] : UINT64_MAX, with = b < n ? in[b] + amount : UINT64_MAX;
        uint64_t sum = with < without ? with : without;

        a += without == sum;
        b += with == sum;
        if (sum > x->target)
            break;
        if (sum >= low)
            out[count++] = sum;
    }
    return count;
}

/*
 * The first levels, of which there are fewer sums than words of bits, as sorted lists. ${*i} is the
 * first amount that is in none of them, ${bits} hold the last.
 */
static int
first_levels(struct search *x, uint64_t *bits, size_t *i, uint64_t *reached, uint64_t *before,
    struct err *e)
{
    size_t room = x->target / 256 + 2, n = 1;
    uint64_t *from = memory(x->s, MEMORY_SUMS, 2 * room, sizeof(*from), e);
    uint64_t *to = from ? memory(x->s, MEMORY_LEVELS, 2 * room, sizeof(*to), e) : NULL, *swap;

    if (!to)
        return -1;
    from[0] = 0;
    while (*i > 0 && n < room && x->states <= x->max_states) {
        uint64_t amount = x->amounts[--*i], low;

        *reached = *reached + amount < x->target ? *reached + amount : x->target;
        *before -= amount;
        low = low_of(x, *before);
        n = merge_sums(x, to, from, n, amount, low);
        x->states += n;
        x->width += low > *reached ? 0 : *reached - low + 1;
        swap = from;
        from = to;
        to = swap;
    }
    for (size_t k = 0; k < n; k++)
        bits[from[k] / 64] |= UINT64_C(1) << (from[k] % 64);
    return 0;
}

/* Count states; ${*goes_on}: there are not too many, and the target is among the sums. */
static int
first_pass(struct search *x, uint64_t total, bool *goes_on, struct err *e)
{
    uint64_t *bits, reached = 0, before = total;
    size_t i = x->n;

    *goes_on = true;
    if (x->target > BITS_MAX) {
        x->width = UINT64_MAX;
        return 0;
    }
    bits = memory(x->s, MEMORY_BITS, x->target / 64 + 1, sizeof(*bits), e);
    if (!bits)
        return -1;
    memset(bits, 0, (x->target / 64 + 1) * sizeof(*bits));
    if (first_levels(x, bits, &i, &reached, &before, e))
        return -1;
    while (x->states <= x->max_states && i-- > 0) {
        uint64_t low;

        reached += x->amounts[i];
        before -= x->amounts[i];
        if (reached > x->target)
            reached = x->target;
        shift_in(bits, x->amounts[i], reached / 64);
        low = low_of(x, before);
        if (low > reached)
            continue;
        x->states += count_bits(bits, low, reached);
        x->width += reached - low + 1;
    }
    if (x->states > x->max_states) {
        x->s->gave_up = true;
        *goes_on = false;
        return 0;
    }
    *goes_on = (bits[x->target / 64] >> (x->target % 64) & 1u) != 0;
    return 0;
}

static uint16_t
more(uint16_t count)
{
    return (uint16_t)(count + (count < IMPOSSIBLE - 1));
}

static uint16_t
count_at(const struct level *level, uint64_t sum)
{
    size_t from = 0, to = level->n;

    if (sum < level->low)
        return IMPOSSIBLE;
    if (!level->sums)
        return sum - level->low < level->n ? level->counts[sum - level->low] : IMPOSSIBLE;
    while (from < to) {
        size_t middle = from + (to - from) / 2;

        if (level->sums[middle] < sum)
            from = middle + 1;
        else
            to = middle;
    }
    return from < level->n && level->sums[from] == sum ? level->counts[from] : IMPOSSIBLE;
}

/* Fill ${level}, an array over its window, from the one below it, plain loops over plain arrays. */
static void
fill_dense(struct level *level, const struct level *below, uint64_t amount)
{
    uint64_t end = level->low + level->n, below_end = below->low + below->n;
    uint64_t from = below->low > level->low ? below->low : level->low;
    uint64_t to = below_end < end ? below_end : end;

    memset(level->counts, 0xff, level->n * sizeof(*level->counts));
    if (from < to)
        memcpy(level->counts + (from - level->low), below->counts + (from - below->low),
            (size_t)(to - from) * sizeof(*level->counts));
    from = below->low + amount > level->low ? below->low + amount : level->low;
    to = below_end + amount < end ? below_end + amount : end;
    for (uint64_t sum = from; sum < to; sum++) {
        uint16_t with = more(below->counts[sum - amount - below->low]);
        uint16_t *kept = &level->counts[sum - level->low];

        *kept = with < *kept ? with : *kept;
    }
}

static int
dense_levels(struct search *x, uint64_t total, struct err *e)
{
    uint16_t *counts = memory(x->s, MEMORY_COUNTS, x->width + 1, sizeof(*counts), e);
    uint64_t reached = 0, before = total;

    if (!counts)
        return -1;
    counts[0] = 0;
    x->levels[x->n] = (struct level){ .low = 0, .counts = counts++, .n = 1 };
    for (size_t i = x->n; i-- > 0;) {
        struct level *level = &x->levels[i];

        reached += x->amounts[i];
        before -= x->amounts[i];
        if (reached > x->target)
            reached = x->target;
        *level = (struct level){ .low = low_of(x, before), .counts = counts };
        level->n = level->low <= reached ? (size_t)(reached - level->low + 1) : 0;
        counts += level->n;
        fill_dense(level, &x->levels[i + 1], x->amounts[i]);
    }
    return 0;
}

/* Merge the sums of ${below} with the same plus ${amount} into ${level}. */
static void
merge(const struct search *x, struct level *level, const struct level *below, uint64_t amount)
{
    size_t a = 0, b = 0;

    while (a < below->n && below->sums[a] < level->low)
        a++;
    while (b < below->n && below->sums[b] + amount < level->low)
        b++;
    while (a < below->n || b < below->n) {
        uint64_t without = a < below->n ? below->sums[a] : UINT64_MAX;
        uint64_t with = b < below->n ? below->sums[b] + amount : UINT64_MAX;
        uint16_t count = IMPOSSIBLE;
        uint64_t sum = with < without ? with : without;

        if (sum > x->target)
            return;
        if (without == sum)
            count = below->counts[a++];
        if (with == sum) {
            uint16_t other = more(below->counts[b++]);

            count = other < count ? other : count;
        }
        level->sums[level->n] = sum;
        level->counts[level->n++] = count;
    }
}

/* A level may double the one below it; room is made before it is filled. */
static int
grow(struct search *x, size_t used, size_t need, struct err *e)
{
    size_t room = x->s->room[MEMORY_SUMS] / sizeof(uint64_t);
    size_t counts_room = x->s->room[MEMORY_COUNTS] / sizeof(uint16_t);
    void *p;

    if (room < used + need) {
        room = 2 * (used + need);
        p = realloc(x->s->memory[MEMORY_SUMS], room * sizeof(uint64_t));
        if (!p)
            return err_nomem(e);
        x->s->memory[MEMORY_SUMS] = p;
        x->s->room[MEMORY_SUMS] = room * sizeof(uint64_t);
    }
    if (counts_room < used + need) {
        room = 2 * (used + need);
        p = realloc(x->s->memory[MEMORY_COUNTS], room * sizeof(uint16_t));
        if (!p)
            return err_nomem(e);
        x->s->memory[MEMORY_COUNTS] = p;
        x->s->room[MEMORY_COUNTS] = room * sizeof(uint16_t);
    }
    return 0;
}

/* The levels' lists lie one behind the other; they are found anew when the memory has moved. */
static void
place_levels(struct search *x, size_t from)
{
    uint64_t *sums = x->s->memory[MEMORY_SUMS];
    uint16_t *counts = x->s->memory[MEMORY_COUNTS];

    for (size_t i = x->n + 1; i-- > from;) {
        x->levels[i].sums = sums;
        x->levels[i].counts = counts;
        sums += x->levels[i].n;
        counts += x->levels[i].n;
    }
}

static int
sparse_levels(struct search *x, uint64_t total, struct err *e)
{
    uint64_t before = total;
    size_t used = 1;

    if (grow(x, 0, 1, e))
        return -1;
    x->levels[x->n] = (struct level){ .n = 1 };
    place_levels(x, x->n);
    x->levels[x->n].sums[0] = 0;
    x->levels[x->n].counts[0] = 0;
    for (size_t i = x->n; i-- > 0;) {
        before -= x->amounts[i];
        if (grow(x, used, 2 * x->levels[i + 1].n, e))
            return -1;
        x->levels[i] = (struct level){ .low = low_of(x, before) };
        place_levels(x, i);
        merge(x, &x->levels[i], &x->levels[i + 1], x->amounts[i]);
        used += x->levels[i].n;
        if (used - 1 > x->max_states) {
            x->s->gave_up = true;
            return 0;
        }
    }
    return 0;
}

static bool
leads_on(const struct search *x, size_t level, uint64_t rest)
{
    return count_at(&x->levels[level], rest) != IMPOSSIBLE;
}

/* Read the smallest subset off, taking each amount that fits into the fewest. */
static void
choose(struct search *x)
{
    uint64_t rest = x->target;
    uint16_t left = count_at(&x->levels[0], rest);

    for (size_t i = 0; i < x->n && left > 0; i++) {
        if (rest < x->amounts[i] ||
            count_at(&x->levels[i + 1], rest - x->amounts[i]) != left - 1)
            continue;
        x->s->chosen[x->s->n++] = x->places[i];
        rest -= x->amounts[i];
        left--;
    }
}

/* Walk through all subsets, none of them in vain, until ${max} are found. */
static void
count_solutions(struct search *x, uint64_t max, size_t *taken)
{
    uint64_t rest = x->target, found = 0;
    size_t i = 0, depth = 0;

    for (;;) {
        /* Down to the next subset. */
        while (rest > 0) {
            if (rest >= x->amounts[i] && leads_on(x, i + 1, rest - x->amounts[i])) {
                taken[depth++] = i;
                rest -= x->amounts[i];
            }
            i++;
        }
        if (++found >= max)
            break;
        /* Back to the last amount that can be left out instead. */
        do {
            if (depth == 0)
                goto done;
            i = taken[--depth];
            rest += x->amounts[i];
        } while (!leads_on(x, i + 1, rest));
        i++;
    }
done:
    x->s->solutions = found;
}

static int
second_pass(struct search *x, uint64_t total, uint64_t count_max, struct err *e)
{
    size_t *taken;

    x->levels = memory(x->s, MEMORY_LEVELS, x->n + 1, sizeof(*x->levels), e);
    if (!x->levels)
        return -1;
    if (x->width <= DENSE_MAX ? dense_levels(x, total, e) : sparse_levels(x, total, e))
        return -1;
    if (x->s->gave_up || !leads_on(x, 0, x->target))
        return 0;
    /* Counts end there; a subset of so many is beyond all that is worth telling. */
    if (count_at(&x->levels[0], x->target) == IMPOSSIBLE - 1) {
        x->s->gave_up = true;
        return 0;
    }
    taken = memory(x->s, MEMORY_BITS, x->n, sizeof(*taken), e);
    if (!taken)
        return -1;
    choose(x);
    count_solutions(x, count_max, taken);
    return 0;
}

int
subset_find(struct subset *s, const uint64_t *amounts, size_t n, uint64_t target,
    uint64_t max_states, uint64_t count_max, struct err *e)
{
    uint64_t *kept = memory(s, MEMORY_AMOUNTS, n, sizeof(*kept), e);
    uint32_t *places = kept ? memory(s, MEMORY_PLACES, n, sizeof(*places), e) : NULL;
    struct search x = { .s = s, .amounts = kept, .places = places, .target = target,
        .max_states = max_states };
    uint32_t *chosen = places ? realloc(s->chosen, (n + 1) * sizeof(*chosen)) : NULL;
    uint64_t total = 0;
    bool goes_on;

    s->n = 0;
    s->solutions = s->states = 0;
    s->gave_up = false;
    if (!chosen)
        return places ? err_nomem(e) : -1;
    s->chosen = chosen;
    for (size_t i = 0; i < n; i++) {
        if (amounts[i] > target || amounts[i] == 0)
            continue;
        kept[x.n] = amounts[i];
        places[x.n++] = (uint32_t)i;
        if (__builtin_add_overflow(total, amounts[i], &total)) {
            s->gave_up = true;
            return 0;
        }
    }
    if (target == 0 || total < target)
        return 0;
    if (first_pass(&x, total, &goes_on, e) || (goes_on && second_pass(&x, total, count_max, e)))
        return -1;
    s->states = x.states + (goes_on && x.width <= DENSE_MAX ? x.width : 0);
    return 0;
}
