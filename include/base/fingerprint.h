/*
 * fingerprint.h - 64 bits that tell whether a file is as it was (XXH3).
 *
 * Against accidents alone: who means to can make another file of the same ones. What proves which
 * file was read is sha256.h.
 */
#ifndef BASE_FINGERPRINT_H
#define BASE_FINGERPRINT_H

#include <stdbool.h>

#include "base/err.h"

/* Length of the hexadecimal text, with the NUL. */
#define FINGERPRINT_TEXT_MAX 17

/*
 * Write the fingerprint of the content of the file ${path} into ${text}. -1: ERR_IO with the path,
 * also where it is a link, or no file. Needs no memory.
 */
int fingerprint_file(const char *path, char text[FINGERPRINT_TEXT_MAX], struct err *e);

#endif
