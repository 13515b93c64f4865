/*
 * category_words.c - what a line is for, and what kind of entry it is, from its words.
 *
 * Words are tried from the most particular to the most general: "GPU 云服务器 系统盘" is a system
 * disk. Words of ASCII letters must stand alone ("nas" is not in "nasa"); Chinese ones may stand
 * anywhere.
 */
#include "parsers/normalise.h"

/* Longest text that is looked at; what a line is for stands at its beginning. */
#define TEXT_MAX 512

struct category_words {
    enum category category;
    const char *words[20]; /* lower case; "^" in front: only at the beginning */
};

static const struct category_words table[] = {
    { CATEGORY_TAX, { "税费", "增值税", "tax", "vat", "gst" } },
    { CATEGORY_SUPPORT, { "支持计划", "技术支持", "专家服务", "support plan", "premium support",
        "developer support", "business support", "enterprise support" } },
    { CATEGORY_SNAPSHOT, { "快照", "snapshot", "snapshots" } },
    { CATEGORY_IMAGE, { "镜像存储", "镜像保存", "保存镜像", "自定义镜像", "私有镜像", "镜像仓库", "镜像费",
        "^镜像", "custom image", "machine image", "image storage", "private image" } },
    { CATEGORY_SYSTEM_DISK, { "系统盘", "system disk", "boot disk", "boot volume", "root volume",
        "root disk", "os disk", "systemdisk", "system_disk", "container disk" } },
    { CATEGORY_OBJECT_STORAGE, { "对象存储", "object storage", "oss", "cos", "obs", "s3", "tos",
        "bos", "cloud storage", "bucket" } },
    { CATEGORY_FILE_STORAGE, { "文件存储", "共享存储", "网盘", "nas", "cpfs", "efs", "file storage",
        "file system", "filesystem", "network volume", "shared storage" } },
    { CATEGORY_TRAFFIC, { "流量", "带宽", "traffic", "bandwidth", "egress", "data transfer", "cdn",
        "network transfer" } },
    { CATEGORY_PUBLIC_ADDRESS, { "公网ip", "公网 ip", "弹性公网", "eip", "public ip", "elastic ip",
        "ip address", "public ipv4", "static ip", "floating ip" } },
    { CATEGORY_DATA_DISK, { "数据盘", "云盘", "云硬盘", "块存储", "磁盘", "硬盘", "data disk", "datadisk",
        "data_disk", "disk", "disks", "ebs", "volume", "volumes", "block storage" } },
    { CATEGORY_MODEL_API, { "模型调用", "大模型", "模型推理", "token", "tokens", "model api",
        "inference api", "百炼", "bedrock", "openai" } },
    { CATEGORY_SOFTWARE, { "软件", "授权", "许可", "云市场", "license", "licence", "licenses",
        "marketplace", "software" } },
    { CATEGORY_GPU, { "gpu", "gpus", "显卡", "算力", "异构计算" } },
    { CATEGORY_CPU, { "cpu", "vcpu", "vcpus", "无卡", "内存", "云服务器", "云主机", "计算型", "ecs", "cvm",
        "ec2", "virtual machine", "virtual machines", "compute instance", "memory", "instance" } },
};

static char
lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool
is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

/* True if ${word} stands in ${text} (lower case), alone if it is of ASCII letters. */
static bool
has_word(struct sv text, const char *word)
{
    bool is_first = word[0] == '^';
    struct sv w = sv_of(word + is_first);
    size_t at;

    if (is_first)
        return sv_starts(text, w);
    for (at = sv_find(text, w, 0); at != (size_t)-1; at = sv_find(text, w, at + 1)) {
        bool begins = at == 0 || !is_letter(text.p[at - 1]) || !is_letter(w.p[0]);
        size_t end = at + w.n;

        if (begins && (end == text.n || !is_letter(text.p[end]) || !is_letter(w.p[w.n - 1])))
            return true;
    }
    return false;
}

static struct sv
lower_text(char space[TEXT_MAX], struct sv text)
{
    text = sv_head(text, TEXT_MAX);
    for (size_t i = 0; i < text.n; i++)
        space[i] = lower(text.p[i]);
    return (struct sv){ space, text.n };
}

enum category
category_from_text(struct sv text)
{
    char space[TEXT_MAX];

    text = lower_text(space, text);
    if (text.n == 0)
        return CATEGORY_NONE;
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)
        for (const char *const *w = table[i].words; *w; w++)
            if (has_word(text, *w))
                return table[i].category;
    return CATEGORY_NONE;
}

enum entry
entry_from_text(struct sv text)
{
    static const struct { enum entry entry; const char *words[10]; } entries[] = {
        { ENTRY_WITHDRAWAL, { "提现", "withdrawal", "withdraw", "payout" } },
        { ENTRY_REFUND, { "退", "refund", "refunded" } },
        { ENTRY_RECHARGE, { "充值", "recharge", "top-up", "top up", "topup", "deposit" } },
        { ENTRY_TAX, { "税", "tax", "vat" } },
        { ENTRY_CREDIT, { "抵扣", "credit", "credits" } },
        { ENTRY_CHARGE, { "支出", "消费", "扣", "付款", "购买", "charge", "usage", "debit", "payment",
            "purchase" } },
    };
    char space[TEXT_MAX];

    text = lower_text(space, text);
    for (size_t i = 0; i < sizeof(entries) / sizeof(entries[0]); i++)
        for (size_t k = 0; k < 10 && entries[i].words[k]; k++)
            if (has_word(text, entries[i].words[k]))
                return entries[i].entry;
    return ENTRY_NONE;
}
