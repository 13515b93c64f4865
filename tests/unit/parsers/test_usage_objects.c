#include "base/message_kept.h"
#include "unit.h"
#include "usage_log.h"

static void
reads_gpustat_called_again_and_again(void **state)
{
    (void)state;
    assert_log("{\n    \"hostname\": \"gpu-a\",\n    \"driver_version\": \"535.86.10\",\n"
        "    \"query_time\": \"2026-03-01T10:00:00.123456\",\n    \"gpus\": [\n"
        "        {\"index\": 0, \"uuid\": \"GPU-1\", \"name\": \"NVIDIA A100\", "
        "\"utilization.gpu\": 0, \"power.draw\": 52, \"memory.used\": 3, \"memory.total\": 81920, "
        "\"processes\": []},\n"
        "        {\"index\": 1, \"name\": \"((Unknown Error))\", \"processes\": null}\n    ]\n}\n"
        "{\"hostname\": \"gpu-a\", \"query_time\": \"2026-03-01T10:00:10\", \"gpus\": ["
        "{\"index\": 0, \"uuid\": \"GPU-1\", \"utilization.gpu\": null, \"memory.used\": 3}]}\n"
        "{\"hostname\": \"gpu-a\", \"query_time\": \"soon\", \"gpus\": []}\n"
        "{\"hostname\": \"gpu-a\", \"query_time\": \"2026-03-01T10:00:20\"}\n"
        "{\"hostname\": \"gpu-a\", \"query_time\": \"2026-03-01T10:00:30\", \"gpus\": ["
        "{\"index\": 0, \"utilization.gpu\": 5}, {\"index\": 1, \"utilization.gpu\": 105}]}\n"
        "{\"hostname\": \"gpu-a\", \"query_time\": \"2026-03-01T10:0",
        "gpustat: 6 records, 4 rejected\n"
        "1 2026-03-01T02:00:00.123Z [gpu-a] GPU-1 0 3/81920 52000\n"
        "1 2026-03-01T02:00:00.123Z [gpu-a] 1 - -/- -\n"
        "2 2026-03-01T02:00:10Z [gpu-a] GPU-1 - 3/- -\n"
        "3 bad-time\n4 missing-field\n5 bad-amount\n6 bad-json\n");
}

