#include <stdio.h>

#include "unit.h"
#include "usage_log.h"

#define SMI_HEAD "timestamp, index, uuid, name, utilization.gpu [%], memory.used [MiB], "          \
    "memory.total [MiB], power.draw [W]\n"

static void
reads_nvidia_smi_with_units_and_without(void **state)
{
    (void)state;
    assert_log(SMI_HEAD
        "2026/07/03 22:11:09.763, 0, GPU-a, NVIDIA H200, 100 %, 32362 MiB, 143771 MiB, 627.40 W\n"
        "2026/07/03 22:11:09.770, 1, GPU-b, NVIDIA H200, 0 %, 0 MiB, 143771 MiB, 70.01 W\n",
        "nvidia-smi: 2 records\n"
        "2 2026-07-03T14:11:09.763Z [] GPU-a 100 32362/143771 627400\n"
        "3 2026-07-03T14:11:09.770Z [] GPU-b 0 0/143771 70010\n");
    assert_log("timestamp, pci.bus_id, utilization.gpu [%], memory.used [MB]\r\n"
        "2026/07/03 22:11:09.763, 00000000:00:09.0, 37, 11125\r\n",
        "nvidia-smi: 1 records\n"
        "2 2026-07-03T14:11:09.763Z [] 00000000:00:09.0 37 11125/- -\n");
    assert_log("index, utilization.gpu [%], timestamp\n3, 0 %, 2026/07/03 22:11:09.763\n",
        "nvidia-smi: 1 records\n2 2026-07-03T14:11:09.763Z [] 3 0 -/- -\n");
}

static void
takes_every_word_for_no_value_as_no_sample(void **state)
{
    static const char *const words[] = { "[N/A]", "[Not Supported]", "[Unknown Error]",
        "[GPU requires reset]", "[Insufficient Permissions]", "N/A", "", "-", "NaN",
        "[Requested functionality has been deprecated]", "Unknown", "ERR!" };

    (void)state;
    for (size_t i = 0; i < COUNT(words); i++) {
        struct buf text;

        buf_init(&text, 4096);
        buf_addf(&text, "%s2026/07/14 09:00:44.579, 0, GPU-a, NVIDIA H100, %s, 11125 MiB, 81559 "
            "MiB, 433.78 W\n", SMI_HEAD, words[i]);
        check_log("log", NULL, text.p, "nvidia-smi: 1 records\n"
            "2 2026-07-14T01:00:44.579Z [] GPU-a - 11125/81559 433780\n", __FILE__, __LINE__);
        buf_release(&text);
    }
}

static void
follows_headings_that_come_again_and_differ(void **state)
{
    (void)state;
    assert_log("timestamp, index, utilization.gpu [%]\n"
        "2026/07/03 22:00:00.000, 0, 5 %\n"
        "timestamp, index, utilization.gpu [%]\n"
        "2026/07/03 22:01:00.000, 0, 6 %\n\n"
        "index, timestamp, power.draw [W], utilization.gpu [%]\n"
        "0, 2026/07/03 22:02:00.000, 80.00 W, 7 %\n",
        "nvidia-smi: 6 records, 1 blank, 2 repeated-header\n"
        "2 2026-07-03T14:00:00Z [] 0 5 -/- -\n"
        "4 2026-07-03T14:01:00Z [] 0 6 -/- -\n"
        "7 2026-07-03T14:02:00Z [] 0 7 -/- 80000\n");
}

static void
rejects_rows_that_are_cut_or_wrong_and_keeps_the_others(void **state)
{
    (void)state;
    assert_log("timestamp, index, utilization.gpu [%], memory.used [MiB]\n"
        "soon, 0, 5 %, 3 MiB\n"
        "2026/07/03 22:00:00.000, 0, 101 %, 3 MiB\n"
        "2026/07/03 22:00:00.000, 0, -1 %, 3 MiB\n"
        "2026/07/03 22:00:00.000, 0, 5 MiB, 3 MiB\n"
        "2026/07/03 22:00:00.000, 0, 5 %, 3 %\n"
        "[N/A], 0, 5 %, 3 MiB\n"
        "2026/07/03 22:00:00.000, 0, 5 %, 3 MiB, 9\n"
        "2026/07/03 22:00:00.000, 0, 5 %, 3 MiB,\n"
        "2026/07/03 22:00:01.000, 0, 5",
        "nvidia-smi: 9 records, 8 rejected\n"
        "9 2026-07-03T14:00:00Z [] 0 5 3/- -\n"
        "2 bad-time\n3 bad-amount\n4 bad-amount\n5 bad-amount\n6 bad-amount\n7 missing-field\n"
        "8 too-many-fields\n10 too-few-fields\n");
}

