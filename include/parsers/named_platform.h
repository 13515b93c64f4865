/*
 * named_platform.h - of which platform a file may be by its name, where its content says nothing.
 */
#ifndef PARSERS_NAMED_PLATFORM_H
#define PARSERS_NAMED_PLATFORM_H

#include "parsers/format.h"

/*
 * The first of ${formats} whose platform the last part of ${path} names, by its id (with no letter
 * before it; a short id with none behind it either) or by its Chinese name; NULL for none. Of
 * several platforms the longest name counts: a hint for people, never a way to recognise a file.
 */
const struct format *named_platform(const struct formats *formats, struct sv path);

#endif
