/*
 * fuzz_forced.c - any bytes read with one format, as by --format: statements of payments, states
 * and bills that detection would not let through.
 *
 * The first line is the id of the format; where it is none, its length chooses one.
 */
#include "fuzz.h"
#include "reading.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct formats *formats = all_formats();
    struct import_options options = { .formats = formats, .zone_minutes = 480, .jobs = 1 };
    struct sv rest = { (const char *)data, size }, id;
    struct err e = ERR_INIT;
    struct reading r;
    struct payments *payments = &r.observations.payments;

    if (!sv_cut(&rest, '\n', &id))
        return 0;
    options.forced = formats_find(formats, id);
    if (!options.forced)
        options.forced = formats->list.at[id.n % formats->list.n];
    reading_make(&r, source_of_memory(rest), &options, NULL);
    reading_check(&r);
    observations_sort(&r.observations);
    reading_require(payments_settle(payments, &e) == 0);
    for (size_t i = 0; i < payments->list.n; i++)
        reading_require(!money_is_zero(payments->list.at[i].amount) &&
            !money_is_negative(payments->list.at[i].amount));
    reading_release(&r);
    return 0;
}