static void
reads_logs_without_headings_by_the_columns_that_the_user_names(void **state)
{
    static const char text[] = "2026/07/03 22:11:09.763, 0, 100, 32362\n"
        "2026/07/03 22:11:10.763, 0, [N/A], 32362\n";

    (void)state;
    assert_no_log(text);
    check_log("log", "timestamp,index, utilization.gpu,memory.used", text,
        "nvidia-smi: 2 records\n"
        "1 2026-07-03T14:11:09.763Z [] 0 100 32362/- -\n"
        "2 2026-07-03T14:11:10.763Z [] 0 - 32362/- -\n", __FILE__, __LINE__);
    /* The user's columns leave logs alone that have headings of their own. */
    check_log("log", "timestamp,index,utilization.gpu",
        "timestamp, index, utilization.gpu [%]\n2026/07/03 22:00:00.000, 0, 5 %\n",
        "nvidia-smi: 1 records\n2 2026-07-03T14:00:00Z [] 0 5 -/- -\n", __FILE__, __LINE__);
}

static void
leaves_columns_of_the_user_that_do_not_fit(void **state)
{
    static const char *const columns[] = { "timestamp,index,utilization.gpu",
        "index,timestamp,utilization.gpu,memory.used", "timestamp,index,name,serial", "," };

    (void)state;
    for (size_t i = 0; i < COUNT(columns); i++) {
        struct log_result r;

        assert_int_equal(read_log_named(&r, "log", columns[i],
            "2026/07/03 22:11:09.763, 0, 100, 32362\n"), -1);
        assert_int_equal(r.e.code, ERR_UNKNOWN);
        log_release(&r);
    }
}

static void
tells_no_utilisation_from_a_list_of_processes(void **state)
{
    (void)state;
    assert_log("timestamp, gpu_name, gpu_bus_id, gpu_uuid, pid, process_name, "
        "used_gpu_memory [MiB]\n"
        "2026/07/03 22:00:00.000, NVIDIA L4, 00000000:31:00.0, GPU-a, 77, python, 900 MiB\n",
        "nvidia-smi: 1 records\n2 2026-07-03T14:00:00Z [] GPU-a - -/- -\n");
}

static void
reads_dmon_by_the_names_of_its_columns(void **state)
{
    (void)state;
    assert_log("#Date       Time        gpu   pwr gtemp mtemp    sm   mem   enc   dec  mclk\n"
        "#YYYYMMDD   HH:MM:SS    Idx     W     C     C     %     %     %     %   MHz\n"
        " 20210102   19:12:31      0    37    19     -     0     0     0     0  4006\n"
        " 20210102   19:12:31      1   250    60     -    99    40     0     0  4006\n"
        "#Date       Time        gpu   pwr gtemp mtemp    sm   mem   enc   dec  mclk\n"
        "#YYYYMMDD   HH:MM:SS    Idx     W     C     C     %     %     %     %   MHz\n"
        " 20210102   19:12:32      0     -    19     -     -     -     -     -     -\n"
        " 20210102   19:12:32      1   250    60     -    9",
        "nvidia-smi-dmon: 7 records, 3 repeated-header, 1 rejected\n"
        "3 2021-01-02T11:12:31Z [] 0 0 -/- 37000\n"
        "4 2021-01-02T11:12:31Z [] 1 99 -/- 250000\n"
        "7 2021-01-02T11:12:32Z [] 0 - -/- -\n"
        "8 too-few-fields\n");
    assert_log("#Time        gpu    fb    sm\n#HH:MM:SS    Idx    MB     %\n"
        " 19:12:31      0   3    19\n", "nvidia-smi-dmon: 2 records, 1 repeated-header\n");
}

