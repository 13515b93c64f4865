/*
 * draft.c - an invoice while a reader fills it in.
 */
#include "base/vec.h"
#include "ledger/currency.h"
#include "parsers/invoice_draft.h"

#define CHINA_ZONE 480

void
draft_init(struct draft *d, enum invoice_source source, bool is_chinese)
{
    *d = (struct draft){ .arena = ARENA_INIT };
    invoice_init(&d->one);
    d->one.source = source;
    d->one.is_chinese = is_chinese;
    d->one.words_source = source;
    if (is_chinese)
        d->one.currency = "CNY";
    buf_init(&d->trouble, DRAFT_TROUBLE_MAX);
    buf_init(&d->trouble_zh, DRAFT_TROUBLE_MAX);
}

void
draft_release(struct draft *d)
{
    invoice_release(&d->one);
    buf_release(&d->trouble);
    buf_release(&d->trouble_zh);
    arena_release(&d->arena);
}

static void
fail(struct draft *d)
{
    if (d->err.code == ERR_NONE)
        (void)err_nomem(&d->err);
}

static bool
is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

const char *
draft_copy(struct draft *d, struct sv text)
{
    struct sv s = sv_head(sv_trim(text), DRAFT_TEXT_MAX);
    char *copy;
    size_t n = 0;

    if (s.n == 0 || sv_is(s, SV("null")))
        return "";
    copy = arena_text(&d->arena, s);
    if (!copy) {
        fail(d);
        return "";
    }
    for (size_t i = 0; i < s.n; i++) {
        char c = is_blank(copy[i]) ? ' ' : copy[i];

        if (c != '\0' && (c != ' ' || (n > 0 && copy[n - 1] != ' ')))
            copy[n++] = c;
    }
    copy[n] = '\0';
    return copy;
}

void
draft_text(struct draft *d, const char **field, struct sv text)
{
    if ((*field)[0] == '\0')
        *field = draft_copy(d, text);
}

const char *
draft_id(struct draft *d, struct sv text)
{
    struct buf out;
    const char *copy;
    unsigned code;
    size_t n;

    text = sv_head(sv_trim(text), DRAFT_TEXT_MAX);
    if (sv_is(text, SV("null")))
        return "";
    buf_init(&out, DRAFT_TEXT_MAX);
    for (; text.n > 0; text = sv_part(text, n, text.n)) {
        n = sv_utf8(text, &code);
        if (n == 0) {
            n = 1;
            code = '?';
        }
        if (code >= 0xFF01 && code <= 0xFF5E)
            code -= 0xFEE0;
        if (code >= 'a' && code <= 'z')
            code -= 'a' - 'A';
        if (code > ' ' && code != 0xA0 && code != 0x3000)
            buf_add_utf8(&out, code);
    }
    copy = out.failed ? NULL : arena_text(&d->arena, buf_sv(&out));
    buf_release(&out);
    if (copy)
        return copy;
    fail(d);
    return "";
}

static bool
is_digits(struct sv s)
{
    for (size_t i = 0; i < s.n; i++)
        if (s.p[i] < '0' || s.p[i] > '9')
            return false;
    return s.n > 0;
}

void
draft_number(struct draft *d, struct sv text)
{
    const char *number = draft_id(d, text);
    size_t n = strlen(number);

    if (n == 0 || d->one.number[0] != '\0')
        return;
    if (is_digits(sv_of(number)) && (n == 20 || n == 8))
        d->one.number = number;
    else
        draft_trouble(d, "number", text);
}

void
draft_code(struct draft *d, struct sv text)
{
    const char *code = draft_id(d, text);
    size_t n = strlen(code);

    if (n == 0 || d->one.code[0] != '\0')
        return;
    if (is_digits(sv_of(code)) && (n == 10 || n == 12))
        d->one.code = code;
    else
        draft_trouble(d, "code", text);
}

void
draft_tax_id(struct draft *d, const char **field, struct sv text)
{
    if ((*field)[0] == '\0')
        *field = draft_id(d, text);
}

void
draft_date(struct draft *d, struct sv text)
{
    int zone = d->one.is_chinese ? CHINA_ZONE : 0;
    struct time_text t;
    struct err ignored = ERR_INIT;
    char day[TIME_TEXT_MAX];

    text = sv_trim(text);
    if (text.n == 0 || sv_is(text, SV("null")) || d->one.issued != TIME_NONE)
        return;
    if (time_parse(&t, text, DATE_YEAR_FIRST, zone, false, &ignored) || t.is_month) {
        draft_trouble(d, "date", text);
        return;
    }
    /* The day that is written, wherever the clock stood. */
    d->one.issued = time_day_start(t.at + t.offset_minutes * TIME_MINUTE, 0) -
        zone * TIME_MINUTE;
    d->one.issued_text = draft_copy(d,
        sv_of(time_format_day(day, d->one.issued, zone)));
}

