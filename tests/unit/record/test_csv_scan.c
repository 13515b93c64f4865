/*
 * Every scan that this processor can run marks the same bytes, and marks them rightly.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "base/buf.h"
#include "record/csv_scan.h"

/* The marks as a picture of the text: a letter under each byte that has one. */
static void
draw(char *out, const struct csv_marks *marks, size_t n)
{
    memset(out, '.', n);
    out[n] = '\0';
    for (size_t i = 0; i < marks->n; i++)
        out[marks->ends[i]] = 'c';
    for (size_t i = 0; i < marks->row_count; i++)
        out[marks->ends[marks->rows[i]]] = 'r';
}

static void
marks_what_ends_and_stops_at_what_is_odd(void **state)
{
    static const struct { const char *text, *want; bool is_odd; } examples[] = {
        { "a,b\n", ".c.r", false },
        { "\"a,b\",c\r\n", ".....c..r", false },
        { "\"a\"\"b\",\"\"\n", "......c..r", false },
        { "\"\"\"\"\n", "....r", false },
        { "a,5\" disk\nb\n", ".c..........", true },
        { "a,\"b\"c\nd\n", ".c.......", true },
        { "\"a\nb\",c\n", "........", true },
        { "a\rb\n", "....", true },
        { "a,\"b\" ,c\n", ".c.......", true },
        { "a\n,b", ".rc.", false },
    };
    static struct csv_marks marks;
    size_t count;
    csv_scan *const *scans = csv_scan_all(&count);
    char got[100];

    (void)state;
    for (size_t s = 0; s < count; s++)
        for (size_t i = 0; i < sizeof(examples) / sizeof(examples[0]); i++) {
            struct sv text = sv_of(examples[i].text);

            scans[s](&marks, text, ',');
            assert_int_equal(marks.scanned, text.n);
            draw(got, &marks, text.n);
            assert_string_equal(got, examples[i].want);
            assert_true(marks.is_odd == examples[i].is_odd);
        }
}

/* The next of a fixed row of numbers. */
static unsigned
next_number(uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(*seed >> 33);
}

static void
all_scans_mark_the_same(void **state)
{
    static const char alphabet[] = "aaaaaaaaaaaa,,,,\"\"\n\n\r\xE5\x80\xFF;\t";
    static struct csv_marks want, got;
    static char text[CSV_SCAN_MAX + 100];
    size_t count;
    csv_scan *const *scans = csv_scan_all(&count);
    uint64_t seed = 20260301;

    (void)state;
    for (unsigned round = 0; round < 3000; round++) {
        size_t n = round < 10 ? sizeof(text) : next_number(&seed) % 700;
        unsigned letters = round % 3 == 0 ? 16 : sizeof(alphabet); /* often without odd bytes */

        for (size_t i = 0; i < n; i++)
            text[i] = alphabet[next_number(&seed) % letters];
        csv_scan_portable()(&want, (struct sv){ text, n }, ',');
        assert_int_equal(want.scanned, n < CSV_SCAN_MAX ? n : CSV_SCAN_MAX);
        for (size_t s = 0; s < count; s++) {
            scans[s](&got, (struct sv){ text, n }, ',');
            assert_int_equal(got.scanned, want.scanned);
            assert_int_equal(got.n, want.n);
            assert_true(got.is_odd == want.is_odd);
            assert_int_equal(got.row_count, want.row_count);
            assert_memory_equal(got.ends, want.ends, want.n * sizeof(want.ends[0]));
            assert_memory_equal(got.rows, want.rows, want.row_count * sizeof(want.rows[0]));
        }
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(marks_what_ends_and_stops_at_what_is_odd),
        cmocka_unit_test(all_scans_mark_the_same),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
