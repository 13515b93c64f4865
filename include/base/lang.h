/*
 * lang.h - the two languages of what people read.
 *
 * Translations are gettext catalogues (po/<lang>.po), compiled with msgfmt and embedded as .mo
 * files. They are looked up here and not through libintl, because libintl needs a process-wide
 * locale that is installed on the machine, and this program has neither.
 */
#ifndef BASE_LANG_H
#define BASE_LANG_H

#include <stddef.h>

enum lang {
    LANG_EN,
    LANG_ZH,
};

/*
 * The ${lang} text of the English ${msgid} (a string literal), or ${msgid} itself where the
 * catalogue has none. Borrowed for the life of the program. Cannot fail.
 */
const char *lang_text(enum lang lang, const char *msgid);

/*
 * The translation of ${msgid} in the catalogue of ${length} bytes at ${mo} (a little-endian .mo
 * file), or NULL where it has none, an empty one or is damaged. Points into ${mo}.
 */
const char *lang_find(const unsigned char *mo, size_t length, const char *msgid);

/* Marks a literal for xgettext that is looked up elsewhere with lang_text(). */
#define N_(msgid) msgid

#endif
