/*
 * redact_ledger.c - the lines, and what was said of the files that they are from.
 */
#include "redact/redact_parts.h"

/* Of a column whose texts stay. */
#define OPEN STAND_IN_COUNT

/* What the text of a column is. A column that is not told of here is replaced like any text. */
static const enum stand_in kinds[TEXT_COUNT] = {
    [TEXT_PROVIDER_NAME] = OPEN,
    [TEXT_PUBLISHER_NAME] = STAND_IN_SELLER,
    [TEXT_INVOICE_ISSUER_NAME] = STAND_IN_SELLER,
    [TEXT_PLATFORM] = OPEN,
    [TEXT_BILLING_ACCOUNT_ID] = STAND_IN_ACCOUNT,
    [TEXT_BILLING_ACCOUNT_NAME] = STAND_IN_ACCOUNT,
    [TEXT_SUB_ACCOUNT_ID] = STAND_IN_SUB_ACCOUNT,
    [TEXT_SUB_ACCOUNT_NAME] = STAND_IN_SUB_ACCOUNT,
    [TEXT_LINE_ID] = STAND_IN_LINE,
    [TEXT_ORDER_ID] = STAND_IN_ORDER,
    [TEXT_INVOICE_ID] = STAND_IN_INVOICE,
    [TEXT_CHARGE_DESCRIPTION] = STAND_IN_DESCRIPTION,
    [TEXT_SERVICE_CATEGORY] = OPEN,
    [TEXT_SERVICE_SUBCATEGORY] = OPEN,
    [TEXT_SERVICE_NAME] = OPEN,
    [TEXT_REGION_ID] = OPEN,
    [TEXT_REGION_NAME] = OPEN,
    [TEXT_AVAILABILITY_ZONE] = OPEN,
    [TEXT_RESOURCE_ID] = STAND_IN_RESOURCE,
    [TEXT_RESOURCE_NAME] = STAND_IN_RESOURCE,
    [TEXT_RESOURCE_TYPE] = OPEN,
    [TEXT_INSTANCE_ID] = STAND_IN_INSTANCE,
    [TEXT_GPU_MODEL] = OPEN,
    [TEXT_SKU_ID] = OPEN,
    [TEXT_SKU_PRICE_ID] = OPEN,
    [TEXT_SKU_METER] = OPEN,
    [TEXT_PRICING_UNIT] = OPEN,
    [TEXT_CONSUMED_UNIT] = OPEN,
    [TEXT_BILLING_CURRENCY] = OPEN,
    [TEXT_TAGS] = STAND_IN_TAGS,
    [TEXT_PROJECT] = STAND_IN_PROJECT,
};

/* Warnings that quote nothing but amounts, months, and files and instances of the ledger. */
static const char *const figure_codes[] = { "declared-total", "other-view", "views-differ",
    "replaced-delivery", "overlapping-slices", "slices-differ", "several-deliveries",
    "already-seen", "row-changed", "line-id-reused", NULL };

/* Texts of open columns stay, also where they stand in others; an instance is called so, also
 * where its id is that of a resource. */
static const char *
note(void *context, enum text_column column, const char *text)
{
    struct redaction *r = context;

    if (kinds[column] == OPEN)
        redaction_open(r, text);
    return text;
}

static const char *
note_instance(void *context, enum text_column column, const char *text)
{
    if (column == TEXT_INSTANCE_ID)
        (void)redaction_of(context, STAND_IN_INSTANCE, text);
    return text;
}

static const char *
replace(void *context, enum text_column column, const char *text)
{
    return kinds[column] == OPEN ? text : redaction_of(context, kinds[column], text);
}

int
redact_ledger(struct redaction *r, struct ledger *l, struct err *e)
{
    for (size_t i = 0; i < l->inputs.n; i++) {
        struct input *in = l->inputs.at[i];

        in->path = redaction_of_path(r, in->path);
        in->file = redaction_of_path(r, in->file);
        in->usage_owner = redaction_of(r, STAND_IN_INSTANCE, in->usage_owner);
    }
    return ledger_replace_texts(l, note, r, e) || ledger_replace_texts(l, note_instance, r, e) ||
        ledger_replace_texts(l, replace, r, e) ? -1 : 0;
}

static bool
is_of_figures(const char *code)
{
    for (const char *const *known = figure_codes; *known; known++)
        if (strcmp(*known, code) == 0)
            return true;
    return false;
}

static int
redact_input(struct redaction *r, struct input *in, struct err *e)
{
    struct message why;

    for (size_t i = 0; i < in->rejections.n; i++) {
        struct rejection *one = &in->rejections.at[i];

        one->column = redaction_of(r, STAND_IN_TEXT, one->column);
        one->raw = redaction_shape(r, one->raw);
        message_unfold(&why, one->why);
        redaction_message(r, &why, false);
        one->why = input_keep_why(in, i, &why);
        if (!one->why)
            return err_nomem(e);
    }
    for (size_t i = 0; i < in->warnings.n; i++)
        redaction_message(r, &in->warnings.at[i].message,
            is_of_figures(in->warnings.at[i].code));
    for (size_t i = 0; i < in->evidence.n; i++)
        redaction_message(r, &in->evidence.at[i], false);
    redaction_err(r, &in->failure);
    return 0;
}

int
redact_inputs(struct redaction *r, struct ledger *l, struct err *e)
{
    for (size_t i = 0; i < l->inputs.n; i++)
        if (redact_input(r, l->inputs.at[i], e))
            return -1;
    return 0;
}
