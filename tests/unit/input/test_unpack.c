/*
 * Compressed files: what is read, what trails, and what is refused as damaged or cut.
 */
#include "opened.h"

static void
names_what_a_compressed_file_holds_after_the_file(void **state)
{
    static const struct { const char *path, *name; } files[] = {
        { "bills/2026-03.csv.gz", "2026-03.csv" }, { "A.CSV.GZ", "A.CSV" }, { "x", "x" },
        { "b.zst", "b" }, { "b.csv.xz", "b.csv" },
        { "b.csv.bz2", "b.csv" }, { "-", "data" }, { "bills/.gz", "data" }, { "x.gz.gz", "x.gz" },
    };
    struct opened o;

    (void)state;
    for (size_t i = 0; i < COUNT(files); i++) {
        buf_init(&o.bytes, SIZE_MAX - 1);
        pack_gzip(&o.bytes, SV("a,1\n"));
        open_bytes(&o, files[i].path, &usual);
        assert_non_null(o.container);
        assert_int_equal(container_count(o.container), 1);
        assert_member(&o, 0, files[i].name, "a,1\n");
        assert_member(&o, 0, files[i].name, "a,1\n");
        release(&o);
    }
}

static void
reads_all_gzip_members_and_counts_what_trails(void **state)
{
    static const struct { struct sv behind; uint64_t trailing; } tails[] = {
        { { NULL, 0 }, 0 },
        { { "\0\0\0\0\0", 5 }, 0 },
        { { "\n", 1 }, 1 },
        { { "\0\0signature", 11 }, 11 },
        { { "signature that is signed \x1F\x8B", 27 }, 27 },
    };
    struct opened o;

    (void)state;
    for (size_t i = 0; i < COUNT(tails); i++) {
        buf_init(&o.bytes, SIZE_MAX - 1);
        pack_gzip(&o.bytes, SV("a,1\n"));
        pack_gzip(&o.bytes, SV(""));
        pack_gzip(&o.bytes, SV("b,2\n"));
        buf_add(&o.bytes, tails[i].behind);
        open_bytes(&o, "x.gz", &usual);
        assert_non_null(o.container);
        assert_member(&o, 0, "x", "a,1\nb,2\n");
        assert_int_equal(container_trailing(o.container), tails[i].trailing);
        release(&o);
    }
}

static void
refuses_gzip_whose_next_member_does_not_begin(void **state)
{
    static const struct sv tails[] = { { "\x1F", 1 }, { "\x1F\x0B\x08\0\0\0", 6 },
        { "\x1E\x8B\x08\0\0\0", 6 }, { "\0\x1F\x8B\x08\0\0", 6 }, { "\n\n\x1F\x8B\x08", 5 } };
    struct opened o;

    (void)state;
    for (size_t i = 0; i < COUNT(tails); i++) {
        buf_init(&o.bytes, SIZE_MAX - 1);
        pack_gzip(&o.bytes, SV("a,1\n"));
        buf_add(&o.bytes, tails[i]);
        open_bytes(&o, "x.gz", &usual);
        assert_null(o.container);
        assert_int_equal(o.e.code, ERR_SYNTAX);
        release(&o);
    }
}

static void
refuses_gzip_that_is_cut_or_damaged_anywhere(void **state)
{
    struct buf whole;
    struct opened o;
    size_t refused = 0;

    (void)state;
    buf_init(&whole, SIZE_MAX - 1);
    pack_gzip(&whole, SV("id,cost\ni-1,1.25\n"));
    for (size_t n = 1; n < whole.n; n++) {
        buf_init(&o.bytes, SIZE_MAX - 1);
        pack_gzip(&o.bytes, SV("good"));
        buf_add(&o.bytes, sv_part(buf_sv(&whole), 0, n));
        open_bytes(&o, "x.gz", &usual);
        assert_null(o.container);
        assert_int_equal(o.e.code, ERR_SYNTAX);
        assert_non_null(strstr(o.e.message.format, "cut off"));
        release(&o);
    }
    /*
     * Bits of the compressed data, the checksum and the length; the header says nothing that
     * counts, and neither do some bits that fill up the last byte of the data.
     */
    for (size_t at = 10; at < whole.n; at++) {
        buf_init(&o.bytes, SIZE_MAX - 1);
        buf_add(&o.bytes, buf_sv(&whole));
        o.bytes.p[at] = (char)(o.bytes.p[at] ^ 0x10);
        open_bytes(&o, "x.gz", &usual);
        if (o.container)
            assert_member(&o, 0, "x", "id,cost\ni-1,1.25\n");
        else
            assert_int_equal(o.e.code, ERR_SYNTAX);
        refused += o.container == NULL;
        release(&o);
    }
    assert_true(refused >= whole.n - 10 - 1);
    buf_release(&whole);
}