static void
concludes_nothing_from_a_log_without_times_and_says_so(void **state)
{
    static const char text[] =
        "# gpu    pwr  gtemp  mtemp     sm    mem    enc    dec    jpg    ofa   mclk   pclk \n"
        "# Idx      W      C      C      %      %      %      %      %      %    MHz    MHz \n"
        "    0    630     53     41    100      8      0      0      0      0   3201   1980 \n"
        "    0    630     53     41      0      8      0      0      0      0   3201   1980 \n";
    struct log_result r;

    (void)state;
    assert_int_equal(read_log_named(&r, "log", NULL, text), 0);
    assert_string_equal(r.input->format, "nvidia-smi-dmon");
    assert_int_equal(r.input->records, 3);
    assert_int_equal(r.observations.samples.n, 0);
    assert_true(log_has_warning(&r, "usage-without-time"));
    assert_int_equal(r.input->warnings.n, 1);
    log_release(&r);
}

static void
takes_the_time_that_was_put_before_each_line(void **state)
{
    (void)state;
    assert_log("2026-03-01T10:00:00 # gpu    pwr     sm\n"
        "2026-03-01T10:00:00 # Idx      W      %\n"
        "2026-03-01T10:00:00     0    630    100\n"
        "2026-03-01T10:00:01     0      -      -\n",
        "nvidia-smi-dmon: 3 records, 1 repeated-header\n"
        "3 2026-03-01T02:00:00Z [] 0 100 -/- 630000\n"
        "4 2026-03-01T02:00:01Z [] 0 - -/- -\n");
    assert_log("2026-03-01 10:00:00 #Entity   GPUTL   POWER\n"
        "2026-03-01 10:00:00 ID                W\n"
        "2026-03-01 10:00:00 GPU 0     75      185.300\n",
        "dcgmi-dmon: 2 records, 1 repeated-header\n"
        "3 2026-03-01T02:00:00Z [] 0 75 -/- 185300\n");
}

static void
adds_up_the_processes_of_one_gpu(void **state)
{
    (void)state;
    assert_log("#Date       Time        gpu         pid   type     sm    mem    command \n"
        "#YYYYMMDD   HH:MM:SS    Idx           #    C/G      %      %    name \n"
        " 20260301   10:00:00      0       10309     C     60      7    gpu_burn       \n"
        " 20260301   10:00:00      0       10310     C     70      7    NZXT CAM.exe   \n"
        " 20260301   10:00:00      1           -     -      -      -    -              \n"
        " 20260301   10:00:01      0       10309     C      2      -    gpu_burn       \n"
        " 20260301   10:00:01      0       10310   C+G      1      -    python         \n"
        " 20260301   10:00:01      1       10400     C      -      -    python         \n",
        "nvidia-smi-pmon: 7 records, 1 repeated-header\n"
        "3 2026-03-01T02:00:00Z [] 0 100 -/- -\n"
        "5 2026-03-01T02:00:00Z [] 1 - -/- -\n"
        "6 2026-03-01T02:00:01Z [] 0 3 -/- -\n"
        "8 2026-03-01T02:00:01Z [] 1 - -/- -\n");
}

static void
knows_percent_and_ratio_of_dcgmi_by_the_name(void **state)
{
    (void)state;
    assert_log("2026-03-01 10:00:00 #Entity   GRACT   GPUTL    TOTEC      FBUSD\n"
        "2026-03-01 10:00:00 GPU 0     0.42    N/A      2.07e+11   512\n"
        "2026-03-01 10:00:00 GPU 1     0.42    1        2.07e+11   512\n"
        "2026-03-01 10:00:00 GPU-I 3   1.000   N/A      N/A        N/A\n"
        "2026-03-01 10:00:00 GPU 2     1.5     N/A      2.07e+11   512\n",
        "dcgmi-dmon: 4 records, 1 rejected\n"
        "2 2026-03-01T02:00:00Z [] 0 42 512/- -\n"
        "3 2026-03-01T02:00:00Z [] 1 1 512/- -\n"
        "4 2026-03-01T02:00:00Z [] GPU-I 3 100 -/- -\n"
        "5 bad-amount\n");
}

