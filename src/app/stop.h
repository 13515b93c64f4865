/*
 * stop.h - SIGINT, SIGTERM and SIGHUP: remove what is half written, then end by that signal.
 *
 * The signals are blocked in all threads; one thread waits for them, so that the clean-up is
 * ordinary code and needs no global state. Where a struct stop is asked for, NULL is fine: then
 * signals do what they do anyway.
 */
#ifndef APP_STOP_H
#define APP_STOP_H

#include "base/err.h"

struct stop;

/* Begin to watch. Call before other threads are started. NULL: ${e}. */
struct stop *stop_watch(struct err *e);

/*
 * What to remove when a signal comes, beside the temporary folders of this process: a folder or
 * file ${path} and a file ${lock}, each NULL for none. They are copied. Call between stop_hold()
 * and stop_allow(). -1: ERR_NOMEM.
 */
int stop_remove_on_signal(struct stop *s, const char *path, const char *lock, struct err *e);

/* Signals wait from here until stop_allow(): what is done now must be finished. */
void stop_hold(struct stop *s);
void stop_allow(struct stop *s);

/* End watching. */
void stop_free(struct stop *s);

#endif
