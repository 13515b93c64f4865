/*
 * redaction.h - stand-ins for what tells of people: "account-1" for an account.
 *
 * A text has one stand-in in all of a run, whatever it stands in, so what was equal stays equal;
 * stand-ins are counted in the order in which texts are met. Texts that are open stay as they are:
 * platforms, products, regions, units, and the words of formats and of gpubill itself. All else is
 * replaced, known or not, so that what nobody thought of is hidden rather than shown.
 */
#ifndef REDACT_REDACTION_H
#define REDACT_REDACTION_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/map.h"

/* What a text is; the stand-in says so. */
enum stand_in {
    STAND_IN_TEXT, /* nobody knows: also of columns that are not told of */
    STAND_IN_ACCOUNT,
    STAND_IN_SUB_ACCOUNT,
    STAND_IN_INSTANCE,
    STAND_IN_RESOURCE,
    STAND_IN_ORDER,
    STAND_IN_LINE,
    STAND_IN_PROJECT,
    STAND_IN_TAGS,
    STAND_IN_DESCRIPTION,
    STAND_IN_INVOICE,
    STAND_IN_INVOICE_CODE,
    STAND_IN_SELLER,
    STAND_IN_BUYER,
    STAND_IN_TAX_ID,
    STAND_IN_ITEM,
    STAND_IN_REMARK,
    STAND_IN_PAYEE,
    STAND_IN_TRADE,
    STAND_IN_RULE,
    STAND_IN_REASON,
    STAND_IN_FILE,
    STAND_IN_COUNT,
};

struct redaction {
    struct arena arena;    /* all stand-ins */
    struct map known;      /* text -> its stand-in */
    struct map stand_ins;  /* those that were made */
    struct map open;       /* texts that stay; borrowed */
    uint64_t made[STAND_IN_COUNT];
    struct buf scratch;
    bool is_complete;      /* redact() is done: what is said from here on quotes nothing else */
    bool shows_figures;    /* of the message that is being redacted */
    bool failed;           /* out of memory: a text was replaced by no stand-in of its own */
};

void redaction_init(struct redaction *r);
void redaction_release(struct redaction *r);

/* 0, or -1 with ERR_NOMEM where any of the functions below ran out of memory. */
int redaction_ok(const struct redaction *r, struct err *e);

/* Let ${text} stay as it is wherever it stands; it outlives ${r}. */
void redaction_open(struct redaction *r, const char *text);

/* The stand-in of ${text}, a ${kind} unless it is known as something else; ${text} itself where it
 * is open or empty. Never NULL, and lives as long as ${r}. */
const char *redaction_of(struct redaction *r, enum stand_in kind, const char *text);

/* As redaction_of(), but amounts with their currencies, dates and times stay. */
const char *redaction_of_figures(struct redaction *r, const char *text);

/* The same of a path, part by part of ARCHIVE!MEMBER; common endings of names stay. */
const char *redaction_of_path(struct redaction *r, const char *path);

/* ${raw}, which is no text that can be known, as its shape: digits become 9, letters x. In the
 * arena of ${r}. */
struct sv redaction_shape(struct redaction *r, struct sv raw);

/*
 * Replace what ${m} quotes: texts that are known by their stand-ins, others, and the parts of
 * lists, by stand-ins of no kind. With ${shows_figures} amounts and dates stay: for messages that
 * quote nothing but figures and what is known.
 */
void redaction_message(struct redaction *r, struct message *m, bool shows_figures);

/* The same of an error, with its path. */
void redaction_err(struct redaction *r, struct err *e);

#endif
