/*
 * recipe.h - what the rows of a bill have in common, worked out once (recipe.c tells how).
 *
 * For the files that implement a binding.
 */
#ifndef PARSERS_RECIPE_H
#define PARSERS_RECIPE_H

#include "ledger/ledger_repeat.h"
#include "parsers/binding_inside.h"

/* What of a charge a text is measured for; bits. */
enum recipe_use {
    USED_FOR_AMOUNTS = 1,
    USED_FOR_TIMES = 2,
    USED_FOR_IDS = 4,
};

/* A field that is measured. */
struct recipe_field {
    const struct format_field *field;
    enum recipe_use use;
    bool is_plain;   /* it is the amount in `column` */
    bool is_cost;    /* ... and may have its currency in the heading */
    unsigned column;
};

/* A text of the record that is measured, or nothing but looked at. */
struct recipe_text {
    unsigned column;
    size_t cell;  /* rows: where it stands */
    unsigned use; /* bits of enum recipe_use; 0: nothing reads it */
};

/* Longest key, and record with an image, so that lengths fit 16 bits; longer ones have none. */
#define RECIPE_KEY_MAX 8192

/* The amount ${slot} is the sum of the plain numbers in ${n} texts, most often in one. */
struct recipe_number {
    size_t *texts; /* indexes of the plan's texts */
    size_t n;
    unsigned slot;
};

/* What of a row is settled by cells that repeat, and what is measured anew; recipe_plan.c. */
struct recipe_plan {
    bool *is_measured; /* per field of the format */
    struct { struct recipe_field *at; size_t n; } measured; /* these fields: amounts, then times,
                                                             * then ids, each in order */
    struct recipe_fields { const struct recipe_field *at; size_t n; } amounts, times, ids;
    unsigned settled_times; /* bit per enum time_column of which a settled field tells */
    bool *is_settled;       /* per column: something that is settled reads it */
    struct { size_t *at; size_t n; } compared; /* rows: cells that must be equal, in order */
    struct { struct recipe_text *at; size_t n; } texts; /* that are measured */
    struct recipe_indexes { size_t *at; size_t n; } of_amounts, of_times, of_ids; /* of them */
    struct { struct recipe_number *at; size_t n; } numbers; /* all measured amounts, where each is
                                                            * such a sum; else none */
    unsigned measured_times; /* bit per enum time_column of which a measured field tells */
    bool times_are_alone;    /* no measured time hangs on what is settled */
    unsigned uses;           /* of all texts together */
};

/* Texts of a record that are kept to see whether they come again. */
struct recipe_texts {
    char *at; /* each with its length before it; NULL: none are kept */
    size_t room;
};

/* What the texts of the times made of a charge, without what is settled. */
struct recipe_times {
    struct recipe_texts texts;
    int64_t time[TIME_COUNT];
    struct stated stated;
    int columns[TIME_COUNT];
    int offset_minutes;
    unsigned changes;
};

/* The plan for ${f} bound as ${columns}, in ${arena}. False where recipes would not be right, or
 * memory is out. */
bool recipe_plan_make(struct recipe_plan *p, const struct format *f,
    const struct columns *columns, struct arena *arena);

/* An amount of the record at hand. */
struct recipe_amount {
    struct sv text;
    struct money value;
    unsigned decimals;
};

/* How many are remembered; a row states few different ones. */
#define RECIPE_AMOUNTS 3

/* What settled cells have made of a charge, before it was normalised. */
struct recipe_base {
    unsigned char word[WORD_COUNT];
    unsigned char gpu_decimals;
    bool has_gpu_count, has_marker;
    struct money gpu_count;
    unsigned changes;
    int64_t time[TIME_COUNT];
    struct stated stated;
    int time_columns[TIME_COUNT];
    int currency_column;
    struct sv currency; /* as the row writes it */
};

/* What normalising makes of it, for one entry. */
struct recipe_result {
    struct recipe_result *next;
    const struct ledger_facets *facets; /* of the ledger; NULL before the first line is in it */
    const struct ledger_amounts *amounts; /* of the last line */
    unsigned char entry;
    unsigned char word[WORD_COUNT];
    bool has_gpu_count;
    struct money gpu_count;
    unsigned changes;
};

struct recipe_image;

/* What the amounts made of the charge that had this recipe last. */
struct recipe_repeat {
    struct recipe_texts texts;
    const struct recipe_image *image; /* these are the amounts in its bytes; or NULL */
    struct ledger_repeat line;
    unsigned changes; /* of all but the times and ids */
    unsigned given;   /* bit per amount that the record states; 0: other amounts may make more than
                       * the amounts of the charge differ */
};

