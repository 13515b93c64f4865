/*
 * store_tables.c - which struct is a row of which table, for what was read of a source.
 */
#include "recon/recon.h"
#include "store/store_tables.h"

#define END { .column = NULL }

static const char *
kind_word(int value)
{
    return input_kind_word((enum input_kind)value);
}

static const char *
rejected_word(int value)
{
    return reject_word((enum reject)value);
}

static const char *
state_word(int value)
{
    return words_state.words[value];
}

static const char *
document_kind_word(int value)
{
    return invoice_kind_word((enum invoice_kind)value);
}

static const char *
status_word(int value)
{
    static const char *const words[] = { [INVOICE_NORMAL] = "normal", [INVOICE_VOID] = "void",
        [INVOICE_REVERSED] = "reversed", [INVOICE_PARTLY_REVERSED] = "partly-reversed",
        [INVOICE_RISKY] = "risky" };

    return words[value];
}

static const char *
told_by_word(int value)
{
    static const char *const words[] = { [INVOICE_FROM_XML] = "xml", [INVOICE_FROM_OFD] = "ofd",
        [INVOICE_FROM_LIST] = "list", [INVOICE_FROM_PDF] = "pdf", [INVOICE_FROM_QR] = "qr" };

    return words[value];
}

#define AT(member) offsetof(struct input, member)
#define SKIPPED(reason) (offsetof(struct input, skipped) + (reason) * sizeof(uint64_t))
static const struct member sources[] = {
    { .column = "path", MEMBER_PLACE, AT(path) },
    { .column = "sha256", MEMBER_CHARS, AT(sha256), .words = SHA256_TEXT_MAX },
    { .column = "bytes", MEMBER_INT64, AT(bytes) },
    { .column = "kind", MEMBER_WORD, AT(kind), .word = kind_word, .words = INPUT_CONFIG + 1 },
    { .column = "format", MEMBER_TEXT, AT(format) },
    { .column = "platform", MEMBER_TEXT, AT(platform) },
    { .column = "encoding", MEMBER_TEXT, AT(encoding) },
    { .column = "evidence_level", MEMBER_TEXT, AT(evidence_level) },
    { .column = "is_whole_month", MEMBER_BOOL, AT(is_whole_month) },
    { .column = "view_rank", MEMBER_INT32, AT(view_rank) },
    { .column = "instance", MEMBER_TEXT, AT(usage_owner) },
    { .column = "records", MEMBER_INT64, AT(records) },
    { .column = "lines", MEMBER_INT64, AT(lines) },
    { .column = "rejected", MEMBER_INT64, AT(rejected) },
    { .column = "blank", MEMBER_INT64, SKIPPED(SKIP_BLANK) },
    { .column = "repeated_header", MEMBER_INT64, SKIPPED(SKIP_REPEATED_HEADER) },
    { .column = "total_row", MEMBER_INT64, SKIPPED(SKIP_TOTAL_ROW) },
    { .column = "not_a_charge", MEMBER_INT64, SKIPPED(SKIP_NOT_A_CHARGE) },
    { .column = "already_seen", MEMBER_INT64, SKIPPED(SKIP_ALREADY_SEEN) },
    { .column = "out_of_period", MEMBER_INT64, SKIPPED(SKIP_OUT_OF_PERIOD) },
    { .column = "folded", MEMBER_INT64, SKIPPED(SKIP_FOLDED) },
    { .column = "observation", MEMBER_INT64, SKIPPED(SKIP_OBSERVATION) },
    END,
};
#undef AT
#undef SKIPPED

#define AT(member) offsetof(struct raw_sum, member)
static const struct member sums[] = {
    { .column = "what", MEMBER_TEXT, AT(what) },
    { .column = "currency", MEMBER_TEXT, AT(currency) },
    { .column = "amount", MEMBER_MONEY, AT(amount) },
    END,
};
#undef AT

#define AT(member) offsetof(struct raw_rejection, member)
static const struct member rejections[] = {
    { .column = "line", MEMBER_INT64, AT(line) },
    { .column = "reason", MEMBER_WORD, AT(reason), .word = rejected_word, .words = REJECT_COUNT },
    { .column = "heading", MEMBER_TEXT, AT(column) },
    { .column = "raw", MEMBER_BYTES, AT(raw) },
    { .column = "says", MEMBER_SAYS, AT(message) },
    { .column = "message", MEMBER_MESSAGE, AT(message) },
    END,
};
#undef AT

#define AT(member) offsetof(struct raw_warning, member)
static const struct member warnings[] = {
    { .column = "is_settled", MEMBER_BOOL, AT(is_settled) },
    { .column = "code", MEMBER_TEXT, AT(warning.code) },
    { .column = "line", MEMBER_INT64, AT(warning.line) },
    { .column = "says", MEMBER_SAYS, AT(warning.message) },
    { .column = "message", MEMBER_MESSAGE, AT(warning.message) },
    END,
};
#undef AT

static const struct member warning_counts[] = {
    { .column = "code", MEMBER_TEXT, offsetof(struct warning_count, code) },
    { .column = "n", MEMBER_INT64, offsetof(struct warning_count, n) },
    END,
};

#define AT(member) offsetof(struct state_entry, member)
static const struct member states[] = {
    { .column = "line", MEMBER_INT64, AT(line) },
    { .column = "platform", MEMBER_TEXT, AT(platform) },
    { .column = "account", MEMBER_TEXT, AT(account) },
    { .column = "instance", MEMBER_TEXT, AT(instance) },
    { .column = "state", MEMBER_WORD, AT(state), .word = state_word, .words = STATE_UNKNOWN + 1 },
    { .column = "since", MEMBER_TIME, AT(from) },
    { .column = "until", MEMBER_TIME, AT(to) },
    END,
};
#undef AT

