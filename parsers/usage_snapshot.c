/*
 * usage_snapshot.c - states from lists of instances, which show one moment.
 */
#include "parsers/usage_snapshot.h"
#include "record/json.h"

struct snapshot {
    struct usage_sink *sink;
    const char *platform;
    usage_look *look;
    int64_t latest;
};

void
usage_later(int64_t *latest, struct sv text)
{
    int64_t at;

    if (text.n > 0 && usage_time(&at, text, 0) == 0 && at > *latest)
        *latest = at;
}

static struct usage_state
look_at(const struct snapshot *s, const cJSON *object)
{
    struct usage_state state = { .from = TIME_NONE, .latest = TIME_NONE, .column = "",
        .reject = REJECT_MISSING_FIELD };

    s->look(object, &state);
    if (!state.why.format && state.instance.n == 0) {
        message_set(&state.why, "the instance has no id");
        state.column = "InstanceId";
    }
    return state;
}

static int
find_latest(void *context, const struct record *r, struct err *e)
{
    struct snapshot *s = context;
    struct usage_state state;

    (void)e;
    if (r->trouble != RECORD_FINE)
        return 0;
    state = look_at(s, r->object);
    if (state.latest > s->latest)
        s->latest = state.latest;
    return 0;
}

static int
keep(struct snapshot *s, const struct record *r, const struct usage_state *state, struct err *e)
{
    struct observation o = usage_observation(r);

    o.kind = INPUT_STATES;
    o.platform = sv_of(s->platform);
    o.instance = state->instance;
    o.state = state->state;
    o.from = state->from;
    o.to = state->state == STATE_RELEASED ? TIME_NONE : s->latest;
    if (state->state == STATE_NONE)
        return 0;
    if (o.from == TIME_NONE || (o.to != TIME_NONE && o.to <= o.from)) {
        input_warn(s->sink->input, "state-without-time", r->line,
            "the list does not tell for how long instance '%.*s' was %s; a later list of all "
            "instances would", SV_ARG(state->instance), words_state.words[state->state]);
        return 0;
    }
    if (!s->sink->observations || observations_add(s->sink->observations, 0, &o, e) == 0)
        return 0;
    s->sink->is_fatal = true;
    return -1;
}

static int
visit(void *context, const struct record *r, struct err *e)
{
    struct snapshot *s = context;
    int damaged = usage_reject_damaged(s->sink, r, e);
    struct usage_state state;

    if (damaged != 0)
        return damaged < 0 ? -1 : 0;
    state = look_at(s, r->object);
    if (state.why.format)
        return usage_reject(s->sink, r, state.reject, sv_of(state.column), &state.why, e);
    if (keep(s, r, &state, e))
        return -1;
    usage_count(s->sink);
    return 0;
}

/* Whether the document is the list: the user asked the tool for it alone. */
static int
is_list(struct text *t, bool *out, struct err *e)
{
    struct sv chunk;
    int more = text_next(t, &chunk, e);

    text_rewind(t);
    *out = more > 0 && sv_starts(sv_trim(chunk), SV("["));
    return more < 0 ? -1 : 0;
}

int
usage_snapshot_read(struct usage_sink *sink, struct text *t, const char *path,
    const char *platform, usage_look *look, struct err *e)
{
    struct snapshot s = { sink, platform, look, TIME_NONE };
    bool alone;

    if (is_list(t, &alone, e))
        return -1;
    if (alone)
        path = "";
    if (record_json_read(t, path, find_latest, &s, e))
        return -1;
    text_rewind(t);
    return record_json_read(t, path, visit, &s, e);
}