struct recipe {
    struct sv key;
    struct recipe *next; /* that of the row behind the last row with this one, a guess; or NULL */
    struct recipe_base base;
    struct recipe_result *results;
    struct recipe_repeat repeat;
};

/* How records are parted into what is compared and open values: the keys of flat objects in their
 * order, recipe_object.c, or the cells of rows, recipe_row.c. */
struct recipe_shape {
    struct recipe_shape *next;
    struct { struct sv name; bool is_open; } *keys; /* objects; open: the value may be any */
    size_t key_count, open_count;
    unsigned char *uses; /* per open value: what it is measured for; 0: no field reads it */
    struct { size_t open, text; } *takes; /* open values that are texts of the plan */
    size_t take_count;
    size_t *rest; /* other texts that are measured */
    size_t rest_count;
    bool is_no_use; /* two values are for one column that is measured */
};

/* Where a value stands in the bytes of a record. */
struct recipe_place {
    uint16_t from, to;
};

/* How the bytes of a record stand for its values. */
struct recipe_image {
    uint64_t id;                  /* hash of what stands before, between and behind open values */
    struct recipe *recipe;
    struct recipe_image *next[2]; /* of the record behind the last one with this one, and another
                                   * that stood there before; or NULL */
    const struct recipe_shape *shape;
    struct sv *texts;             /* of the plan that are not taken; NULL: all are empty */
    struct recipe_place *open;    /* the open values in the bytes */
    char *bytes;                  /* of a record with this image, most often the last */
    uint16_t n, room;
    bool is_ordinary;             /* its open values were looked at: there is nothing to be told of
                                   * them */
};

/* What is looked at of a record of which no more is known than where it begins, and the images
 * known. */
struct recipe_glance {
    size_t cells;          /* of the rows that are looked at; 0: none are */
    char delimiter;        /* of rows */
    bool *is_open;         /* rows, per cell */
    struct recipe_shape *shapes; /* of objects, the newest first; of rows the one they have */
    size_t shape_count;
    struct recipe_value *open; /* of the record at hand */
    size_t *news;          /* indexes of those that are others than in the image's bytes */
    size_t new_count, open_room;
    unsigned new_uses;     /* what these are for */
    bool has_moved;        /* one of them is longer or shorter */
    bool has_trimmed;      /* a text is not the whole value */
    struct map map;               /* id -> struct recipe_image */
    struct recipe_image *last;    /* of the record before, or NULL */
    struct recipe_image *before;  /* ... where this one was looked up in vain */
    struct recipe_image *awaited; /* that should have come when another did, or NULL */
    uint64_t known_line;  /* where the row stands whose image is `last`, or wanted; 0: unknown */
    uint64_t wanted_line; /* where the record stands whose image is to be made; 0: none is */
    const struct recipe_shape *wanted; /* the shape of that; NULL: it is not known */
    struct sv record;     /* whose id was made last */
    uint64_t id;
    char *key, *kept;     /* what made the id; the bytes of a record that is to have an image */
};

/* An open value of the record at hand. */
struct recipe_value {
    struct sv text;
    size_t from, to; /* where it stands, if the record's id was made; `to` also of one in `news` */
};

struct recipes {
    struct recipe_plan plan;
    struct arena plan_arena, arena; /* of the plan; of the recipes and their keys */
    struct map map;                 /* key -> struct recipe */
    uint64_t hits, misses;
    bool is_off;                    /* they did not pay */
    bool is_without_ids;            /* no text is used for ids, and there are none */
    bool is_learning;               /* the row at hand is no hit: it has the key in `key` or, */
    bool is_by_image;               /* ... so that a key is not needed, an image that is wanted */
    struct recipe_base draft;       /* of the row at hand */
    struct ledger_repeat *learned;  /* where its line is to be told of, or NULL */
    struct recipe *last;            /* of the row before, or NULL */
    struct err ignored;             /* of what goes back to be made the long way */
    struct recipe_glance glance;
    struct recipe_times times;      /* of the record before */
    struct recipe_amount amounts[RECIPE_AMOUNTS]; /* those that were read last */
    size_t amount_count;            /* that were read of the record at hand */
    struct sv *texts;               /* of the record at hand, those of the plan */
    size_t key_size;
    char *key;
};

