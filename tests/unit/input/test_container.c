/*
 * What is found inside zip and tar, how it reads, what is refused, and the limits.
 */
#include <stdio.h>

#include "opened.h"

static void
lists_files_by_name_and_reads_them_in_any_order(void **state)
{
    static const struct part parts[] = {
        PART("b.csv", "b,1\n"),
        { "folder/", { NULL, 0 }, AE_IFDIR },
        PART("folder/c.csv", "c,2\n"),
        PART("/etc/../a.csv", "a,3\n"),
        { "link", { NULL, 0 }, AE_IFLNK },
        PART("empty.csv", ""),
        PART("__MACOSX/._b.csv", "attributes"),
    };
    static const char *const formats[] = { "zip", "ustar", "7zip" };
    struct opened o;

    (void)state;
    for (size_t f = 0; f < COUNT(formats); f++) {
        open_parts(&o, formats[f], NULL, parts, COUNT(parts));
        assert_int_equal(container_count(o.container), 6);
        assert_member(&o, 0, "/etc/../a.csv", "a,3\n");
        assert_member(&o, 4, "folder/c.csv", "c,2\n");
        assert_member(&o, 3, "empty.csv", "");
        assert_member(&o, 2, "b.csv", "b,1\n");
        assert_member(&o, 2, "b.csv", "b,1\n");
        assert_member(&o, 1, "__MACOSX/._b.csv", "attributes");
        for (size_t i = 0; i < 5; i++)
            assert_int_equal(container_member(o.container, i)->is_hidden, i == 1);
        assert_int_equal(container_member(o.container, 5)->passed, PASSED_LINK);
        assert_int_equal(container_find(o.container, SV("link")), (size_t)-1);
        assert_int_equal(container_trailing(o.container), 0);
        assert_int_equal(o.e.code, ERR_NONE);
        release(&o);
    }
}

static void
shows_names_in_utf8_whatever_charset_the_archive_used(void **state)
{
    static const struct { const char *raw, *shown; } names[] = {
        { "plain.csv", "plain.csv" },
        { "./dot.csv", "dot.csv" },
        { "\xE8\xB4\xA6\xE5\x8D\x95.csv", "\xE8\xB4\xA6\xE5\x8D\x95.csv" },
        { "\xD5\xCB\xB5\xA5.csv", "\xE8\xB4\xA6\xE5\x8D\x95.csv" },
        { "bell\x07.csv", "bell\\x07.csv" },
        { "\xFF\xFF.csv", "\\xFF\\xFF.csv" },
    };
    struct opened o;

    (void)state;
    for (size_t i = 0; i < COUNT(names); i++) {
        struct part part = { names[i].raw, SV("x"), 0 };

        open_parts(&o, "zip", NULL, &part, 1);
        assert_int_equal(container_count(o.container), 1);
        assert_member(&o, 0, names[i].shown, "x");
        release(&o);
    }
}

static void
shows_names_that_are_marked_as_utf8(void **state)
{
    /* A stored member whose header says that its name is UTF-8 (flag 0x0800). */
    static const char zip[] =
        "PK\x03\x04\x14\0\0\x08\0\0\0\0\0\0\x83\x16\xDC\x8C\1\0\0\0\1\0\0\0\x0A\0\0\0"
        "\xE8\xB4\xA6\xE5\x8D\x95.csvx"
        "PK\x01\x02\x14\0\x14\0\0\x08\0\0\0\0\0\0\x83\x16\xDC\x8C\1\0\0\0\1\0\0\0\x0A\0\0\0\0\0\0\0"
        "\0\0\0\0\0\0\0\0\0\0\xE8\xB4\xA6\xE5\x8D\x95.csv"
        "PK\x05\x06\0\0\0\0\1\0\1\0\x38\0\0\0\x29\0\0\0\0\0";
    struct opened o;

    (void)state;
    buf_init(&o.bytes, SIZE_MAX - 1);
    buf_add(&o.bytes, (struct sv){ zip, sizeof(zip) - 1 });
    open_bytes(&o, "x.zip", &usual);
    assert_non_null(o.container);
    assert_int_equal(container_count(o.container), 1);
    assert_member(&o, 0, "\xE8\xB4\xA6\xE5\x8D\x95.csv", "x");
    release(&o);
}

static void
tells_members_of_one_name_apart(void **state)
{
    static const struct part parts[] = {
        PART("a#2", "four"), PART("a", "one"), PART("a", "two"), PART("a", "three"),
    };
    struct opened o;

    (void)state;
    open_parts(&o, "ustar", NULL, parts, COUNT(parts));
    assert_int_equal(container_count(o.container), 4);
    assert_member(&o, 0, "a", "one");
    assert_member(&o, 1, "a#2", "four");
    assert_member(&o, 2, "a#2#2", "two");
    assert_member(&o, 3, "a#3", "three");
    release(&o);
}