#define AT(member) offsetof(struct usage_sample, member)
static const struct member samples[] = {
    { .column = "line", MEMBER_INT64, AT(line) },
    { .column = "platform", MEMBER_TEXT, AT(platform) },
    { .column = "instance", MEMBER_TEXT, AT(instance) },
    { .column = "gpu", MEMBER_TEXT, AT(gpu) },
    { .column = "time", MEMBER_TIME, AT(time) },
    { .column = "until", MEMBER_TIME, AT(until) },
    { .column = "utilisation", MEMBER_INT32, AT(utilisation) },
    { .column = "memory_used", MEMBER_INT64, AT(memory_used) },
    { .column = "memory_total", MEMBER_INT64, AT(memory_total) },
    { .column = "power", MEMBER_INT64, AT(power) },
    END,
};
#undef AT

#define AT(member) offsetof(struct payment, member)
static const struct member statements[] = {
    { .column = "line", MEMBER_INT64, AT(line) },
    { .column = "channel", MEMBER_TEXT, AT(channel) },
    { .column = "time", MEMBER_TIME, AT(time) },
    { .column = "payee", MEMBER_TEXT, AT(payee) },
    { .column = "amount", MEMBER_MONEY, AT(amount) },
    { .column = "currency", MEMBER_TEXT, AT(currency) },
    { .column = "order_id", MEMBER_TEXT, AT(order_id) },
    { .column = "trade_id", MEMBER_TEXT, AT(trade_id) },
    { .column = "status", MEMBER_TEXT, AT(status) },
    { .column = "note", MEMBER_TEXT, AT(note) },
    END,
};
#undef AT

#define AT(member) offsetof(struct invoice, member)
static const struct member documents[] = {
    { .column = "line", MEMBER_INT64, AT(line) },
    { .column = "invoice", MEMBER_TEXT, AT(number) },
    { .column = "code", MEMBER_TEXT, AT(code) },
    { .column = "kind", MEMBER_WORD, AT(kind), .word = document_kind_word,
        .words = INVOICE_CREDIT_NOTE + 1 },
    { .column = "status", MEMBER_WORD, AT(status), .word = status_word,
        .words = INVOICE_RISKY + 1 },
    { .column = "told_by", MEMBER_WORD, AT(source), .word = told_by_word,
        .words = INVOICE_FROM_QR + 1 },
    { .column = "lost_number", MEMBER_TEXT, AT(lost_number) },
    { .column = "issued", MEMBER_TIME, AT(issued) },
    { .column = "issued_text", MEMBER_TEXT, AT(issued_text) },
    { .column = "seller", MEMBER_TEXT, AT(seller) },
    { .column = "seller_tax_id", MEMBER_TEXT, AT(seller_tax_id) },
    { .column = "buyer", MEMBER_TEXT, AT(buyer) },
    { .column = "buyer_tax_id", MEMBER_TEXT, AT(buyer_tax_id) },
    { .column = "currency", MEMBER_TEXT, AT(currency) },
    { .column = "is_chinese", MEMBER_BOOL, AT(is_chinese) },
    { .column = "net", MEMBER_MONEY, AT(net), AT(has_net) },
    { .column = "tax", MEMBER_MONEY, AT(tax), AT(has_tax) },
    { .column = "total", MEMBER_MONEY, AT(total), AT(has_total) },
    { .column = "is_total_unreadable", MEMBER_BOOL, AT(is_total_unreadable) },
    { .column = "words", MEMBER_TEXT, AT(words) },
    { .column = "words_told_by", MEMBER_WORD, AT(words_source), .word = told_by_word,
        .words = INVOICE_FROM_QR + 1 },
    { .column = "remark", MEMBER_TEXT, AT(remark) },
    { .column = "red_of", MEMBER_TEXT, AT(red_of) },
    { .column = "order_ids", MEMBER_TEXT, AT(references) },
    { .column = "trouble", MEMBER_TEXT, AT(trouble) },
    { .column = "trouble_zh", MEMBER_TEXT, AT(trouble_zh) },
    END,
};
#undef AT

#define AT(member) offsetof(struct invoice_line, member)
static const struct member items[] = {
    { .column = "item", MEMBER_TEXT, AT(item) },
    { .column = "rate", MEMBER_TEXT, AT(rate) },
    { .column = "amount", MEMBER_MONEY, AT(amount), AT(has_amount) },
    { .column = "tax", MEMBER_MONEY, AT(tax), AT(has_tax) },
    END,
};
#undef AT

const struct row_table raw_tables[RAW_COUNT] = {
    [RAW_SOURCE] = { "sources", { "source" }, sources },
    [RAW_SUM] = { "source_sums", { "source" }, sums },
    [RAW_REJECTION] = { "rejections", { "source", "number" }, rejections },
    [RAW_WARNING] = { "warnings", { "source", "number" }, warnings },
    [RAW_WARNING_COUNT] = { "warning_counts", { "source", "number" }, warning_counts },
    [RAW_STATE] = { "states", { "source", "number" }, states },
    [RAW_SAMPLE] = { "samples", { "source", "number" }, samples },
    [RAW_STATEMENT] = { "statements", { "source", "number" }, statements },
    [RAW_DOCUMENT] = { "documents", { "source", "number" }, documents },
    [RAW_ITEM] = { "document_items", { "source", "document", "number" }, items },
};