/* recipe_table.c: recipes for ${b} as its columns are bound, or NULL: without them. */
struct recipes *recipes_new(const struct binding *b);
void recipes_free(struct recipes *s);

/* The recipe of ${r}, or NULL; then s->is_learning tells whether one is wanted. */
struct recipe *recipes_find(struct binding *b, const struct record *r);

/* Draft the base for the row at hand from ${c}, whose fields are made; ${currency} is that of the
 * row, ${changes} are bits of settled fields. */
void recipes_draft(struct binding *b, const struct charge *c, const struct fields_said *said,
    struct sv currency, unsigned changes);

/* Keep what has become of the draft: ${c}, normalised; ${changes} are bits of its texts. Sets
 * c->alike. */
void recipes_keep(struct binding *b, const struct record *r, struct charge *c, unsigned changes);

/* recipe.c: make ${out} of ${r} by a recipe. False: there is none for it, or it does not fit. */
bool recipes_make(struct binding *b, const struct record *r, struct made *out);

/* What became of charges with ${recipe} and ${entry}, or NULL. */
struct recipe_result *recipe_result(const struct recipe *recipe, unsigned entry);

/* Take the texts of ${r} that are looked at into s->texts; false where it may be a total, or a
 * spreadsheet has marked what nothing reads. */
bool recipe_take_texts(struct binding *b, const struct record *r);

/* Which amounts s->texts state, bits; 0 where not all that are measured are plain numbers. */
unsigned recipe_given_numbers(struct binding *b);

/* Make ${out} of ${r} by ${recipe}; what is measured of it stands in s->texts. If it is a row, its
 * cells are not looked at. ${has_same_amounts}: those are the amounts of the last record with the
 * recipe; otherwise that is found out. False: it does not fit. */
bool recipe_apply(struct binding *b, const struct record *r, bool is_row, bool has_same_amounts,
    struct recipe *recipe, struct made *out);

/* Whether the ${n} bytes of ${a} and ${b} are equal. Amounts are short, and a call to compare them
 * costs more than they do. */
static inline bool
recipe_bytes_are(const char *a, const char *b, size_t n)
{
    uint64_t x, y, x_end, y_end;

    if (n > 16)
        return memcmp(a, b, n) == 0;
    if (n >= 8) {
        memcpy(&x, a, 8);
        memcpy(&y, b, 8);
        memcpy(&x_end, a + n - 8, 8);
        memcpy(&y_end, b + n - 8, 8);
        return x == y && x_end == y_end;
    }
    if (n >= 4) {
        uint32_t x4, y4, x4_end, y4_end;

        memcpy(&x4, a, 4);
        memcpy(&y4, b, 4);
        memcpy(&x4_end, a + n - 4, 4);
        memcpy(&y4_end, b + n - 4, 4);
        return x4 == y4 && x4_end == y4_end;
    }
    return n == 0 || (a[0] == b[0] && a[n / 2] == b[n / 2] && a[n - 1] == b[n - 1]);
}

/* recipe_texts.c: whether the texts at hand with the indexes ${at} are ${kept}. */
bool recipe_texts_are(const struct recipe_texts *kept, const struct sv *texts, const size_t *at,
    size_t n);

/* Keep them, in ${arena}. Where there is no memory, or one is too long, none are kept. */
void recipe_texts_keep(struct recipe_texts *kept, struct arena *arena, const struct sv *texts,
    const size_t *at, size_t n);

/* recipe_row.c: as recipes_make() for the row that ${ahead} begins with, of ${*length} bytes with
 * its line end. False also where an image is wanted, which recipes_keep_row() then keeps. */
bool recipes_glance_row(struct binding *b, struct sv ahead, char delimiter, uint64_t line,
    size_t *length, struct made *out);

/* ${recipe} is that of ${r}. */
void recipes_keep_row(struct recipes *s, const struct record *r, struct recipe *recipe);

/* Plan what is looked at of rows. -1: ERR_NOMEM. */
int recipe_row_init(struct recipes *s, const struct columns *columns);

/* recipe_object.c: as recipes_glance_row() for the object that ${ahead} begins with, element
 * ${line}. */
bool recipes_glance_object(struct binding *b, struct sv ahead, uint64_t line, size_t *length,
    struct made *out);

/* ${recipe} is that of ${r}, an object, whose columns are filled. */
void recipes_keep_object(struct binding *b, const struct record *r, struct recipe *recipe);

