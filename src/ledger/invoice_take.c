/*
 * invoice_take.c - what one file tells of an invoice, taken into what better ones have told.
 *
 * Where two sources of the same kind differ, neither is right: that is a contradiction.
 */
#include "base/buf.h"
#include "base/vec.h"
#include "ledger/invoice_inside.h"

#define TEXT_MAX ((size_t)1 << 20)

static bool
is_of_equal_rank(const struct invoice_taking *t, enum invoice_field f)
{
    return t->origins && t->origins[f].source == t->from->source;
}

/* What is read as data, not by its place on a page. */
static bool
is_data(enum invoice_source source)
{
    return source <= INVOICE_FROM_LIST;
}

static void
note_origin(struct invoice_taking *t, enum invoice_field f)
{
    if (t->origins)
        t->origins[f] = (struct invoice_origin){ t->from->source, t->file };
}

/* A difference that says the same as one that is there: only its weight may be new. */
static bool
is_known_difference(struct invoice *into, const struct invoice_difference *d)
{
    for (size_t i = 0; i < into->differences.n; i++) {
        struct invoice_difference *other = &into->differences.at[i];

        if (strcmp(other->field, d->field) != 0 ||
            invoice_text_compare(other->other, d->other) != 0)
            continue;
        if (d->is_contradiction && !other->is_contradiction)
            *other = *d;
        return true;
    }
    return false;
}

static int
add_difference(struct invoice_taking *t, enum invoice_field f, const char *name, const char *kept,
    const char *other, struct err *e)
{
    bool is_contradiction = is_of_equal_rank(t, f) && f != INVOICE_WORDS;
    struct invoice_difference d = {
        .field = name,
        .kept = arena_text(t->arena, sv_of(kept)),
        .kept_file = arena_text(t->arena, sv_of(t->origins ? t->origins[f].file : t->file)),
        .other = arena_text(t->arena, sv_of(other)),
        .other_file = arena_text(t->arena, sv_of(t->file)),
        .is_contradiction = is_contradiction,
    };

    if (!d.kept || !d.kept_file || !d.other || !d.other_file)
        return err_nomem(e);
    if (is_known_difference(t->into, &d))
        return 0;
    if (vec_grow(&t->into->differences, 1, SIZE_MAX, e))
        return -1;
    t->into->differences.at[t->into->differences.n++] = d;
    return 0;
}

/*
 * Whether a difference in ${f} means anything. What is no data may be extracted in one way or
 * another, and texts are then no difference; capitals are compared as numbers, by the check.
 */
static bool
is_compared(const struct invoice_taking *t, enum invoice_field f)
{
    return (f != INVOICE_REMARK && f != INVOICE_REFERENCES) ||
        (is_of_equal_rank(t, f) && is_data(t->from->source));
}

static int
take_texts(struct invoice_taking *t, struct err *e)
{
    struct invoice *into = t->into;
    const struct invoice *from = t->from;
    const struct { const char *name; const char **into, *from; } fields[] = {
        [INVOICE_NUMBER] = { "number", &into->number, from->number },
        [INVOICE_CODE] = { "code", &into->code, from->code },
        [INVOICE_DATE] = { "date", &into->issued_text, from->issued_text },
        [INVOICE_SELLER] = { "seller", &into->seller, from->seller },
        [INVOICE_SELLER_ID] = { "seller_tax_id", &into->seller_tax_id, from->seller_tax_id },
        [INVOICE_BUYER] = { "buyer", &into->buyer, from->buyer },
        [INVOICE_BUYER_ID] = { "buyer_tax_id", &into->buyer_tax_id, from->buyer_tax_id },
        [INVOICE_CURRENCY] = { "currency", &into->currency, from->currency },
        [INVOICE_WORDS] = { "words", &into->words, from->words },
        [INVOICE_RED_OF] = { "red_of", &into->red_of, from->red_of },
        [INVOICE_REMARK] = { "remark", &into->remark, from->remark },
        [INVOICE_REFERENCES] = { "references", &into->references, from->references },
    };

    if (into->issued == TIME_NONE)
        into->issued = from->issued;
    if (into->words[0] == '\0')
        into->words_source = from->words_source;
    for (enum invoice_field f = INVOICE_NUMBER; f <= INVOICE_REFERENCES; f++) {
        if (fields[f].from[0] == '\0')
            continue;
        if ((*fields[f].into)[0] == '\0') {
            *fields[f].into = fields[f].from;
            note_origin(t, f);
        } else if (invoice_text_compare(*fields[f].into, fields[f].from) != 0 &&
            is_compared(t, f) &&
            add_difference(t, f, fields[f].name, *fields[f].into, fields[f].from, e)) {
            return -1;
        }
    }
    return 0;
}

static int
take_amounts(struct invoice_taking *t, struct err *e)
{
    struct invoice *into = t->into;
    const struct invoice *from = t->from;
    const struct {
        const char *name;
        struct money *into;
        bool *into_has;
        struct money from;
        bool from_has;
    } fields[] = {
        { "amount", &into->net, &into->has_net, from->net, from->has_net },
        { "tax", &into->tax, &into->has_tax, from->tax, from->has_tax },
        { "total", &into->total, &into->has_total, from->total, from->has_total },
    };
    char kept[MONEY_TEXT_MAX], other[MONEY_TEXT_MAX];

    for (enum invoice_field f = INVOICE_NET; f <= INVOICE_TOTAL; f++) {
        size_t i = f - INVOICE_NET;

        if (!fields[i].from_has)
            continue;
        if (!*fields[i].into_has) {
            *fields[i].into = fields[i].from;
            *fields[i].into_has = true;
            note_origin(t, f);
        } else if (money_compare(*fields[i].into, fields[i].from) != 0 &&
            add_difference(t, f, fields[i].name, money_format(kept, *fields[i].into),
                money_format(other, fields[i].from), e)) {
            return -1;
        }
    }
    into->is_total_unreadable |= from->is_total_unreadable;
    return 0;
}

