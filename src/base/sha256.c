/*
 * sha256.c - the SHA-256 of a stream of bytes.
 *
 * By the functions of libcrypto that are older than EVP: those need no memory and nothing set up,
 * so that they cannot fail, whereas the first use of EVP crashes where memory is out.
 */
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>
#include <stdlib.h>

#include "base/sha256.h"

#define SUM_BYTES SHA256_DIGEST_LENGTH

struct sha256 {
    SHA256_CTX context;
};

struct sha256 *
sha256_new(void)
{
    struct sha256 *h = malloc(sizeof(*h));

    if (h)
        (void)SHA256_Init(&h->context);
    return h;
}

void
sha256_free(struct sha256 *h)
{
    free(h);
}

void
sha256_add(struct sha256 *h, struct sv bytes)
{
    if (bytes.n > 0)
        (void)SHA256_Update(&h->context, bytes.p, bytes.n);
}

void
sha256_text(struct sha256 *h, char text[SHA256_TEXT_MAX])
{
    static const char digits[] = "0123456789abcdef";
    unsigned char sum[SUM_BYTES];

    (void)SHA256_Final(sum, &h->context);
    (void)SHA256_Init(&h->context);
    for (size_t i = 0; i < SUM_BYTES; i++) {
        text[2 * i] = digits[sum[i] >> 4];
        text[2 * i + 1] = digits[sum[i] & 0xF];
    }
    text[2 * SUM_BYTES] = '\0';
}
