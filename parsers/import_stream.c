/*
 * import_stream.c - one bill of any length, read in one pass.
 *
 * Each thing that is read has a ledger of its own, which never holds more than a block of lines
 * where its format allows that. Sums and counters are kept beside it.
 */
#include <string.h>

#include "base/vec.h"
#include "input/container_name.h"
#include "input/pipe.h"
#include "ledger/settle.h"
#include "ledger/settle_sums.h"
#include "parsers/hook.h"
#include "parsers/import_stream.h"
#include "parsers/reader.h"

/* Bytes of what cannot be read in one pass that are kept in memory. */
#define SPOOL_MEMORY ((size_t)16 << 20)

/* Bytes that end no text in any charset but UTF-16: below the digits, of which GB18030 has some. */
#define CUT_BELOW 0x30

struct stream {
    const struct import_options *options;
    const struct limits *limits;
    const struct import_sink *sink;
};

/* One input while it is read. */
struct one {
    const struct stream *stream;
    struct input *input; /* the ledger's */
    struct ledger ledger;
    struct observations observations;
    struct invoices invoices;
    uint64_t told;       /* lines */
    struct currency_sums all; /* of all its lines, whatever their fate */
    struct buf platform; /* of the lines so far; empty: of none yet, or several */
    bool has_platforms;
};

static int
one_init(struct one *one, const struct stream *stream, const char *path, struct err *e)
{
    struct input *input = input_new(sv_of(path), true);
    uint32_t ignored;

    *one = (struct one){ .stream = stream, .input = input };
    ledger_init(&one->ledger);
    observations_init(&one->observations);
    invoices_init(&one->invoices);
    buf_init(&one->platform, SIZE_MAX - 1);
    if (!input)
        return err_nomem(e);
    if (ledger_add_input(&one->ledger, input, &ignored, e) == 0)
        return 0;
    input_free(input);
    return -1;
}

static void
one_release(struct one *one)
{
    ledger_release(&one->ledger);
    observations_release(&one->observations);
    invoices_release(&one->invoices);
    vec_release(&one->all);
    buf_release(&one->platform);
}

/* Note the platform of ${line}: the input's is that of all its lines. */
static int
note_platform(struct one *one, const struct ledger_line *line, bool is_first, struct err *e)
{
    const char *platform = ledger_text(line, TEXT_PLATFORM);

    if (is_first)
        buf_add_text(&one->platform, platform);
    else if (!one->has_platforms && strcmp(platform, one->platform.p ? one->platform.p : "") != 0)
        one->has_platforms = true;
    return buf_ok(&one->platform, e);
}

/* Count and sum the lines at hand. */
static int
account(struct one *one, struct err *e)
{
    static const enum skip skips[] = { [FATE_ALREADY_SEEN] = SKIP_ALREADY_SEEN,
        [FATE_OTHER_VIEW] = SKIP_NOT_A_CHARGE, [FATE_OUT_OF_PERIOD] = SKIP_OUT_OF_PERIOD };
    struct ledger *l = &one->ledger;

    for (size_t i = 0; i < l->lines.n; i++) {
        const struct ledger_line *line = &l->lines.at[i];

        if (note_platform(one, line, one->told + i == 0, e) ||
            settle_sums_add_billed(&one->all, l, line, e))
            return -1;
        if (line->fate == FATE_COUNTED) {
            if (settle_sums_add_billed(&one->input->billed, l, line, e))
                return -1;
            continue;
        }
        one->input->lines--;
        one->input->skipped[skips[line->fate]]++;
    }
    return 0;
}

static int
hand_over(struct one *one, struct err *e)
{
    const struct import_sink *sink = one->stream->sink;
    size_t n = one->ledger.lines.n;

    if (n == 0)
        return 0;
    if (account(one, e) || sink->lines(sink->context, &one->ledger, one->told, e))
        return -1;
    one->told += n;
    return 0;
}

/* Whether lines of ${r} are final before all of them are there. */
static bool
goes_in_blocks(const struct reader *r)
{
    const struct hook *hook = r->found->format->input_hook;

    if (hook && hook->input)
        return false;
    /* Pages that are there twice are found at the end; a longer file is not looked at for them. */
    return !r->found->list || r->found->list[0] == '\0' || source_size(r->source) > RECORD_MAX;
}

static int
outlet_block(void *context, struct reader *r, struct err *e)
{
    struct one *one = context;

    if (!goes_in_blocks(r))
        return 0;
    if (hand_over(one, e))
        return -1;
    reader_begin_block(r);
    return 0;
}

static int
outlet_skipped(void *context, const struct reader *r, uint64_t line, enum skip skip,
    struct err *e)
{
    const struct import_sink *sink = ((struct one *)context)->stream->sink;

    return sink->skipped(sink->context, r->input, line, skip, e);
}

static int
outlet_rejected(void *context, const struct reader *r, const struct rejection *rejection,
    struct err *e)
{
    const struct import_sink *sink = ((struct one *)context)->stream->sink;

    return sink->rejected(sink->context, r->input, rejection, e);
}

