/*
 * confine.c - keeping a program that opens hostile files to its folder, by the kernel's means.
 *
 * What is refused looks to the program like any refusal (EPERM, EACCES), so that libraries that try
 * something they can do without go on. The headers of an old system may lack what its kernel has:
 * then the program does without, too.
 */
#define _GNU_SOURCE /* O_PATH, syscall() */
#include <stdlib.h>

#include "base/confine.h"
#include "base/file.h"

/* Append ${folder}/${name}, and a NUL. */
static void
add_folder(struct buf *folders, struct sv folder, const char *name)
{
    buf_add(folders, folder);
    buf_add_text(folders, name);
    buf_add_char(folders, '\0');
}

/* The folders beside the one that ${path} lies in. */
static void
add_installation(struct buf *folders, struct sv path)
{
    static const char *const names[] = { "", "/../lib", "/../share", "/../libexec", "/../etc" };

    while (path.n > 0 && path.p[path.n - 1] != '/')
        path.n--;
    for (size_t i = 0; path.n > 0 && i < sizeof(names) / sizeof(names[0]); i++)
        add_folder(folders, path, names[i]);
}

void
confine_folders(struct buf *folders, const char *path)
{
    char *real = realpath(path, NULL);

    add_installation(folders, sv_of(path));
    /* Managers of packages link programs to where they are. */
    if (real && strcmp(real, path) != 0)
        add_installation(folders, sv_of(real));
    free(real);
}

#if defined(__linux__) && __has_include(<linux/landlock.h>) && __has_include(<linux/seccomp.h>)

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The numbers of calls differ between machines. */
#if defined(__x86_64__)
#define MACHINE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define MACHINE AUDIT_ARCH_AARCH64
#elif defined(__riscv) && __riscv_xlen == 64
#define MACHINE AUDIT_ARCH_RISCV64
#else
#define MACHINE 0
#endif

/* Landlock's rights by the version that brought them; headers may be older than the kernel. */
#define RIGHTS_1 UINT64_C(0x1FFF)
#define RIGHT_REFER UINT64_C(0x2000)
#define RIGHT_TRUNCATE UINT64_C(0x4000)
#define RIGHT_IOCTL UINT64_C(0x8000)
#define NET_TCP UINT64_C(0x3)
#define SCOPE_ALL UINT64_C(0x3)

#define READING (LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | \
    LANDLOCK_ACCESS_FS_READ_DIR)
#define FILES_ONLY (LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | \
    LANDLOCK_ACCESS_FS_WRITE_FILE | RIGHT_TRUNCATE | RIGHT_IOCTL)

/* Ordinary files and folders: a link or a pipe would be a trap for who reads the folder later. */
#define WORKING (LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR | \
    LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_FILE | \
    LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_DIR | \
    RIGHT_REFER | RIGHT_TRUNCATE)

/* As struct landlock_ruleset_attr of version 6. */
struct ruleset {
    uint64_t files, net, scoped;
};

/* The call that sets a filter, by which it is also seen whether there are any. */
static int
seccomp(unsigned operation, unsigned flags, void *argument)
{
    return (int)syscall(SYS_seccomp, operation, flags, argument);
}

static int
landlock_version(void)
{
    return (int)syscall(SYS_landlock_create_ruleset, NULL, (size_t)0,
        LANDLOCK_CREATE_RULESET_VERSION);
}

unsigned
confine_available(void)
{
    uint32_t refusal = SECCOMP_RET_ERRNO;
    unsigned what = 0;

    if (landlock_version() > 0)
        what |= CONFINE_FILES;
    if (MACHINE != 0 && seccomp(SECCOMP_GET_ACTION_AVAIL, 0, &refusal) == 0)
        what |= CONFINE_CALLS;
    return what;
}

/* Allow ${rights} below ${path}, or to it where it is a file; nothing where it is not there. */
static int
allow(int rules, const char *path, uint64_t rights)
{
    struct landlock_path_beneath_attr rule = { .allowed_access = rights };
    int result;

    rule.parent_fd = file_open(path, O_PATH);
    if (rule.parent_fd < 0)
        return 0;
    result = (int)syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    if (result < 0) {
        rule.allowed_access &= FILES_ONLY;
        result = (int)syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    }
    (void)close(rule.parent_fd);
    return result;
}