/* Whether ${m} can be an amount of an invoice. */
static bool
is_sound(const struct money_text *m)
{
    struct money size = m->value;

    if (money_is_negative(size))
        size = money_negate(size);
    return !(m->notes & (MONEY_EXPONENT | MONEY_PERCENT | MONEY_ROUNDED_18)) &&
        money_compare(size, money_of(DRAFT_AMOUNT_MAX)) < 0;
}

static bool
sign_fits(const struct draft *d, const struct money_text *m, struct sv text)
{
    return d->one.currency[0] == '\0' || !m->currency ||
        currency_fits(m->currency, m->is_ambiguous_yen,
            currency_is_bare_dollar(m->currency, text), d->one.currency);
}

void
draft_amount(struct draft *d, struct money *field, bool *has, const char *name, struct sv text)
{
    struct err ignored = ERR_INIT;
    struct money_text m;

    text = sv_trim(text);
    if (*has || money_is_absent(text))
        return;
    if (money_parse_text(&m, text, '.', &ignored) || !is_sound(&m) || !sign_fits(d, &m, text)) {
        draft_trouble(d, name, text);
        d->one.is_total_unreadable |= field == &d->one.total;
        return;
    }
    *field = m.value;
    *has = true;
}

void
draft_tax(struct draft *d, struct money *field, bool *has, const char *name, struct sv text)
{
    static const struct sv none[] = {
        { "***", 3 }, { "免税", 6 }, { "不征税", 9 }, { "出口零税率", 15 }, { "普通零税率", 15 },
    };

    text = sv_trim(text);
    for (size_t i = 0; !*has && i < sizeof(none) / sizeof(none[0]); i++)
        if (sv_is(text, none[i])) {
            *field = MONEY_ZERO;
            *has = true;
        }
    draft_amount(d, field, has, name, text);
}

struct invoice_line *
draft_line(struct draft *d)
{
    struct invoice_line *line;
    struct err failure = ERR_INIT;

    if (vec_grow_named(&d->one.lines, 1, DRAFT_LINES_MAX, N_("lines of an invoice"), &failure)) {
        if (d->err.code == ERR_NONE)
            d->err = failure;
        return NULL;
    }
    line = &d->one.lines.at[d->one.lines.n++];
    *line = (struct invoice_line){ .item = "", .rate = "" };
    return line;
}

void
draft_refuse_amounts(struct draft *d, const char *name, struct sv text)
{
    draft_trouble(d, name, text);
    d->one.has_net = d->one.has_tax = d->one.has_total = false;
    d->one.is_total_unreadable = true;
}

void
draft_negate(struct draft *d)
{
    d->one.net = money_negate(d->one.net);
    d->one.tax = money_negate(d->one.tax);
    d->one.total = money_negate(d->one.total);
    for (size_t i = 0; i < d->one.lines.n; i++) {
        d->one.lines.at[i].amount = money_negate(d->one.lines.at[i].amount);
        d->one.lines.at[i].tax = money_negate(d->one.lines.at[i].tax);
    }
}

void
draft_find_red(struct draft *d, struct sv remark)
{
    static const struct sv marks[] = {
        { "被红冲蓝字数电票号码", 30 }, { "被红冲蓝字数电发票号码", 33 }, { "对应正数发票代码", 24 },
    };
    size_t at = (size_t)-1;

    for (size_t i = 0; at == (size_t)-1 && i < sizeof(marks) / sizeof(marks[0]); i++) {
        at = sv_find(remark, marks[i], 0);
        if (at != (size_t)-1)
            at += marks[i].n;
    }
    if (at == (size_t)-1 || d->one.red_of[0] != '\0')
        return;
    for (size_t end; at < remark.n; at = end + 1) {
        for (end = at; end < remark.n && remark.p[end] >= '0' && remark.p[end] <= '9'; end++)
            ;
        /* An old invoice's code stands before its number. */
        if (end - at == 20 || end - at == 8) {
            draft_text(d, &d->one.red_of, sv_part(remark, at, end));
            return;
        }
        if (end - at > 12)
            return;
    }
}

