/* What the table says of instance types and spec texts, and of what only looks like one. */
#include "parsers/gpu_types.h"
#include "unit.h"

struct expectation {
    const char *platform, *text;
    const char *model; /* NULL: nothing is found */
    unsigned count;
};

static void
check(const struct expectation *rows, size_t n)
{
    struct err e = ERR_INIT;
    struct gpu_types *types = gpu_types_load(&e);

    assert_non_null(types);
    for (size_t i = 0; i < n; i++) {
        struct gpu_type found = { NULL, 0 };
        bool is_found = gpu_types_find(types, rows[i].platform, sv_of(rows[i].text), &found);

        if (is_found != (rows[i].model != NULL))
            print_error("%s '%s'\n", rows[i].platform, rows[i].text);
        assert_int_equal(is_found, rows[i].model != NULL);
        if (!is_found)
            continue;
        assert_string_equal(found.model, rows[i].model);
        assert_int_equal(found.count, rows[i].count);
    }
    gpu_types_free(types);
}

static void
knows_instance_types_of_the_clouds(void **state)
{
    static const struct expectation rows[] = {
        { "aws", "g5.xlarge", "A10G", 1 },
        { "aws", "USW2-BoxUsage:g5.12xlarge", "A10G", 4 },
        { "aws", "p4d.24xlarge", "A100 40GB", 8 },
        { "aws", "p4de.24xlarge", "A100 80GB", 8 },
        { "aws", "p5.48xlarge", "H100 80GB", 8 },
        { "aws", "g4dn.metal", "T4", 8 },
        { "aws", "g3s.xlarge", "M60", 1 },
        { "azure", "Standard_NC24ads_A100_v4", "A100 80GB", 1 },
        { "azure", "standard_nd96amsr_a100_v4", "A100 80GB", 8 },
        { "azure", "NC6s v3", "V100 16GB", 1 },
        { "azure", "Standard_NC64as_T4_v3", "T4", 4 },
        { "gcp", "a2-highgpu-1g", "A100 40GB", 1 },
        { "gcp", "a2-ultragpu-8g", "A100 80GB", 8 },
        { "gcp", "a3-megagpu-8g", "H100 80GB", 8 },
        { "gcp", "g2-standard-24", "L4", 2 },
        { "oci", "BM.GPU4.8", "A100 40GB", 8 },
        { "oci", "VM.GPU.A10.2", "A10", 2 },
        { "oci", "BM.GPU.A100-v2.8", "A100 80GB", 8 },
        { "aliyun", "ecs.gn7i-c8g1.2xlarge", "A10", 1 },
        { "aliyun", "ecs.gn7i-c32g1.32xlarge", "A10", 4 },
        { "aliyun", "ecs.gn6v-c8g1.16xlarge", "V100 16GB", 8 },
        { "aliyun", "云服务器实例 ecs.gn7e-c16g1.8xlarge", "A100 80GB", 2 },
        { "aliyun", "ecs.ebmgn7e.32xlarge", "A100 80GB", 8 },
        { "baidu", "ebc.gn7s.c208m1024.8l20", "L20", 8 },
        { "coreweave", "gb200-4x", "GB200", 4 },
        { "nebius", "H200 1gpu-16vcpu-200gb", "H200", 1 },
        { "lambda", "gpu_8x_h100_sxm5", "H100", 8 },
        { "lambda", "gpu_1x_a100_80gb_sxm4", "A100 80GB", 1 },
        { "hyperstack", "n3-H100x8", "H100", 8 },
        { "lanrui", "3090-24G(按量)", "RTX 3090", 0 },
        { "lanrui", "ark.gpu.3090", "RTX 3090", 0 },
        /* Families and types of which no source says what they have. */
        { "gcp", "A2 Instance Core running in Iowa", NULL, 0 },
        { "lanrui", "ark.g3.4xlarge", NULL, 0 },
        { "huawei", "g99.xlarge.4", NULL, 0 },
        { "tencent", "GN10Xp.2XLARGE40", "V100 32GB", 1 },
        { "tencent", "PNV4.14XLARGE232", "A10", 2 },
        { "tencent", "GN7.20XLARGE320", "T4", 4 },
        { "huawei", "p2s.4xlarge.8", "V100 32GB", 2 },
        { "huawei", "p2v.16xlarge.8", "V100 16GB", 8 },
        { "volcengine", "ecs.g1v.2xlarge", "V100", 0 },
        { "baidu", "bcc.hgn5IB.c116m978.8A100-80g", "A100 80GB", 8 },
    };

    (void)state;
    check(rows, COUNT(rows));
}

static void
knows_the_spec_texts_of_rental_platforms(void **state)
{
    static const struct expectation rows[] = {
        { "autodl", "RTX 4090 * 2卡", "RTX 4090", 2 },
        { "autodl", "RTX 3080 Ti * 1卡", "RTX 3080 Ti", 1 },
        { "", "NVIDIA-A100-80GB x 8", "A100 80GB", 8 },
        { "", "A100-SXM4-80GB", "A100 80GB", 0 },
        { "", "NVIDIA A100-PCIE-40GB", "A100 40GB", 0 },
        { "", "8 * NVIDIA A100", "A100", 8 },
        { "", "2卡 A100 80G", "A100 80GB", 2 },
        { "", "A100 80GB", "A100 80GB", 0 },
        { "", "Tesla V100-SXM2-32GB", "V100 32GB", 0 },
        { "", "NVIDIA GeForce RTX 4090", "RTX 4090", 0 },
        { "", "NVIDIA GeForce RTX 4090 D", "RTX 4090 D", 0 },
        { "", "rtx4090 24GB*4", "RTX 4090", 4 },
        { "", "4090", "RTX 4090", 0 },
        { "", "Tesla T4", "T4", 0 },
        { "", "T4", "T4", 0 },
        { "", "NVIDIA L4", "L4", 0 },
        { "", "L40S*8", "L40S", 8 },
        { "", "RTX PRO 6000", "RTX PRO 6000", 0 },
        { "", "昇腾 910B x 8", "Ascend 910B", 8 },
    };

    (void)state;
    check(rows, COUNT(rows));
}

static void
leaves_alone_what_only_looks_like_a_gpu(void **state)
{
    static const struct expectation rows[] = {
        { "aws", "t4g.small", NULL, 0 },
        { "aws", "m5.large", NULL, 0 },
        { "azure", "Standard_A2_v2", NULL, 0 },
        { "azure", "P10 LRS Disk", NULL, 0 },
        { "azure", "Premium SSD Managed Disks P40 LRS", NULL, 0 },
        { "azure", "Standard_L4s_v3", NULL, 0 },
        { "aliyun", "ecs.g7.2xlarge", NULL, 0 },
        { "aliyun", "ecs.gn7i-c8g1.2xlarge9", NULL, 0 },
        { "gcp", "n2-standard-4", NULL, 0 },
        { "", "4090 requests", NULL, 0 },
        { "", "order A100B", NULL, 0 },
        { "", "", NULL, 0 },
        /* Instance types of one cloud mean nothing on another. */
        { "azure", "g5.xlarge", NULL, 0 },
    };

    (void)state;
    check(rows, COUNT(rows));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(knows_instance_types_of_the_clouds),
        cmocka_unit_test(knows_the_spec_texts_of_rental_platforms),
        cmocka_unit_test(leaves_alone_what_only_looks_like_a_gpu),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