static int
allow_files(int rules, uint64_t known, const struct buf *folders)
{
    static const char *const readable[] = { "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64",
        "/opt", "/nix/store", "/gnu/store", "/home/linuxbrew/.linuxbrew", "/etc/alternatives",
        "/etc/fonts", "/etc/ld.so.cache", "/etc/ImageMagick-6", "/etc/ImageMagick-7",
        "/etc/localtime", "/var/cache/fontconfig", "/proc/cpuinfo", "/proc/meminfo",
        "/sys/devices/system/cpu", "/dev/zero", "/dev/random", "/dev/urandom" };
    int result = allow(rules, ".", WORKING & known);

    if (result == 0)
        result = allow(rules, "/dev/null", (READING | WORKING) & known);
    for (size_t i = 0; result == 0 && i < sizeof(readable) / sizeof(readable[0]); i++)
        result = allow(rules, readable[i], READING);
    for (size_t i = 0; result == 0 && i < folders->n; i += strlen(folders->p + i) + 1)
        result = allow(rules, folders->p + i, READING);
    return result;
}

static int
confine_files(const struct buf *folders)
{
    int version = landlock_version(), rules, result;
    uint64_t known = RIGHTS_1 | (version >= 2 ? RIGHT_REFER : 0) |
        (version >= 3 ? RIGHT_TRUNCATE : 0) | (version >= 5 ? RIGHT_IOCTL : 0);
    struct ruleset set = { .files = known, .net = NET_TCP, .scoped = SCOPE_ALL };
    size_t size = version >= 6 ? sizeof(set) : version >= 4 ? offsetof(struct ruleset, scoped)
        : offsetof(struct ruleset, net);

    rules = (int)syscall(SYS_landlock_create_ruleset, &set, size, 0);
    if (rules < 0)
        return -1;
    result = allow_files(rules, known, folders);
    if (result == 0)
        result = (int)syscall(SYS_landlock_restrict_self, rules, 0);
    (void)close(rules);
    return result;
}

/*
 * Calls that no reader of PDF or drawer of charts has a use for, and that reach beyond what
 * Landlock watches: sockets, other processes, rights and times of files, the system as a whole.
 */
static const unsigned refused[] = {
    SYS_socket, SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kcmp,
    SYS_setsid, SYS_setpgid, SYS_tkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo,
    SYS_fchmod, SYS_fchmodat, SYS_fchown, SYS_fchownat, SYS_utimensat, SYS_truncate,
    SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr, SYS_removexattr, SYS_lremovexattr,
    SYS_fremovexattr, SYS_mknodat, SYS_symlinkat, SYS_linkat, SYS_mount, SYS_umount2,
    SYS_pivot_root, SYS_chroot, SYS_unshare, SYS_setns, SYS_bpf, SYS_perf_event_open, SYS_keyctl,
    SYS_add_key, SYS_request_key, SYS_init_module, SYS_finit_module, SYS_delete_module,
    SYS_kexec_load, SYS_reboot, SYS_swapon, SYS_swapoff, SYS_acct, SYS_quotactl,
    SYS_name_to_handle_at, SYS_open_by_handle_at, SYS_settimeofday, SYS_clock_settime,
    SYS_clock_adjtime, SYS_adjtimex, SYS_sethostname, SYS_setdomainname, SYS_syslog,
    SYS_fanotify_init, SYS_shmget, SYS_semget, SYS_msgget, SYS_mq_open, SYS_setpriority,
    SYS_io_setup, SYS_sched_setaffinity, SYS_sched_setscheduler,
#ifdef SYS_fork /* older machines have these besides */
    SYS_fork, SYS_vfork, SYS_chmod, SYS_chown, SYS_lchown, SYS_utime, SYS_utimes, SYS_futimesat,
    SYS_mknod, SYS_symlink, SYS_link, SYS_iopl, SYS_ioperm, SYS_uselib,
#endif
#ifdef SYS_userfaultfd
    SYS_userfaultfd,
#endif
    /* These have one number on all machines, and newer ones may be unknown to the headers. */
    424, 425, 426, 427, /* pidfd_send_signal, io_uring_setup, io_uring_enter, io_uring_register */
    428, 429, 430, 432, 433, 434, /* open_tree, move_mount, fsopen, fsmount, fspick, pidfd_open */
    438, 440, 442, 443, /* pidfd_getfd, process_madvise, mount_setattr, quotactl_fd */
    452, 463, 466, /* fchmodat2, setxattrat, removexattrat */
};