static void
reads_each_gpu_of_a_row_of_wandb(void **state)
{
    (void)state;
    assert_log(",system.gpu.0.gpu,system.gpu.0.memory,system.gpu.1.gpu,system.gpu.process.0.gpu,"
        "system.gpu.0.memoryAllocatedBytes,system.gpu.0.powerWatts,_runtime,_timestamp\n"
        "0,0,90,97.5,11,2097152,52.1,15.2,1782864015.2\n"
        "1,,,,,,,,1782864030.1\n"
        "2,1,,,,,,,\n",
        "wandb-events: 3 records, 1 rejected\n"
        "2 2026-07-01T00:00:15.200Z [] 0 0 2/- 52100\n"
        "2 2026-07-01T00:00:15.200Z [] 1 97.50 -/- -\n"
        "4 missing-field\n");
}

/* As tools write seconds since 1970 that went through a spreadsheet or a data frame. */
static void
reads_times_that_are_numbers_of_any_form(void **state)
{
    static const struct { const char *time, *expected; } cases[] = {
        { "1782864015", "2026-07-01T00:00:15Z" }, { "1782864015.25", "2026-07-01T00:00:15.250Z" },
        { "1782864015250", "2026-07-01T00:00:15.250Z" },
        { "1.782864015e+09", "2026-07-01T00:00:15Z" },
        { "1.78286401525E9", "2026-07-01T00:00:15.250Z" },
        { "1.782864015250e12", "2026-07-01T00:00:15.250Z" },
        { "1.7828640152504e12", "2026-07-01T00:00:15.250Z" },
        { "1e8", "1973-03-03T09:46:40Z" },
        { "9.9e7", NULL }, { "1e19", NULL }, { "1e15", NULL }, { "-1.7e9", NULL },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        char text[128], expected[128];

        (void)snprintf(text, sizeof(text), "system.gpu.0.gpu,_runtime,_timestamp\n5,1,%s\n",
            cases[i].time);
        if (cases[i].expected)
            (void)snprintf(expected, sizeof(expected),
                "wandb-events: 1 records\n2 %s [] 0 5 -/- -\n", cases[i].expected);
        else
            (void)snprintf(expected, sizeof(expected),
                "wandb-events: 1 records, 1 rejected\n2 bad-time\n");
        check_log("log", NULL, text, expected, __FILE__, __LINE__);
    }
}

/* The better of two names of one thing counts, wherever its column stands. */
static void
prefers_the_name_that_says_more(void **state)
{
    (void)state;
    assert_log("index, timestamp, uuid, utilization.gpu [%], pci.bus_id\n"
        "0, 2026/07/03 22:00:00.000, GPU-a, 5 %, 00000000:00:09.0\n",
        "nvidia-smi: 1 records\n2 2026-07-03T14:00:00Z [] GPU-a 5 -/- -\n");
    assert_log("2026-03-01 10:00:00 #Entity   GPUTL   GRACT\n"
        "2026-03-01 10:00:00 GPU 0     1       0.42\n",
        "dcgmi-dmon: 1 records\n2 2026-03-01T02:00:00Z [] 0 1 -/- -\n");
}

static void
reads_the_physical_gpus_of_nvitop(void **state)
{
    (void)state;
    assert_log("time,resources/timestamp,resources/duration (s),"
        "resources/host/cpu_percent (%)/mean,"
        "resources/cuda:0 (gpu:3)/gpu_utilization (%)/max,"
        "resources/cuda:0 (gpu:3)/gpu_utilization (%)/mean,"
        "resources/cuda:0 (gpu:3)/gpu_utilization (%)/min,"
        "resources/gpu:0/gpu_utilization (%)/last,resources/gpu:0/memory_used (MiB)/mean,"
        "resources/gpu:0/power_usage (W)/mean,"
        "resources/pid:12345/cuda:1 (gpu:4)/gpu_sm_utilization (%)/mean\n"
        "x,1782864000.5,5.0,12,99,40.25,0,7,3,21.5,88\n"
        "x,1782864005.5,5.0,12,,,,nan,,,\n",
        "nvitop: 2 records\n"
        "2 2026-07-01T00:00:00.500Z [] 0 7 3/- 21500\n"
        "2 2026-07-01T00:00:00.500Z [] 3 40.25 -/- -\n");
}

