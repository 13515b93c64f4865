/*
 * input.c - one input and its accounting: records = lines + skipped + rejected.
 *
 * The counters go first and the details follow: when memory is out a detail may be missing, but
 * every record is counted.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "ledger/input.h"

/* Most different currencies of one input, and codes of warnings: there are fewer. */
#define CURRENCIES_MAX 1024
#define CODES_MAX 1024
#define EVIDENCE_MAX 1024

/* Rejections before one that may share their texts with it. */
#define NEAR 8

struct input *
input_new(struct sv path, bool was_named)
{
    struct input *in = calloc(1, sizeof(*in));

    if (!in)
        return NULL;
    in->path = arena_text(&in->arena, path);
    if (!in->path) {
        free(in);
        return NULL;
    }
    in->was_named = was_named;
    in->format = in->platform = in->encoding = in->evidence_level = in->usage_owner = "";
    in->file = "";
    return in;
}

void
input_free(struct input *in)
{
    if (!in)
        return;
    vec_release(&in->rejections);
    vec_release(&in->warnings);
    vec_release(&in->warning_counts);
    vec_release(&in->billed);
    vec_release(&in->declared);
    vec_release(&in->evidence);
    arena_release(&in->arena);
    arena_release(&in->rejected_texts);
    free(in);
}

int
input_lies_in(struct input *in, const char *file, const char *sha256, struct err *e)
{
    const char *copy;

    if (!file || strcmp(file, in->path) == 0)
        return 0;
    copy = arena_text(&in->arena, sv_of(file));
    if (!copy)
        return err_nomem(e);
    in->file = copy;
    memcpy(in->file_sha256, sha256, sizeof(in->file_sha256));
    return 0;
}

const char *
input_file(const struct input *in)
{
    return in->file[0] ? in->file : in->path;
}

const char *
input_file_sha256(const struct input *in)
{
    return in->file_sha256[0] ? in->file_sha256 : in->sha256;
}

void
input_pass(struct input *in, enum passed passed)
{
    const struct message why = { .format = passed_reason(passed) };

    in->passed = passed;
    in->was_named = false;
    if (passed == PASSED_OURS)
        in->kind = INPUT_OURS;
    (void)err_set_message(&in->failure, ERR_UNKNOWN, &why);
    (void)err_at(&in->failure, in->path, 0);
}

bool
input_is_aside(const struct input *in)
{
    return in->passed != PASSED_NOT || in->is_prose;
}

void
input_skip(struct input *in, enum skip reason)
{
    assert(reason < SKIP_COUNT);
    in->records++;
    in->skipped[reason]++;
}

/* The reason in words, for those who have no better ones. */
static void
reason_message(struct message *m, enum reject reason)
{
    static const char *const formats[REJECT_COUNT] = {
        [REJECT_BAD_AMOUNT] = N_("the amount cannot be read"),
        [REJECT_BAD_TIME] = N_("the time cannot be read"),
        [REJECT_TOO_FEW_FIELDS] = N_("the record has too few fields"),
        [REJECT_TOO_MANY_FIELDS] = N_("the record has too many fields"),
        [REJECT_BAD_ENCODING] = N_("the text is not in the file's encoding"),
        [REJECT_MISSING_FIELD] = N_("a required field is empty"),
        [REJECT_BAD_CURRENCY] = N_("the currency is unknown or contradicts the column"),
        [REJECT_TOO_LONG] = N_("the field or record is too long"),
        [REJECT_BAD_JSON] = N_("the JSON is not valid"),
        [REJECT_BAD_QUOTE] = N_("a quote is not closed, or text follows a closing quote"),
        [REJECT_BAD_WORD] = N_("the word is not one of those that are known"),
    };

    *m = (struct message){ .format = formats[reason] };
}

const struct message_kept *
input_keep_why(struct input *in, size_t n, const struct message *why)
{
    for (size_t i = n; i > 0 && n - i < NEAR; i--)
        if (message_is_kept_as(in->rejections.at[i - 1].why, why))
            return in->rejections.at[i - 1].why;
    return message_keep(&in->rejected_texts, why);
}

