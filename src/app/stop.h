/*
 * stop.h - SIGINT and SIGTERM: remove what is half written, then end by that signal.
 *
 * The signals are blocked in all threads; one thread waits for them, so that the clean-up is
 * ordinary code and needs no global state.
 */
#ifndef APP_STOP_H
#define APP_STOP_H

#include "base/err.h"

struct stop;

/* Begin to watch. Call before other threads are started. NULL: ${e}. */
struct stop *stop_watch(struct err *e);

/*
 * The folder to remove when a signal comes, or NULL for none. ${path} is copied. Returns -1 when
 * memory is out.
 */
int stop_remove_on_signal(struct stop *s, const char *path, struct err *e);

/* Signals wait from here until stop_allow(): what is exchanged now must be finished. */
void stop_hold(struct stop *s);
void stop_allow(struct stop *s);

/* End watching; NULL is fine. */
void stop_free(struct stop *s);

#endif
