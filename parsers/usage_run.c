/*
 * usage_run.c - one file that is a utilisation or state log, read by its reader.
 */
#include "parsers/reader.h"
#include "parsers/usage.h"

static void
tell(void *context)
{
    struct reader *r = context;
    uint64_t at = text_position(r->text);

    if (at > r->told) {
        import_tell(r->options, at - r->told);
        r->told = at;
    }
}

int
usage_run(struct reader *r, struct err *e)
{
    struct usage_sink sink = {
        .input = r->input,
        .observations = r->options->detect_only ? NULL : r->observations,
        .columns = r->options->usage_columns,
        .zone_minutes = r->options->zone_minutes,
        .tell = tell,
        .tell_context = r,
    };

    if (r->found->usage->read(&sink, r->text, e)) {
        r->is_fatal = sink.is_fatal;
        return -1;
    }
    tell(r);
    if (r->input->records == 0)
        input_warn(r->input, "no-records", 0, "the log holds no records");
    return 0;
}
