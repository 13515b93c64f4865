/*
 * journal_names.c - names of accounts that beancount and hledger both take.
 */
#include <utf8proc.h>

#include "reports/journal_names.h"

/* Most bytes of one part; longer texts are cut at a character and numbered like other doubles. */
#define PART_MAX ((size_t)100)

/* What beancount takes as a letter or digit: \p{L} and \p{Nd}. */
static bool
is_letter(unsigned code)
{
    switch ((int)utf8proc_category((utf8proc_int32_t)code)) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_ND:
        return true;
    default:
        return false;
    }
}

/* A part begins with an ASCII capital or digit, whatever the text begins with. */
static void
add_first(struct buf *out, unsigned code)
{
    if (code >= 'a' && code <= 'z') {
        buf_add_char(out, (char)(code - 'a' + 'A'));
    } else if ((code >= 'A' && code <= 'Z') || (code >= '0' && code <= '9')) {
        buf_add_char(out, (char)code);
    } else {
        buf_add_char(out, 'X');
        if (is_letter(code))
            buf_add_utf8(out, code);
        else
            buf_add_char(out, '-');
    }
}

static void
add_part(struct buf *out, struct sv text)
{
    unsigned code;
    size_t length;

    if (text.n == 0)
        buf_add_char(out, 'X');
    text = sv_head(text, PART_MAX);
    for (size_t i = 0; i < text.n; i += length > 0 ? length : 1) {
        length = sv_utf8(sv_part(text, i, text.n), &code);
        if (length == 0)
            code = '-';
        if (out->n == 0)
            add_first(out, code);
        else if (is_letter(code))
            buf_add_utf8(out, code);
        else
            buf_add_char(out, '-');
    }
}

/* Keep ${part} if nobody has it: 1, 0 where it is taken, -1. */
static int
take(struct journal_names *names, struct sv part, char **out, struct err *e)
{
    bool is_new = false;
    char *copy = arena_text(&names->arena, part);

    if (!copy || !map_put(&names->taken, sv_of(copy), &is_new))
        return err_nomem(e);
    *out = copy;
    return is_new;
}

static int
make_part(struct journal_names *names, const char *text, char **out, struct err *e)
{
    struct buf part;
    size_t length;
    int result;

    buf_init(&part, 4 * PART_MAX);
    add_part(&part, sv_of(text));
    length = part.n;
    result = buf_ok(&part, e) ? -1 : take(names, buf_sv(&part), out, e);
    for (unsigned n = 2; result == 0; n++) {
        buf_cut(&part, length);
        buf_addf(&part, "-%u", n);
        result = buf_ok(&part, e) ? -1 : take(names, buf_sv(&part), out, e);
    }
    buf_release(&part);
    return result < 0 ? -1 : 0;
}

const char *
journal_part(struct journal_names *names, const char *text, struct err *e)
{
    struct map_entry *entry = map_get(&names->parts, sv_of(text));
    char *part, *key;

    if (entry)
        return entry->value.pointer;
    key = arena_text(&names->arena, sv_of(text));
    if (!key) {
        (void)err_nomem(e);
        return NULL;
    }
    if (make_part(names, text, &part, e))
        return NULL;
    entry = map_put(&names->parts, sv_of(key), NULL);
    if (!entry) {
        (void)err_nomem(e);
        return NULL;
    }
    entry->value.pointer = part;
    return part;
}

const char *
journal_category(enum category category)
{
    static const char *const parts[CATEGORY_COUNT] = {
        [CATEGORY_NONE] = "Other",
        [CATEGORY_GPU] = "GPU",
        [CATEGORY_CPU] = "CPU",
        [CATEGORY_SYSTEM_DISK] = "System-Disk",
        [CATEGORY_DATA_DISK] = "Data-Disk",
        [CATEGORY_FILE_STORAGE] = "File-Storage",
        [CATEGORY_OBJECT_STORAGE] = "Object-Storage",
        [CATEGORY_SNAPSHOT] = "Snapshot",
        [CATEGORY_IMAGE] = "Image",
        [CATEGORY_TRAFFIC] = "Traffic",
        [CATEGORY_PUBLIC_ADDRESS] = "Public-Address",
        [CATEGORY_SOFTWARE] = "Software",
        [CATEGORY_MODEL_API] = "Model-API",
        [CATEGORY_SUPPORT] = "Support",
        [CATEGORY_TAX] = "Tax",
        [CATEGORY_CREDIT] = "Credit",
        [CATEGORY_OTHER] = "Other",
    };

    return parts[category];
}

void
journal_names_release(struct journal_names *names)
{
    map_release(&names->parts);
    map_release(&names->taken);
    arena_release(&names->arena);
}
