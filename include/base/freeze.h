/*
 * freeze.h - stopping all other threads of the process, for the moments before its end.
 */
#ifndef BASE_FREEZE_H
#define BASE_FREEZE_H

/*
 * Let the other threads never go on. They may hold any lock, that of the heap too: afterwards only
 * what is safe in a signal handler may be called. On Linux, where the threads that begin meanwhile
 * are stopped as well; elsewhere, and where the system refuses, they go on.
 */
void freeze_other_threads(void);

#endif