/* The platform of an input whose lines went out block by block. */
static int
settle_platform(struct one *one, struct err *e)
{
    struct input *in = one->input;

    if (one->told == 0 || (in->platform[0] && !one->has_platforms))
        return 0;
    in->platform = one->has_platforms ? "" : arena_text(&in->arena, buf_sv(&one->platform));
    return in->platform ? 0 : err_nomem(e);
}

/* What is known at the end; ${failure} says if it was a good one. */
static int
end(struct one *one, const struct err *failure, struct err *e)
{
    const struct import_sink *sink = one->stream->sink;
    struct input *in = one->input;

    if (failure->code != ERR_NONE) {
        in->failure = *failure;
        (void)err_at(&in->failure, in->path, failure->line);
    } else if (hand_over(one, e) || settle_platform(one, e)) {
        return -1;
    } else {
        settle_declared(in, &one->all);
    }
    return sink->ended(sink->context, in, e);
}

/* What was read is no bill. */
static int
refuse_kind(const struct input *in, struct err *e)
{
    if (in->kind == INPUT_BILL)
        return 0;
    return err_set(e, ERR_UNKNOWN, "it is no bill (%s), and only bills are read as a stream; name "
        "the file to 'gpubill ledger' or 'gpubill review'", input_kind_word(in->kind));
}

/* Read ${item}, which is whole: a file, a member, a sheet. 1: known; 0: not; -1: the run ends. */
static int
visit_item(void *context, const struct content_item *item, struct err *e)
{
    const struct stream *s = context;
    const struct reader_outlet outlet = { .block = outlet_block, .skipped = outlet_skipped,
        .rejected = outlet_rejected };
    struct reader_outlet own = outlet;
    struct detection found = { .arena = ARENA_INIT };
    struct err failure = ERR_INIT;
    struct one one;
    struct reader r;
    bool is_unknown = false;
    int result;

    if (one_init(&one, s, item->path, e) ||
        input_lies_in(one.input, item->file, item->file_sha256, e)) {
        source_free(item->source);
        one_release(&one);
        return -1;
    }
    own.context = &one;
    r = (struct reader){ .options = s->options, .input = one.input, .ledger = &one.ledger,
        .observations = &one.observations, .invoices = &one.invoices, .arena = ARENA_INIT,
        .outlet = &own };
    if (item->failure) {
        failure = *item->failure;
    } else {
        reader_take(&r, item);
        result = reader_read(&r, &found, &failure);
        is_unknown = result && failure.code == ERR_UNKNOWN;
        if (result == 0)
            (void)refuse_kind(one.input, &failure);
    }
    /* A member that is no bill may lie beside one. */
    one.input->was_named = !is_unknown || !item->is_one_of_many;
    if (r.is_fatal || failure.code == ERR_NOMEM) {
        *e = failure;
        result = -1;
    } else {
        result = end(&one, &failure, e) ? -1 : !is_unknown;
    }
    reader_release(&r);
    detection_release(&found);
    one_release(&one);
    return result;
}

/* Bytes of ${head} that end where no character is cut. */
static size_t
cut_head(struct sv head)
{
    bool is_wide = memchr(head.p, '\0', head.n < 4096 ? head.n : 4096) != NULL;
    size_t n = head.n & ~(size_t)1;

    if (is_wide) {
        while (n >= 2 && !(head.p[n - 2] == '\n' && head.p[n - 1] == '\0') &&
            !(head.p[n - 2] == '\0' && head.p[n - 1] == '\n'))
            n -= 2;
        return n;
    }
    for (n = head.n; n > 0 && head.p[n - 1] != '\n';)
        n--;
    for (n = n > 0 ? n : head.n; n > 0 && (unsigned char)head.p[n - 1] >= CUT_BELOW;)
        n--;
    return n;
}

/* Find out what begins with ${head} and goes on. */
static int
detect_flow(struct reader *r, struct detection *found, struct sv head, struct err *e)
{
    const struct import_options *o = r->options;
    struct source *s = source_of_memory(sv_head(head, cut_head(head)));
    int result;

    if (!s)
        return err_nomem(e);
    source_take_limits(s, r->source);
    result = detect(found, s, o->formats, o->forced, o->usage_columns, r->input, e);
    source_free(s);
    if (result)
        return -1;
    if (!found->format && !found->usage)
        return err_set_message(e, ERR_UNKNOWN, &found->why);
    if (refuse_kind(r->input, e))
        return -1;
    if (found->layer_count > 0)
        return err_set(e, ERR_UNKNOWN, "its bill lies in the texts of other JSON, which is not "
            "read as a stream beyond %u bytes; name the file to 'gpubill ledger'", PIPE_HEAD_MAX);
    /* What comes behind the head may be anything. */
    found->charset.has_bad_bytes = true;
    return 0;
}

