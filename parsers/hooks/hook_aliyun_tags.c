/*
 * hook_aliyun_tags.c - 实例标签 of Alibaba Cloud as the JSON object that the ledger keeps.
 *
 *     key:team value:vision; key:env value:test      {"team":"vision","env":"test"}
 *     team:vision;gpu                                {"team":"vision","gpu":true}
 *     -                                              no tags
 *
 * A tag without a value is true, as FOCUS asks. What is a JSON object already stays as it is.
 */
#include "parsers/hook.h"

static const struct sv key_mark = { "key:", 4 };
static const struct sv value_mark = { " value:", 7 };

/* Append one tag: `key:K value:V`, `K:V` or `K`. */
static void
add_tag(struct buf *out, struct sv tag)
{
    bool has_marks = sv_starts(tag, key_mark);
    struct sv mark = has_marks ? value_mark : SV(":");
    struct sv rest = has_marks ? sv_part(tag, key_mark.n, tag.n) : tag;
    size_t at = sv_find(rest, mark, 0);

    if (out->n > 1)
        buf_add_char(out, ',');
    if (at == (size_t)-1) {
        buf_add_json(out, sv_trim(rest));
        buf_add_text(out, ":true");
        return;
    }
    buf_add_json(out, sv_trim(sv_part(rest, 0, at)));
    buf_add_char(out, ':');
    buf_add_json(out, sv_trim(sv_part(rest, at + mark.n, rest.n)));
}

static int
tags_of(struct sv in, struct buf *out, struct err *e)
{
    struct sv rest = sv_trim(in), tag;

    if (rest.n == 0 || sv_is(rest, SV("-")))
        return 0;
    if (rest.p[0] == '{') {
        buf_add(out, rest);
        return buf_ok(out, e) ? -1 : 1;
    }
    buf_add_char(out, '{');
    while (sv_cut(&rest, ';', &tag)) {
        tag = sv_trim(tag);
        if (tag.n != 0)
            add_tag(out, tag);
    }
    buf_add_char(out, '}');
    return buf_ok(out, e) ? -1 : 1;
}

const struct hook hook_aliyun_tags = {
    .name = "aliyun_tags",
    .text = tags_of,
};
