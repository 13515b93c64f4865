/*
 * store_row.c - structs as rows of a table, by a description of their members.
 *
 * A message is kept as its format, errno and arguments, so that it can still be shown in the
 * reader's language; a format is a key of the catalogue and nothing that is ever printed by.
 */
#include <stdlib.h>

#include "base/buf.h"
#include "base/map.h"
#include "store/store_row.h"

#define STATEMENT_MAX ((size_t)1 << 16)

/* Room for a message as bytes: format, errno, arguments. */
#define MESSAGE_BYTES_MAX (MESSAGE_TEXT_MAX + sizeof(int) + MESSAGE_ARGS_MAX)

void
digest_number(uint64_t *digest, uint64_t n)
{
    const uint64_t both[2] = { *digest, n };

    *digest = map_hash((struct sv){ (const char *)both, sizeof(both) });
}

void
digest_text(uint64_t *digest, struct sv text)
{
    digest_number(digest, text.n == 0 ? 0 : map_hash(text));
}

void
digest_money(uint64_t *digest, const struct money *m)
{
    digest_number(digest, m != NULL);
    if (m)
        digest_text(digest, (struct sv){ (const char *)m, sizeof(*m) });
}

static size_t
count_members(const struct row_table *t)
{
    size_t n = 0;

    while (t->members[n].column)
        n++;
    return n;
}

static size_t
count_keys(const struct row_table *t)
{
    size_t n = 0;

    while (n < ROW_KEYS_MAX && t->keys[n])
        n++;
    return n;
}

static void
add_keys(struct buf *text, const struct row_table *t)
{
    for (size_t i = 0; i < count_keys(t); i++)
        buf_addf(text, "%s%s", i == 0 ? "" : ", ", t->keys[i]);
}

static void
add_columns(struct buf *text, const struct row_table *t)
{
    add_keys(text, t);
    for (const struct member *m = t->members; m->column; m++)
        buf_addf(text, ", %s", m->column);
}

int
row_writer_init(struct row_writer *w, const struct row_table *t, struct store *s, struct err *e)
{
    struct buf text;
    int result;

    *w = (struct row_writer){ .table = t, .is_writing = s != NULL };
    if (!s)
        return 0;
    buf_init(&text, STATEMENT_MAX);
    buf_addf(&text, "INSERT INTO %s (", t->name);
    add_columns(&text, t);
    buf_add_text(&text, ") VALUES (?");
    for (size_t i = count_keys(t) + count_members(t); i > 1; i--)
        buf_add_text(&text, ", ?");
    buf_add_text(&text, ")");
    result = buf_ok(&text, e) || sql_prepare(&w->insert, s, text.p, e) ? -1 : 0;
    buf_release(&text);
    return result;
}

void
row_writer_release(struct row_writer *w)
{
    sql_release(&w->insert);
}

int
row_prepare_read(struct sql *q, const struct row_table *t, struct store *s, struct err *e)
{
    struct buf text;
    int result;

    buf_init(&text, STATEMENT_MAX);
    buf_add_text(&text, "SELECT ");
    add_columns(&text, t);
    buf_addf(&text, " FROM %s WHERE source = ? ORDER BY ", t->name);
    add_keys(&text, t);
    *q = (struct sql){ .store = s };
    result = buf_ok(&text, e) || sql_prepare(q, s, text.p, e) ? -1 : 0;
    buf_release(&text);
    return result;
}

/* ${m} as bytes into ${out}. Returns how many. */
static size_t
pack_message(char out[MESSAGE_BYTES_MAX], const struct message *m)
{
    size_t format = strlen(m->format) + 1, args = MESSAGE_ARGS_MAX;

    if (format > MESSAGE_TEXT_MAX)
        return 0;
    while (args > 0 && m->args[args - 1] == '\0')
        args--;
    memcpy(out, m->format, format);
    memcpy(out + format, &m->errnum, sizeof(int));
    memcpy(out + format + sizeof(int), m->args, args);
    return format + sizeof(int) + args;
}

static int
unpack_message(struct message *m, struct sv bytes, struct arena *arena, struct err *e)
{
    size_t format = bytes.n > 0 ? strnlen(bytes.p, bytes.n) + 1 : 0;

    *m = (struct message){ .format = NULL };
    if (format == 0 || bytes.n < format + sizeof(int) ||
        bytes.n - format - sizeof(int) >= MESSAGE_ARGS_MAX)
        return 0;
    m->format = arena_text(arena, (struct sv){ bytes.p, format - 1 });
    if (!m->format)
        return err_nomem(e);
    memcpy(&m->errnum, bytes.p + format, sizeof(int));
    memcpy(m->args, bytes.p + format + sizeof(int), bytes.n - format - sizeof(int));
    return 0;
}

static const struct money *
money_of_member(const struct member *m, const char *object)
{
    bool has = m->has == 0 || *(const bool *)(object + m->has);

    return has ? (const struct money *)(const void *)(object + m->at) : NULL;
}

/* The number in ${object} that a member of some kind of number is. */
static int64_t
number_of(const struct member *m, const char *object)
{
    int64_t wide;
    int32_t narrow;

    if (m->kind == MEMBER_BOOL)
        return *(const bool *)(object + m->at);
    if (m->kind == MEMBER_INT32 || m->kind == MEMBER_WORD) {
        memcpy(&narrow, object + m->at, sizeof(narrow));
        return narrow;
    }
    memcpy(&wide, object + m->at, sizeof(wide));
    return wide;
}

