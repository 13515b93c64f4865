/*
 * headings.h - what headings of bills usually mean: the dictionary of parsers/headings.json.
 *
 * Only drafts of formats use it. A format names its columns itself, and nothing is read by guess.
 */
#ifndef PARSERS_HEADINGS_H
#define PARSERS_HEADINGS_H

#include "base/arena.h"
#include "base/err.h"
#include "base/sv.h"

/* What a column of a bill can be, in the order of the dictionary. */
enum heading_role {
    ROLE_START,
    ROLE_END,
    ROLE_TIME,
    ROLE_CLOCK,     /* a time of day whose day is in another column */
    ROLE_PAYABLE,   /* after discounts, before vouchers */
    ROLE_CHARGED,
    ROLE_PAID,      /* after vouchers */
    ROLE_AMOUNT,
    ROLE_INCOME,    /* beside a column of what was spent */
    ROLE_FEE,
    ROLE_TOTAL,
    ROLE_VOUCHER,
    ROLE_LIST_COST, /* before discounts */
    ROLE_DISCOUNT,
    ROLE_PRICE,     /* of one unit */
    ROLE_BALANCE,
    ROLE_CURRENCY,
    ROLE_DIRECTION,
    ROLE_TYPE,
    ROLE_STATUS,
    ROLE_MODE,
    ROLE_CHANNEL,
    ROLE_INSTANCE,  /* the id of a machine */
    ROLE_RESOURCE,  /* that of a job, or of whatever was charged */
    ROLE_NAME,
    ROLE_GPU,
    ROLE_CARDS,
    ROLE_SPEC,
    ROLE_ITEM,
    ROLE_KIND,
    ROLE_PRODUCT,
    ROLE_DURATION,
    ROLE_BILLED_TIME,
    ROLE_QUANTITY,
    ROLE_UNIT,
    ROLE_REGION,
    ROLE_ZONE,
    ROLE_USER,
    ROLE_SERIAL,
    ROLE_ORDER,
    ROLE_BILL,
    ROLE_REMARK,
    ROLE_COUNT,
};

struct headings;

/* The dictionary. NULL: ${e} says why. Free with headings_free(). */
struct headings *headings_load(struct err *e);
void headings_free(struct headings *h);

/* The word of ${role} in the dictionary ("list_cost"), which is also the key of its column. */
const char *heading_role_word(enum heading_role role);

/*
 * How well ${name}, a heading or the path of a key ("data.pay_time"), fits ${role}: 0 not at all;
 * below 100 it holds a word of the role, the more the longer; from 100 on it is one of the role's
 * names, the more the earlier that stands in the dictionary. ${scratch} holds what is made.
 */
unsigned headings_fit(const struct headings *h, enum heading_role role, struct sv name,
    struct arena *scratch);

#endif