static void
concludes_from_slurm_only_where_one_card_is_meant(void **state)
{
    (void)state;
    assert_log("JobID|State|Start|End|AllocTRES|TRESUsageInAve|NodeList\n"
        "7|COMPLETED|2026-03-01T10:00:00|2026-03-01T11:00:00|cpu=8,gres/gpu=1||node1\n"
        "7.batch|COMPLETED|2026-03-01T10:00:00|2026-03-01T11:00:00|cpu=8,gres/gpu=1|"
        "cpu=00:01:00,gres/gpumem=900M,gres/gpuutil=3|node1\n"
        "8.0|CANCELLED by 132794|2026-03-01T10:00:00|Unknown|gres/gpu=2|gres/gpuutil=150|node1\n"
        "9.0|RUNNING|2026-03-01T10:00:00|Unknown|gres/gpu=1|gres/gpuutil=50|node[1-2]\n"
        "10.0|COMPLETED|2026-03-01T12:00:00|2026-03-01T11:00:00|gres/gpu=1|gres/gpuutil=5|node1\n"
        "11.0|COMPLETED|soon|2026-03-01T11:00:00|gres/gpu=1|gres/gpuutil=5|node1\n"
        "12|COMPLETED\n"
        "\n"
        "JobID|State|End|Start|AllocTRES|TRESUsageInAve|NodeList\n"
        "13.0|COMPLETED|2026-03-01T11:00:00|2026-03-01T10:00:00|gres/gpu=1|gres/gpuutil=7|node2\n"
        "14.0|COMPLETED|later|2026-03-01T10:00:00|gres/gpu=1|gres/gpuutil=7|node2\n"
        "15.0|COMPLETED|\"x|2026-03-01T10:00:00|gres/gpu=1|gres/gpuutil=7|node2\n",
        "slurm-sacct: 12 records, 1 blank, 1 repeated-header, 5 rejected\n"
        "3 2026-03-01T02:00:00Z..2026-03-01T03:00:00Z [node1] 0 3 -/- -\n"
        "11 2026-03-01T02:00:00Z..2026-03-01T03:00:00Z [node2] 0 7 -/- -\n"
        "6 bad-time\n7 bad-time\n8 too-few-fields\n12 bad-time\n13 bad-quote\n");
    assert_log("JobID|State|Start|End|\n7|COMPLETED|2026-03-01T10:00:00|Unknown|\n",
        "slurm-sacct: 1 records\n");
}

