#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>

#include "base/pool.h"
#include "unit.h"

#define PIECES 1000

struct shared {
    atomic_uint calls[PIECES];
    atomic_uint running, most_running;
    atomic_bool foreign;  /* a thread other than the caller's worked */
    atomic_bool signalled; /* such a thread can receive signals */
    atomic_bool disordered;
    size_t last; /* for one thread only */
    pthread_t caller;
    long pause_ns;
};

static void
note(void *context, size_t index)
{
    struct shared *s = context;
    unsigned running = atomic_fetch_add(&s->running, 1) + 1;
    unsigned most = atomic_load(&s->most_running);
    struct timespec pause = { .tv_nsec = s->pause_ns };

    while (running > most && !atomic_compare_exchange_weak(&s->most_running, &most, running))
        continue;
    atomic_fetch_add(&s->calls[index], 1);
    if (!pthread_equal(pthread_self(), s->caller)) {
        sigset_t mask;

        atomic_store(&s->foreign, true);
        (void)pthread_sigmask(SIG_BLOCK, NULL, &mask);
        if (sigismember(&mask, SIGINT) != 1)
            atomic_store(&s->signalled, true);
    }
    if (s->pause_ns > 0)
        (void)nanosleep(&pause, NULL);
    atomic_fetch_sub(&s->running, 1);
}

static void
note_order(void *context, size_t index)
{
    struct shared *s = context;

    if (index != s->last++)
        atomic_store(&s->disordered, true);
    note(context, index);
}

static void
assert_called(const struct shared *s, size_t count)
{
    for (size_t i = 0; i < PIECES; i++)
        assert_int_equal(atomic_load(&s->calls[i]), i < count ? 1 : 0);
}

static void
each_piece_is_worked_on_once(void **state)
{
    static const size_t jobs[] = { 0, 1, 2, 3, 8, 100, 100000 };
    struct err e = ERR_INIT;

    (void)state;
    for (size_t i = 0; i < COUNT(jobs); i++) {
        struct shared s = { .caller = pthread_self() };

        assert_int_equal(pool_run(jobs[i], PIECES, note, &s, &e), 0);
        assert_called(&s, PIECES);
        assert_int_equal(atomic_load(&s.running), 0);
        assert_true(atomic_load(&s.most_running) <= (jobs[i] == 0 ? 1 : jobs[i]));
        assert_true(atomic_load(&s.most_running) <= POOL_JOBS_MAX);
        assert_false(atomic_load(&s.signalled));
    }
    assert_int_equal(e.code, ERR_NONE);
}

static void
one_job_stays_on_the_caller_in_order(void **state)
{
    struct shared s = { .caller = pthread_self() };
    struct err e = ERR_INIT;

    (void)state;
    assert_int_equal(pool_run(1, 100, note_order, &s, &e), 0);
    assert_called(&s, 100);
    assert_false(atomic_load(&s.foreign));
    assert_false(atomic_load(&s.disordered));
}

static void
several_jobs_run_at_the_same_time(void **state)
{
    struct shared s = { .caller = pthread_self(), .pause_ns = 50000000 };
    struct err e = ERR_INIT;

    (void)state;
    assert_int_equal(pool_run(4, 4, note, &s, &e), 0);
    assert_called(&s, 4);
    assert_true(atomic_load(&s.foreign));
    assert_true(atomic_load(&s.most_running) > 1);
}

static void
no_pieces_are_no_work_and_signals_are_as_before(void **state)
{
    struct shared s = { .caller = pthread_self() };
    struct err e = ERR_INIT;
    sigset_t mask;

    (void)state;
    assert_int_equal(pool_run(4, 0, note, &s, &e), 0);
    assert_called(&s, 0);
    assert_int_equal(pool_run(4, 20, note, &s, &e), 0);
    assert_int_equal(pthread_sigmask(SIG_BLOCK, NULL, &mask), 0);
    assert_int_equal(sigismember(&mask, SIGINT), 0);
}

static void
there_is_a_processor(void **state)
{
    (void)state;
    assert_true(pool_processors() >= 1 && pool_processors() < 100000);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_piece_is_worked_on_once),
        cmocka_unit_test(one_job_stays_on_the_caller_in_order),
        cmocka_unit_test(several_jobs_run_at_the_same_time),
        cmocka_unit_test(no_pieces_are_no_work_and_signals_are_as_before),
        cmocka_unit_test(there_is_a_processor),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
