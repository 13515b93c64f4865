#include "import_folder.h"
#include "parsers/usage_owner.h"
#include "unit.h"

/* A bill of four instances at two platforms; one id is at both. */
#define BILL "platform,start,amount,instance\n" \
    "autodl,2026-03-01 10:00:00,1,a-1\nautodl,2026-03-01 10:00:00,1,a-10\n" \
    "autodl,2026-03-01 10:00:00,1,both-1\naws,2026-03-01 10:00:00,1,i-0abc\n" \
    "aws,2026-03-01 10:00:00,1,both-1\n"

#define STATES "platform,instance,state,from\nmatpool,m.p-7,running,2026-03-01 10:00:00\n"

#define SMI "timestamp, index, utilization.gpu [%]\n2026/03/01 10:00:00.000, 0, 5 %\n"

#define GPUSTAT(host) "{\"hostname\": \"" host "\", \"query_time\": \"2026-03-01T10:00:00\", " \
    "\"gpus\": [{\"index\": 0, \"utilization.gpu\": 5}]}\n"

struct owned {
    const char *name, *text; /* of the log */
    const char *want;        /* "platform instance", "" for nobody's */
};

static int
load_formats(void **state)
{
    struct fixture *f;
    struct err e = ERR_INIT;

    if (set_up(state))
        return -1;
    f = *state;
    formats_release(&f->formats);
    return formats_load(&f->formats, NULL, &e);
}

/* Read the folder and find the owners. */
static void
find(const struct fixture *f, struct import *im, const struct config *config,
    const struct usage_claim *claims, size_t n)
{
    struct import_options options = options_of(f, 1);
    struct walk w;
    struct err e = ERR_INIT;

    walk_init(&w);
    import_init(im);
    assert_int_equal(walk_add(&w, f->folder, &e), 0);
    walk_finish(&w);
    assert_int_equal(import_all(im, &w, &options, &e), 0);
    walk_release(&w);
    assert_int_equal(usage_owner_find(&im->ledger, &im->observations, config, claims, n, &e), 0);
}

static size_t
count_warnings(const struct import *im, const char *code)
{
    size_t n = 0;

    for (size_t i = 0; i < im->ledger.inputs.n; i++)
        for (size_t k = 0; k < im->ledger.inputs.at[i]->warnings.n; k++)
            n += strcmp(im->ledger.inputs.at[i]->warnings.at[k].code, code) == 0;
    return n;
}

/* The owner of the one sample of ${o}. */
static void
check(const struct fixture *f, const struct owned *o, const struct config *config,
    const struct usage_claim *claims, size_t n)
{
    char got[256] = "";
    struct import im;

    put(f, "bill.csv", SV(BILL));
    put(f, "states.csv", SV(STATES));
    put(f, o->name, sv_of(o->text));
    find(f, &im, config, claims, n);
    if (im.observations.samples.n > 0)
        (void)snprintf(got, sizeof(got), "%s %s", im.observations.samples.at[0].platform,
            im.observations.samples.at[0].instance);
    if (strcmp(got, o->want) != 0)
        print_error("%s\n", o->name);
    assert_string_equal(got, o->want);
    assert_int_equal(count_warnings(&im, "usage-without-instance"), o->want[0] == '\0');
    import_release(&im);
    forget(f, o->name);
}

static void
finds_the_id_in_the_name_of_the_file(void **state)
{
    static const struct owned cases[] = {
        { "a-1.csv", SMI, "autodl a-1" },
        { "a-10.csv", SMI, "autodl a-10" },
        { "a-1-2026-03.csv", SMI, "autodl a-1" },
        { "a-1_march.csv.log", SMI, "autodl a-1" },
        { "m.p-7.csv", SMI, "matpool m.p-7" },
        { "both-1.csv", SMI, " both-1" },
        { "a-100.csv", SMI, "" },
        { "data-1.csv", SMI, "" },
        { "of a-1.csv", SMI, "" },
        { "log.csv", SMI, "" },
    };

    for (size_t i = 0; i < COUNT(cases); i++)
        check(*state, &cases[i], NULL, NULL, 0);
}

static void
finds_the_id_in_what_the_log_says_before_the_name_of_the_file(void **state)
{
    static const struct owned cases[] = {
        { "x.json", GPUSTAT("a-1"), "autodl a-1" },
        { "x.json", GPUSTAT("a-10"), "autodl a-10" },
        { "x.json", GPUSTAT("node a-1.local"), "autodl a-1" },
        { "x.json", GPUSTAT("ip-10-0-0-1 i-0abc"), "aws i-0abc" },
        { "a-1.json", GPUSTAT("a-10"), "autodl a-10" },
        { "a-1.json", GPUSTAT("localhost"), "autodl a-1" },
        { "x.json", GPUSTAT("i-0abcd"), "" },
        { "x.json", GPUSTAT("a-1 i-0abc"), "aws i-0abc" },
        { "x.json", GPUSTAT("both-1 i-0abc"), "" },
        { "x.json", GPUSTAT(""), "" },
    };

    for (size_t i = 0; i < COUNT(cases); i++)
        check(*state, &cases[i], NULL, NULL, 0);
}