static void
reads_what_exporters_answer(void **state)
{
    (void)state;
    assert_log("# HELP DCGM_FI_DEV_GPU_UTIL GPU utilization (in %).\n"
        "# TYPE DCGM_FI_DEV_GPU_UTIL gauge\n"
        "DCGM_FI_DEV_GPU_UTIL{gpu=\"0\",UUID=\"GPU-c2f7\",modelName=\"NVIDIA L4\","
        "Hostname=\"i-0307\"} 0 1782864000000\n"
        "DCGM_FI_PROF_GR_ENGINE_ACTIVE{gpu=\"0\",UUID=\"GPU-c2f7\",GPU_I_ID=\"3\"} 0.5 "
        "1782864000000\n"
        "nvidia_smi_utilization_gpu_ratio{uuid=\"df6e7a7c-7314-46f8-abc4-b88b36dcf3aa\"} 0.42 "
        "1782864001000\n"
        "nvidia_gpu_power_usage_milliwatts{minor_number=\"1\"} 70500 1782864001000\n"
        "process_cpu_seconds_total 17 1782864001000\n"
        "DCGM_FI_DEV_GPU_UTIL{gpu=\"1\",note=\"a \\\"}\\\" b\"} NaN 1782864002000\n"
        "DCGM_FI_DEV_GPU_UTIL{gpu=\"0\"} 200 1782864002000\n"
        "DCGM_FI_DEV_GPU_UTIL{gpu=\"0\" 2\n"
        "DCGM_FI_DEV_GPU_UTIL{gpu=\"0\"} 2 soon\n"
        "\n"
        "DCGM_FI_DEV_GPU_UTIL{gpu=\"0\"}\n"
        "DCGM_FI_DEV_GPU_UTIL{gpu} 2\n"
        "DCGM_FI_DEV_GPU_UTIL{=\"0\"} 2\n"
        "DCGM_FI_DEV_GPU_UTIL{gpu=0} 2\n"
        "{gpu=\"0\"} 2\n",
        "prometheus-text: 15 records, 1 blank, 8 rejected\n"
        "3 2026-07-01T00:00:00Z [i-0307] GPU-c2f7 0 -/- -\n"
        "4 2026-07-01T00:00:00Z [] GPU-c2f7/3 50 -/- -\n"
        "5 2026-07-01T00:00:01Z [] GPU-df6e7a7c-7314-46f8-abc4-b88b36dcf3aa 42 -/- -\n"
        "6 2026-07-01T00:00:01Z [] 1 - -/- 70500\n"
        "8 2026-07-01T00:00:02Z [a \\\"}\\\" b] 1 - -/- -\n"
        "9 bad-amount\n10 too-few-fields\n11 bad-time\n13 too-few-fields\n14 too-few-fields\n"
        "15 too-few-fields\n16 too-few-fields\n17 too-few-fields\n");
}

static void
takes_no_other_table_for_a_log(void **state)
{
    static const char *const others[] = {
        "name,index\nx,1\n",
        "timestamp,name,index\n2026-03-01,x,1\n",
        "time,value\n2026-03-01 10:00:00,5\n",
        "# a comment\nx y z\n",
        "# gpu\n0\n",
        "JobID;Name\n1;x\n",
        "id|Start|End\n1|2026-03-01|2026-03-02\n",
        "up{job=\"x\"} 1\n",
        "process_cpu_seconds_total 17\n",
        "交易时间,金额\n2026-03-01,1\n",
        "system.cpu\n1\n",
    };

    (void)state;
    for (size_t i = 0; i < COUNT(others); i++)
        assert_no_log(others[i]);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_nvidia_smi_with_units_and_without),
        cmocka_unit_test(takes_every_word_for_no_value_as_no_sample),
        cmocka_unit_test(follows_headings_that_come_again_and_differ),
        cmocka_unit_test(rejects_rows_that_are_cut_or_wrong_and_keeps_the_others),
        cmocka_unit_test(reads_logs_without_headings_by_the_columns_that_the_user_names),
        cmocka_unit_test(leaves_columns_of_the_user_that_do_not_fit),
        cmocka_unit_test(tells_no_utilisation_from_a_list_of_processes),
        cmocka_unit_test(reads_dmon_by_the_names_of_its_columns),
        cmocka_unit_test(concludes_nothing_from_a_log_without_times_and_says_so),
        cmocka_unit_test(takes_the_time_that_was_put_before_each_line),
        cmocka_unit_test(adds_up_the_processes_of_one_gpu),
        cmocka_unit_test(knows_percent_and_ratio_of_dcgmi_by_the_name),
        cmocka_unit_test(reads_each_gpu_of_a_row_of_wandb),
        cmocka_unit_test(reads_times_that_are_numbers_of_any_form),
        cmocka_unit_test(prefers_the_name_that_says_more),
        cmocka_unit_test(reads_the_physical_gpus_of_nvitop),
        cmocka_unit_test(concludes_from_slurm_only_where_one_card_is_meant),
        cmocka_unit_test(reads_what_exporters_answer),
        cmocka_unit_test(takes_no_other_table_for_a_log),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
