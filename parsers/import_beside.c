/*
 * import_beside.c - bills that stand beside the list that is read, where detection did not look.
 *
 *     {"Items": [...a million bytes...], "Old": [...]}
 *     {"Items": [...]}
 *     {"Items": [...], "Old": [...]}
 *
 * Detection judges what stands in the beginning of the file. What comes later has to be met first.
 */
#include "input/text.h"
#include "parsers/import_beside.h"

/* Values of one key that are looked at, and keys. */
#define VALUES_MAX 8
#define KEYS_MAX 64

/* Whether ${raw} is a list or an object, or one of them in a string. */
static bool
may_be_bill(struct sv raw)
{
    if (sv_starts(raw, SV("\"")))
        raw = sv_trim(sv_part(raw, 1, raw.n));
    return sv_starts(raw, SV("[")) || sv_starts(raw, SV("{"));
}

/* Count a value of ${key}. 1: it is to be looked at; 0; -1: ERR_NOMEM. */
static int
count(struct reader *r, struct sv key, struct err *e)
{
    struct map_entry *entry = map_get(&r->beside, key);
    struct sv copy;

    if (!entry && r->beside.n < KEYS_MAX) {
        copy = arena_sv(&r->arena, key);
        entry = copy.p ? map_put(&r->beside, copy, NULL) : NULL;
        if (!entry)
            return err_nomem(e);
    }
    return entry && ++entry->value.number <= VALUES_MAX;
}

/* What ${text}, a document of its own, is. */
static int
judge(struct reader *r, struct sv text, struct detection *found, struct err *e)
{
    struct source *s = source_of_memory(text);
    struct input *trial = input_new(SV(""), false);
    int result;

    if (s && trial) {
        source_take_limits(s, r->source);
        result = detect(found, s, r->options->formats, NULL, NULL, trial, e);
    } else {
        result = err_nomem(e);
    }
    input_free(trial);
    source_free(s);
    return result;
}

int
import_beside_check(void *context, uint64_t document, struct sv key, struct sv raw,
    struct err *e)
{
    struct reader *r = context;
    struct detection found = { .arena = ARENA_INIT };
    struct buf text;
    int result;

    if ((document == 1 && text_position(r->text) <= DETECT_HEAD) || !may_be_bill(raw))
        return 0;
    result = count(r, key, e);
    if (result <= 0)
        return result;

    buf_init(&text, SIZE_MAX - 1);
    buf_add_char(&text, '{');
    buf_add_json(&text, key);
    buf_add_char(&text, ':');
    buf_add(&text, raw);
    buf_add_char(&text, '}');
    result = buf_ok(&text, e) || judge(r, buf_sv(&text), &found, e) ? -1 : 0;
    if (result == 0 && found.format)
        result = err_set(e, ERR_SYNTAX, "it holds two bills, %s at '%.*s' and %s at '%.*s'; save "
            "each in a file of its own", r->found->format->id, SV_ARG(sv_of(r->found->list)),
            found.format->id, SV_ARG(key));
    detection_release(&found);
    buf_release(&text);
    return result;
}