/* ${column} as the next rejection is to have it. */
static const char *
keep_column(struct input *in, struct sv column)
{
    size_t n = in->rejections.n;

    for (size_t i = n; i > 0 && n - i < NEAR; i--)
        if (sv_is(column, sv_of(in->rejections.at[i - 1].column)))
            return in->rejections.at[i - 1].column;
    return arena_text(&in->rejected_texts, column);
}

int
input_reject(struct input *in, uint64_t line, enum reject reason, struct sv column, struct sv raw,
    const struct message *why, struct err *e)
{
    struct rejection r = { .line = line, .reason = reason };
    struct message usual;

    assert(reason < REJECT_COUNT);
    in->records++;
    in->rejected++;

    reason_message(&usual, reason);
    r.column = keep_column(in, column);
    r.raw = arena_sv(&in->rejected_texts, sv_head(raw, REJECT_RAW_MAX));
    r.why = input_keep_why(in, in->rejections.n, why ? why : &usual);
    if (!r.column || !r.raw.p || !r.why)
        return err_nomem(e);
    if (vec_grow(&in->rejections, 1, SIZE_MAX, e))
        return -1;
    in->rejections.at[in->rejections.n++] = r;
    return 0;
}

void
input_forget_rejections(struct input *in)
{
    in->rejections.n = 0;
    arena_release(&in->rejected_texts);
}

/* Count a warning of ${code}: how many there are with it, or 0 when memory is out. */
static uint64_t
count_warning(struct input *in, const char *code)
{
    struct err ignored = ERR_INIT;

    for (size_t i = 0; i < in->warning_counts.n; i++)
        if (strcmp(in->warning_counts.at[i].code, code) == 0)
            return ++in->warning_counts.at[i].n;
    if (vec_grow(&in->warning_counts, 1, CODES_MAX, &ignored))
        return 0;
    in->warning_counts.at[in->warning_counts.n++] = (struct warning_count){ code, 1 };
    return 1;
}

/* Count a warning of ${code}: where its message belongs, or NULL if it is not kept. */
static struct message *
keep_warning(struct input *in, const char *code, uint64_t line)
{
    struct err ignored = ERR_INIT;
    uint64_t n = count_warning(in, code);
    struct warning *w;

    if (n == 0 || n > WARNINGS_KEPT || vec_grow(&in->warnings, 1, SIZE_MAX, &ignored))
        return NULL;
    w = &in->warnings.at[in->warnings.n++];
    *w = (struct warning){ .code = code, .line = line };
    return &w->message;
}

void
input_warn(struct input *in, const char *code, uint64_t line, const char *format, ...)
{
    struct message *message = keep_warning(in, code, line);
    va_list ap;

    if (!message)
        return;
    va_start(ap, format);
    message_setv(message, format, ap);
    va_end(ap);
}

void
input_warn_whole(struct input *in, const char *code, uint64_t line, const char *format, ...)
{
    struct message *message = keep_warning(in, code, line);
    va_list ap;

    if (!message)
        return;
    va_start(ap, format);
    message_set_wholev(message, format, ap);
    va_end(ap);
}

void
input_warn_message(struct input *in, const char *code, uint64_t line, const struct message *m)
{
    struct message *message = keep_warning(in, code, line);

    if (message)
        *message = *m;
}

void
input_add_warnings(struct input *in, const struct input *part, uint64_t lines)
{
    for (size_t i = 0; i < part->warnings.n; i++) {
        const struct warning *w = &part->warnings.at[i];

        input_warn_message(in, w->code, w->line > 0 ? w->line + lines : 0, &w->message);
    }
    /* Those that are counted but not kept, as ${part} keeps as many of each code as ${in} does. */
    for (size_t i = 0; i < part->warning_counts.n; i++)
        for (uint64_t n = WARNINGS_KEPT; n < part->warning_counts.at[i].n; n++)
            (void)count_warning(in, part->warning_counts.at[i].code);
}

