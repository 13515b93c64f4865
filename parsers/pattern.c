/*
 * pattern.c - PCRE2, 8 bit, UTF-8, with JIT and limits.
 *
 * A pattern is read-only but for one spare block of match data: a thread that wants to match takes
 * it, or makes one of its own where another thread has it. So a single thread never allocates after
 * its first match, and no two threads ever share a block.
 *
 * JIT makes a match about ten times as fast and costs as much as some hundred of them, while most
 * patterns of a format see a few texts. So a pattern is interpreted at first; machine code is made
 * of a copy, beside the code that other threads may be running. What a pattern says must not depend
 * on how often it was asked: JIT alone tells that one takes too long, and long texts, which its
 * stack may not hold, are always its own.
 */
#define PCRE2_CODE_UNIT_WIDTH 8

#include <pcre2.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parsers/pattern.h"

/* Enough for any sensible pattern on a cell; a pattern that backtracks without end stops here. One
 * may begin with (*LIMIT_MATCH=N) to have more, up to the highest. */
#define MATCH_LIMIT 1000000u
#define MATCH_LIMIT_HIGHEST 100000000u
#define DEPTH_LIMIT 10000u
#define HEAP_LIMIT (64u << 10) /* KiB */

/* Matches by the interpreter before there is machine code; texts beyond this length never are. */
#define INTERPRETED_MAX 64u
#define INTERPRETED_LENGTH 256u

/* Bytes of a pattern that are kept: more than a message shows. */
#define TEXT_MAX (2 * MESSAGE_QUOTE_MAX)

struct pattern {
    char text[TEXT_MAX + 1]; /* its beginning, for messages */
    const char *file;        /* name of the file that it stands in, or "gpubill" */
    pcre2_code *code;
    _Atomic(pcre2_code *) fast; /* with machine code; `code` where there is no JIT; NULL: not yet */
    _Atomic(unsigned) matches;  /* by the interpreter; threads may lose some of the count */
    pcre2_match_context *limits;
    unsigned steps;  /* that a match may take */
    unsigned groups; /* that the pattern has, without the whole match */
    _Atomic(pcre2_match_data *) spare;
};

struct pattern *
pattern_new(struct sv text, struct err *e)
{
    int code;
    size_t offset;
    uint32_t groups = 0, steps;
    struct pattern *p = calloc(1, sizeof(*p));

    if (!p) {
        err_nomem(e);
        return NULL;
    }
    (void)snprintf(p->text, sizeof(p->text), "%.*s", SV_ARG(sv_head(text, TEXT_MAX)));
    p->file = "gpubill";
    atomic_init(&p->spare, NULL);
    atomic_init(&p->fast, NULL);
    atomic_init(&p->matches, 0);
    p->code = pcre2_compile((PCRE2_SPTR)(text.p ? text.p : ""), text.n,
        PCRE2_UTF | PCRE2_NEVER_BACKSLASH_C, &code, &offset, NULL);
    if (!p->code && code == PCRE2_ERROR_HEAP_FAILED) {
        err_nomem(e);
        goto fail;
    }
    if (!p->code) {
        PCRE2_UCHAR words[160];

        pcre2_get_error_message(code, words, sizeof(words));
        err_set_whole(e, ERR_SYNTAX, "pattern '%.*s' is wrong at offset %zu: %s",
            SV_ARG(sv_head(text, 80)), offset, (const char *)words);
        goto fail;
    }
    p->limits = pcre2_match_context_create(NULL);
    if (!p->limits) {
        err_nomem(e);
        goto fail;
    }
    if (pcre2_pattern_info(p->code, PCRE2_INFO_MATCHLIMIT, &steps) != 0)
        steps = MATCH_LIMIT;
    p->steps = steps < MATCH_LIMIT_HIGHEST ? steps : MATCH_LIMIT_HIGHEST;
    pcre2_set_match_limit(p->limits, p->steps);
    pcre2_set_depth_limit(p->limits, DEPTH_LIMIT);
    pcre2_set_heap_limit(p->limits, HEAP_LIMIT);
    pcre2_pattern_info(p->code, PCRE2_INFO_CAPTURECOUNT, &groups);
    p->groups = groups;
    return p;

fail:
    pattern_free(p);
    return NULL;
}

void
pattern_place(struct pattern *p, const char *path)
{
    const char *slash = strrchr(path, '/');

    p->file = slash ? slash + 1 : path;
}

