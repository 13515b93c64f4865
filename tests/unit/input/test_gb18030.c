/*
 * What the table makes of GB18030 is what iconv makes of it: of every sequence of one, two and four
 * bytes, of those that are none, and of texts of all kinds, wherever they are cut.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <errno.h>
#include <iconv.h>
#include <stdlib.h>
#include <cmocka.h>

#include "base/buf.h"
#include "input/gb18030.h"
#include "input/text.h"

/* A text of so many bytes is read by the table. */
#define LARGE ((size_t)300000)

/* The least chunk with which it is, and numbers of bytes by which others are larger. */
#define CHUNK ((size_t)131072)
#define CHUNKS 24

static iconv_t
open_iconv(void)
{
    iconv_t converter = iconv_open("UTF-8", "GB18030");

    assert_true(converter != (iconv_t)-1);
    return converter;
}

/* All of ${bytes} by iconv alone, each byte that is none as 0xFF; how many those are. */
static size_t
by_iconv(struct buf *out, struct sv bytes)
{
    iconv_t converter = open_iconv();
    char *from = (char *)(uintptr_t)bytes.p;
    size_t left = bytes.n, bad = 0;

    while (left > 0) {
        char made[4096], *to = made;
        size_t room = sizeof(made);
        int errnum = iconv(converter, &from, &left, &to, &room) == (size_t)-1 ? errno : 0;

        buf_add(out, (struct sv){ made, sizeof(made) - room });
        if (errnum == EILSEQ || errnum == EINVAL) {
            buf_add(out, SV("\xFF"));
            bad++;
            from++;
            left--;
        }
    }
    assert_int_equal(iconv_close(converter), 0);
    return bad;
}

/* ${bytes} as a text, in chunks of ${chunk} bytes. */
static void
by_text(struct buf *out, struct sv bytes, bool has_bad_bytes, size_t chunk)
{
    struct charset_found found = { .charset = CHARSET_GB18030, .has_bad_bytes = has_bad_bytes };
    struct source *s = source_of_memory(bytes);
    struct err e = ERR_INIT;
    struct text *t = text_new_chunked(s, &found, chunk, &e);
    struct sv piece;
    int more;

    assert_non_null(t);
    while ((more = text_next(t, &piece, &e)) > 0)
        buf_add(out, piece);
    assert_int_equal(more, 0);
    text_free(t);
    source_free(s);
}

static void
assert_same(const struct buf *a, const struct buf *b)
{
    assert_int_equal(a->n, b->n);
    if (a->n > 0)
        assert_memory_equal(a->p, b->p, a->n);
}

static void
add_sequence(struct buf *out, const unsigned bytes[4], size_t n)
{
    for (size_t i = 0; i < n; i++)
        buf_add_char(out, (char)bytes[i]);
    buf_add_char(out, '\n');
}

static void
add_sequences_of_one_and_two(struct buf *out)
{
    for (unsigned a = 0; a < 256; a++) {
        add_sequence(out, (unsigned[4]){ a }, 1);
        for (unsigned b = 0; b < 256; b++)
            add_sequence(out, (unsigned[4]){ a, b }, 2);
    }
}

static void
add_sequences_of_four(struct buf *out)
{
    for (unsigned a = 0x81; a <= 0xFE; a++)
        for (unsigned b = '0'; b <= '9'; b++)
            for (unsigned c = 0x80; c <= 0xFF; c++)
                for (unsigned d = '0' - 1; d <= '9' + 1; d++)
                    add_sequence(out, (unsigned[4]){ a, b, c, d }, 4);
}

static void
every_sequence_is_what_iconv_makes_of_it(void **state)
{
    struct buf bytes, expected, got;

    (void)state;
    buf_init(&bytes, SIZE_MAX - 1);
    buf_init(&expected, SIZE_MAX - 1);
    buf_init(&got, SIZE_MAX - 1);
    add_sequences_of_one_and_two(&bytes);
    add_sequences_of_four(&bytes);
    assert_true(by_iconv(&expected, buf_sv(&bytes)) > 0);
    by_text(&got, buf_sv(&bytes), true, TEXT_CHUNK_MAX);
    assert_same(&got, &expected);
    buf_release(&bytes);
    buf_release(&expected);
    buf_release(&got);
}

static unsigned
draw(uint64_t *random, unsigned below)
{
    *random = *random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(*random >> 33) % below;
}

/* ASCII, common pairs, any pairs and sequences of four, in runs; and bytes that are none. */
static void
add_run(struct buf *out, uint64_t *random, bool has_bad_bytes)
{
    unsigned kind = draw(random, has_bad_bytes ? 5 : 4), n = 1 + draw(random, 40);

    for (unsigned i = 0; i < n; i++) {
        if (kind == 0) {
            buf_add_char(out, (char)draw(random, 0x80));
        } else if (kind == 1) {
            buf_add_char(out, (char)(0xB0 + draw(random, 0x28)));
            buf_add_char(out, (char)(0xA1 + draw(random, 0x5E)));
        } else if (kind == 2) {
            buf_add_char(out, (char)(0x81 + draw(random, 0x7E)));
            buf_add_char(out, (char)(0x80 + draw(random, 0x7F)));
        } else if (kind == 3) {
            buf_add_char(out, (char)0x81);
            buf_add_char(out, (char)('0' + draw(random, 10)));
            buf_add_char(out, (char)(0x81 + draw(random, 0x7E)));
            buf_add_char(out, (char)('0' + draw(random, 10)));
        } else if (i < 3) {
            buf_add_char(out, (char)(0x80 + draw(random, 0x80)));
        }
    }
}