static void
believes_the_user_before_the_config_and_both_before_the_log(void **state)
{
    static const char text[] =
        "{\"instances\": [{\"platform\": \"autodl\", \"instance\": \"a-10\", "
        "\"usage\": [\"a-1*.csv\", \"logs/x-?.json\"]}]}";
    const struct fixture *f = *state;
    struct err e = ERR_INIT;
    struct config *config = config_parse("gpubill.json", sv_of(text), &e);
    const struct owned by_config = { "a-1.csv", SMI, "autodl a-10" };
    const struct owned by_user = { "a-1.csv", SMI, "aws i-0abc" };
    const struct owned other = { "x-1.json", GPUSTAT("a-1"), "autodl a-1" };
    struct usage_claim claim;
    struct buf word;

    assert_non_null(config);
    check(f, &by_config, config, NULL, 0);
    check(f, &other, config, NULL, 0);
    buf_init(&word, 4096);
    buf_addf(&word, "i-0abc=%s/a-1.csv", f->folder);
    assert_int_equal(usage_claim_parse(&claim, word.p, &e), 0);
    check(f, &by_user, config, &claim, 1);
    check(f, &other, config, &claim, 1);
    buf_release(&word);
    config_free(config);
}

static void
takes_an_instance_that_no_bill_knows_but_says_so(void **state)
{
    const struct fixture *f = *state;
    struct usage_claim claim;
    struct import im;
    struct err e = ERR_INIT;
    struct buf word;

    put(f, "bill.csv", SV(BILL));
    put(f, "log.csv", SV(SMI));
    buf_init(&word, 4096);
    buf_addf(&word, "new-9=%s/log.csv", f->folder);
    assert_int_equal(usage_claim_parse(&claim, word.p, &e), 0);
    find(f, &im, NULL, &claim, 1);
    assert_int_equal(im.observations.samples.n, 1);
    assert_string_equal(im.observations.samples.at[0].instance, "new-9");
    assert_int_equal(count_warnings(&im, "usage-instance-unknown"), 1);
    import_release(&im);
    buf_release(&word);
}

static void
leaves_logs_that_name_their_instance_alone(void **state)
{
    const struct fixture *f = *state;
    struct import im;

    put(f, "bill.csv", SV(BILL));
    put(f, "a-1.csv", SV("time,platform,instance,utilisation\n2026-03-01 10:00:00,,far-9,5\n"));
    forget(f, "log.csv");
    find(f, &im, NULL, NULL, 0);
    assert_int_equal(im.observations.samples.n, 1);
    assert_string_equal(im.observations.samples.at[0].instance, "far-9");
    assert_string_equal(im.observations.samples.at[0].platform, "");
    import_release(&im);
}

static void
parts_an_option_at_its_first_equals_sign(void **state)
{
    static const char *const wrong[] = { "", "=", "a", "a=", "=x" };
    struct usage_claim claim;
    struct err e = ERR_INIT;

    (void)state;
    assert_int_equal(usage_claim_parse(&claim, "a-1=./logs/x=1.csv", &e), 0);
    assert_sv(claim.instance, "a-1");
    assert_string_equal(claim.path, "./logs/x=1.csv");
    assert_true(usage_claim_is_of(&claim, "logs/x=1.csv"));
    assert_true(usage_claim_is_of(&claim, "./logs/x=1.csv!member"));
    assert_false(usage_claim_is_of(&claim, "logs/x=1.csv.gz"));
    assert_false(usage_claim_is_of(&claim, "logs/x=1"));
    for (size_t i = 0; i < COUNT(wrong); i++) {
        assert_int_equal(usage_claim_parse(&claim, wrong[i], &e), -1);
        assert_int_equal(e.code, ERR_USAGE);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_the_id_in_the_name_of_the_file),
        cmocka_unit_test(finds_the_id_in_what_the_log_says_before_the_name_of_the_file),
        cmocka_unit_test(believes_the_user_before_the_config_and_both_before_the_log),
        cmocka_unit_test(takes_an_instance_that_no_bill_knows_but_says_so),
        cmocka_unit_test(leaves_logs_that_name_their_instance_alone),
        cmocka_unit_test(parts_an_option_at_its_first_equals_sign),
    };

    return cmocka_run_group_tests(tests, load_formats, tear_down);
}