void
pattern_free(struct pattern *p)
{
    if (!p)
        return;
    pcre2_match_data_free(atomic_load(&p->spare));
    pcre2_match_context_free(p->limits);
    if (atomic_load(&p->fast) != p->code)
        pcre2_code_free(atomic_load(&p->fast));
    pcre2_code_free(p->code);
    free(p);
}

unsigned
pattern_groups(const struct pattern *p)
{
    return p->groups;
}

static bool
is_limit(int code)
{
    return code == PCRE2_ERROR_MATCHLIMIT || code == PCRE2_ERROR_DEPTHLIMIT ||
        code == PCRE2_ERROR_HEAPLIMIT || code == PCRE2_ERROR_JIT_STACKLIMIT;
}

/* The code with JIT; without (an unknown machine, or one that forbids it) the same as before. */
static const pcre2_code *
fast_code(struct pattern *p)
{
    pcre2_code *made, *kept = atomic_load(&p->fast);

    if (kept)
        return kept;
    made = pcre2_code_copy(p->code);
    if (made && pcre2_jit_compile(made, PCRE2_JIT_COMPLETE) != 0) {
        pcre2_code_free(made);
        made = NULL;
    }
    if (!made)
        made = p->code;
    if (atomic_compare_exchange_strong(&p->fast, &kept, made))
        return made;
    /* Another thread came first. */
    if (made != p->code)
        pcre2_code_free(made);
    return kept;
}

/* As pcre2_match(), of ${subject} from ${from} on. */
static int
run(struct pattern *p, struct sv subject, size_t from, pcre2_match_data *data)
{
    const pcre2_code *fast = atomic_load(&p->fast);
    PCRE2_SPTR text = (PCRE2_SPTR)(subject.p ? subject.p : "");
    unsigned matches;
    int found;

    if (!fast && subject.n <= INTERPRETED_LENGTH) {
        matches = atomic_load_explicit(&p->matches, memory_order_relaxed);
        if (matches < INTERPRETED_MAX) {
            atomic_store_explicit(&p->matches, matches + 1, memory_order_relaxed);
            found = pcre2_match(p->code, text, subject.n, from, 0, data, p->limits);
            if (!is_limit(found))
                return found;
        }
    }
    if (!fast)
        fast = fast_code(p);
    return pcre2_match(fast, text, subject.n, from, 0, data, p->limits);
}

int
pattern_match(const struct pattern *p, struct sv subject, size_t from, struct sv *groups,
    size_t n, struct err *e)
{
    /* The spare block is a cache: taking it changes nothing that a caller could see. */
    struct pattern *own = (struct pattern *)p;
    pcre2_match_data *data = atomic_exchange(&own->spare, NULL);
    const char *text = subject.p ? subject.p : "";
    int found, result = 0;

    if (!data)
        data = pcre2_match_data_create_from_pattern(p->code, NULL);
    if (!data)
        return err_nomem(e);
    if (from > subject.n)
        from = subject.n;
    found = run(own, subject, from, data);
    if (found > 0) {
        const PCRE2_SIZE *ends = pcre2_get_ovector_pointer(data);

        for (size_t i = 0; i < n; i++) {
            groups[i] = SV_EMPTY;
            if (i < (size_t)found && ends[2 * i] != PCRE2_UNSET && ends[2 * i] <= ends[2 * i + 1])
                groups[i] = (struct sv){ text + ends[2 * i], ends[2 * i + 1] - ends[2 * i] };
        }
        result = 1;
    } else if (found == PCRE2_ERROR_MATCHLIMIT) {
        result = err_set(e, ERR_LIMIT, "pattern '%s' of %s takes more than %u steps on '%.*s'; "
            "make it simpler, or begin it with (*LIMIT_MATCH=N) to allow more", p->text, p->file,
            p->steps, SV_ARG(subject));
    } else if (is_limit(found)) {
        result = err_set(e, ERR_LIMIT, "pattern '%s' of %s needs too much memory on '%.*s'; make "
            "it simpler", p->text, p->file, SV_ARG(subject));
    } else if (found == PCRE2_ERROR_NOMEMORY) {
        result = err_nomem(e);
    }
    data = atomic_exchange(&own->spare, data);
    pcre2_match_data_free(data);
    return result;
}
