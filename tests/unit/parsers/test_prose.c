#include "parsers/prose.h"
#include "unit.h"

static void
prose_is_told_from_tables(void **state)
{
    static const struct { const char *text; bool is_prose; } table[] = {
        { "# Bills of our lab\n\nOne folder for each platform, one file for each month.\n", true },
        { "一个平台一个文件夹。\n账单是虚构的，金额也是。\n", true },
        { "Files:\n\n| file | what |\n|---|---|\n| a.csv | AutoDL |\n| b.csv | x |\n", true },
        { "first, second\nthen a line\nand, at last, another\n", true },
        { "one line", true },
        { "when,what,how much\n2026-03-01,gpu,1\n", false },
        { "when\twhat\n2026-03-01\tgpu\n2026-03-02\tgpu\n", false },
        { "Bill of March\n\nwhen;what\n1;2\n3;4\n5;6\n", false },
        { "when,what\n\"1,001.50\",a\n3.60,b\n\"1,003.50\",c\n4.10,d\n\"1,7\",e\n", false },
        { "\"Well, well\", he said.\nThen, as ever, nothing\n", true },
        { "", false },
        { "\n \n", false },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(table); i++)
        if (prose_is(SV("notes"), sv_of(table[i].text)) != table[i].is_prose)
            fail_msg("'%s'", table[i].text);
}

static void
files_with_the_names_of_tables_are_never_prose(void **state)
{
    static const struct { const char *path; bool is_prose; } table[] = {
        { "README.md", true },
        { "bills/notes.txt", true },
        { "README", true },
        { ".csv", true },
        { "csv", true },
        { "bills/a.csv", false },
        { "A.CSV", false },
        { "a.zip!a.tsv", false },
        { "a.jsonl", false },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(table); i++)
        if (prose_is(sv_of(table[i].path), SV("one line")) != table[i].is_prose)
            fail_msg("'%s'", table[i].path);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prose_is_told_from_tables),
        cmocka_unit_test(files_with_the_names_of_tables_are_never_prose),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
