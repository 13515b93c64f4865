#!/bin/sh
# check_hardening.sh PROGRAM - fail if a released program lacks what makes mistakes harder to use.
set -u
program=${1:?usage: check_hardening.sh PROGRAM}
failed=0

# need TEXT OPTION...: ${TEXT} in what readelf says.
need() {
    text=$1
    shift
    readelf -W "$@" "$program" | grep -q -- "$text" && return
    echo "$program: no '$text' in readelf $*"
    failed=1
}

need 'Type:.*DYN' -h
need 'GNU_RELRO' -l
need 'GNU_STACK.* RW ' -l
need 'FLAGS_1.*NOW.*PIE' -d
need '__stack_chk_fail' --dyn-syms
need '__[a-z]*_chk@' --dyn-syms
# x86 alone marks where jumps may lead; the start-up files of the system need not.
case $(readelf -h "$program") in
*X86-64*)
    if [ "$(objdump -d "$program" | grep -c endbr64)" -lt 10 ]; then
        echo "$program: no 'endbr64' in objdump -d"
        failed=1
    fi
    ;;
esac
exit $failed
