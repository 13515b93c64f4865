/*
 * Which charset is found, and what text comes out of it, whole and in small chunks.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>

#include "base/buf.h"
#include "input/charset.h"
#include "input/text.h"

/* A literal with NUL bytes in it. */
#define BYTES(literal) { "" literal, sizeof(literal) - 1 }

/* The same headings in UTF-8 and in GB18030. */
#define HEADINGS "订单类型,创建时间,金额,备注"
#define GB_HEADINGS "\xB6\xA9\xB5\xA5\xC0\xE0\xD0\xCD,\xB4\xB4\xBD\xA8\xCA\xB1\xBC\xE4," \
    "\xBD\xF0\xB6\xEE,\xB1\xB8\xD7\xA2"

struct example {
    struct sv bytes;
    enum charset charset;
    unsigned bom;
    bool is_ascii, has_bad_bytes;
    uint64_t bad_offset;
    struct sv text;
};

static const struct example examples[] = {
    { BYTES(""), CHARSET_UTF8, 0, true, false, 0, BYTES("") },
    { BYTES("id,cost\n1,2\n"), CHARSET_UTF8, 0, true, false, 0, BYTES("id,cost\n1,2\n") },
    { BYTES("\xEF\xBB\xBF" "a,b\n"), CHARSET_UTF8, 3, true, false, 0, BYTES("a,b\n") },
    { BYTES("金额,时间\n1,2\n"), CHARSET_UTF8, 0, false, false, 0, BYTES("金额,时间\n1,2\n") },
    /* Valid UTF-8 is nothing else, also where it would be valid GB18030. */
    { BYTES("名称\n"), CHARSET_UTF8, 0, false, false, 0, BYTES("名称\n") },
    { BYTES("\xBD\xF0\xB6\xEE,\xCA\xB1\xBC\xE4\n"), CHARSET_GB18030, 0, false, false, 0,
        BYTES("金额,时间\n") },
    /* A GB18030 sequence of four bytes holds digits. */
    { BYTES("\xB2\xE2\x81\x30\x81\x30,1\n"), CHARSET_GB18030, 0, false, false, 0,
        BYTES("测\xC2\x80,1\n") },
    { BYTES("\x84\x31\x95\x33\xB2\xE2\n"), CHARSET_GB18030, 4, false, false, 0, BYTES("测\n") },
    /* A word of GB18030 that is UTF-8 by chance (of two bytes) does not make a UTF-8 file. */
    { BYTES("1\xD4\xAA\n2\xD4\xAA\n\xB2\xE2\n"), CHARSET_GB18030, 0, false, false, 0,
        BYTES("1元\n2元\n测\n") },
    /* Edited in two programs: most of it is UTF-8, and it would be valid GB18030 as a whole. */
    { BYTES("名称,金额\n\xB2\xE2,1\n"), CHARSET_UTF8, 0, false, true, 14,
        BYTES("名称,金额\n\xB2\xE2,1\n") },
    /* A single Latin-1 byte fits no charset, but spoils one line only. */
    { BYTES("name,cost\ncaf\xE9,1\ntea,2\n"), CHARSET_UTF8, 0, false, true, 13,
        BYTES("name,cost\ncaf\xE9,1\ntea,2\n") },
    /* Headings of GB18030 outweigh a bad byte, half a pair, and a cut at the end. */
    { BYTES(GB_HEADINGS "\na\x80" "b,1\n"), CHARSET_GB18030, 0, false, true, 29,
        BYTES(HEADINGS "\na\xFF" "b,1\n") },
    { BYTES(GB_HEADINGS "\n\xB2,1\n"), CHARSET_GB18030, 0, false, true, 28,
        BYTES(HEADINGS "\n\xFF,1\n") },
    { BYTES(GB_HEADINGS "\n\xB2\xE2\n1,\xB2"), CHARSET_GB18030, 0, false, true, 33,
        BYTES(HEADINGS "\n测\n1,\xFF") },
    /* Four bytes in a chunk of five, then a character that the chunk cuts. */
    { BYTES(GB_HEADINGS GB_HEADINGS "\n\xFF\n\xCA\xFD\x95\x32\x82\x36\xD7\xA2\xB6\xA9"),
        CHARSET_GB18030, 0, false, true, 55, BYTES(HEADINGS HEADINGS "\n\xFF\n数𠀀注订") },
    /* They do not outweigh a line of UTF-8. */
    { BYTES(GB_HEADINGS "\n名称\n1,\xFF\n1,2\n1,2\n"), CHARSET_UTF8, 0, false, true, 0,
        BYTES(GB_HEADINGS "\n名称\n1,\xFF\n1,2\n1,2\n") },
    /* UTF-8 that is cut in a character stays UTF-8, also where its only line is. */
    { BYTES(HEADINGS ",名,\xE5\x90\n1,2\n"), CHARSET_UTF8, 0, false, true, 44,
        BYTES(HEADINGS ",名,\xE5\x90\n1,2\n") },
    { BYTES("é,é,é,é,é,é,é,é,é,é,é,é,é,é,é,é,caf\xE9\n1,2\n"), CHARSET_UTF8, 0, false, true, 51,
        BYTES("é,é,é,é,é,é,é,é,é,é,é,é,é,é,é,é,caf\xE9\n1,2\n") },
    { BYTES("\xEF\xBB\xBF\xB2\xE2\n"), CHARSET_UTF8, 3, false, true, 3, BYTES("\xB2\xE2\n") },
    { BYTES("\xFF\xFE" "a\0,\0\xD1\x91\n\0"), CHARSET_UTF16LE, 2, false, false, 0,
        BYTES("a,金\n") },
    { BYTES("\xFE\xFF\0a\0,\x91\xD1\0\n"), CHARSET_UTF16BE, 2, false, false, 0, BYTES("a,金\n") },
    { BYTES("\xFF\xFE\x3D\xD8\x00\xDE\n\0"), CHARSET_UTF16LE, 2, false, false, 0,
        BYTES("😀\n") },
    { BYTES("a\0,\0b\0\n\0" "1\0,\0" "2\0\n\0"), CHARSET_UTF16LE, 0, true, false, 0,
        BYTES("a,b\n1,2\n") },
    { BYTES("\0a\0,\0b\0\n\0" "1\0,\0" "2\0\n"), CHARSET_UTF16BE, 0, true, false, 0,
        BYTES("a,b\n1,2\n") },
    /* A few NUL bytes are no UTF-16. */
    { BYTES("id,cost\ni-1,1.0\0\0\n"), CHARSET_UTF8, 0, true, false, 0,
        BYTES("id,cost\ni-1,1.0\0\0\n") },
    { BYTES("a,b\n1,\0\n"), CHARSET_UTF8, 0, true, false, 0, BYTES("a,b\n1,\0\n") },
};

