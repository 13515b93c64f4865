/*
 * layout_lines.c - words that stand beside each other, as lines with their labels.
 */
#include <stdlib.h>

#include "base/vec.h"
#include "parsers/invoice_layout_inside.h"

#define LINE_BYTES_MAX ((size_t)1 << 20)

struct label_text {
    struct sv text;
    enum label label;
};

#define LABEL(text, label) { { text, sizeof(text) - 1 }, label }

/* Folded; those that hold others come first. */
static const struct label_text labels[] = {
    LABEL("统一社会信用代码/纳税人识别号", LABEL_TAX_ID),
    LABEL("被红冲蓝字数电发票号码", LABEL_RED_NUMBER),
    LABEL("被红冲蓝字数电票号码", LABEL_RED_NUMBER),
    LABEL("对应正数发票代码", LABEL_RED_NUMBER),
    LABEL("红字发票信息确认单编号", LABEL_RED_NUMBER),
    LABEL("价税合计(大写)", LABEL_WORDS),
    LABEL("纳税人识别号", LABEL_TAX_ID),
    LABEL("开户行及账号", LABEL_OTHER),
    LABEL("地址、电话", LABEL_OTHER),
    LABEL("机器编号", LABEL_OTHER),
    LABEL("发票号码", LABEL_NUMBER),
    LABEL("发票代码", LABEL_CODE),
    LABEL("开票日期", LABEL_DATE),
    LABEL("校验码", LABEL_OTHER),
    LABEL("名称:", LABEL_NAME),
    LABEL("(小写)", LABEL_TOTAL),
    LABEL("开票人:", LABEL_SIGNER),
    LABEL("收款人:", LABEL_SIGNER),
    LABEL("复核:", LABEL_SIGNER),
    LABEL("合计", LABEL_SUM),
};

void
words_release(struct words *w)
{
    vec_release(&w->list);
    arena_release(&w->arena);
}

int
words_add(struct words *w, struct word word, struct sv text, struct err *e)
{
    text = sv_trim(text);
    if (text.n == 0)
        return 0;
    if (vec_grow_named(&w->list, 1, LAYOUT_WORDS_MAX, N_("words of an invoice"), e))
        return -1;
    word.text = arena_text(&w->arena, text);
    if (!word.text)
        return err_nomem(e);
    w->list.at[w->list.n++] = word;
    return 0;
}

void
words_turn(struct words *w)
{
    for (size_t i = 0; i < w->list.n; i++) {
        struct word *one = &w->list.at[i];
        const struct word was = *one;

        one->x0 = was.y0;
        one->x1 = was.y1;
        one->y0 = -was.x1;
        one->y1 = -was.x0;
    }
}

int64_t
words_place(struct sv text)
{
    int64_t value = 0;
    int decimals = -1;
    bool is_negative = text.n > 0 && text.p[0] == '-';

    for (size_t i = is_negative; i < text.n; i++) {
        char c = text.p[i];

        if (c == '.' && decimals < 0) {
            decimals = 0;
        } else if (c < '0' || c > '9' || value > INT64_C(1000000000000)) {
            return 0;
        } else if (decimals < 3) {
            value = value * 10 + (c - '0');
            decimals += decimals >= 0;
        }
    }
    for (int i = decimals < 0 ? 0 : decimals; i < 3; i++)
        value *= 10;
    return is_negative ? -value : value;
}

/* Characters of old tables of radicals, which some fonts give in place of the usual ones. */
static unsigned
usual(unsigned code)
{
    static const unsigned pairs[][2] = {
        { 0x2F08, 0x4EBA }, { 0x2F24, 0x5927 }, { 0x2F29, 0x5C0F }, { 0x2F45, 0x65B9 },
        { 0x2F47, 0x65E5 }, { 0x2F49, 0x6708 }, { 0x2F6C, 0x76EE }, { 0x2FA6, 0x91D1 },
    };

    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
        if (pairs[i][0] == code)
            return pairs[i][1];
    return code;
}

struct sv
layout_fold(struct arena *arena, struct sv text)
{
    struct buf out;
    struct sv result;
    unsigned code;
    size_t n;

    buf_init(&out, LINE_BYTES_MAX);
    for (; text.n > 0; text = sv_part(text, n, text.n)) {
        n = sv_utf8(text, &code);
        if (n == 0) {
            n = 1;
            code = '?';
        }
        if (code >= 0xFF01 && code <= 0xFF5E)
            code -= 0xFEE0;
        else if (code == 0xFFE5)
            code = 0xA5;
        if (code > ' ' && code != 0xA0 && code != 0x3000 && code != 0xFEFF)
            buf_add_utf8(&out, usual(code));
    }
    result = out.failed ? SV_EMPTY : arena_sv(arena, buf_sv(&out));
    buf_release(&out);
    return result;
}

