/*
 * container_name.c - the names of members, as they are shown.
 */
#include <iconv.h>
#include <stdint.h>

#include "input/container.h"
#include "input/container_name.h"

/* ${raw} from GB18030 into ${out}; false, with ${out} as it was, where it is none. */
static bool
add_gb18030(struct buf *out, struct sv raw)
{
    iconv_t conversion = iconv_open("UTF-8", "GB18030");
    size_t start = out->n, from_left = raw.n, to_left;
    char piece[256], *from = (char *)(uintptr_t)raw.p, *to;
    bool is_good = true;

    if (conversion == (iconv_t)-1)
        return false;
    while (is_good && from_left > 0) {
        size_t before = from_left;

        to = piece;
        to_left = sizeof(piece);
        /* Too little room for the whole is no trouble as long as it goes on. */
        if (iconv(conversion, &from, &from_left, &to, &to_left) == (size_t)-1)
            is_good = from_left < before && to_left < sizeof(piece) - 8;
        buf_add(out, (struct sv){ piece, sizeof(piece) - to_left });
    }
    (void)iconv_close(conversion);
    if (!is_good)
        buf_cut(out, start);
    return is_good;
}

static bool
has_hidden_part(struct sv name)
{
    struct sv part;

    while (sv_cut(&name, '/', &part))
        if (sv_starts(part, SV(".")) && !sv_is(part, SV(".")) && !sv_is(part, SV("..")))
            return true;
    return false;
}

bool
container_name_decode(struct buf *out, struct sv raw)
{
    struct buf text;
    struct sv name;
    bool is_hidden;

    while (sv_starts(raw, SV("./")))
        raw = sv_part(raw, 2, raw.n);
    buf_init(&text, SIZE_MAX - 1);
    if (sv_utf8_valid(raw) == raw.n || !add_gb18030(&text, raw))
        buf_add(&text, raw);
    name = buf_sv(&text);
    is_hidden = has_hidden_part(name);

    buf_reset(out);
    if (name.n > CONTAINER_NAME_MAX) {
        size_t from = name.n - CONTAINER_NAME_MAX;

        while (from < name.n && ((unsigned char)name.p[from] & 0xC0) == 0x80)
            from++;
        name = sv_part(name, from, name.n);
        buf_add(out, SV("..."));
    }
    buf_add_escaped(out, name.n > 0 ? name : SV("?"));
    if (text.failed)
        out->failed = true;
    buf_release(&text);
    return is_hidden;
}

void
container_name_inside(struct buf *out, struct sv path)
{
    static const struct sv endings[] = {
        { ".gz", 3 }, { ".gzip", 5 }, { ".zst", 4 }, { ".zstd", 5 }, { ".xz", 3 }, { ".bz2", 4 },
    };
    struct sv name = path, part;

    while (sv_cut(&path, '/', &part))
        name = part;
    for (size_t i = 0; i < sizeof(endings) / sizeof(endings[0]); i++) {
        size_t at = name.n - endings[i].n;

        if (name.n >= endings[i].n && sv_is_folded(sv_part(name, at, name.n), endings[i])) {
            name = sv_part(name, 0, at);
            break;
        }
    }
    buf_add_escaped(out, name.n == 0 || sv_is(name, SV("-")) ? SV("data") : name);
}