static const char *
text_of_member(const struct member *m, const char *object)
{
    const char *text;

    if (m->kind == MEMBER_CHARS)
        return object + m->at;
    if (m->kind == MEMBER_WORD)
        return m->word((int)number_of(m, object));
    memcpy(&text, object + m->at, sizeof(text));
    return text;
}

/* Digest a member, and bind it where the writer writes; ${room} holds what is made. */
static void
put_member(struct row_writer *w, const struct member *m, const char *object, char *room)
{
    const void *at = object + m->at;
    struct sv bytes = SV_EMPTY;

    switch (m->kind) {
    case MEMBER_PLACE:
        if (w->is_writing)
            sql_put_text(&w->insert, text_of_member(m, object));
        return;
    case MEMBER_TEXT:
    case MEMBER_CHARS:
    case MEMBER_WORD:
        digest_text(&w->digest, sv_of(text_of_member(m, object)));
        if (w->is_writing)
            sql_put_text(&w->insert, text_of_member(m, object));
        return;
    case MEMBER_INT64:
    case MEMBER_INT32:
    case MEMBER_BOOL:
    case MEMBER_TIME:
        digest_number(&w->digest, (uint64_t)number_of(m, object));
        if (w->is_writing && m->kind == MEMBER_TIME)
            sql_put_time(&w->insert, number_of(m, object));
        else if (w->is_writing)
            sql_put_int(&w->insert, number_of(m, object));
        return;
    case MEMBER_MONEY:
        digest_money(&w->digest, money_of_member(m, object));
        if (w->is_writing)
            sql_put_money(&w->insert, money_of_member(m, object));
        return;
    case MEMBER_SAYS:
        if (w->is_writing)
            sql_put_text(&w->insert, message_text(at, LANG_EN, room, MESSAGE_TEXT_MAX));
        return;
    case MEMBER_BYTES:
        memcpy(&bytes, at, sizeof(bytes));
        break;
    case MEMBER_MESSAGE:
        if (((const struct message *)at)->format)
            bytes = (struct sv){ room, pack_message(room, at) };
        break;
    }
    digest_text(&w->digest, bytes);
    if (w->is_writing)
        sql_put_blob(&w->insert, bytes);
}

int
row_write(struct row_writer *w, const int64_t *keys, const void *object, struct err *e)
{
    char says[MESSAGE_TEXT_MAX], message[MESSAGE_BYTES_MAX];

    for (size_t i = 0; w->is_writing && i < count_keys(w->table); i++)
        sql_put_int(&w->insert, keys[i]);
    for (const struct member *m = w->table->members; m->column; m++)
        put_member(w, m, object, m->kind == MEMBER_MESSAGE ? message : says);
    return w->is_writing ? sql_run(&w->insert, e) : 0;
}

/* The value of ${word} among the words of ${m}. */
static int
read_word(const struct sql *q, const struct member *m, const char *word, char *object,
    struct err *e)
{
    for (int32_t i = 0; i < m->words; i++) {
        if (strcmp(m->word(i), word) == 0) {
            memcpy(object + m->at, &i, sizeof(i));
            return 0;
        }
    }
    return sql_damaged(q->store, e);
}

static int
read_bytes(const struct sql *q, int column, const struct member *m, char *object,
    struct arena *arena, struct err *e)
{
    struct sv bytes = arena_sv(arena, sql_blob(q, column));

    if (sql_blob(q, column).n > 0 && !bytes.p)
        return err_nomem(e);
    memcpy(object + m->at, &bytes, sizeof(bytes));
    return 0;
}

static int
read_member(const struct sql *q, int column, const struct member *m, char *object,
    struct arena *arena, struct err *e)
{
    const char *text;
    int64_t wide;
    int32_t narrow;
    bool has;

    switch (m->kind) {
    case MEMBER_TEXT:
    case MEMBER_PLACE:
        text = sql_text(q, column);
        text = text[0] == '\0' ? "" : arena_text(arena, sv_of(text));
        if (!text)
            return err_nomem(e);
        memcpy(object + m->at, &text, sizeof(text));
        return 0;
    case MEMBER_CHARS:
        text = sql_text(q, column);
        if (strlen(text) >= (size_t)m->words)
            return sql_damaged(q->store, e);
        memcpy(object + m->at, text, strlen(text) + 1);
        return 0;
    case MEMBER_WORD:
        return read_word(q, m, sql_text(q, column), object, e);
    case MEMBER_INT64:
    case MEMBER_TIME:
        wide = m->kind == MEMBER_TIME ? sql_time(q, column) : sql_int(q, column);
        memcpy(object + m->at, &wide, sizeof(wide));
        return 0;
    case MEMBER_INT32:
        narrow = (int32_t)sql_int(q, column);
        memcpy(object + m->at, &narrow, sizeof(narrow));
        return 0;
    case MEMBER_BOOL:
        *(bool *)(object + m->at) = sql_int(q, column) != 0;
        return 0;
    case MEMBER_MONEY:
        if (sql_money(q, column, (struct money *)(void *)(object + m->at), &has, e))
            return -1;
        if (m->has != 0)
            *(bool *)(object + m->has) = has;
        return 0;
    case MEMBER_SAYS:
        return 0;
    case MEMBER_MESSAGE:
        return unpack_message((struct message *)(void *)(object + m->at), sql_blob(q, column),
            arena, e);
    case MEMBER_BYTES:
        return read_bytes(q, column, m, object, arena, e);
    }
    return 0;
}

int
row_read(const struct sql *q, const struct row_table *t, void *object, struct arena *arena,
    struct err *e)
{
    int column = (int)count_keys(t);

    for (const struct member *m = t->members; m->column; m++, column++)
        if (read_member(q, column, m, object, arena, e))
            return -1;
    return 0;
}
