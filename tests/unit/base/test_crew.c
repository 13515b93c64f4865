#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#include "base/crew.h"
#include "unit.h"

#define PIECES 50
#define SHARES 40

struct shared {
    atomic_uint calls[PIECES];
    atomic_uint shares[SHARES]; /* of the piece that is offered */
    atomic_uint next_share;
    atomic_uint at_it;          /* threads that help just now */
    atomic_bool was_helped;     /* by another thread than the one that offers */
    atomic_bool was_left;       /* somebody was still at it after the offer ended */
    pthread_t owner;
    bool offers;
};

static void
work_on_shares(void *context)
{
    struct shared *s = context;
    const struct timespec pause = { .tv_nsec = 1000000 };
    unsigned share;

    atomic_fetch_add(&s->at_it, 1);
    while ((share = atomic_fetch_add(&s->next_share, 1)) < SHARES) {
        if (!pthread_equal(pthread_self(), s->owner))
            atomic_store(&s->was_helped, true);
        atomic_fetch_add(&s->shares[share], 1);
        (void)nanosleep(&pause, NULL);
    }
    atomic_fetch_sub(&s->at_it, 1);
}

static void
work(void *context, size_t index, struct crew *crew)
{
    struct shared *s = context;
    struct crew_offer offer = { .help = work_on_shares, .context = s };

    atomic_fetch_add(&s->calls[index], 1);
    if (index > 0 || !s->offers)
        return;
    s->owner = pthread_self();
    crew_offer(crew, &offer);
    work_on_shares(s);
    crew_withdraw(crew, &offer);
    if (atomic_load(&s->at_it) > 0)
        atomic_store(&s->was_left, true);
}

static void
each_piece_is_worked_on_once(void **state)
{
    static const size_t jobs[] = { 0, 1, 2, 3, 80 }, counts[] = { 0, 1, 2, PIECES };
    struct err e = ERR_INIT;

    (void)state;
    for (size_t i = 0; i < COUNT(jobs); i++)
        for (size_t k = 0; k < COUNT(counts); k++) {
            struct shared s = { .offers = false };

            assert_int_equal(crew_run(jobs[i], counts[k], work, &s, &e), 0);
            for (size_t p = 0; p < PIECES; p++)
                assert_int_equal(atomic_load(&s.calls[p]), p < counts[k]);
        }
}

static void
who_has_no_piece_helps(void **state)
{
    static const size_t counts[] = { 1, 2, PIECES };
    struct err e = ERR_INIT;

    (void)state;
    for (size_t i = 0; i < COUNT(counts); i++) {
        struct shared s = { .offers = true };

        assert_int_equal(crew_run(3, counts[i], work, &s, &e), 0);
        for (size_t k = 0; k < SHARES; k++)
            assert_int_equal(atomic_load(&s.shares[k]), 1);
        assert_true(atomic_load(&s.was_helped));
        assert_false(atomic_load(&s.was_left));
    }
}

static void
who_is_alone_does_all(void **state)
{
    struct shared s = { .offers = true };
    struct err e = ERR_INIT;

    (void)state;
    assert_int_equal(crew_run(1, 2, work, &s, &e), 0);
    for (size_t k = 0; k < SHARES; k++)
        assert_int_equal(atomic_load(&s.shares[k]), 1);
    assert_false(atomic_load(&s.was_helped));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_piece_is_worked_on_once),
        cmocka_unit_test(who_has_no_piece_helps),
        cmocka_unit_test(who_is_alone_does_all),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