#define REFUSED (sizeof(refused) / sizeof(refused[0]))
#define FILTER_MAX (2 * REFUSED + 40)

struct filter {
    struct sock_filter at[FILTER_MAX];
    unsigned short n;
};

static void
add(struct filter *f, unsigned code, uint32_t k, uint8_t if_so, uint8_t if_not)
{
    f->at[f->n++] = (struct sock_filter){ (uint16_t)code, if_so, if_not, k };
}

static void
load(struct filter *f, size_t offset)
{
    add(f, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

static void
answer(struct filter *f, int number)
{
    add(f, BPF_RET | BPF_K, number ? SECCOMP_RET_ERRNO | (uint32_t)number : SECCOMP_RET_ALLOW, 0,
        0);
}

/* Refuse ${call} with ${number}. */
static void
refuse(struct filter *f, unsigned call, int number)
{
    add(f, BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1);
    answer(f, number);
}

/* Allow ${call} on this very process, named as ${own} or 0, alone: it may end itself. */
static void
allow_own(struct filter *f, unsigned call, uint32_t own)
{
    add(f, BPF_JMP | BPF_JEQ | BPF_K, call, 0, 5);
    load(f, offsetof(struct seccomp_data, args[0]));
    add(f, BPF_JMP | BPF_JEQ | BPF_K, own, 1, 0);
    add(f, BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 1);
    answer(f, 0);
    answer(f, EPERM);
}

/* Threads are made by the call that also makes processes. */
static void
allow_threads(struct filter *f)
{
    add(f, BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 4);
    load(f, offsetof(struct seccomp_data, args[0]));
    add(f, BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1);
    answer(f, 0);
    answer(f, EPERM);
    /* Its flags lie where a filter cannot look; without it, clone() is called. */
    refuse(f, 435 /* clone3 */, ENOSYS);
}

/* Load the number of the call, where it is one of this machine's. */
static void
begin(struct filter *f)
{
    load(f, offsetof(struct seccomp_data, arch));
    add(f, BPF_JMP | BPF_JEQ | BPF_K, MACHINE, 1, 0);
    answer(f, ENOSYS);
    load(f, offsetof(struct seccomp_data, nr));
    /* The calls of x32 have a bit of their own. */
    add(f, BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1);
    answer(f, ENOSYS);
}

/* Allow all other calls, and put the filter in force. */
static int
finish(struct filter *f)
{
    struct sock_fprog program = { .filter = f->at };

    answer(f, 0);
    program.len = f->n;
    return seccomp(SECCOMP_SET_MODE_FILTER, 0, &program);
}

static int
confine_calls(void)
{
    struct filter f = { .n = 0 };
    uint32_t own = (uint32_t)getpid();

    begin(&f);
    for (size_t i = 0; i < REFUSED; i++)
        refuse(&f, refused[i], EPERM);
    allow_own(&f, SYS_kill, own);
    allow_own(&f, SYS_tgkill, own);
    allow_own(&f, SYS_prlimit64, own);
    allow_threads(&f);
    return finish(&f);
}

bool
confine_from_network(void)
{
    struct filter f = { .n = 0 };

    if (!(confine_available() & CONFINE_CALLS) || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0)
        return false;
    begin(&f);
    refuse(&f, SYS_socket, EPERM);
    refuse(&f, 425 /* io_uring_setup, which opens them, too */, EPERM);
    return finish(&f) == 0;
}

/* A root of a container may be the root of all: nothing is needed here that only root may do. */
static void
drop_capabilities(void)
{
    struct __user_cap_header_struct head = { .version = _LINUX_CAPABILITY_VERSION_3 };
    struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = { { 0, 0, 0 } };

    (void)syscall(SYS_capset, &head, none);
}

int
confine_self(unsigned what, const struct buf *folders)
{
    if (what == 0)
        return 0;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0)
        return -1;
    drop_capabilities();
    if ((what & CONFINE_FILES) && confine_files(folders) < 0)
        return -1;
    return (what & CONFINE_CALLS) && confine_calls() < 0 ? -1 : 0;
}

#else

unsigned
confine_available(void)
{
    return 0;
}

int
confine_self(unsigned what, const struct buf *folders)
{
    (void)folders;
    return what == 0 ? 0 : -1;
}

bool
confine_from_network(void)
{
    return false;
}

#endif
