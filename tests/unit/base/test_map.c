#include <stdio.h>

#include "base/map.h"
#include "unit.h"

#define MANY 20000

/* What must hold for every map at every time. */
static void
assert_sane(const struct map *m)
{
    size_t used = 0;

    for (size_t i = 0; i < m->slot_count; i++)
        used += m->slots[i] != 0;
    assert_int_equal(used, m->n);
    assert_true(m->n * 2 <= m->slot_count);
    assert_true(m->n <= m->room);
    for (size_t i = 0; i < m->n; i++) {
        assert_ptr_equal(map_get(m, m->entries[i].key), &m->entries[i]);
        assert_int_equal(m->entries[i].hash, map_hash(m->entries[i].key));
    }
}

static void
keeps_many_keys_in_order_of_insertion(void **state)
{
    static char keys[MANY][8];
    struct map m = MAP_INIT;
    bool is_new;

    (void)state;
    for (size_t i = 0; i < MANY; i++) {
        struct map_entry *entry;

        (void)snprintf(keys[i], sizeof(keys[i]), "k%zu", i * 7919 % MANY);
        entry = map_put(&m, sv_of(keys[i]), &is_new);
        assert_non_null(entry);
        assert_true(is_new);
        assert_int_equal(entry->value.number, 0);
        entry->value.number = i;
        if (i < 40)
            assert_sane(&m);
    }
    assert_sane(&m);
    assert_int_equal(m.n, MANY);
    for (size_t i = 0; i < MANY; i++) {
        assert_ptr_equal(m.entries[i].key.p, keys[i]);
        assert_int_equal(m.entries[i].value.number, i);
    }
    assert_null(map_get(&m, SV("k20000")));
    assert_null(map_get(&m, SV("")));
    map_release(&m);
    assert_null(map_get(&m, SV("k1")));
}

static void
putting_a_key_again_finds_its_entry(void **state)
{
    struct map m = MAP_INIT;
    bool is_new = false;
    char same[] = "key";

    (void)state;
    assert_null(map_get(&m, SV("key")));
    map_put(&m, SV("key"), NULL)->value.pointer = same;
    assert_ptr_equal(map_put(&m, sv_of(same), &is_new)->value.pointer, same);
    assert_false(is_new);
    assert_int_equal(m.n, 1);
    assert_ptr_not_equal(m.entries[0].key.p, same); /* the first key is kept */
    map_release(&m);
}

static void
keys_are_bytes(void **state)
{
    struct map m = MAP_INIT;

    (void)state;
    map_put(&m, SV("a\0b"), NULL)->value.number = 1;
    map_put(&m, SV("a\0c"), NULL)->value.number = 2;
    map_put(&m, SV("a"), NULL)->value.number = 3;
    map_put(&m, SV_EMPTY, NULL)->value.number = 4;
    assert_int_equal(m.n, 4);
    assert_int_equal(map_get(&m, SV("a\0b"))->value.number, 1);
    assert_int_equal(map_get(&m, SV("a\0c"))->value.number, 2);
    assert_int_equal(map_get(&m, SV("a"))->value.number, 3);
    assert_int_equal(map_get(&m, SV(""))->value.number, 4);
    assert_null(map_get(&m, SV("A")));
    assert_sane(&m);
    map_release(&m);
}

static void
a_reset_map_is_empty_and_usable(void **state)
{
    struct map m = MAP_INIT;

    (void)state;
    map_reset(&m);
    map_put(&m, SV("a"), NULL)->value.number = 1;
    map_reset(&m);
    assert_null(map_get(&m, SV("a")));
    assert_sane(&m);
    assert_int_equal(map_put(&m, SV("a"), NULL)->value.number, 0);
    assert_sane(&m);
    map_release(&m);
}

static void
the_hash_is_xxh3(void **state)
{
    (void)state;
    /* The published value of XXH3_64bits for no bytes with seed 0. */
    assert_true(map_hash(SV_EMPTY) == UINT64_C(0x2D06800538D394C2));
    assert_true(map_hash(SV("a")) != map_hash(SV("b")));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_many_keys_in_order_of_insertion),
        cmocka_unit_test(putting_a_key_again_finds_its_entry),
        cmocka_unit_test(keys_are_bytes),
        cmocka_unit_test(a_reset_map_is_empty_and_usable),
        cmocka_unit_test(the_hash_is_xxh3),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
