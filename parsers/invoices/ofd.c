/*
 * ofd.c - finding the parts of an OFD document.
 */
#include "parsers/invoice_ofd.h"

#define PATH_BYTES_MAX 2048

bool
ofd_is(const struct container *c)
{
    struct err ignored = ERR_INIT;

    return ofd_find(c, SV_EMPTY, SV("OFD.xml"), &ignored) != (size_t)-1;
}

bool
ofd_was(struct sv head)
{
    static const struct sv names[] = { { "OFD.xml", 7 }, { "Doc_0/", 6 } };

    for (size_t i = 0; sv_starts(head, SV("PK\x03\x04")) && i < 2; i++)
        if (sv_find(head, names[i], 0) != (size_t)-1)
            return true;
    return false;
}

/* Put ${path} behind ${out}, resolving "." and "..", which lead no higher than the root. */
static void
append_path(struct buf *out, struct sv path)
{
    struct sv piece;

    while (sv_cut(&path, '/', &piece)) {
        if (piece.n == 0 || sv_is(piece, SV(".")))
            continue;
        if (sv_is(piece, SV(".."))) {
            size_t n = out->n;

            while (n > 0 && out->p[n - 1] != '/')
                n--;
            buf_cut(out, n > 0 ? n - 1 : 0);
            continue;
        }
        if (out->n > 0)
            buf_add_char(out, '/');
        buf_add(out, piece);
    }
}

static struct sv
folder_of(struct sv path)
{
    size_t n = path.n;

    while (n > 0 && path.p[n - 1] != '/')
        n--;
    return sv_part(path, 0, n);
}

size_t
ofd_find(const struct container *c, struct sv base, struct sv path, struct err *e)
{
    struct buf wanted, name;
    size_t found = (size_t)-1;

    path = sv_trim(path);
    if (path.n == 0)
        return found;
    buf_init(&wanted, PATH_BYTES_MAX);
    buf_init(&name, PATH_BYTES_MAX);
    if (path.p[0] != '/')
        append_path(&wanted, folder_of(base));
    append_path(&wanted, path);
    for (size_t i = 0; i < container_count(c) && !wanted.failed; i++) {
        buf_reset(&name);
        append_path(&name, sv_of(container_member(c, i)->name));
        if (!name.failed && sv_is_folded(buf_sv(&name), buf_sv(&wanted))) {
            found = i;
            break;
        }
    }
    if ((wanted.failed && !wanted.full) || (name.failed && !name.full))
        (void)err_nomem(e);
    buf_release(&wanted);
    buf_release(&name);
    return found;
}