static int
take_kind(struct invoice_taking *t, struct err *e)
{
    if (t->from->kind == INVOICE_OTHER || t->from->kind == t->into->kind)
        return 0;
    if (t->into->kind == INVOICE_OTHER) {
        t->into->kind = t->from->kind;
        note_origin(t, INVOICE_KIND);
        return 0;
    }
    return is_of_equal_rank(t, INVOICE_KIND) ? add_difference(t, INVOICE_KIND, "kind",
        invoice_kind_word(t->into->kind), invoice_kind_word(t->from->kind), e) : 0;
}

/* "ITEM AMOUNT" of a line that both should have. */
static int
describe_line(struct buf *out, const struct invoice *one, size_t i, struct err *e)
{
    char amount[MONEY_TEXT_MAX];

    buf_init(out, TEXT_MAX);
    if (i < one->lines.n)
        buf_addf(out, "%s %s", one->lines.at[i].item,
            one->lines.at[i].has_amount ? money_format(amount, one->lines.at[i].amount) : "");
    return buf_ok(out, e);
}

static bool
is_same_line(const struct invoice *a, const struct invoice *b, size_t i)
{
    const struct invoice_line *x = &a->lines.at[i], *y = &b->lines.at[i];

    return x->has_amount == y->has_amount && money_compare(x->amount, y->amount) == 0 &&
        x->has_tax == y->has_tax && money_compare(x->tax, y->tax) == 0 &&
        invoice_text_compare(x->item, y->item) == 0;
}

/* Lists have one row for the invoice or one for each line; only documents can be held to theirs. */
static int
compare_lines(struct invoice_taking *t, struct err *e)
{
    const struct invoice *into = t->into, *from = t->from;
    struct buf kept, other;
    size_t i = 0;
    int result;

    if (!is_of_equal_rank(t, INVOICE_LINES) || from->source > INVOICE_FROM_OFD)
        return 0;
    while (i < into->lines.n && i < from->lines.n && is_same_line(into, from, i))
        i++;
    if (i == into->lines.n && i == from->lines.n)
        return 0;
    result = describe_line(&kept, into, i, e);
    result |= describe_line(&other, from, i, e);
    if (result == 0)
        result = add_difference(t, INVOICE_LINES, "lines", kept.n > 0 ? kept.p : "",
            other.n > 0 ? other.p : "", e);
    buf_release(&kept);
    buf_release(&other);
    return result ? -1 : 0;
}

static int
take_lines(struct invoice_taking *t, struct err *e)
{
    struct invoice *into = t->into;
    const struct invoice *from = t->from;

    if (from->lines.n == 0)
        return 0;
    if (into->lines.n > 0)
        return compare_lines(t, e);
    if (vec_grow(&into->lines, from->lines.n, SIZE_MAX, e))
        return -1;
    memcpy(into->lines.at, from->lines.at, from->lines.n * sizeof(*from->lines.at));
    into->lines.n = from->lines.n;
    note_origin(t, INVOICE_LINES);
    return 0;
}

/* ${*into} with ${from} behind it, parted by ${separator}. */
static int
append_trouble(const char **into, const char *separator, const char *from, struct arena *arena,
    struct err *e)
{
    struct buf text;
    int result;

    if ((*into)[0] == '\0') {
        *into = from;
        return 0;
    }
    buf_init(&text, TEXT_MAX);
    buf_addf(&text, "%s%s%s", *into, separator, from);
    result = buf_ok(&text, e);
    if (result == 0) {
        const char *whole = arena_text(arena, buf_sv(&text));

        result = whole ? 0 : err_nomem(e);
        *into = whole ? whole : "";
    }
    buf_release(&text);
    return result;
}

/* Troubles of all parts, each once. */
static int
take_trouble(struct invoice *into, const struct invoice *from, struct arena *arena, struct err *e)
{
    if (from->trouble[0] == '\0' || strstr(into->trouble, from->trouble))
        return 0;
    return append_trouble(&into->trouble, "; ", from->trouble, arena, e) ||
            append_trouble(&into->trouble_zh, "；", from->trouble_zh, arena, e)
        ? -1
        : 0;
}

/* What outweighs: a status that a list states is known to no other file. */
static int
weight(enum invoice_status s)
{
    static const int weights[] = { [INVOICE_NORMAL] = 0, [INVOICE_RISKY] = 1,
        [INVOICE_PARTLY_REVERSED] = 2, [INVOICE_REVERSED] = 3, [INVOICE_VOID] = 4 };

    return weights[s];
}

int
invoice_take(struct invoice_taking *t, struct err *e)
{
    struct invoice *into = t->into;
    const struct invoice *from = t->from;

    if (take_texts(t, e) || take_amounts(t, e) || take_kind(t, e) || take_lines(t, e) ||
        take_trouble(into, from, t->arena, e))
        return -1;
    if (weight(from->status) > weight(into->status))
        into->status = from->status;
    into->is_chinese |= from->is_chinese;
    if (from->source < into->source)
        into->source = from->source;
    return 0;
}

int
invoice_complete(struct invoice *into, const struct invoice *from, const char *file,
    struct arena *arena, struct err *e)
{
    struct invoice_taking t = { .into = into, .from = from, .file = file, .arena = arena };

    return invoice_take(&t, e);
}