static void
texts_are_what_iconv_makes_of_them_in_chunks_of_any_size(void **state)
{
    uint64_t random = 42;
    struct buf bytes, expected, got;

    (void)state;
    buf_init(&bytes, SIZE_MAX - 1);
    buf_init(&expected, SIZE_MAX - 1);
    buf_init(&got, SIZE_MAX - 1);
    for (size_t i = 0; i < CHUNKS; i++) {
        bool is_spoiled = i % 2 == 1;
        size_t bad;

        buf_reset(&bytes);
        buf_reset(&expected);
        buf_reset(&got);
        while (bytes.n < LARGE)
            add_run(&bytes, &random, is_spoiled);
        bad = by_iconv(&expected, buf_sv(&bytes));
        assert_true(is_spoiled ? bad > 0 : bad == 0);
        by_text(&got, buf_sv(&bytes), is_spoiled, CHUNK + i);
        assert_same(&got, &expected);
    }
    buf_release(&bytes);
    buf_release(&expected);
    buf_release(&got);
}

static void
a_bad_byte_in_a_large_text_is_met_behind_all_that_is_good(void **state)
{
    static const size_t places[] = { 0, 1, 15, 16, 17, 131071, 131072, 262143, 262144, 299998 };
    char *bytes = malloc(LARGE);

    (void)state;
    assert_non_null(bytes);
    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
        struct charset_found found = { .charset = CHARSET_GB18030 };
        struct source *s;
        struct err e = ERR_INIT;
        struct text *t;
        struct sv piece;
        size_t n = 0;
        int more;

        memset(bytes, 'a', LARGE);
        bytes[places[i]] = '\xFF';
        s = source_of_memory((struct sv){ bytes, LARGE });
        t = text_new(s, &found, &e);
        assert_non_null(t);
        while ((more = text_next(t, &piece, &e)) > 0)
            n += piece.n;
        assert_int_equal(more, -1);
        assert_int_equal(e.code, ERR_ENCODING);
        assert_int_equal(n, places[i]);
        assert_int_equal(text_position(t), places[i]);
        text_free(t);
        source_free(s);
    }
    free(bytes);
}

/* What is converted of ${bytes} with room for ${room} bytes is what iconv makes of it; how many. */
static size_t
convert(const struct gb18030 *g, struct sv bytes, size_t room)
{
    char *to = malloc(room > 0 ? room : 1);
    size_t made, used = gb18030_convert(g, bytes, to, room, &made);
    struct buf expected;

    assert_true(used <= bytes.n && made <= room);
    buf_init(&expected, SIZE_MAX - 1);
    assert_int_equal(by_iconv(&expected, sv_part(bytes, 0, used)), 0);
    assert_true(sv_is(buf_sv(&expected), (struct sv){ to, made }));
    buf_release(&expected);
    free(to);
    return used;
}

static void
whatever_is_cut_is_converted_to_whole_characters(void **state)
{
    iconv_t converter = open_iconv();
    struct gb18030 *g = gb18030_new(converter);
    uint64_t random = 7;
    struct buf bytes;

    (void)state;
    assert_non_null(g);
    buf_init(&bytes, SIZE_MAX - 1);
    while (bytes.n < 400)
        add_run(&bytes, &random, false);
    for (size_t from = 0; from < bytes.n; from++) {
        struct sv ahead = sv_part(buf_sv(&bytes), from, bytes.n);

        convert(g, ahead, 1200);
        convert(g, sv_part(buf_sv(&bytes), 0, from), 1200);
        convert(g, ahead, from);
    }
    buf_release(&bytes);
    gb18030_free(g);
    assert_int_equal(iconv_close(converter), 0);
}

/* Whether the table has all of 64 times ${character}. */
static bool
has_all_of(const struct gb18030 *g, struct sv character)
{
    struct buf bytes;
    bool has_all;

    buf_init(&bytes, SIZE_MAX - 1);
    for (size_t i = 0; i < 64; i++)
        buf_add(&bytes, character);
    has_all = convert(g, buf_sv(&bytes), bytes.n * 2) + 32 > bytes.n;
    buf_release(&bytes);
    return has_all;
}

static void
ascii_and_pairs_are_in_the_table_and_nothing_else(void **state)
{
    iconv_t converter = open_iconv();
    struct gb18030 *g = gb18030_new(converter);

    (void)state;
    assert_non_null(g);
    assert_true(has_all_of(g, SV("a")));
    assert_true(has_all_of(g, SV("\xBD\xF0")));
    assert_true(has_all_of(g, SV("\x81\x40")));
    assert_true(has_all_of(g, SV("\xA3\xA4,")));
    assert_false(has_all_of(g, SV("\x81\x30\x81\x30")));
    assert_false(has_all_of(g, SV("\x80")));
    assert_false(has_all_of(g, SV("\xFF")));
    gb18030_free(g);
    assert_int_equal(iconv_close(converter), 0);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_sequence_is_what_iconv_makes_of_it),
        cmocka_unit_test(texts_are_what_iconv_makes_of_them_in_chunks_of_any_size),
        cmocka_unit_test(a_bad_byte_in_a_large_text_is_met_behind_all_that_is_good),
        cmocka_unit_test(whatever_is_cut_is_converted_to_whole_characters),
        cmocka_unit_test(ascii_and_pairs_are_in_the_table_and_nothing_else),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
