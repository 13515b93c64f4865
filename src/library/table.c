/*
 * table.c - cells of tables whose columns are members of a struct.
 */
#include "library/table.h"

void
value_set_text(struct value *out, const char *text)
{
    if (text)
        *out = (struct value){ .kind = VALUE_TEXT, .text = text };
}

void
value_set_number(struct value *out, int64_t number)
{
    *out = (struct value){ .kind = VALUE_NUMBER, .number = number };
}

void
value_set_time(struct value *out, int64_t at)
{
    if (at != TIME_NONE)
        *out = (struct value){ .kind = VALUE_TIME, .number = at };
}

void
value_set_message(const struct gpubill_rows *rows, struct value *out, const struct message *m,
    struct buf *text)
{
    char sentence[MESSAGE_TEXT_MAX];

    if (!m->format)
        return;
    buf_add_text(text, message_text(m, rows->results->lang, sentence, sizeof(sentence)));
    value_set_text(out, text->n > 0 ? text->p : "");
}

static void
field_value(const struct gpubill_rows *rows, const struct field *f, struct value *out,
    struct buf *text)
{
    const void *at = (const char *)(f->is_owners ? rows->owner : rows->row) + f->offset;

    switch (f->kind) {
    case FIELD_TEXT:
        value_set_text(out, *(const char *const *)at);
        break;
    case FIELD_CHARS:
        value_set_text(out, at);
        break;
    case FIELD_MONEY:
        *out = (struct value){ .kind = VALUE_MONEY, .money = *(const struct money *)at };
        break;
    case FIELD_TIME:
        value_set_time(out, *(const int64_t *)at);
        break;
    case FIELD_COUNT:
        value_set_number(out, (int64_t)*(const uint64_t *)at);
        break;
    case FIELD_SIZE:
        value_set_number(out, (int64_t)*(const size_t *)at);
        break;
    case FIELD_NUMBER:
        value_set_number(out, *(const unsigned *)at);
        break;
    case FIELD_FLAG:
        *out = (struct value){ .kind = VALUE_FLAG, .number = *(const bool *)at };
        break;
    case FIELD_MESSAGE:
        value_set_message(rows, out, at, text);
        break;
    case FIELD_MADE:
        f->make(rows, out, text);
        break;
    }
}

const char *
table_column_name(const struct table_view *t, size_t column)
{
    return t->fields ? t->fields[column].name : table_ledger_column(column);
}

void
table_value(const struct gpubill_rows *rows, size_t column, struct value *out, struct buf *text)
{
    if (rows->table->fields)
        field_value(rows, &rows->table->fields[column], out, text);
    else
        table_ledger_value(rows, column, out, text);
}
