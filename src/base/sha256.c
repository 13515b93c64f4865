/*
 * sha256.c - the SHA-256 of a stream of bytes.
 */
#include <assert.h>
#include <openssl/evp.h>
#include <stdlib.h>

#include "base/sha256.h"

#define SUM_BYTES 32

struct sha256 {
    EVP_MD_CTX *context;
};

struct sha256 *
sha256_new(void)
{
    struct sha256 *h = malloc(sizeof(*h));

    if (!h)
        return NULL;
    h->context = EVP_MD_CTX_new();
    if (!h->context || EVP_DigestInit_ex(h->context, EVP_sha256(), NULL) != 1) {
        sha256_free(h);
        return NULL;
    }
    return h;
}

void
sha256_free(struct sha256 *h)
{
    if (!h)
        return;
    EVP_MD_CTX_free(h->context);
    free(h);
}

void
sha256_add(struct sha256 *h, struct sv bytes)
{
    /* libcrypto refuses only a context that was not started, and ours always is. */
    int done = bytes.n == 0 ? 1 : EVP_DigestUpdate(h->context, bytes.p, bytes.n);

    assert(done == 1);
    (void)done;
}

void
sha256_text(struct sha256 *h, char text[SHA256_TEXT_MAX])
{
    static const char digits[] = "0123456789abcdef";
    unsigned char sum[SUM_BYTES] = { 0 };
    int done = EVP_DigestFinal_ex(h->context, sum, NULL);

    assert(done == 1);
    done = EVP_DigestInit_ex(h->context, NULL, NULL);
    assert(done == 1);
    (void)done;
    for (size_t i = 0; i < SUM_BYTES; i++) {
        text[2 * i] = digits[sum[i] >> 4];
        text[2 * i + 1] = digits[sum[i] & 0xF];
    }
    text[2 * SUM_BYTES] = '\0';
}