enum invoice_kind
draft_kind_of(struct sv words)
{
    bool is_special = sv_find(words, SV("专用发票"), 0) != (size_t)-1;
    bool is_ordinary = sv_find(words, SV("普通发票"), 0) != (size_t)-1;
    bool is_digital = sv_find(words, SV("数电"), 0) != (size_t)-1 ||
        sv_find(words, SV("电子发票（"), 0) != (size_t)-1 ||
        sv_find(words, SV("电子发票("), 0) != (size_t)-1;

    if (is_special == is_ordinary)
        return INVOICE_OTHER;
    if (is_digital)
        return is_special ? INVOICE_DIGITAL_SPECIAL : INVOICE_DIGITAL_ORDINARY;
    return is_special ? INVOICE_VAT_SPECIAL : INVOICE_VAT_ORDINARY;
}

/* The fields without which no invoice can be used, that are not there, in the words of ${lang}. */
static void
list_missing(const struct invoice *one, enum lang lang, struct buf *out)
{
    const char *separator = lang == LANG_ZH ? "、" : ", ";
    struct money ignored;
    size_t n = 0;
    const struct { const char *name; bool is_there; } fields[] = {
        { N_("invoice number"), one->number[0] != '\0' },
        { N_("date of issue"), one->issued != TIME_NONE },
        { N_("seller"), one->seller[0] != '\0' },
        { N_("buyer"), one->buyer[0] != '\0' },
        { N_("total with tax"), invoice_total(one, &ignored) },
    };

    for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
        if (!fields[i].is_there)
            buf_addf(out, "%s%s", n++ > 0 ? separator : "", lang_text(lang, fields[i].name));
}

static void
warn_missing(const struct invoice *one, struct input *in)
{
    char trouble[INVOICE_TROUBLE_MAX];
    struct buf missing;
    bool is_any;

    (void)invoice_trouble_words(trouble, one);
    /* Both languages, as a pair of a message. */
    buf_init(&missing, 2 * DRAFT_TROUBLE_MAX);
    buf_add_text(&missing, MESSAGE_PAIR);
    list_missing(one, LANG_EN, &missing);
    is_any = missing.n > strlen(MESSAGE_PAIR);
    buf_add_text(&missing, MESSAGE_PAIR);
    list_missing(one, LANG_ZH, &missing);
    if (one->trouble[0] != '\0' && is_any)
        input_warn_whole(in, "invoice-unreadable", one->line,
            "the invoice lacks %s; what cannot be read: %s", missing.p, trouble);
    else if (one->trouble[0] != '\0')
        input_warn_whole(in, "invoice-unreadable", one->line,
            "a part of the invoice cannot be read: %s", trouble);
    else if (is_any)
        input_warn_whole(in, "invoice-unreadable", one->line, "the invoice lacks %s", missing.p);
    buf_release(&missing);
}

/* The file of ${in}, of which ${d} is made. */
static int
add_file(struct draft *d, const struct input *in, struct err *e)
{
    if (vec_grow(&d->one.files, 1, SIZE_MAX, e) || vec_grow(&d->one.file_sha256, 1, SIZE_MAX, e))
        return -1;
    d->one.files.at[0] = in->path;
    d->one.file_sha256.at[0] = in->sha256;
    d->one.files.n = d->one.file_sha256.n = 1;
    return 0;
}

int
draft_keep(struct draft *d, struct input *in, struct invoices *out, struct err *e)
{
    draft_end_trouble(d);
    if (d->err.code != ERR_NONE) {
        *e = d->err;
        return -1;
    }
    if (add_file(d, in, e) || invoices_add(out, &d->one, e))
        return -1;
    warn_missing(&d->one, in);
    input_skip(in, SKIP_OBSERVATION);
    return 0;
}

int
draft_keep_unreadable(enum invoice_source source, bool is_chinese, const struct err *why,
    struct input *in, struct invoices *out, struct err *e)
{
    char english[MESSAGE_TEXT_MAX], chinese[MESSAGE_TEXT_MAX];
    struct draft d;
    int result;

    if (why->code == ERR_NOMEM || why->code == ERR_IO) {
        *e = *why;
        return -1;
    }
    draft_init(&d, source, is_chinese);
    d.one.currency = "";
    d.one.trouble = message_text(&why->message, LANG_EN, english, sizeof(english));
    d.one.trouble_zh = message_text(&why->message, LANG_ZH, chinese, sizeof(chinese));
    result = draft_keep(&d, in, out, e);
    draft_release(&d);
    return result;
}