/* How records of one kind are looked at. */
struct recipe_kind {
    /* Whether ${ahead} begins with a record that has ${image}, of ${*length} bytes; its open values
     * are then in g->open. */
    bool (*has_image)(struct recipe_glance *g, struct sv ahead, const struct recipe_image *image,
        size_t *length);
    /* The shape of what ${ahead} begins with, whose id is then made; NULL: none that is known, and
     * ${*is_new} where that is wanted. */
    const struct recipe_shape *(*make_id)(struct recipe_glance *g, struct sv ahead, bool *is_new);
};

/* recipe_glance.c: the image of the record ${line} that ${ahead} begins with. NULL: there is none,
 * and it may be wanted. */
struct recipe_image *recipe_glance_find(struct recipe_glance *g, const struct recipe_kind *kind,
    struct sv ahead, uint64_t line, size_t *length);

/* -1: memory is out; recipe_glance_release() is called all the same. */
int recipe_glance_init(struct recipe_glance *g);
void recipe_glance_release(struct recipe_glance *g);

/* Begin a shape of ${n} open values at most, in the arena of the plan; room for them. -1: memory is
 * out. */
int recipe_shape_init(struct recipe_shape *shape, struct recipes *s, size_t n);
int recipe_glance_make_room(struct recipe_glance *g, size_t n);

/* Make the id of ${record}, whose ${open} open values stand at g->open. False: it is too long. */
bool recipe_glance_make_id(struct recipe_glance *g, struct sv record, size_t open);

/* An image of the record whose id was made last, or NULL; put it behind that of the record before.
 */
struct recipe_image *recipe_glance_image(struct recipes *s, struct recipe *recipe,
    const struct recipe_shape *shape);
void recipe_glance_put(struct recipe_glance *g, struct recipe_image *image);

/* Keep s->texts, where they are not empty, in ${image}. False: memory is out. */
bool recipe_glance_keep_texts(struct recipes *s, struct recipe_image *image);
void recipe_glance_forget(struct recipe_glance *g);

/* Make a line of ${record}, which has ${image}, and whose open texts are ready. */
bool recipe_glance_apply(struct binding *b, struct recipe_image *image, struct sv record,
    uint64_t line, struct made *out);

/* recipe_bytes.c: how many of the first ${n} bytes of ${a} and ${b} are equal. */
size_t recipe_equal_bytes(const char *a, const char *b, size_t n);

/* Passes over the open value at ${*at}, whose text is ${text}. */
typedef bool recipe_span(const char **at, const char *end, char delimiter, struct sv *text);

/* ${text} is that of the open value with the bytes ${span}. */
typedef void recipe_text_in(struct sv span, struct sv *text);

/*
 * As recipe_kind.has_image() for values that ${span} passes over; inline for its sake. From the
 * first byte on that is another than in the image's bytes, the value in which it stands is looked
 * at; where it stands in none, the image is another, too. A value of which all bytes are those of
 * the image, and the byte behind it, ends where that one does.
 */
static inline bool
recipe_image_fits(struct recipe_glance *g, struct sv ahead, const struct recipe_image *image,
    size_t *length, recipe_span *span, recipe_text_in *text_in)
{
    const char *at = ahead.p, *end = ahead.p + ahead.n;
    const struct recipe_place *open = image->open, *behind = open + image->shape->open_count;
    struct recipe_value *value = g->open;
    size_t from = 0; /* at ${at}, in the image's bytes */

    g->new_uses = 0;
    g->new_count = 0;
    g->has_moved = false;
    for (;;) {
        size_t left = image->n - from, ahead_n = (size_t)(end - at), n;
        const char *shifted = at - from;

        n = from + recipe_equal_bytes(at, image->bytes + from, left < ahead_n ? left : ahead_n);
        for (; open < behind && open->to < n; open++, value++)
            text_in((struct sv){ shifted + open->from, (size_t)(open->to - open->from) },
                &value->text);
        if (n == image->n) {
            *length = (size_t)(at - ahead.p) + left;
            return true;
        }
        if (open == behind || n < open->from)
            return false;
        at = shifted + open->from;
        if (!span(&at, end, g->delimiter, &value->text))
            return false;
        g->news[g->new_count++] = (size_t)(value - g->open);
        value->to = (size_t)(at - ahead.p);
        g->has_moved |= at != shifted + open->to;
        g->new_uses |= image->shape->uses[value - g->open];
        from = open->to;
        open++;
        value++;
    }
}

#endif
