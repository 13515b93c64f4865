/*
 * Any bytes as an invoice in XML or a list: amounts are those of invoices, texts are one line, and
 * every record is counted.
 */
#include "fuzz.h"
#include "input/sniff.h"
#include "invoices.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct sv bytes = { (const char *)data, size };
    enum content content = sniff(bytes);

    /* Other programs open these. */
    if (content != CONTENT_PDF && content != CONTENT_IMAGE)
        check_reading(bytes);
    return 0;
}
