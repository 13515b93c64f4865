/*
 * passed.c - why something that lies among the inputs is not read, though nothing is wrong with it.
 */
#include "base/lang.h"
#include "base/sv.h"
#include "input/passed.h"

/* Whether ${part} of a path is the name of what no person makes. */
static bool
is_settings(struct sv part)
{
    static const char *const names[] = {
        ".DS_Store", ".localized", ".Spotlight-V100", ".Trashes", ".fseventsd", ".TemporaryItems",
        ".directory", ".git", ".gitignore", ".gitattributes", ".hg", ".svn",
    };

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (sv_is(part, sv_of(names[i])))
            return true;
    return false;
}

enum passed
passed_dot(const char *path)
{
    struct sv rest = sv_of(path), part;
    bool is_of_mac = false;

    /* Archives of macOS have a file "__MACOSX/._NAME" beside each that is called NAME. */
    while (sv_cut(&rest, '/', &part)) {
        if (is_settings(part) || (is_of_mac && sv_starts(part, SV("._"))))
            return PASSED_SETTINGS;
        is_of_mac = is_of_mac || sv_is(part, SV("__MACOSX"));
    }
    return PASSED_DOT;
}

const char *
passed_reason(enum passed p)
{
    static const char *const reasons[PASSED_COUNT] = {
        [PASSED_SETTINGS] = N_("a file of the system's or of a program, no bill"),
        [PASSED_DOT] = N_("its name begins with a dot, so it is not read"),
        [PASSED_OURS] = N_("a report that gpubill wrote; give it the bills themselves"),
        [PASSED_FOLDER_LINK] = N_("a link to a folder, which is not followed; name that folder"),
        [PASSED_SPECIAL] = N_("a pipe, socket or device, not a file"),
        [PASSED_LINK] = N_("a link in an archive, which is not followed; give the file itself"),
        [PASSED_HARD_LINK] = N_("a second name of a file in the archive, which is read there"),
    };

    return reasons[p];
}

void
passed_note(struct message *m, enum passed p, const char *names)
{
    switch (p) {
    case PASSED_DOT:
        message_set_whole(m, "not read, since their names begin with a dot: %s", names);
        break;
    case PASSED_OURS:
        message_set_whole(m, "not read, since gpubill wrote it: %s", names);
        break;
    case PASSED_FOLDER_LINK:
        message_set_whole(m, "not read, since they are links to folders: %s", names);
        break;
    case PASSED_SPECIAL:
        message_set_whole(m, "not read, since they are pipes, sockets or devices: %s", names);
        break;
    case PASSED_LINK:
        message_set_whole(m, "not read, since they are links in an archive: %s", names);
        break;
    case PASSED_HARD_LINK:
        message_set_whole(m, "read once, under another name in their archive: %s", names);
        break;
    case PASSED_NOT:
    case PASSED_SETTINGS:
    case PASSED_COUNT:
        break;
    }
}
