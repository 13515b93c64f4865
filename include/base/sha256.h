/*
 * sha256.h - the SHA-256 of a stream of bytes (OpenSSL's libcrypto).
 */
#ifndef BASE_SHA256_H
#define BASE_SHA256_H

#include "base/err.h"
#include "base/sv.h"

/* Length of the hexadecimal text, with the NUL. */
#define SHA256_TEXT_MAX 65

struct sha256;

/* A new, empty sum, or NULL when memory is out. Free it with sha256_free(). */
struct sha256 *sha256_new(void);
void sha256_free(struct sha256 *h);

/* Add ${bytes}. Cannot fail. */
void sha256_add(struct sha256 *h, struct sv bytes);

/* Write the sum in lower-case hexadecimal into ${text}; ${h} is empty again. */
void sha256_text(struct sha256 *h, char text[SHA256_TEXT_MAX]);

#endif