int
input_append(struct input *in, struct input *part, uint64_t lines, struct err *e)
{
    if (vec_grow(&in->rejections, part->rejections.n, SIZE_MAX, e))
        return -1;
    for (size_t i = 0; i < part->rejections.n; i++) {
        struct rejection *r = &in->rejections.at[in->rejections.n++];

        *r = part->rejections.at[i];
        r->line += lines;
    }
    input_add_warnings(in, part, lines);
    in->records += part->records;
    in->lines += part->lines;
    in->rejected += part->rejected;
    for (size_t i = 0; i < SKIP_COUNT; i++)
        in->skipped[i] += part->skipped[i];

    part->records = part->lines = part->rejected = 0;
    memset(part->skipped, 0, sizeof(part->skipped));
    part->rejections.n = part->warnings.n = part->warning_counts.n = 0;
    arena_merge(&in->arena, &part->arena);
    arena_merge(&in->rejected_texts, &part->rejected_texts);
    return 0;
}

void
input_evidence(struct input *in, const char *format, ...)
{
    struct err ignored = ERR_INIT;
    va_list ap;

    if (vec_grow(&in->evidence, 1, EVIDENCE_MAX, &ignored))
        return;
    va_start(ap, format);
    message_set_wholev(&in->evidence.at[in->evidence.n++], format, ap);
    va_end(ap);
}

int
currency_sums_add(struct currency_sums *sums, const char *currency, struct money amount,
    struct err *e)
{
    size_t i = 0;
    int order = -1;
    struct currency_sum *at;

    assert(strlen(currency) < sizeof(sums->at->currency));
    while (i < sums->n && (order = strcmp(sums->at[i].currency, currency)) < 0)
        i++;
    if (order == 0)
        return money_add(&sums->at[i].sum, amount, e);
    if (vec_grow_named(sums, 1, CURRENCIES_MAX, N_("currencies"), e))
        return -1;

    at = &sums->at[i];
    memmove(at + 1, at, (sums->n - i) * sizeof(*at));
    *at = (struct currency_sum){ .sum = amount };
    memcpy(at->currency, currency, strlen(currency));
    sums->n++;
    return 0;
}

const char *
input_kind_word(enum input_kind kind)
{
    static const char *const words[] = {
        [INPUT_UNKNOWN] = "unknown", [INPUT_BILL] = "bill", [INPUT_USAGE] = "usage",
        [INPUT_STATES] = "states", [INPUT_INVOICE] = "invoice", [INPUT_PAYMENT] = "payment",
        [INPUT_OURS] = "ours", [INPUT_CONFIG] = "config",
    };

    return words[kind];
}

const char *
skip_word(enum skip reason)
{
    static const char *const words[SKIP_COUNT] = {
        [SKIP_BLANK] = "blank", [SKIP_REPEATED_HEADER] = "repeated-header",
        [SKIP_TOTAL_ROW] = "total-row", [SKIP_NOT_A_CHARGE] = "not-a-charge",
        [SKIP_ALREADY_SEEN] = "already-seen", [SKIP_OUT_OF_PERIOD] = "out-of-period",
        [SKIP_FOLDED] = "folded", [SKIP_OBSERVATION] = "observation",
    };

    assert(reason < SKIP_COUNT);
    return words[reason];
}

const char *
reject_word(enum reject reason)
{
    static const char *const words[REJECT_COUNT] = {
        [REJECT_BAD_AMOUNT] = "bad-amount", [REJECT_BAD_TIME] = "bad-time",
        [REJECT_TOO_FEW_FIELDS] = "too-few-fields", [REJECT_TOO_MANY_FIELDS] = "too-many-fields",
        [REJECT_BAD_ENCODING] = "bad-encoding", [REJECT_MISSING_FIELD] = "missing-field",
        [REJECT_BAD_CURRENCY] = "bad-currency", [REJECT_TOO_LONG] = "too-long",
        [REJECT_BAD_JSON] = "bad-json", [REJECT_BAD_QUOTE] = "bad-quote",
        [REJECT_BAD_WORD] = "bad-word",
    };

    assert(reason < REJECT_COUNT);
    return words[reason];
}

bool
input_is_closed(const struct input *in)
{
    uint64_t n = in->lines + in->rejected;

    for (size_t i = 0; i < SKIP_COUNT; i++)
        n += in->skipped[i];
    return in->records == n;
}
