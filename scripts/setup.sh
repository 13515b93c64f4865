#!/bin/sh
# setup.sh run|package|check|fuzz|cover - install what is missing of scripts/packages.txt.
#
# Uses the system's package manager: apt (Debian, Ubuntu), dnf (Fedora), pacman (Arch) or brew
# (macOS), with sudo where the caller is not root. Says what it installs, on standard error;
# silent when nothing is missing. A finished set-up is remembered in build/, until packages.txt
# changes. Exit 1 if something that is needed could not be installed.
set -u
top=$(CDPATH='' cd "$(dirname "$0")/.." && pwd) || exit 1
list=$top/scripts/packages.txt

kind=${1-}
case $kind in
run) wanted=' run ' ;;
package) wanted=' run package ' ;;
check) wanted=' run check ' ;;
fuzz) wanted=' run check fuzz ' ;;
cover) wanted=' run check cover ' ;;
*)
    echo "usage: $0 run|package|check|fuzz|cover" >&2
    exit 2
    ;;
esac

stamp=$top/build/setup.$kind
cmp -s "$list" "$stamp" && exit 0

# The family of the system, which is also the heading of its column in packages.txt.
system() {
    [ "$(uname -s)" != Darwin ] || { echo homebrew; return; }
    # shellcheck disable=SC1091
    ids=$(. /etc/os-release 2>/dev/null && echo " ${ID-} ${ID_LIKE-} ")
    case $ids in
    *' debian '* | *' ubuntu '*) echo debian ;;
    *' fedora '* | *' rhel '*) echo fedora ;;
    *' arch '*) echo arch ;;
    *) echo unknown ;;
    esac
}

# is_there KIND NAME: one probe of packages.txt.
is_there() {
    case $1 in
    command) command -v "$2" >/dev/null 2>&1 ;;
    pkg-config)
        # Homebrew keeps some libraries apart from those of the system.
        for dir in /opt/homebrew /usr/local; do
            PKG_CONFIG_PATH=${PKG_CONFIG_PATH:+$PKG_CONFIG_PATH:}$dir/opt/$2/lib/pkgconfig \
                pkg-config --exists "$2" 2>/dev/null && return 0
        done
        return 1
        ;;
    header)
        for dir in /usr/include /usr/local/include /opt/homebrew/include; do
            [ ! -f "$dir/$2" ] || return 0
        done
        return 1
        ;;
    python) python3 -c "import $2" 2>/dev/null ;;
    font) [ -n "$(fc-list ":lang=$2" 2>/dev/null)" ] ;;
    clang-runtime)
        for file in "$(clang -print-runtime-dir 2>/dev/null)"/libclang_rt."$2"*.a; do
            [ ! -f "$file" ] || return 0
        done
        return 1
        ;;
    *)
        echo "$list: unknown need '$1 $2'" >&2
        return 1
        ;;
    esac
}

# missing: a line "must|wish NEED|PACKAGES" for each need that is not there.
missing() {
    while IFS='|' read -r for need debian fedora arch homebrew; do
        # Unquoted expansions of this loop drop the blanks around the columns.
        # shellcheck disable=SC2086
        set -- $for
        [ $# -gt 0 ] || continue
        case $wanted in *" $1 "*) ;; *) continue ;; esac
        case $system in
        debian) packages=$debian ;;
        fedora) packages=$fedora ;;
        arch) packages=$arch ;;
        homebrew) packages=$homebrew ;;
        *) packages= ;;
        esac
        # shellcheck disable=SC2086
        set -- $packages
        packages=$*
        [ "$packages" != - ] || continue
        # shellcheck disable=SC2086
        set -- $need
        how=must
        [ "$1" != wish ] || { how=wish && shift; }
        is_there "$1" "$2" || echo "$how $1 $2|$packages"
    done <"$list"
}

# The packages, or the needs, of what missing() wrote, on one line.
packages_of() {
    printf '%s\n' "$1" | sed 's/.*|//' | tr '\n' ' ' | sed 's/ *$//'
}

needs_of() {
    printf '%s\n' "$1" | sed 's/^[a-z]* //; s/|.*//' | paste -s -d , - | sed 's/,/, /g'
}

# as_root COMMAND...: with sudo unless we are root.
as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    else
        sudo "$@"
    fi
}

# Whether this user can install anything.
can_install() {
    case $system in
    debian) tool=apt-get ;;
    fedora) tool=dnf ;;
    arch) tool=pacman ;;
    homebrew)
        command -v brew >/dev/null 2>&1
        return
        ;;
    *) return 1 ;;
    esac
    command -v "$tool" >/dev/null 2>&1 || return 1
    [ "$(id -u)" -eq 0 ] || command -v sudo >/dev/null 2>&1
}

# install PACKAGE...
install() {
    case $system in
    debian)
        # A third-party source that is out of reach must not stand in the way.
        as_root env DEBIAN_FRONTEND=noninteractive apt-get update -q ||
            echo "gpubill: apt-get update failed; trying with the package lists that are there"
        # What this release does not have must not keep the rest from being installed.
        for package in "$@"; do
            shift
            if apt-cache show "$package" >/dev/null 2>&1; then
                set -- "$@" "$package"
            else
                echo "gpubill: this system has no package $package"
            fi
        done
        [ $# -gt 0 ] || return 1
        # A fresh machine may be busy with its own upgrades for a while: wait for them.
        as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y \
            -o DPkg::Lock::Timeout=300 --no-install-recommends "$@"
        ;;
    fedora) as_root dnf install -y --setopt=install_weak_deps=False "$@" ;;
    arch) as_root pacman -S --needed --noconfirm "$@" ;;
    homebrew) brew install "$@" ;;
    esac
}

# The command that the user could type instead.
by_hand() {
    case $system in
    debian) echo "apt-get install $1" ;;
    fedora) echo "dnf install $1" ;;
    arch) echo "pacman -S --needed $1" ;;
    homebrew) echo "brew install $1" ;;
    esac
}

system=$(system)
lacking=$(missing)
if [ -n "$lacking" ] && can_install; then
    packages=$(packages_of "$lacking")
    echo "gpubill: installing $packages" >&2
    # One word per package.
    # shellcheck disable=SC2086
    install $packages </dev/null >&2 || echo "gpubill: the packages could not be installed" >&2
    lacking=$(missing)
fi

must=$(printf '%s\n' "$lacking" | grep '^must')
if [ -n "$must" ]; then
    if [ "$system" = unknown ]; then
        echo "gpubill: this system is not known; install what brings: $(needs_of "$must")" >&2
    else
        echo "gpubill: still missing: $(needs_of "$must")" >&2
        echo "gpubill: install it as root with: $(by_hand "$(packages_of "$must")")" >&2
    fi
    exit 1
fi
if [ -n "$lacking" ]; then
    echo "gpubill: going on without: $(needs_of "$lacking") (scripts/packages.txt)" >&2
fi
mkdir -p "$top/build" && cp "$list" "$stamp"
