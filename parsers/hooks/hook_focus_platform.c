/*
 * hook_focus_platform.c - the platform id of a FOCUS file, by the provider's name.
 *
 * FOCUS leaves the spelling of ProviderName to the provider. Known spellings become the ids that
 * other formats of the same platform use, so that a bill and its FOCUS export meet; any other name
 * is its own id, in lower case.
 */
#include "parsers/hook.h"

struct spelling {
    const char *name;
    const char *id;
};

static const struct spelling spellings[] = {
    { "AWS", "aws" },
    { "Amazon", "aws" },
    { "Amazon Web Services", "aws" },
    { "Amazon Web Services, Inc.", "aws" },
    { "Microsoft", "azure" },
    { "Microsoft Azure", "azure" },
    { "Azure", "azure" },
    { "Google", "gcp" },
    { "Google Cloud", "gcp" },
    { "Google Cloud Platform", "gcp" },
    { "GCP", "gcp" },
    { "Oracle", "oci" },
    { "Oracle Cloud", "oci" },
    { "Oracle Cloud Infrastructure", "oci" },
    { "OCI", "oci" },
    { "Alibaba", "aliyun" },
    { "Alibaba Cloud", "aliyun" },
    { "AlibabaCloud", "aliyun" },
    { "Aliyun", "aliyun" },
    { "阿里云", "aliyun" },
    { "Tencent", "tencent" },
    { "Tencent Cloud", "tencent" },
    { "腾讯云", "tencent" },
    { "Huawei", "huawei" },
    { "Huawei Cloud", "huawei" },
    { "华为云", "huawei" },
    { "Volcengine", "volcengine" },
    { "Volcano Engine", "volcengine" },
    { "火山引擎", "volcengine" },
    { "Baidu", "baidu" },
    { "Baidu AI Cloud", "baidu" },
    { "百度智能云", "baidu" },
    { "Digital Ocean", "digitalocean" },
    { "Lambda Labs", "lambda" },
    { "Vast.ai", "vast" },
};

static int
platform_of(struct sv in, struct buf *out, struct err *e)
{
    struct sv name = sv_trim(in);

    if (name.n == 0)
        return 0;
    for (size_t i = 0; i < sizeof(spellings) / sizeof(*spellings); i++) {
        if (sv_is_folded(name, sv_of(spellings[i].name))) {
            buf_add_text(out, spellings[i].id);
            return buf_ok(out, e) ? -1 : 1;
        }
    }
    for (size_t i = 0; i < name.n; i++) {
        char c = name.p[i];

        buf_add_char(out, c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c);
    }
    return buf_ok(out, e) ? -1 : 1;
}

const struct hook hook_focus_platform = {
    .name = "focus_platform",
    .text = platform_of,
};
