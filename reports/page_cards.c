/*
 * page_cards.c - a finding as a card, and findings that are alike as one card for all of them, with
 * a table of them and their own cards folded inside.
 */
#include "reports/html.h"
#include "reports/leak_groups.h"
#include "reports/page.h"
#include "reports/say.h"

#define TEXT_MAX 2048
#define TEXT_BYTES_MAX ((size_t)1 << 16)

/* Names that the head of a group says. */
#define NAMES_SHOWN 4

static void
add_words(const struct page_cards *c, const char *text)
{
    html_text(c->out, lang_text(c->r->lang, text));
}

/* Put ${text} between the tags of a span, and empty it. */
static void
add_span(const struct page_cards *c, const char *class, struct buf *text)
{
    if (text->n > 0) {
        buf_addf(c->out, "<span class=\"%s\">", class);
        html_text(c->out, text->p);
        buf_add_text(c->out, "</span>");
    }
    buf_reset(text);
}

/* The amount, and a bar that says how much it is of the largest one. */
static void
add_amount(const struct page_cards *c, struct money net, const char *currency)
{
    char text[SAY_FIGURE_MAX], exact[MONEY_TEXT_MAX], percent[SAY_FIGURE_MAX];
    struct money share = say_part_of(net, c->largest);

    share.units *= 100;
    buf_addf(c->out, "<p class=\"amount\" data-v=\"%s\" data-c=\"", money_format(exact, net));
    html_text(c->out, currency);
    buf_addf(c->out, "\" title=\"%s ", exact);
    html_text(c->out, currency);
    buf_add_text(c->out, "\"><small>");
    html_text(c->out, currency);
    buf_addf(c->out, "</small> <b>%s</b>", say_amount(text, net, currency));
    if (!money_is_zero(share) && !money_is_negative(share))
        buf_addf(c->out, "<span class=\"bar\"><i style=\"width:%s%%\"></i></span>",
            money_format_display(percent, share, 1));
    buf_add_text(c->out, "</p>\n");
}

void
page_certainty(struct buf *out, const struct results *r, enum certainty certainty)
{
    const char *word = certainty_word(certainty);

    buf_addf(out, "<span class=\"mark %s\"><i aria-hidden=\"true\"></i>", word);
    html_text(out, lang_text(r->lang, word));
    buf_add_text(out, "</span>");
}

/* Certainty, resource, platform, span, anchor. */
static void
add_meta(const struct page_cards *c, const struct finding *f)
{
    struct buf text;

    buf_init(&text, TEXT_BYTES_MAX);
    buf_add_text(c->out, "<p class=\"meta\">");
    page_certainty(c->out, c->r, f->certainty);
    buf_add_text(&text, f->name);
    add_span(c, "resource", &text);
    buf_add_text(&text, say_platform(c->r, f->platform));
    add_span(c, "platform", &text);
    say_span(&text, c->r, f);
    add_span(c, "span", &text);
    buf_addf(c->out, "<a class=\"anchor\" href=\"#%s\">%s</a></p>\n", f->id, f->id);
    buf_fail_with(c->out, &text);
    buf_release(&text);
}

static void
add_todo(const struct page_cards *c, const char *title, const char *text)
{
    if (!text[0])
        return;
    buf_add_text(c->out, "<p class=\"todo\"><b>");
    add_words(c, title);
    buf_add_text(c->out, "</b> ");
    html_text(c->out, text);
    buf_add_text(c->out, "</p>\n");
}

void
page_card(struct page_cards *c, const struct finding *f, const char *tag)
{
    char text[TEXT_MAX];

    buf_addf(c->out, "<article class=\"finding\" id=\"%s\" aria-labelledby=\"%s-rule\">\n", f->id,
        f->id);
    add_amount(c, f->net, f->currency);
    buf_addf(c->out, "<div>\n<%s id=\"%s-rule\">", tag, f->id);
    html_text(c->out, say_rule(c->r, f));
    buf_addf(c->out, "</%s>\n", tag);
    add_meta(c, f);
    buf_add_text(c->out, "<p class=\"fact\">");
    html_text(c->out, finding_says(f, c->r->lang, text, sizeof(text)));
    buf_add_text(c->out, "</p>\n");
    if (f->is_waived && f->waiver[0])
        add_todo(c, N_("Waived"), f->waiver);
    else
        add_todo(c, N_("What to do"), finding_advises(f, c->r->lang, text, sizeof(text)));
    page_evidence(c->out, c->r, f, &c->room);
    buf_add_text(c->out, "</div>\n</article>\n");
    c->shown++;
}

