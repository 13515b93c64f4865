/*
 * working.c - how the leak of a finding was computed, with its own numbers.
 */
#include <inttypes.h>

#include "ledger/line_fact.h"
#include "reports/say.h"
#include "reports/working.h"

#define DECIMALS_LEAST 2
#define DECIMALS_MOST 6

struct work {
    struct buf *out;
    const struct results *r;
    const struct finding *f;
    const struct finding_line *row; /* that leaks most */
};

static const struct finding_line *
largest_row(const struct finding *f)
{
    const struct finding_line *best = NULL;

    for (size_t i = 0; i < f->lines.n; i++)
        if (!best || money_compare(f->lines.at[i].leak, best->leak) > 0)
            best = &f->lines.at[i];
    return best;
}

/* As many decimals as the number has, from ${least} to DECIMALS_MOST. */
static void
add_number(struct buf *out, struct money m, unsigned least)
{
    char text[MONEY_DISPLAY_MAX];
    unsigned decimals = least;

    m = money_round(m, DECIMALS_MOST);
    while (decimals < DECIMALS_MOST && money_compare(money_round(m, decimals), m) != 0)
        decimals++;
    buf_add_text(out, money_format_display(text, m, decimals));
}

void
working_say_duration(struct buf *out, enum lang lang, int64_t milliseconds)
{
    int64_t seconds = (milliseconds + TIME_SECOND / 2) / TIME_SECOND;
    const struct {
        int64_t n;
        const char *unit;
    } parts[] = {
        { seconds / 3600, lang_text(lang, N_("h")) },
        { seconds / 60 % 60, lang_text(lang, N_("min")) },
        { seconds % 60, lang_text(lang, N_("s")) },
    };
    bool is_any = false;

    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
        if (parts[i].n == 0 && (is_any || seconds > 0 || i != 2))
            continue;
        buf_addf(out, "%s%" PRId64 " %s", is_any ? " " : "", parts[i].n, parts[i].unit);
        is_any = true;
    }
}

/* The part of the largest row's period, on each of ${cards}, that leaks. */
static bool
add_part(const struct work *w, const struct ledger_line *line, uint32_t cards)
{
    struct err ignored = ERR_INIT;
    struct money part;
    struct span period;

    if (!line_period(line, &period) || money_is_zero(ledger_billed(line)) ||
        money_multiply(&part, money_of(period.to - period.from), money_of(cards), NULL,
            &ignored) ||
        money_share(&part, part, w->row->leak.units, ledger_billed(line).units, 0, &ignored))
        return false;
    working_say_duration(w->out, w->r->lang, (int64_t)(part.units / money_of(1).units));
    return true;
}

/* The cards among which the time of ${line} is parted: 1 but for GPUs. */
static uint32_t
cards_of(const struct work *w, const struct ledger_line *line)
{
    uint32_t cards = ledger_word(line, WORD_CATEGORY) == CATEGORY_GPU ?
        timeline_cards(&w->r->audit->timeline, w->row->line) : 1;

    return cards > 0 ? cards : 1;
}

static bool
add_of_row(const struct work *w, struct sv name)
{
    const struct ledger_line *line = &w->r->ledger->lines.at[w->row->line];
    uint32_t cards = cards_of(w, line);
    struct span period;

    if (sv_is(name, SV("billed"))) {
        add_number(w->out, ledger_billed(line), DECIMALS_LEAST);
    } else if (sv_is(name, SV("leak"))) {
        add_number(w->out, w->row->leak, DECIMALS_LEAST);
    } else if (sv_is(name, SV("cards"))) {
        buf_addf(w->out, "%" PRIu32, cards);
    } else if (sv_is(name, SV("period")) && line_period(line, &period)) {
        working_say_duration(w->out, w->r->lang, period.to - period.from);
    } else {
        return sv_is(name, SV("part")) ? add_part(w, line, 1)
            : sv_is(name, SV("card_part")) && add_part(w, line, cards);
    }
    return true;
}

