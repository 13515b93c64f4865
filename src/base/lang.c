/*
 * lang.c - looking texts up in the embedded catalogues.
 *
 * A .mo file starts with seven 32-bit numbers: the magic 0x950412de, its revision, the number of
 * texts, the offset of the table of msgids, the offset of the table of translations, and size and
 * offset of a hash table (not used). Both tables hold a length and an offset for each text;
 * msgids are sorted bytewise, every text is followed by a NUL. Nothing outside the catalogue is
 * read, whatever it holds.
 */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/embedded.h"
#include "base/lang.h"

#define MAGIC 0x950412DEu
#define HEADER_BYTES 28

extern const struct embedded lang_catalogues[];

/* Read the number at ${offset} into ${out}. */
static bool
number_at(const unsigned char *mo, size_t length, size_t offset, uint32_t *out)
{
    const unsigned char *p;

    if (length < 4 || offset > length - 4)
        return false;
    p = mo + offset;
    *out = (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
    return true;
}

/* Text ${index} of the table at ${table}, or NULL where it does not stand wholly in the file. */
static const char *
text_at(const unsigned char *mo, size_t length, uint32_t table, uint32_t index)
{
    uint64_t entry = (uint64_t)table + (uint64_t)index * 8;
    uint32_t n, offset;

    if (entry > length || !number_at(mo, length, (size_t)entry, &n) ||
        !number_at(mo, length, (size_t)entry + 4, &offset))
        return NULL;
    if (offset >= length || n >= length - offset || mo[offset + n] != '\0')
        return NULL;
    return (const char *)mo + offset;
}

const char *
lang_find(const unsigned char *mo, size_t length, const char *msgid)
{
    uint32_t magic, count, originals, translations, low = 0, high;

    /* The text of "" is the catalogue's own header. */
    if (msgid[0] == '\0' || length < HEADER_BYTES)
        return NULL;
    if (!number_at(mo, length, 0, &magic) || magic != MAGIC ||
        !number_at(mo, length, 8, &count) || !number_at(mo, length, 12, &originals) ||
        !number_at(mo, length, 16, &translations))
        return NULL;

    high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const char *text = text_at(mo, length, originals, middle);
        int order;

        if (!text)
            return NULL;
        order = strcmp(msgid, text);
        if (order == 0) {
            text = text_at(mo, length, translations, middle);
            return text && text[0] != '\0' ? text : NULL;
        }
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

static const char *
catalogue_name(enum lang lang)
{
    switch (lang) {
    case LANG_EN:
        break;
    case LANG_ZH:
        return "zh_CN.mo";
    }
    return NULL;
}

const char *
lang_text(enum lang lang, const char *msgid)
{
    const char *name = catalogue_name(lang), *text = NULL;

    if (!name)
        return msgid;
    for (const struct embedded *c = lang_catalogues; c->name && !text; c++)
        if (strcmp(c->name, name) == 0)
            text = lang_find(c->bytes, c->length, msgid);
    return text ? text : msgid;
}
