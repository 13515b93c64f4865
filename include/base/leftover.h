/*
 * leftover.h - temporary folders of runs that were killed.
 *
 * A run holds a lock on each folder that it makes under $TMPDIR, which ends with it however it
 * ends, and is seen from every PID namespace.
 */
#ifndef BASE_LEFTOVER_H
#define BASE_LEFTOVER_H

/* A folder that nobody holds is left alone this long: it may have been made just now. */
#define LEFTOVER_SECONDS 60

/* Hold the folder ${path}. The descriptor to close when it is removed, or -1. */
int leftover_hold(const char *path);

/*
 * Remove from ${folder} what dead runs of this user left: folders, not links to any, of mode 0700,
 * with a name of FILE_TEMPORARY, that nobody holds. What cannot be removed stays.
 */
void leftover_remove(const char *folder);

#endif