static int64_t
middle_of(const struct word *w)
{
    return (w->y0 + w->y1) / 2;
}

/* From page to page, from top to bottom; what stands at one place by text, so that the order does
 * not depend on that in the file. */
static int
compare_height(const void *a, const void *b)
{
    const struct word *x = *(const struct word *const *)a, *y = *(const struct word *const *)b;

    if (x->page != y->page)
        return x->page < y->page ? -1 : 1;
    if (middle_of(x) != middle_of(y))
        return middle_of(x) < middle_of(y) ? -1 : 1;
    if (x->x0 != y->x0)
        return x->x0 < y->x0 ? -1 : 1;
    return strcmp(x->text, y->text);
}

static int
compare_left(const void *a, const void *b)
{
    const struct word *x = *(const struct word *const *)a, *y = *(const struct word *const *)b;

    if (x->x0 != y->x0)
        return x->x0 < y->x0 ? -1 : 1;
    return compare_height(a, b);
}

/* Note the labels of ${line}. */
static void
mark_labels(struct layout_line *line)
{
    size_t at = 0;

    while (at < line->text.n && line->mark_count < MARKS_MAX) {
        struct sv rest = sv_part(line->text, at, line->text.n);
        size_t k = 0, all = sizeof(labels) / sizeof(labels[0]);
        struct mark *m;

        while (k < all && !sv_starts(rest, labels[k].text))
            k++;
        if (k == all) {
            at++;
            continue;
        }
        m = &line->marks[line->mark_count++];
        *m = (struct mark){ labels[k].label, at, at + labels[k].text.n };
        if (m->to < line->text.n && line->text.p[m->to] == ':')
            m->to++;
        at = m->to;
    }
}

/* Join the words of ${line} to its text. */
static int
join(struct layout *out, struct layout_line *line, struct err *e)
{
    struct buf text;
    uint32_t *owner;
    size_t bytes = 0;
    int result = -1;

    buf_init(&text, LINE_BYTES_MAX);
    for (size_t i = 0; i < line->n; i++)
        bytes += strlen(line->words[i]->text) * 3;
    owner = arena_array(&out->arena, bytes + 1, sizeof(*owner));
    if (!owner) {
        (void)err_nomem(e);
        goto done;
    }
    for (size_t i = 0; i < line->n; i++) {
        size_t before = text.n;

        buf_add(&text, layout_fold(&out->arena, sv_of(line->words[i]->text)));
        for (size_t k = before; k < text.n && k < bytes; k++)
            owner[k] = (uint32_t)i;
    }
    line->owner = owner;
    line->text = text.failed ? SV_EMPTY : arena_sv(&out->arena, buf_sv(&text));
    mark_labels(line);
    result = 0;
done:
    buf_release(&text);
    return result;
}

int
layout_make(struct layout *out, const struct words *w, struct err *e)
{
    const struct word **sorted;
    size_t n = w->list.n;

    *out = (struct layout){ .arena = ARENA_INIT };
    sorted = arena_array(&out->arena, n + 1, sizeof(*sorted));
    out->at = arena_array(&out->arena, n + 1, sizeof(*out->at));
    if (!sorted || !out->at)
        return err_nomem(e);
    for (size_t i = 0; i < n; i++)
        sorted[i] = &w->list.at[i];
    qsort(sorted, n, sizeof(*sorted), compare_height);
    for (size_t i = 0; i < n;) {
        struct layout_line *line = &out->at[out->n++];
        int64_t height = sorted[i]->y1 - sorted[i]->y0;

        *line = (struct layout_line){ .words = sorted + i, .page = sorted[i]->page,
            .middle = middle_of(sorted[i]), .height = height > 0 ? height : 1 };
        while (i < n && sorted[i]->page == line->page &&
            middle_of(sorted[i]) - line->middle <= line->height * 9 / 20) {
            line->n++;
            i++;
        }
        qsort(line->words, line->n, sizeof(*line->words), compare_left);
        if (join(out, line, e))
            return -1;
    }
    return 0;
}

void
layout_release(struct layout *l)
{
    arena_release(&l->arena);
}
