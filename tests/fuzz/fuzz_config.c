/*
 * fuzz_config.c - configs: whatever is refused is refused with a message that names the file.
 */
#include <stdlib.h>

#include "fuzz.h"
#include "parsers/config.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct err e = ERR_INIT;
    struct config *c = config_parse("gpubill.json", (struct sv){ (const char *)data, size }, &e);
    char text[ERR_TEXT_MAX];

    if (c) {
        for (size_t i = 0; i < c->prices.n; i++)
            if (money_is_negative(c->prices.at[i].price) || !c->prices.at[i].currency[0])
                abort();
        for (size_t i = 0; i < c->projects.n; i++)
            if (!c->projects.at[i].name[0] || !c->projects.at[i].where)
                abort();
        config_free(c);
        return 0;
    }
    if (e.code == ERR_NONE || !sv_is(sv_of(e.path), SV("gpubill.json")) ||
        err_text(&e, LANG_EN, text, sizeof(text))[0] == '\0')
        abort();
    return 0;
}
