#!/bin/sh
# try_package.sh ROOT - build the Debian packages in a copy of a fresh system, install them in another,
# use them, remove them, and see that nothing is left. As root; ROOT stays as it is. It is made so:
#
#     debootstrap --variant=minbase bookworm ROOT http://deb.debian.org/debian
#
# The packages stay in build/, beside a log. Takes about five minutes.
set -u
top=$(CDPATH='' cd "$(dirname "$0")/.." && pwd) || exit 1
if [ $# -ne 1 ] || [ ! -x "$1/usr/bin/apt-get" ]; then
    echo "usage: $0 ROOT (made by debootstrap)" >&2
    exit 2
fi
root=$(CDPATH='' cd "$1" && pwd) || exit 2
[ "$(id -u)" -eq 0 ] || { echo "$0: must be run as root, to change into ROOT" >&2; exit 2; }
# shellcheck disable=SC1091
system=$(. "$root/etc/os-release" && echo "$ID-${VERSION_ID-}")
out=$top/build/try-$system
mkdir -p "$out" || exit 1
work=$(mktemp -d "${TMPDIR:-/var/tmp}/gpubill-try.XXXXXX") || exit 1
trap 'rm -rf --one-file-system "$work"' EXIT
trap 'exit 1' HUP INT TERM

# inside NAME COMMAND: in the copy NAME; its mounts end with it.
inside() {
    # shellcheck disable=SC2016
    unshare --mount --propagation private sh -c '
        mount -t proc proc "$1/proc" && exec chroot "$1" env -i HOME=/root LC_ALL=C.UTF-8 \
            PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive sh -euc "$2"' \
        sh "$work/$1" "$2" </dev/null
}

# step TEXT COMMAND...: say what is done; the output goes to the log.
step() {
    echo "$system: $1"
    text=$1
    shift
    "$@" >>"$out/log" 2>&1 && return
    echo "$system: failed: $text; the end of $out/log:" >&2
    tail -n 20 "$out/log" >&2
    exit 1
}

# All files that a package could have left behind.
files_of() {
    inside "$1" "find / -xdev \( -path /proc -o -path /tmp -o -path /root -o -path /var/cache \
        -o -path /var/log -o -path /var/lib/apt -o -path /var/lib/dpkg \) -prune -o -type f -print" |
        grep -v '/ld.so.cache$\|^/etc/.*-$' | sort
}

: >"$out/log"
step "copy the system" cp -a --one-file-system "$root" "$work/built"
step "copy it again" cp -a --one-file-system "$root" "$work/clean"
mkdir "$work/built/gpubill"
step "copy the sources" sh -c "cd '$top' && git archive HEAD | tar -x -C '$work/built/gpubill'"
step "install what the build needs" inside built "cd /gpubill && scripts/setup.sh package"
step "build the package" inside built "cd /gpubill && cmake --workflow --preset package"
cp "$work"/built/gpubill/build/package/*.deb "$out" || exit 1
cp "$work"/built/gpubill/build/package/libgpubill*.deb "$top/docs/examples/spend.c" \
    "$work/clean/tmp" || exit 1
cp "$work"/built/gpubill/build/package/gpubill_*.deb "$work/clean/tmp" || exit 1
cp -R "$top/sample-bills" "$work/clean/root/bills" || exit 1

# Containers leave out manual pages; people do not.
rm -f "$work/clean/etc/dpkg/dpkg.cfg.d/docker"
step "read the package lists" inside clean "apt-get update -q"
files_of clean >"$work/before"
step "install it" inside clean "apt-get install -q -y --no-install-recommends /tmp/gpubill_*.deb"
step "review the sample bills" inside clean "cd /root && gpubill review --fail-on 1000000 bills"
[ -s "$work/clean/root/gpubill-review/report.html" ] || { echo "no report.html" >&2; exit 1; }
for file in share/man/man1/gpubill-review.1.gz share/man/zh_CN/man1/gpubill.1.gz \
    share/bash-completion/completions/gpubill share/zsh/vendor-completions/_gpubill \
    share/fish/vendor_completions.d/gpubill.fish share/doc/gpubill/copyright; do
    [ -s "$work/clean/usr/$file" ] || { echo "/usr/$file is not there" >&2; exit 1; }
done
step "remove it" inside clean "apt-get purge -q -y --autoremove gpubill"
files_of clean >"$work/after"
step "see that nothing is left" diff "$work/before" "$work/after"
step "install the library" inside clean "apt-get install -q -y --no-install-recommends gcc libc6-dev \
    pkg-config /tmp/libgpubill*.deb"
step "build an example with it" inside clean "cd /tmp && pkg-config --cflags --libs gpubill >flags &&
    gcc -o spend spend.c \$(cat flags) && ./spend /root/bills"
step "remove the library" inside clean "apt-get purge -q -y 'libgpubill*'"
step "install it with what it recommends, and a reader of manuals" inside clean \
    "apt-get install -q -y man-db && apt-get install -q -y /tmp/gpubill_*.deb"
step "review with charts and PDF" inside clean "cd /root && gpubill review --out with-charts bills &&
    ls with-charts/charts/*.svg"
step "read the manual" inside clean "man gpubill-review | grep -- --ledger-db"
ls -l "$out"/gpubill_*.deb
dpkg-deb -f "$out"/gpubill_*.deb Depends Recommends Installed-Size
grep -A 8 'every record accounted for' "$out/log" | head -n 9
echo "$system: all is well"
