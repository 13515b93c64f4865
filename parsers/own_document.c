/*
 * own_document.c - the JSON documents of gpubill's own, told apart by keys that only they have.
 */
#include "base/lang.h"
#include "parsers/own_document.h"

/* How many of ${keys}, each with its quotes, stand in ${text}. */
static size_t
count_keys(struct sv text, const char *const *keys)
{
    size_t n = 0;

    for (; *keys; keys++)
        n += sv_find(text, sv_of(*keys), 0) != (size_t)-1;
    return n;
}

enum own_document
own_document_of(struct sv text)
{
    static const char *const of_report[] = { "\"gpubill.review/", NULL };
    static const char *const of_format[] = { "\"evidence\"", "\"columns\"", "\"fields\"", NULL };
    static const char *const of_config[] = { "\"timezone\"", "\"buyer\"", "\"price_book\"",
        "\"invoice_rules\"", "\"custom_rules\"", "\"waivers\"", NULL };

    if (count_keys(text, of_report) > 0)
        return OWN_REPORT;
    if (count_keys(text, of_format) == 3)
        return OWN_FORMAT;
    return count_keys(text, of_config) >= 2 ? OWN_CONFIG : OWN_NONE;
}

int
own_document_check(enum own_document expected, struct sv text, struct err *e)
{
    struct sv trimmed = sv_trim(text);
    enum own_document found = own_document_of(text);
    bool is_config = expected == OWN_CONFIG;

    /* An array and a bare value are JSON; what is wrong with them is told by who reads them. */
    if (trimmed.n > 0 && !sv_starts(trimmed, SV("{")) && !sv_starts(trimmed, SV("[")))
        return err_set(e, ERR_SYNTAX, is_config ?
            N_("this is no config, which is JSON such as {\"timezone\": \"+08:00\"}") :
            N_("this is no bill format, which is JSON; 'gpubill draft BILL' writes a first one"));
    if (found == OWN_REPORT)
        return err_set(e, ERR_SYNTAX, is_config ?
            N_("this is a report of gpubill, no config; --previous takes it") :
            N_("this is a report of gpubill, no bill format; --previous takes it"));
    if (found == OWN_FORMAT && is_config)
        return err_set(e, ERR_SYNTAX, N_("this is a bill format, no config; 'gpubill formats "
            "--check' tries it, --formats FOLDER uses it"));
    if (found == OWN_CONFIG && !is_config)
        return err_set(e, ERR_SYNTAX, N_("this is a config, no bill format; --config takes it"));
    return 0;
}