static void
refuses_encrypted_members(void **state)
{
    static const struct part secret = PART("secret.csv", "a,1\n");
    struct source *s = NULL;
    struct opened o;

    (void)state;
    open_parts(&o, "zip", "zip:encryption=zipcrypt", &secret, 1);
    assert_true(container_member(o.container, 0)->is_encrypted);
    assert_int_equal(container_open(&s, o.container, 0, &o.e), -1);
    assert_null(s);
    assert_err(&o.e, "it is encrypted; unpack it with its password and name the unpacked file");
    release(&o);
}

/* Twice as much as is kept in memory, of lines that tell where they stand. */
#define LARGE_LINES (2 * (32u << 20) / 16)

static char *
large_text(void)
{
    char *text = malloc(LARGE_LINES * 16 + 1);

    assert_non_null(text);
    for (unsigned i = 0; i < LARGE_LINES; i++)
        (void)snprintf(text + i * 16, 17, "line,%010u\n", i * 7919u);
    return text;
}

static void
reads_large_members_from_any_offset(void **state)
{
    static const uint64_t offsets[] = { 0, 65536, 40u << 20, 40u << 20, 3, (64u << 20) - 5 };
    char *text = large_text(), block[100];
    struct part parts[] = {
        PART("a.csv", "first"), { "b.csv", { text, LARGE_LINES * 16 }, 0 }, PART("c.csv", "last"),
    };
    static const char *const formats[] = { "zip", "ustar" };
    struct source *large, *small;
    struct opened o;
    size_t got;

    (void)state;
    for (size_t f = 0; f < COUNT(formats); f++) {
        open_parts(&o, formats[f], NULL, parts, COUNT(parts));
        assert_int_equal(container_open(&large, o.container, 1, &o.e), 0);
        assert_int_equal(source_size(large), LARGE_LINES * 16);
        for (size_t i = 0; i < COUNT(offsets); i++) {
            uint64_t left = LARGE_LINES * 16 - offsets[i];

            assert_int_equal(
                source_read(large, block, sizeof(block), offsets[i], &got, &o.e), 0);
            assert_int_equal(got, left < sizeof(block) ? left : sizeof(block));
            assert_memory_equal(block, text + offsets[i], got);
        }
        /* Another member in between does no harm. */
        assert_int_equal(container_open(&small, o.container, 2, &o.e), 0);
        assert_content(small, SV("last"));
        assert_content(large, parts[1].bytes);
        source_free(large);
        source_free(small);
        release(&o);
    }
    free(text);
}

static void
refuses_a_cut_zip_whole_and_a_damaged_member_alone(void **state)
{
    static const struct part parts[] = { PART("a.csv", "first"), PART("b.csv", "second") };
    struct source *s = NULL;
    struct opened o;
    size_t at;

    (void)state;
    buf_init(&o.bytes, SIZE_MAX - 1);
    pack(&o.bytes, "zip", "none", "zip:compression=store", parts, COUNT(parts));
    buf_cut(&o.bytes, o.bytes.n - 30);
    open_bytes(&o, "x.zip", &usual);
    assert_null(o.container);
    assert_int_equal(o.e.code, ERR_SYNTAX);
    release(&o);

    buf_init(&o.bytes, SIZE_MAX - 1);
    pack(&o.bytes, "zip", "none", "zip:compression=store", parts, COUNT(parts));
    at = sv_find(buf_sv(&o.bytes), SV("first"), 0);
    assert_true(at != (size_t)-1);
    o.bytes.p[at] = 'F';
    open_bytes(&o, "x.zip", &usual);
    assert_non_null(o.container);
    assert_int_equal(container_open(&s, o.container, 0, &o.e), -1);
    assert_int_equal(o.e.code, ERR_SYNTAX);
    o.e.code = ERR_NONE;
    assert_member(&o, 1, "b.csv", "second");
    release(&o);
}