/* What every kind of compressed stream must do; the first ${magic} bytes tell the kind. */
static void
assert_stream(const char *filter, const char *path, size_t magic)
{
    static const struct part part = PART("x", "id,cost\ni-1,1.25\n");
    static const struct part empty = PART("x", "");
    struct opened o;
    struct buf whole;

    print_message("%s\n", filter);
    buf_init(&whole, SIZE_MAX - 1);
    pack(&whole, "raw", filter, NULL, &part, 1);
    for (size_t n = magic; n <= whole.n; n++) {
        buf_init(&o.bytes, SIZE_MAX - 1);
        buf_add(&o.bytes, sv_part(buf_sv(&whole), 0, n));
        open_bytes(&o, path, &usual);
        assert_int_equal(o.container != NULL, n == whole.n);
        if (o.container)
            assert_member(&o, 0, "b.csv", "id,cost\ni-1,1.25\n");
        else
            assert_int_equal(o.e.code, ERR_SYNTAX);
        release(&o);
    }
    buf_release(&whole);

    /* Two one behind the other, then one that holds nothing. */
    buf_init(&o.bytes, SIZE_MAX - 1);
    pack(&o.bytes, "raw", filter, NULL, &part, 1);
    pack(&o.bytes, "raw", filter, NULL, &part, 1);
    open_bytes(&o, path, &usual);
    assert_non_null(o.container);
    assert_member(&o, 0, "b.csv", "id,cost\ni-1,1.25\nid,cost\ni-1,1.25\n");
    release(&o);
    buf_init(&o.bytes, SIZE_MAX - 1);
    pack(&o.bytes, "raw", filter, NULL, &empty, 1);
    open_bytes(&o, path, &usual);
    assert_non_null(o.container);
    assert_member(&o, 0, "b.csv", "");
    release(&o);
}

static void
reads_compressed_streams_and_refuses_what_is_cut(void **state)
{
    (void)state;
    assert_stream("zstd", "b.csv.zst", 4);
    assert_stream("xz", "b.csv.xz", 6);
    assert_stream("bzip2", "b.csv.bz2", 10);
}

static void
takes_a_compressed_tar_for_one_container(void **state)
{
    static const struct part parts[] = { PART("b.csv", "b,1\n"), PART("a.csv", "a,2\n") };
    static const char *const filters[] = { "zstd", "xz", "bzip2" };
    struct buf tar;
    struct opened o;

    (void)state;
    buf_init(&tar, SIZE_MAX - 1);
    pack(&tar, "ustar", "none", NULL, parts, COUNT(parts));
    buf_init(&o.bytes, SIZE_MAX - 1);
    pack_gzip(&o.bytes, buf_sv(&tar));
    open_bytes(&o, "x.tgz", &usual);
    assert_non_null(o.container);
    assert_int_equal(container_count(o.container), 2);
    assert_member(&o, 1, "b.csv", "b,1\n");
    assert_member(&o, 0, "a.csv", "a,2\n");
    release(&o);
    buf_release(&tar);

    for (size_t i = 0; i < COUNT(filters); i++) {
        buf_init(&o.bytes, SIZE_MAX - 1);
        pack(&o.bytes, "ustar", filters[i], NULL, parts, COUNT(parts));
        open_bytes(&o, "x.tar", &usual);
        assert_non_null(o.container);
        assert_int_equal(container_count(o.container), 2);
        assert_member(&o, 0, "a.csv", "a,2\n");
        release(&o);
    }
}