static void
reads_series_of_prometheus_and_knows_ratios_by_their_names(void **state)
{
    (void)state;
    assert_log("{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":[\n"
        "{\"metric\":{\"__name__\":\"DCGM_FI_DEV_GPU_UTIL\",\"UUID\":\"GPU-1\",\"Hostname\":"
        "\"i-0abc\","
        "\"gpu\":\"0\"},\"values\":[[1782864000,\"0\"],[1782864030,\"NaN\"],[1782864060.5,"
        "\"73.5\"],"
        "[\"x\",\"1\"],[1782864090,\"busy\"],[1782864090],[1782864120,\"+Inf\"]]},\n"
        "{\"metric\":{\"__name__\":\"nvidia_smi_utilization_gpu_ratio\",\"instance\":\"10.0.0.1:"
        "9835\","
        "\"node\":\"n-1\"},\"values\":[[1782864000,\"0.42\"]]},\n"
        "{\"metric\":{\"__name__\":\"nvidia_smi_memory_used_bytes\",\"uuid\":\"u\"},"
        "\"values\":[[1782864000,\"1.048576e+09\"]]},\n"
        "{\"metric\":{\"__name__\":\"node_load1\"},\"values\":[[1782864000,\"42\"]]},\n"
        "{\"metric\":{\"__name__\":\"DCGM_FI_DEV_GPU_UTIL\"}}]}}",
        "prometheus: 11 records, 4 rejected\n"
        "1 2026-07-01T00:00:00Z [i-0abc] GPU-1 0 -/- -\n"
        "1 2026-07-01T00:00:30Z [i-0abc] GPU-1 - -/- -\n"
        "1 2026-07-01T00:01:00.500Z [i-0abc] GPU-1 73.50 -/- -\n"
        "1 2026-07-01T00:02:00Z [i-0abc] GPU-1 - -/- -\n"
        "2 2026-07-01T00:00:00Z [10.0.0.1:9835 n-1] 0 42 -/- -\n"
        "3 2026-07-01T00:00:00Z [] u - 1000/- -\n"
        "1 bad-time\n1 bad-amount\n1 bad-json\n5 missing-field\n");
    assert_log("{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":["
        "{\"metric\":{\"__name__\":\"DCGM_FI_DEV_GPU_UTIL\",\"gpu\":\"1\"},"
        "\"value\":[1782864000.25,\"7\"]}]}}",
        "prometheus: 1 records\n1 2026-07-01T00:00:00.250Z [] 1 7 -/- -\n");
}

static void
reads_both_answers_of_cloudwatch(void **state)
{
    (void)state;
    assert_log("{\"MetricDataResults\":[{\"Id\":\"m1\","
        "\"Label\":\"nvidia_smi_utilization_gpu i-0abc 0\","
        "\"Timestamps\":[\"2026-03-01T10:05:00+00:00\",\"2026-03-01T10:00:00+00:00\"],"
        "\"Values\":[0.0,0.4],\"StatusCode\":\"Complete\"},"
        "{\"Id\":\"m2\",\"Label\":\"nvidia_smi_memory_used\",\"Timestamps\":"
        "[\"2026-03-01T10:00:00Z\"],\"Values\":[3]},"
        "{\"Id\":\"m3\",\"Label\":\"CPUUtilization\",\"Timestamps\":[\"2026-03-01T10:00:00Z\"],"
        "\"Values\":[3]},"
        "{\"Id\":\"m4\",\"Label\":\"nvidia_smi_utilization_gpu\",\"Timestamps\":[],"
        "\"Values\":[3]}],\"Messages\":[]}",
        "cloudwatch-data: 5 records, 1 rejected\n"
        "1 2026-03-01T10:05:00Z [nvidia_smi_utilization_gpu i-0abc 0] 0 0 -/- -\n"
        "1 2026-03-01T10:00:00Z [nvidia_smi_utilization_gpu i-0abc 0] 0 0.40 -/- -\n"
        "4 too-few-fields\n");
    assert_log("{\"Label\":\"nvidia_smi_utilization_gpu\",\"Datapoints\":["
        "{\"Timestamp\":\"2026-03-01T10:05:00Z\",\"Average\":1.2,\"Maximum\":3.0,\"Unit\":"
        "\"None\"},"
        "{\"Timestamp\":\"2026-03-01T10:00:00Z\",\"Minimum\":0.0,\"Unit\":\"None\"},"
        "{\"Average\":1.2}]}",
        "cloudwatch-statistics: 3 records, 1 rejected\n"
        "1 2026-03-01T10:05:00Z [] 0 1.20 -/- -\n"
        "1 2026-03-01T10:00:00Z [] 0 - -/- -\n"
        "1 missing-field\n");
}

#define CMS                                                                                        \
    "{\"RequestId\":\"r\",\"Success\":true,\"Datapoints\":\"[{\\\"timestamp\\\":1782864000000,"    \
    "\\\"instanceId\\\":\\\"i-abc\\\",\\\"gpuId\\\":\\\"1\\\",\\\"Minimum\\\":0,"                  \
    "\\\"Average\\\":99.52,\\\"Maximum\\\":100}]\",\"Code\":\"200\"}"

static void
reads_points_that_are_json_in_a_text(void **state)
{
    struct log_result r;

    (void)state;
    check_log("logs/instance_gpu_gpu_usedutilization.json", NULL, CMS,
        "aliyun-metrics: 1 records\n1 2026-07-01T00:00:00Z [i-abc] 1 99.52 -/- -\n", __FILE__,
        __LINE__);
    check_log("gpu_gpu_usedutilization-march.json", NULL,
        "{\"Datapoints\":\"[]\",\"Code\":\"200\"}{\"Datapoints\":\"[{\\\"timestamp\\\":"
        "\",\"Code\":\"200\"}",
        "aliyun-metrics: 1 records, 1 rejected\n2 bad-json\n", __FILE__, __LINE__);

    /* The answer may be of the processor just as well. */
    assert_int_equal(read_log_named(&r, "metrics.json", NULL, CMS), 0);
    assert_int_equal(r.input->records, 1);
    assert_int_equal(r.observations.samples.n, 0);
    assert_true(log_has_warning(&r, "usage-metric-unknown"));
    log_release(&r);
}

static void
reads_tencent_and_compshare(void **state)
{
    (void)state;
    assert_log("{\"Response\":{\"Period\":300,\"MetricName\":\"GpuUtil\",\"DataPoints\":[{"
        "\"Dimensions\":[{\"Name\":\"InstanceId\",\"Value\":\"ins-1\"}],"
        "\"Timestamps\":[1782864000,1782864300],\"Values\":[2.566,null]}]}}",
        "tencent-monitor: 2 records\n"
        "1 2026-07-01T00:00:00Z [ins-1] 0 2.57 -/- -\n"
        "1 2026-07-01T00:05:00Z [ins-1] 0 - -/- -\n");
    assert_log("{\"Period\":300,\"MetricName\":\"CPUUsage\",\"DataPoints\":[{"
        "\"Dimensions\":[],\"Timestamps\":[1782864000],\"Values\":[2.566]}]}",
        "tencent-monitor: 1 records\n");
    assert_log("{\"RetCode\":0,\"Data\":{\"List\":[{\"UHostId\":\"uhost-1\",\"Metrics\":["
        "{\"MetricKey\":\"uhost_cpu_used\",\"Results\":[{\"Values\":[{\"Timestamp\":1782864000,"
        "\"Value\":12}]}]},"
        "{\"MetricKey\":\"cloudwatch_gpu_util\",\"Results\":[{\"TagMap\":{\"uuid\":\"GPU-7\"},"
        "\"Values\":[{\"Timestamp\":1782864000,\"Value\":0.0},{\"Value\":1}]}]}]}]}}",
        "compshare-monitor: 3 records, 1 rejected\n"
        "1 2026-07-01T00:00:00Z [uhost-1] GPU-7 0 -/- -\n"
        "1 missing-field\n");
}

/* What a list of instances shows ends with the latest time in it: later it may be otherwise. */
static void
bounds_states_by_the_latest_time_of_the_list(void **state)
{
    (void)state;
    assert_log("{\"Reservations\":[{\"Instances\":["
        "{\"InstanceId\":\"i-1\",\"LaunchTime\":\"2026-03-01T08:00:00+00:00\",\"State\":"
        "{\"Code\":16,\"Name\":\"running\"},\"StateTransitionReason\":\"\"},"
        "{\"InstanceId\":\"i-2\",\"LaunchTime\":\"2026-03-01T08:00:00Z\",\"State\":"
        "{\"Code\":80,\"Name\":\"stopped\"},"
        "\"StateTransitionReason\":\"User initiated (2026-03-09 07:00:48 GMT)\"}]},"
        "{\"Instances\":["
        "{\"InstanceId\":\"i-3\",\"LaunchTime\":\"2026-03-02T08:00:00Z\",\"State\":"
        "{\"Code\":48,\"Name\":\"terminated\"},"
        "\"StateTransitionReason\":\"User initiated (2026-03-10 07:00:48 GMT)\"},"
        "{\"InstanceId\":\"i-4\",\"LaunchTime\":\"2026-03-02T08:00:00Z\",\"State\":"
        "{\"Code\":80,\"Name\":\"stopped\"},\"StateTransitionReason\":"
        "\"Server.SpotInstanceTermination\"},"
        "{\"InstanceId\":\"i-5\",\"LaunchTime\":\"2026-03-02T08:00:00Z\",\"State\":"
        "{\"Name\":\"asleep\"}},"
        "{\"LaunchTime\":\"2026-03-02T08:00:00Z\",\"State\":{\"Name\":\"running\"}},"
        "{\"InstanceId\":\"i-6\",\"LaunchTime\":\"2026-03-02T08:00:00Z\",\"State\":"
        "{\"Name\":\"pending\"}}]}]}",
        "aws-instances: 7 records, 2 rejected\n"
        "1 aws i-1 running 2026-03-01T08:00:00Z 2026-03-10T07:00:48Z\n"
        "1 aws i-2 stopped 2026-03-09T07:00:48Z 2026-03-10T07:00:48Z\n"
        "2 aws i-3 released 2026-03-10T07:00:48Z on\n"
        "2 bad-word\n2 missing-field\n");
    assert_log("[{\"InstanceId\":\"i-1\",\"LaunchTime\":\"2026-03-01T08:00:00Z\","
        "\"State\":{\"Name\":\"running\"}}]", "aws-instances: 1 records\n");
    assert_log("{\"TotalCount\":3,\"Instances\":{\"Instance\":["
        "{\"InstanceId\":\"i-a\",\"Status\":\"Running\",\"StoppedMode\":\"Not-applicable\","
        "\"StartTime\":\"2026-03-10T04:04Z\",\"CreationTime\":\"2026-03-01T04:04Z\","
        "\"AutoReleaseTime\":\"2030-12-10T04:04Z\"},"
        "{\"InstanceId\":\"i-b\",\"Status\":\"Stopped\",\"StoppedMode\":\"KeepCharging\","
        "\"StartTime\":\"2026-03-11T04:04Z\",\"CreationTime\":\"2026-03-01T04:04Z\"},"
        "{\"InstanceId\":\"i-c\",\"Status\":\"Running\",\"StoppedMode\":\"Not-applicable\","
        "\"StartTime\":\"soon\"}]}}",
        "aliyun-instances: 3 records, 1 rejected\n"
        "1 aliyun i-a running 2026-03-10T04:04:00Z 2026-03-11T04:04:00Z\n"
        "3 bad-time\n");
}

static void
says_what_a_list_of_instances_does_not_tell(void **state)
{
    struct log_result r;

    (void)state;
    assert_int_equal(read_log_named(&r, "i.json", NULL,
        "{\"Reservations\":[{\"Instances\":[{\"InstanceId\":\"i-1\",\"LaunchTime\":"
        "\"2026-03-01T08:00:00Z\",\"State\":{\"Name\":\"stopped\"},"
        "\"StateTransitionReason\":\"\"}]}]}"), 0);
    assert_int_equal(r.observations.states.n, 0);
    assert_true(log_has_warning(&r, "state-without-time"));
    log_release(&r);
}

/* A statistic behind the name of a metric, and cards by whatever name they have. */
static void
knows_cards_and_metrics_by_all_their_names(void **state)
{
    (void)state;
    assert_log("{\"hostname\": \"a\", \"query_time\": \"2026-03-01T10:00:00\", \"gpus\": ["
        "{\"utilization.gpu\": 7}]}",
        "gpustat: 1 records\n1 2026-03-01T02:00:00Z [a] 0 7 -/- -\n");
    assert_log("{\"MetricName\":\"GpuMemUsed_avg\",\"DataPoints\":[{\"Dimensions\":["
        "{\"Name\":\"unInstanceId\",\"Value\":\"ins-1\"},{\"Name\":\"gpuBdf\",\"Value\":"
        "\"00000000:00:09.0\"},{\"Name\":\"zone\",\"Value\":\"x\"}],\"Timestamps\":["
        "1782864000],\"Values\":[12]}]}",
        "tencent-monitor: 1 records\n"
        "1 2026-07-01T00:00:00Z [ins-1] 00000000:00:09.0 - 12/- -\n");
    assert_log("{\"Label\":\"nvidia_smi_utilization_gpu of i-0abc\",\"Datapoints\":["
        "{\"Timestamp\":\"2026-03-01T10:05:00Z\",\"Maximum\":3.0}]}",
        "cloudwatch-statistics: 1 records\n"
        "1 2026-03-01T10:05:00Z [nvidia_smi_utilization_gpu of i-0abc] 0 3 -/- -\n");
}

static void
warns_of_a_metric_that_is_none_of_gpus(void **state)
{
    static const char *const logs[] = {
        "{\"Label\":\"CPUUtilization\",\"Datapoints\":[{\"Timestamp\":"
            "\"2026-03-01T10:05:00Z\",\"Maximum\":3.0}]}",
        "{\"MetricName\":\"CPUUsage\",\"DataPoints\":[{\"Dimensions\":[],\"Timestamps\":"
            "[1782864000],\"Values\":[2.5]}]}",
    };

    (void)state;
    for (size_t i = 0; i < COUNT(logs); i++) {
        struct log_result r;

        assert_int_equal(read_log_named(&r, "log", NULL, logs[i]), 0);
        assert_int_equal(r.input->records, 1);
        assert_int_equal(r.observations.samples.n, 0);
        assert_true(log_has_warning(&r, "usage-metric-unknown"));
        log_release(&r);
    }
}

/* The one record of ${log} that is rejected, at which column and why. */
static void
check_refusal(const char *log, const char *column, const char *message)
{
    struct log_result r;
    struct message why;
    char text[MESSAGE_TEXT_MAX];

    assert_int_equal(read_log_named(&r, "log", NULL, log), 0);
    assert_int_equal(r.input->rejected, 1);
    message_unfold(&why, r.input->rejections.at[0].why);
    assert_string_equal(r.input->rejections.at[0].column, column);
    assert_string_equal(message_text(&why, LANG_EN, text, sizeof(text)), message);
    log_release(&r);
}

static void
says_what_is_wrong_with_a_record_and_where(void **state)
{
    static const struct { const char *log, *column, *message; } cases[] = {
        { "{\"Label\":\"nvidia_smi_utilization_gpu\",\"Datapoints\":3}", "Datapoints",
            "'Datapoints' is missing" },
        { "{\"Period\":300,\"MetricName\":\"GpuUtil\",\"DataPoints\":\"x\"}", "DataPoints",
            "'DataPoints' is missing" },
        { "{\"Code\":\"200\",\"Datapoints\":\"\",\"MetricName\":\"x\",\"Message\":"
            "\"timestamp\"}", "Datapoints", "'Datapoints' is missing" },
        { "{\"Instances\":{\"Instance\":[{\"InstanceId\":\"i-a\",\"Status\":\"Asleep\","
            "\"StoppedMode\":\"x\"}]}}", "Status", "'Asleep' is no word for Status" },
        { "{\"Instances\":{\"Instance\":[{\"InstanceId\":\"i-a\",\"Status\":\"Running\","
            "\"StoppedMode\":\"x\",\"StartTime\":\"soon\"}]}}", "StartTime",
            "'soon' is no time" },
        { "{\"Instances\":{\"Instance\":[{\"InstanceId\":\"\",\"Status\":\"Stopped\","
            "\"StoppedMode\":\"x\"}]}}", "InstanceId", "the instance has no id" },
        { "[{\"InstanceId\":\"i-1\",\"LaunchTime\":\"soon\",\"State\":{\"Name\":"
            "\"running\"}}]", "LaunchTime", "'soon' is no time" },
        { "[{\"InstanceId\":\"i-1\",\"LaunchTime\":\"2026-03-01T08:00:00Z\",\"State\":"
            "{\"Name\":\"stopped\"},\"StateTransitionReason\":\"User initiated (then)\"}]",
            "StateTransitionReason", "'then' is no time" },
        { "[{\"InstanceId\":\"i-1\",\"LaunchTime\":\"2026-03-01T08:00:00Z\",\"State\":"
            "{\"Name\":\"gone\"}}]", "State.Name", "'gone' is no word for State.Name" },
        { "{\"hostname\": \"a\", \"query_time\": \"2026-03-01T10:00:00\", \"gpus\": ["
            "{\"utilization.gpu\": -7}]}", "utilization.gpu", "'-7' is negative" },
        { "{\"hostname\": \"a\", \"query_time\": \"2026-03-01T10:00:00\", \"gpus\": ["
            "{\"utilization.gpu\": 7}, {\"memory.used\": \"7%\"}]}", "memory.used",
            "'7%' is no number" },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++)
        check_refusal(cases[i].log, cases[i].column, cases[i].message);
}

static void
takes_no_other_document_for_a_log(void **state)
{
    static const char *const others[] = {
        "{\"gpus\": [1]}",
        "{\"data\": {\"result\": []}}",
        "{\"Datapoints\": []}",
        "{\"InstanceId\": \"i-1\", \"Cost\": \"1\"}",
        "[{\"MetricKey\": 1}]",
        "{}",
    };

    (void)state;
    for (size_t i = 0; i < COUNT(others); i++)
        assert_no_log(others[i]);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_gpustat_called_again_and_again),
        cmocka_unit_test(reads_series_of_prometheus_and_knows_ratios_by_their_names),
        cmocka_unit_test(reads_both_answers_of_cloudwatch),
        cmocka_unit_test(reads_points_that_are_json_in_a_text),
        cmocka_unit_test(reads_tencent_and_compshare),
        cmocka_unit_test(bounds_states_by_the_latest_time_of_the_list),
        cmocka_unit_test(says_what_a_list_of_instances_does_not_tell),
        cmocka_unit_test(knows_cards_and_metrics_by_all_their_names),
        cmocka_unit_test(warns_of_a_metric_that_is_none_of_gpus),
        cmocka_unit_test(says_what_is_wrong_with_a_record_and_where),
        cmocka_unit_test(takes_no_other_document_for_a_log),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