/* Read what comes through ${p}, more than its ${head}, as ${one}. */
static int
read_flow(struct one *one, struct pipe *p, struct sv head, bool *is_fatal, struct err *e)
{
    const struct stream *s = one->stream;
    struct reader_outlet outlet = { .context = one, .block = outlet_block,
        .skipped = outlet_skipped, .rejected = outlet_rejected };
    struct detection found = { .arena = ARENA_INIT };
    struct reader r = { .options = s->options, .input = one->input, .ledger = &one->ledger,
        .observations = &one->observations, .arena = ARENA_INIT, .outlet = &outlet };
    int result = -1;

    if (pipe_source(&r.source, p, e))
        goto done;
    source_set_limits(r.source, &s->limits->record);
    if (detect_flow(&r, &found, head, e))
        goto done;
    r.found = &found;
    if (reader_open(&r, e) || reader_run(&r, e) || pipe_sha256(p, one->input->sha256, e))
        goto done;
    one->input->bytes = pipe_bytes(p);
    result = 0;
done:
    *is_fatal = r.is_fatal;
    reader_release(&r);
    detection_release(&found);
    return result;
}

/* Read ${p}, which is text; it lies in ${packed}, or that is NULL. */
static int
stream_text(const struct stream *s, struct pipe *p, struct pipe *packed, const char *path,
    const char *file, struct err *e)
{
    struct err failure = ERR_INIT;
    char sum[SHA256_TEXT_MAX] = "";
    bool is_fatal = false;
    struct one one;
    struct sv head;
    int result = -1;

    if (one_init(&one, s, path, e))
        goto done;
    if (pipe_head(p, PIPE_HEAD_MAX, &head, &failure) == 0 &&
        read_flow(&one, p, head, &is_fatal, &failure) == 0 && packed &&
        pipe_sha256(packed, sum, &failure) == 0) {
        if (input_lies_in(one.input, file, sum, e))
            goto done;
        if (pipe_trailing(p) > 0)
            input_warn(one.input, "trailing-bytes", 0,
                "%ju bytes behind the end of the gzip data are passed over",
                (uintmax_t)pipe_trailing(p));
    }
    if (is_fatal || failure.code == ERR_NOMEM)
        *e = failure;
    else
        result = end(&one, &failure, e);
done:
    one_release(&one);
    return result;
}

/* Read what has come whole, or must. */
static int
read_whole(struct stream *s, struct source *source, const char *path, struct err *e)
{
    return contents_walk(source, path, true, s->limits, visit_item, s, e);
}

static int
spool(struct stream *s, struct pipe *p, const char *path, struct err *e)
{
    struct err failure = ERR_INIT;
    struct content_item item = { .path = path, .file = path, .file_sha256 = "",
        .failure = &failure };
    struct source *source;

    if (pipe_spool(&source, p, SPOOL_MEMORY, s->limits->unpack.bytes, &failure))
        return failure.code == ERR_NOMEM ? (*e = failure, -1) :
            visit_item(s, &item, e) < 0 ? -1 : 0;
    return read_whole(s, source, path, e);
}

/* Whether what begins with ${head} is read in one pass. */
static bool
is_text(struct sv head)
{
    enum content c = sniff(sv_head(head, SNIFF_HEAD));

    return c == CONTENT_TEXT || c == CONTENT_JSON;
}

/* Gzip data is unpacked as it comes, where there is text in it. */
static int
stream_gzip(struct stream *s, struct pipe *packed, const char *path, struct err *e)
{
    struct pipe *p = pipe_new_gzip(packed, &s->limits->unpack, e);
    struct err failure = ERR_INIT;
    struct buf name;
    struct sv head;
    int result = -1;

    buf_init(&name, SIZE_MAX - 1);
    if (!p)
        goto done;
    if (pipe_head(p, SNIFF_HEAD, &head, &failure) || !is_text(head)) {
        result = spool(s, packed, path, e);
        goto done;
    }
    buf_addf(&name, "%s!", path);
    container_name_inside(&name, sv_of(path));
    if (buf_ok(&name, e) == 0)
        result = stream_text(s, p, packed, name.p, path, e);
done:
    buf_release(&name);
    pipe_free(p);
    return result;
}

int
import_stream(int fd, const char *path, const struct import_options *options,
    const struct import_sink *sink, struct err *e)
{
    static const struct limits usual = LIMITS_INIT;
    struct stream s = { options, options->limits ? options->limits : &usual, sink };
    struct err failure = ERR_INIT;
    struct content_item item = { .path = path, .file = path, .file_sha256 = "",
        .failure = &failure };
    struct pipe *p = pipe_new(fd, e);
    struct source *source;
    struct sv head;
    int result = -1;

    if (!p)
        return -1;
    if (pipe_head(p, PIPE_HEAD_MAX, &head, &failure))
        result = visit_item(&s, &item, e) < 0 ? -1 : 0;
    else if (pipe_is_whole(p) || pipe_head(p, PIPE_HEAD_MAX, &head, &failure))
        result = (source = source_of_memory(head)) ? read_whole(&s, source, path, e) :
            err_nomem(e);
    else if (sniff(sv_head(head, SNIFF_HEAD)) == CONTENT_GZIP)
        result = stream_gzip(&s, p, path, e);
    else if (is_text(head))
        result = stream_text(&s, p, NULL, path, path, e);
    else
        result = spool(&s, p, path, e);
    pipe_free(p);
    return result;
}