/* However many members the archive has: it is opened on its own, and none is lost. */
static void
takes_another_archive_that_is_compressed_for_one_member(void **state)
{
    static const struct part parts[] = { PART("b.csv", "b,1\n"), PART("a.csv", "a,2\n") };
    static const char *const formats[] = { "zip", "7zip" };
    struct source *s;
    struct buf archive;
    struct opened o;

    (void)state;
    for (size_t i = 0; i < COUNT(formats); i++) {
        buf_init(&archive, SIZE_MAX - 1);
        pack(&archive, formats[i], "none", NULL, parts, COUNT(parts));
        buf_init(&o.bytes, SIZE_MAX - 1);
        pack_gzip(&o.bytes, buf_sv(&archive));
        open_bytes(&o, "x.zip.gz", &usual);
        assert_non_null(o.container);
        assert_int_equal(container_count(o.container), 1);
        assert_string_equal(container_member(o.container, 0)->name, "x.zip");
        assert_int_equal(container_open(&s, o.container, 0, &o.e), 0);
        assert_content(s, buf_sv(&archive));
        source_free(s);
        release(&o);
        buf_release(&archive);
    }
}

/* A bzip2 member with ${behind} appended; the container or, where it is refused, none. */
static void
open_bzip2(struct opened *o, struct sv behind)
{
    static const struct part part = PART("x", "a,1\n");

    buf_init(&o->bytes, SIZE_MAX - 1);
    pack(&o->bytes, "raw", "bzip2", NULL, &part, 1);
    buf_add(&o->bytes, behind);
    open_bytes(o, "x.bz2", &usual);
}

static void
counts_what_trails_bzip2(void **state)
{
    static const struct { struct sv behind; uint64_t trailing; } tails[] = {
        { { "\0\0\0\0\0", 5 }, 0 }, { { "\n", 1 }, 1 }, { { "\0\0signature", 11 }, 11 },
        { { "a bill, BZ", 10 }, 10 }, { { "1AY&SX", 6 }, 6 },
    };
    struct opened o;

    (void)state;
    for (size_t i = 0; i < COUNT(tails); i++) {
        open_bzip2(&o, tails[i].behind);
        assert_non_null(o.container);
        assert_member(&o, 0, "x", "a,1\n");
        assert_int_equal(container_trailing(o.container), tails[i].trailing);
        release(&o);
    }
}

static void
refuses_bzip2_whose_next_member_does_not_begin(void **state)
{
    static const struct part part = PART("x", "b,2\n");
    static const struct sv tails[] = { { "B", 1 }, { "BZh9", 4 }, { "\0\0BZh9", 6 } };
    struct buf second;
    struct opened o;

    (void)state;
    buf_init(&second, SIZE_MAX - 1);
    pack(&second, "raw", "bzip2", NULL, &part, 1);
    for (size_t i = 0; i < COUNT(tails); i++) {
        open_bzip2(&o, tails[i]);
        assert_null(o.container);
        assert_int_equal(o.e.code, ERR_SYNTAX);
        release(&o);
    }
    /* Any byte of its header and first mark. */
    for (size_t at = 0; at < 10; at++) {
        second.p[at] = (char)(second.p[at] ^ 0x10);
        open_bzip2(&o, buf_sv(&second));
        assert_null(o.container);
        assert_int_equal(o.e.code, ERR_SYNTAX);
        release(&o);
        second.p[at] = (char)(second.p[at] ^ 0x10);
    }
    buf_release(&second);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_what_a_compressed_file_holds_after_the_file),
        cmocka_unit_test(reads_all_gzip_members_and_counts_what_trails),
        cmocka_unit_test(refuses_gzip_whose_next_member_does_not_begin),
        cmocka_unit_test(refuses_gzip_that_is_cut_or_damaged_anywhere),
        cmocka_unit_test(counts_what_trails_bzip2),
        cmocka_unit_test(refuses_bzip2_whose_next_member_does_not_begin),
        cmocka_unit_test(reads_compressed_streams_and_refuses_what_is_cut),
        cmocka_unit_test(takes_a_compressed_tar_for_one_container),
        cmocka_unit_test(takes_another_archive_that_is_compressed_for_one_member),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