/* Certainty, how many, the first names, platform, span, anchor. */
static void
add_group_meta(const struct page_cards *c, const struct leak_group *g)
{
    const struct finding *first = g->findings[0];
    struct buf text;

    buf_init(&text, TEXT_BYTES_MAX);
    buf_add_text(c->out, "<p class=\"meta\">");
    page_certainty(c->out, c->r, g->certainty);
    leak_group_names(&text, c->r, g, NAMES_SHOWN);
    add_span(c, "resource", &text);
    buf_add_text(&text, say_platform(c->r, first->platform));
    add_span(c, "platform", &text);
    leak_group_span(&text, c->r, g);
    add_span(c, "span", &text);
    buf_addf(c->out, "<a class=\"anchor\" href=\"#%s-all\">%s …</a></p>\n", first->id,
        first->id);
    leak_group_advice(&text, c->r, g);
    if (text.n > 0)
        add_todo(c, N_("What to do"), text.p);
    buf_fail_with(c->out, &text);
    buf_release(&text);
}

static void
add_member(const struct page_cards *c, const struct finding *f)
{
    char figure[SAY_FIGURE_MAX];
    struct buf span;

    buf_init(&span, TEXT_BYTES_MAX);
    buf_addf(c->out, "<tr><td class=\"s\"><a href=\"#%s\">%s</a></td><td>", f->id, f->id);
    html_text(c->out, f->name);
    buf_add_text(c->out, "</td><td class=\"s\">");
    say_span(&span, c->r, f);
    html_text(c->out, span.n > 0 ? span.p : "");
    buf_add_text(c->out, "</td><td>");
    page_certainty(c->out, c->r, f->certainty);
    buf_addf(c->out, "</td><td class=\"n\">%s</td></tr>\n",
        say_amount(figure, f->net, f->currency));
    buf_fail_with(c->out, &span);
    buf_release(&span);
}

/* One row for each of the first ${shown} findings. */
static void
add_members(const struct page_cards *c, const struct leak_group *g, size_t shown)
{
    static const char *const titles[] = { N_("Finding"), N_("Resource"), N_("Days"),
        N_("Certainty"), N_("Leaked") };
    const char *id = g->findings[0]->id;

    buf_addf(c->out, "<div class=\"scroll members\" tabindex=\"0\" role=\"region\" "
        "aria-labelledby=\"%s-all-rule\"><table><thead><tr>", id);
    for (size_t i = 0; i < sizeof(titles) / sizeof(titles[0]); i++) {
        buf_addf(c->out, "<th scope=\"col\"%s>", i == 4 ? " class=\"n\"" : "");
        add_words(c, titles[i]);
        buf_add_text(c->out, "</th>");
    }
    buf_add_text(c->out, "</tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < shown; i++)
        add_member(c, g->findings[i]);
    buf_add_text(c->out, "</tbody></table></div>\n");
}

void
page_cards_note(const struct page_cards *c, size_t shown, size_t all)
{
    char text[MESSAGE_TEXT_MAX];
    struct message m;

    if (shown >= all)
        return;
    message_set(&m, "%zu of %zu findings are shown; all of them are in %s.", shown, all,
        "findings.csv");
    buf_add_text(c->out, "<p class=\"note\">");
    html_text(c->out, message_text(&m, c->r->lang, text, sizeof(text)));
    buf_add_text(c->out, "</p>\n");
}

void
page_group(struct page_cards *c, const struct leak_group *g)
{
    const char *id = g->findings[0]->id;
    size_t shown = g->n < PAGE_GROUP_MAX ? g->n : PAGE_GROUP_MAX;
    struct money largest = c->largest;
    struct buf count;

    if (g->n == 1) {
        page_card(c, g->findings[0], "h4");
        return;
    }
    buf_init(&count, TEXT_BYTES_MAX);
    say_plural(&count, c->r, g->n, N_("%s finding"), N_("%s findings"));
    buf_addf(c->out, "<section class=\"group\" id=\"%s-all\" aria-labelledby=\"%s-all-rule\">\n",
        id, id);
    add_amount(c, g->net, g->findings[0]->currency);
    buf_addf(c->out, "<div>\n<h4 id=\"%s-all-rule\">", id);
    html_text(c->out, say_rule(c->r, g->findings[0]));
    buf_add_char(c->out, ' ');
    add_span(c, "count", &count);
    buf_add_text(c->out, "</h4>\n");
    add_group_meta(c, g);
    add_members(c, g, shown);
    page_cards_note(c, shown, g->n);
    buf_add_text(c->out, "<details class=\"singles\"><summary>");
    add_words(c, N_("Each with its evidence"));
    buf_add_text(c->out, "</summary>\n");
    c->largest = g->net;
    for (size_t i = 0; i < shown; i++)
        page_card(c, g->findings[i], "h5");
    c->largest = largest;
    buf_add_text(c->out, "</details>\n</div>\n</section>\n");
    buf_fail_with(c->out, &count);
    buf_release(&count);
}