static void
holds_to_its_limits(void **state)
{
    static const struct part parts[] = { PART("a", "one"), PART("b", "two"), PART("c", "three") };
    struct container_limits limits = { .members = 2, .levels = 1, .ratio = 200, .bytes = 7 };
    struct opened o;
    struct source *s;
    char *zeros = calloc(1, 4u << 20);

    (void)state;
    assert_non_null(zeros);
    buf_init(&o.bytes, SIZE_MAX - 1);
    pack(&o.bytes, "zip", "none", NULL, parts, COUNT(parts));
    open_bytes(&o, "x.zip", &limits);
    assert_err(&o.e, "it holds more than 2 members; --limit members=N allows more");
    assert_int_equal(o.e.code, ERR_LIMIT);
    source_free(o.source);

    limits.members = 3;
    open_bytes(&o, "x.zip", &limits);
    assert_non_null(o.container);
    assert_member(&o, 0, "a", "one");
    assert_member(&o, 1, "b", "two");
    assert_int_equal(container_open(&s, o.container, 2, &o.e), -1);
    assert_err(&o.e, "it unpacks to more than 7 bytes; --limit unpacked=N allows more");
    release(&o);

    /* 4 MiB of zeros take 4 KiB. */
    limits.bytes = UINT64_MAX;
    buf_init(&o.bytes, SIZE_MAX - 1);
    pack_gzip(&o.bytes, (struct sv){ zeros, 4u << 20 });
    open_bytes(&o, "x.gz", &limits);
    assert_err(&o.e, "it unpacks to more than 200 times its size; --limit ratio=N allows more");
    source_free(o.source);
    limits.ratio = 2000;
    open_bytes(&o, "x.gz", &limits);
    assert_non_null(o.container);
    release(&o);
    free(zeros);
}

/* Passing over an entry of a 7z archive costs as much as reading it. */
static void
refuses_7z_archives_that_say_they_hold_too_much(void **state)
{
    char *zeros = calloc(1, 4u << 20);
    struct part part = { "a", { zeros, 4u << 20 }, 0 };
    struct opened o;

    (void)state;
    assert_non_null(zeros);
    buf_init(&o.bytes, SIZE_MAX - 1);
    pack(&o.bytes, "7zip", "none", NULL, &part, 1);
    open_bytes(&o, "x.7z", &usual);
    assert_null(o.container);
    assert_err(&o.e, "it unpacks to more than 200 times its size; --limit ratio=N allows more");
    release(&o);
    free(zeros);
}

static void
counts_levels_and_bytes_over_nested_containers(void **state)
{
    static const struct part innermost = PART("a.csv", "a,1\n");
    struct container_limits limits = { .members = 9, .levels = 2, .ratio = 200, .bytes = 1000 };
    struct container *inner = NULL, *third = NULL;
    struct source *inner_source, *third_source;
    struct part inside = { "inner.zip", SV_EMPTY, 0 };
    struct buf packed[2];
    struct opened o;

    (void)state;
    buf_init(&packed[0], SIZE_MAX - 1);
    pack(&packed[0], "zip", "none", NULL, &innermost, 1);
    inside.bytes = buf_sv(&packed[0]);
    buf_init(&packed[1], SIZE_MAX - 1);
    pack(&packed[1], "zip", "none", NULL, &inside, 1);
    inside.bytes = buf_sv(&packed[1]);
    buf_init(&o.bytes, SIZE_MAX - 1);
    pack(&o.bytes, "zip", "none", NULL, &inside, 1);
    open_bytes(&o, "x.zip", &limits);
    assert_non_null(o.container);
    assert_int_equal(container_open(&inner_source, o.container, 0, &o.e), 0);
    assert_int_equal(
        container_new(&inner, inner_source, "inner.zip", o.container, &limits, &o.e), 0);
    assert_int_equal(container_open(&third_source, inner, 0, &o.e), 0);
    assert_int_equal(container_new(&third, third_source, "inner.zip", inner, &limits, &o.e), -1);
    assert_err(&o.e, "archives are nested deeper than 2 levels; --limit levels=N allows more");

    limits.levels = 3;
    limits.bytes = packed[0].n + packed[1].n + 3;
    o.e = (struct err)ERR_INIT;
    assert_int_equal(container_new(&third, third_source, "inner.zip", inner, &limits, &o.e), 0);
    assert_int_equal(container_open(&(struct source *){ NULL }, third, 0, &o.e), -1);
    assert_int_equal(o.e.code, ERR_LIMIT);

    container_free(third);
    source_free(third_source);
    container_free(inner);
    source_free(inner_source);
    release(&o);
    buf_release(&packed[0]);
    buf_release(&packed[1]);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_files_by_name_and_reads_them_in_any_order),
        cmocka_unit_test(shows_names_in_utf8_whatever_charset_the_archive_used),
        cmocka_unit_test(shows_names_that_are_marked_as_utf8),
        cmocka_unit_test(tells_members_of_one_name_apart),
        cmocka_unit_test(refuses_encrypted_members),
        cmocka_unit_test(reads_large_members_from_any_offset),
        cmocka_unit_test(refuses_a_cut_zip_whole_and_a_damaged_member_alone),
        cmocka_unit_test(holds_to_its_limits),
        cmocka_unit_test(refuses_7z_archives_that_say_they_hold_too_much),
        cmocka_unit_test(counts_levels_and_bytes_over_nested_containers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
