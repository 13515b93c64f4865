#include "base/sha256.h"
#include "unit.h"

/* The examples of FIPS 180-2 and the sum of no bytes. */
static const struct {
    const char *text, *sum;
} cases[] = {
    { "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" },
    { "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" },
    { "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1" },
};

static void
sums_the_published_examples(void **state)
{
    struct sha256 *h = sha256_new();
    char text[SHA256_TEXT_MAX + 1];

    (void)state;
    assert_non_null(h);
    /* One object for all: it is empty again after each sum. */
    for (size_t i = 0; i < COUNT(cases); i++) {
        text[SHA256_TEXT_MAX] = '#';
        sha256_add(h, sv_of(cases[i].text));
        sha256_text(h, text);
        assert_string_equal(text, cases[i].sum);
        assert_int_equal(text[SHA256_TEXT_MAX], '#');
    }
    sha256_free(h);
}

static void
the_pieces_do_not_matter(void **state)
{
    struct sha256 *h = sha256_new();
    char chunk[1000], text[SHA256_TEXT_MAX];

    (void)state;
    assert_non_null(h);
    memset(chunk, 'a', sizeof(chunk));
    sha256_add(h, SV_EMPTY);
    for (size_t i = 0; i < 1000; i++) {
        sha256_add(h, (struct sv){ chunk, i % 1000 });
        sha256_add(h, (struct sv){ chunk, 1000 - i % 1000 });
    }
    sha256_text(h, text);
    assert_string_equal(text, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    sha256_free(h);
    sha256_free(NULL);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_the_published_examples),
        cmocka_unit_test(the_pieces_do_not_matter),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