static void
read_in_chunks(struct buf *out, const struct example *x, const struct charset_found *found,
    size_t chunk)
{
    struct err e = ERR_INIT;
    struct source *s = source_of_memory(x->bytes);
    struct text *t = text_new_chunked(s, found, chunk, &e);
    struct sv piece;
    int more;

    assert_non_null(t);
    assert_int_equal(text_has_bad_bytes(t), x->has_bad_bytes);
    for (int round = 0; round < 2; round++) {
        buf_reset(out);
        while ((more = text_next(t, &piece, &e)) > 0) {
            assert_true(piece.n > 0 && piece.n <= chunk);
            if (!x->has_bad_bytes)
                assert_int_equal(sv_utf8_valid(piece), piece.n);
            buf_add(out, piece);
        }
        assert_int_equal(more, 0);
        assert_int_equal(text_position(t), source_size(s));
        text_rewind(t);
    }
    assert_int_equal(e.code, ERR_NONE);
    text_free(t);
    source_free(s);
}

static void
finds_the_charset_and_reads_it_in_chunks_of_any_size(void **state)
{
    static const size_t chunks[] = { 4, 5, 6, 7, 64, TEXT_CHUNK_MAX };

    (void)state;
    for (size_t i = 0; i < sizeof(examples) / sizeof(examples[0]); i++) {
        const struct example *x = &examples[i];
        struct source *s = source_of_memory(x->bytes);
        struct charset_found found;
        struct err e = ERR_INIT;
        struct buf out;

        print_message("example %zu\n", i);
        assert_int_equal(charset_find(&found, s, &e), 0);
        assert_int_equal(e.code, ERR_NONE);
        assert_string_equal(charset_name(found.charset), charset_name(x->charset));
        assert_int_equal(found.bom, x->bom);
        if (found.charset == CHARSET_UTF8)
            assert_int_equal(found.is_ascii, x->is_ascii);
        assert_int_equal(found.has_bad_bytes, x->has_bad_bytes);
        assert_int_equal(found.bad_offset, x->bad_offset);
        source_free(s);

        buf_init(&out, 1000);
        for (size_t c = 0; c < sizeof(chunks) / sizeof(chunks[0]); c++) {
            read_in_chunks(&out, x, &found, chunks[c]);
            assert_int_equal(out.n, x->text.n);
            if (out.n > 0)
                assert_memory_equal(out.p, x->text.p, out.n);
        }
        buf_release(&out);
    }
}