static bool
add_fact(const struct work *w, struct sv name, unsigned least)
{
    char text[FINDING_TEXT_MAX];

    for (size_t i = 0; i < w->f->facts.n; i++) {
        const struct fact *fact = &w->f->facts.at[i];

        if (!sv_is(name, sv_of(fact->name)))
            continue;
        switch (fact->kind) {
        case FACT_TEXT:
            buf_add_text(w->out, fact->text);
            break;
        case FACT_AMOUNT:
            add_number(w->out, fact->amount, least);
            break;
        case FACT_COUNT:
            buf_addf(w->out, "%" PRId64, fact->number);
            break;
        case FACT_TIME:
            buf_add_text(w->out, finding_time_text(text, fact->number,
                w->r->audit->period.zone_minutes));
            break;
        case FACT_DURATION:
            working_say_duration(w->out, w->r->lang, fact->number);
            break;
        }
        return true;
    }
    return false;
}

static bool
add_place(const struct work *w, struct sv name)
{
    bool is_plain = sv_starts(name, SV("#"));

    if (is_plain)
        name = sv_part(name, 1, name.n);
    if (sv_starts(name, SV("row.")))
        return add_of_row(w, sv_part(name, sizeof("row.") - 1, name.n));
    if (sv_is(name, SV("billed")))
        add_number(w->out, w->f->billed, DECIMALS_LEAST);
    else if (sv_is(name, SV("leak")))
        add_number(w->out, w->f->leak, DECIMALS_LEAST);
    else
        return add_fact(w, name, is_plain ? 0 : DECIMALS_LEAST);
    return true;
}

static bool
add_working(const struct work *w, struct sv text)
{
    size_t at, end;

    while ((at = sv_find(text, SV("{"), 0)) != (size_t)-1 &&
        (end = sv_find(text, SV("}"), at)) != (size_t)-1) {
        buf_add(w->out, sv_part(text, 0, at));
        if (!add_place(w, sv_part(text, at + 1, end)))
            return false;
        text = sv_part(text, end + 1, text.n);
    }
    buf_add(w->out, text);
    return true;
}

void
working_say(struct buf *out, const struct results *r, const struct finding *f)
{
    const struct work w = { out, r, f, largest_row(f) };
    const char *text = f->of && f->merged == 0 && !results_are_given(r) ?
        f->of->working : NULL;
    bool is_all = !money_is_zero(f->leak) && money_compare(f->leak, f->billed) == 0;
    char said[MESSAGE_TEXT_MAX], leak[FINDING_TEXT_MAX], billed[FINDING_TEXT_MAX];
    size_t before = out->n;
    struct message m;

    if (text && w.row && !is_all && add_working(&w, sv_of(lang_text(r->lang, text))))
        return;
    buf_cut(out, before);
    (void)finding_money_text(leak, f->leak, f->currency);
    (void)finding_money_text(billed, f->billed, f->currency);
    if (is_all)
        message_set(&m, "all of what was billed in rows: %zu, together %s", f->lines.n, leak);
    else
        message_set(&m, "%s of %s billed in rows: %zu", leak, billed, f->lines.n);
    buf_add_text(out, message_text(&m, r->lang, said, sizeof(said)));
}

void
working_say_net(struct buf *out, const struct results *r, const struct finding *f)
{
    char said[MESSAGE_TEXT_MAX], less[FINDING_TEXT_MAX], net[FINDING_TEXT_MAX];
    struct money other = f->leak;
    struct err ignored = ERR_INIT;
    struct message m;

    if (money_sub(&other, f->net, &ignored) || money_is_zero(other))
        return;
    message_set(&m, "%s of it stands in other findings already or was refunded: net %s",
        finding_money_text(less, other, f->currency),
        finding_money_text(net, f->net, f->currency));
    buf_add_text(out, message_text(&m, r->lang, said, sizeof(said)));
}
