/*
 * What the first bytes of a file say.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdint.h>
#include <cmocka.h>

#include "input/sniff.h"

#define BYTES(literal) { "" literal, sizeof(literal) - 1 }

static void
tells_content_by_its_bytes(void **state)
{
    static const struct { struct sv head; enum content content; } examples[] = {
        { BYTES(""), CONTENT_EMPTY },
        { BYTES("\xEF\xBB\xBF"), CONTENT_EMPTY },
        { BYTES(" \r\n\t"), CONTENT_EMPTY },
        { BYTES("id,cost\n1,2\n"), CONTENT_TEXT },
        { BYTES("\xBD\xF0\xB6\xEE,\xCA\xB1\xBC\xE4\n"), CONTENT_TEXT },
        { BYTES("\xFF\xFE" "a\0,\0\xD1\x91\n\0"), CONTENT_TEXT },
        { BYTES("\0a\0,\0b\0\n"), CONTENT_TEXT },
        { BYTES("id,cost\ni-1,1.0\0\0\n"), CONTENT_TEXT },
        { BYTES("<5,cost\n"), CONTENT_TEXT },
        { BYTES("BM25,cost\n"), CONTENT_TEXT },
        { BYTES("{\"a\":1}"), CONTENT_JSON },
        { BYTES("\xEF\xBB\xBF\n [1]"), CONTENT_JSON },
        { BYTES("\xFF\xFE[\0" "1\0]\0"), CONTENT_JSON },
        { BYTES("<!DOCTYPE html><title>Sign in"), CONTENT_HTML },
        { BYTES("\r\n<HTML lang=zh>"), CONTENT_HTML },
        { BYTES("<?xml version=\"1.0\"?><!DOCTYPE html>"), CONTENT_HTML },
        { BYTES("<?xml version=\"1.0\"?>\n<!-- <html> -->\n<html>"), CONTENT_HTML },
        { BYTES("<?xml version=\"1.0\"?><EInvoice>"), CONTENT_XML },
        { BYTES("<?xml version=\"1.0\"?><EInvoice><Header><Head>"), CONTENT_XML },
        { BYTES("<table border=\"1\"><tr><td>a"), CONTENT_HTML },
        { BYTES("<Header>"), CONTENT_XML },
        { BYTES("<!-- no end"), CONTENT_XML },
        { BYTES("<svg xmlns=\"\">"), CONTENT_XML },
        { BYTES("PK\x03\x04rest"), CONTENT_ZIP },
        { BYTES("PK\x05\x06"), CONTENT_ZIP },
        { BYTES("\x1F\x8B\x08"), CONTENT_GZIP },
        { BYTES("\x28\xB5\x2F\xFD"), CONTENT_ZSTD },
        { BYTES("\xFD" "7zXZ\0"), CONTENT_XZ },
        { BYTES("BZh91AY&SY"), CONTENT_BZIP2 },
        { BYTES("BZh9\x17\x72\x45\x38\x50\x90"), CONTENT_BZIP2 },
        { BYTES("BZh,Berlin\n1,2\n"), CONTENT_TEXT },
        { BYTES("7z\xBC\xAF\x27\x1C"), CONTENT_7ZIP },
        { BYTES("Rar!\x1A\x07\0"), CONTENT_RAR },
        { BYTES("Rar!\x1A\x07\1\0"), CONTENT_RAR },
        { BYTES("%PDF-1.7\n"), CONTENT_PDF },
        { BYTES("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"), CONTENT_OLE },
        { BYTES("PAR1\x15\x04"), CONTENT_PARQUET },
        { BYTES("SQLite format 3\0"), CONTENT_SQLITE },
        { BYTES("\x89PNG\r\n\x1A\n"), CONTENT_IMAGE },
        { BYTES("\xFF\xD8\xFF\xE0"), CONTENT_IMAGE },
        { BYTES("GIF89a"), CONTENT_IMAGE },
        { BYTES("\x01\x02\x03\x04\x05\x06\x0E\x0F"), CONTENT_BINARY },
        { BYTES("\x7F" "ELF\x02\x01\x01"), CONTENT_BINARY },
        { BYTES("\0\0\0\0\0\0ab"), CONTENT_BINARY },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(examples) / sizeof(examples[0]); i++) {
        print_message("example %zu\n", i);
        assert_string_equal(content_title(sniff(examples[i].head)),
            content_title(examples[i].content));
    }
}

static void
looks_at_no_more_than_the_head(void **state)
{
    static char large[3 * SNIFF_HEAD];

    (void)state;
    memset(large, 'a', SNIFF_HEAD);
    assert_int_equal(sniff((struct sv){ large, sizeof(large) }), CONTENT_TEXT);
    assert_int_equal(sniff((struct sv){ large + SNIFF_HEAD, SNIFF_HEAD }), CONTENT_BINARY);
}

static void
tells_tar_by_its_checksum(void **state)
{
    char header[512];
    unsigned sum = 8 * ' ';

    (void)state;
    /* An old header: name, mode and size, and no mark. */
    memset(header, 0, sizeof(header));
    memcpy(header, "bill.csv", 8);
    memcpy(header + 100, "0000644", 7);
    memcpy(header + 124, "00000000004", 11);
    for (size_t i = 0; i < sizeof(header); i++)
        sum += (unsigned char)header[i];
    (void)snprintf(header + 148, 8, "%06o", sum);
    assert_int_equal(sniff((struct sv){ header, sizeof(header) }), CONTENT_TAR);
    assert_int_equal(sniff((struct sv){ header, sizeof(header) - 1 }), CONTENT_BINARY);
    header[0] = 'B';
    assert_int_equal(sniff((struct sv){ header, sizeof(header) }), CONTENT_BINARY);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tells_content_by_its_bytes),
        cmocka_unit_test(tells_tar_by_its_checksum),
        cmocka_unit_test(looks_at_no_more_than_the_head),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