static void
refuses_and_says_where(void **state)
{
    static const struct { struct sv bytes; const char *message; } refused[] = {
        { BYTES("\xFF\xFE" "a\0,\0b"),
            "the byte order mark says UTF-16LE, but byte 6 is not so; save the file as UTF-8" },
        { BYTES("\xFF\xFE" "a\0\x00\xDC" "b\0"),
            "the byte order mark says UTF-16LE, but byte 4 is not so; save the file as UTF-8" },
        { BYTES("a\0,\0b\0\n\0" "1"),
            "the text looks like UTF-16LE, but byte 8 is not so; save the file as UTF-8" },
        { BYTES("\x84\x31\x95\x33" "a\xFF\n"),
            "the byte order mark says GB18030, but byte 5 is not so; save the file as UTF-8" },
        { BYTES("\xFF\xFE\0\0a\0\0\0"), "the text is in UTF-32; save it as UTF-8" },
        { BYTES("caf\xE9,1\nth\xE9,2\n"),
            "the charset is not known: it is not UTF-8 (byte 3), not GB18030 (byte 3) and not "
            "UTF-16; save the file as UTF-8" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
        struct source *s = source_of_memory(refused[i].bytes);
        struct charset_found found;
        struct err e = ERR_INIT;
        char text[MESSAGE_TEXT_MAX];

        assert_int_equal(charset_find(&found, s, &e), -1);
        assert_int_equal(e.code, ERR_ENCODING);
        assert_string_equal(message_text(&e.message, LANG_EN, text, sizeof(text)),
            refused[i].message);
        source_free(s);
    }
}

static void
bad_bytes_are_reported_behind_what_is_good(void **state)
{
    struct source *s = source_of_memory((struct sv)BYTES("\xB2\xE2,\xFF\xFF"));
    struct charset_found found = { .charset = CHARSET_GB18030 };
    struct err e = ERR_INIT;
    struct text *t = text_new(s, &found, &e);
    struct sv chunk;

    (void)state;
    assert_int_equal(text_next(t, &chunk, &e), 1);
    assert_true(sv_is(chunk, SV("测,")));
    assert_int_equal(text_next(t, &chunk, &e), -1);
    assert_int_equal(e.code, ERR_ENCODING);
    assert_int_equal(text_position(t), 3);
    text_free(t);
    source_free(s);
}

static void
finds_one_bad_byte_far_behind_the_beginning(void **state)
{
    static const size_t size = 700001;
    char *bytes = malloc(size);
    struct charset_found found;
    struct err e = ERR_INIT;
    struct source *s;

    (void)state;
    assert_non_null(bytes);
    for (size_t i = 0; i < size; i++)
        bytes[i] = i % 10 == 9 ? '\n' : 'a';
    bytes[654321] = '\x80';
    s = source_of_memory((struct sv){ bytes, size });
    assert_int_equal(charset_find(&found, s, &e), 0);
    assert_int_equal(found.charset, CHARSET_UTF8);
    assert_true(found.has_bad_bytes);
    assert_false(found.is_ascii);
    assert_int_equal(found.bad_offset, 654321);
    source_free(s);
    free(bytes);
}

static void
small_texts_take_little_memory(void **state)
{
    static const struct charset_found utf8 = { .charset = CHARSET_UTF8 };
    static char bytes[300000];
    static const size_t sizes[][2] = { { 0, 4096 }, { 10, 4096 }, { 5000, 5000 },
        { sizeof(bytes), TEXT_CHUNK_MAX } };
    struct err e = ERR_INIT;

    (void)state;
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        struct source *s = source_of_memory((struct sv){ bytes, sizes[i][0] });
        struct text *t = text_new(s, &utf8, &e);

        assert_non_null(t);
        assert_int_equal(text_chunk(t), sizes[i][1]);
        text_free(t);
        source_free(s);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_the_charset_and_reads_it_in_chunks_of_any_size),
        cmocka_unit_test(refuses_and_says_where),
        cmocka_unit_test(bad_bytes_are_reported_behind_what_is_good),
        cmocka_unit_test(finds_one_bad_byte_far_behind_the_beginning),
        cmocka_unit_test(small_texts_take_little_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
