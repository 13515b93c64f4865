/*
 * invoice.h - an invoice as it was read, from one file or several.
 *
 * Fields that no source gives are empty or unset, never guessed. Names follow the Chinese fully
 * digital e-invoice and EN 16931: net is 合计金额 (BT-109), tax 合计税额 (BT-110), total 价税合计
 * (BT-112).
 */
#ifndef LEDGER_INVOICE_H
#define LEDGER_INVOICE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "ledger/money.h"
#include "ledger/timestamp.h"

/* Where fields come from; of two sources the smaller value is the better one. */
enum invoice_source {
    INVOICE_FROM_XML,
    INVOICE_FROM_OFD,
    INVOICE_FROM_LIST,
    INVOICE_FROM_PDF,
    INVOICE_FROM_QR,
};

enum invoice_kind {
    INVOICE_OTHER,            /* foreign, or not told */
    INVOICE_DIGITAL_ORDINARY, /* 数电票（普通发票） */
    INVOICE_DIGITAL_SPECIAL,  /* 数电票（增值税专用发票） */
    INVOICE_VAT_ORDINARY,     /* 增值税电子普通发票 */
    INVOICE_VAT_SPECIAL,      /* 增值税专用发票 */
    INVOICE_CREDIT_NOTE,      /* UBL CreditNote, CII 381 */
};

enum invoice_status {
    INVOICE_NORMAL,
    INVOICE_VOID,          /* 已作废 */
    INVOICE_REVERSED,      /* 已红冲-全额 */
    INVOICE_PARTLY_REVERSED,
    INVOICE_RISKY,         /* a risk level other than 正常 */
};

struct invoice_line {
    const char *item;   /* "*信息技术服务*云服务费" */
    struct money amount, tax;
    const char *rate;   /* as written: "6%", "0.06", "免税"; "" if not told */
    bool has_amount, has_tax;
};

/*
 * A field that two files state differently. Where both are sources of the same kind, neither is the
 * better one: it is a contradiction, and the invoice is without the field.
 */
struct invoice_difference {
    const char *field;
    const char *kept, *kept_file, *other, *other_file;
    bool is_contradiction;
};

struct invoice {
    const char *number, *code; /* code "" for digital invoices */
    const char *lost_number;   /* what a spreadsheet made of the number, its last digits lost; "" */
    enum invoice_kind kind;
    enum invoice_status status;
    int64_t issued;            /* start of the day in the invoice's zone; TIME_NONE if not told */
    const char *issued_text;   /* "2026-03-05" */
    const char *seller, *seller_tax_id, *buyer, *buyer_tax_id;
    const char *currency;      /* ISO 4217 */
    bool is_chinese;
    struct money net, tax, total;
    bool has_net, has_tax, has_total;
    bool is_total_unreadable;  /* a total is stated that cannot be read */
    const char *words;         /* total in Chinese capitals, "" if not told */
    enum invoice_source words_source;
    const char *remark;
    const char *red_of;        /* number of the invoice that this one reverses, "" if none */
    const char *references;    /* EN 16931 BT-13, BT-14, BT-22: text to look for order ids in */
    struct { struct invoice_line *at; size_t n, room; } lines;
    struct { const char **at; size_t n, room; } files;         /* sorted */
    struct { const char **at; size_t n, room; } file_sha256;   /* beside files */
    struct { struct invoice_difference *at; size_t n, room; } differences;
    enum invoice_source source; /* the best that gave fields */
    bool has_document;         /* a file of its own was read, no rows of lists alone; known once
                                * united */
    const char *trouble;       /* what could not be read, in English words; "" if nothing */
    const char *trouble_zh;    /* the same in Chinese */
    uint64_t line;             /* of a list row; 0 for a file of its own */
};

struct invoices {
    struct arena arena; /* all texts */
    struct { struct invoice *at; size_t n, room; } list;
};

/* An invoice of which nothing is known; its texts are "", never NULL. */
void invoice_init(struct invoice *one);

/* Free the lists of ${one}; its texts are somebody else's. */
void invoice_release(struct invoice *one);

/*
 * Fill what ${into} lacks from ${from}, a source no better than those that it has; what differs is
 * kept as a difference from ${file}. Texts are shared with ${from}, differences are in ${arena}.
 * `files` are left alone. -1: ERR_NOMEM, with ${into} filled in part.
 */
int invoice_complete(struct invoice *into, const struct invoice *from, const char *file,
    struct arena *arena, struct err *e);

/*
 * Compare names and ids as they are written: in NFKC, without regard to blanks and to the case of
 * ASCII letters. Less than, equal to or greater than 0.
 */
int invoice_text_compare(const char *a, const char *b);

/* Compare all that two invoices say, but not the files that they are from. */
int invoice_compare(const struct invoice *a, const struct invoice *b);

/*
 * By what identifies an invoice: a number of 20 digits alone, any other together with code and
 * seller. Two without a number compare equal.
 */
int invoice_compare_identity(const struct invoice *a, const struct invoice *b);

/* Whether ${one} has what identifies an invoice. */
bool invoice_is_identified(const struct invoice *one);

/* The total: as it is stated, else net + tax. False where it is not known, or cannot be read. */
bool invoice_total(const struct invoice *one, struct money *total);

/* What could not be read of ${one}, as an argument of a message (MESSAGE_PAIR), into ${buf}: each
 * language cut to its half. Returns ${buf}. */
#define INVOICE_TROUBLE_MAX 512
const char *invoice_trouble_words(char buf[INVOICE_TROUBLE_MAX], const struct invoice *one);

/* The word of the output for a kind: "digital-ordinary"; a literal. */
const char *invoice_kind_word(enum invoice_kind k);

void invoices_init(struct invoices *v);
void invoices_release(struct invoices *v);

/* Add a copy of ${one}, whose texts are copied into the arena. -1: ERR_NOMEM, ERR_LIMIT. */
int invoices_add(struct invoices *v, const struct invoice *one, struct err *e);

/* Move all of ${from} behind ${into}. -1: ERR_NOMEM. */
int invoices_merge(struct invoices *into, struct invoices *from, struct err *e);

/*
 * Make one invoice of those that are the same: equal 20-digit number, or equal number, code and
 * seller. Fields come from the best source that has them; what differs is kept in `differences`,
 * and what sources of equal rank contradict each other in is taken from none of them. Sorted by
 * date, then number. Two of one number with different totals or currencies stay two. A total that
 * no file states is net + tax. -1: ERR_NOMEM, with some united and each still there once.
 */
int invoices_unite(struct invoices *v, struct err *e);

#endif
