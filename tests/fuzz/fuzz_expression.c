/*
 * fuzz_expression.c - any text as the expression of a field: it is refused with a reason, or the
 * rows are read with it, those that are alike as each alone.
 *
 * The first byte chooses the field, an amount, a time, a quantity or a text; the rest of the first
 * line is the expression; the other lines are rows under the headings a, b and c.
 */
#include "fuzz.h"
#include "one_format.h"

#define DOCUMENT_MAX ((size_t)1 << 20)

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const fields[] = { "BilledCost", "ChargePeriodStart", "PricingQuantity",
        "ResourceName", "BillingCurrency", "x_Category" };
    struct sv rest = { (const char *)data, size }, expression;
    struct buf document, rows;

    if (size == 0)
        return 0;
    rest = sv_part(rest, 1, rest.n);
    if (!sv_cut(&rest, '\n', &expression))
        return 0;
    buf_init(&document, DOCUMENT_MAX);
    buf_init(&rows, SIZE_MAX - 1);
    buf_add_text(&document, "{\"id\": \"own\", \"kind\": \"bill\", \"platform\": \"own\",\n"
        "\"title\": {\"en\": \"O\", \"zh\": \"O\"}, \"platform_title\": {\"en\": \"O\", \"zh\": "
        "\"O\"},\n\"evidence\": {\"level\": \"assumed\", \"sources\": [\"made up\"], "
        "\"notes\": \"\"},\n\"read\": {\"as\": [\"rows\"], \"currency\": \"CNY\"},\n"
        "\"columns\": {\"a\": {\"names\": [\"a\"], \"required\": true}, \"b\": {\"names\": "
        "[\"b\"], \"required\": true}, \"c\": \"c\"},\n\"fields\": {\"x_LineId\": \"c\",\n\"");
    buf_add_text(&document, fields[data[0] % (sizeof(fields) / sizeof(fields[0]))]);
    buf_add_text(&document, "\": ");
    buf_add(&document, expression);
    buf_add_text(&document, "},\n\"samples\": [{\"name\": \"one\", \"text\": [\"a,b\", \"1,2\"], "
        "\"lines\": []}]}\n");
    buf_add_text(&rows, "a,b,c\n");
    buf_add(&rows, rest);
    if (!document.failed && !rows.failed)
        read_with(buf_sv(&document), buf_sv(&rows));
    buf_release(&document);
    buf_release(&rows);
    return 0;
}
