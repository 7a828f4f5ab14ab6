#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# mpihosts.sh BIN: rankscope-index by mpirun over three hosts, which are namespaces of this machine: each has a network address, a name,
# a disk under one path, and sees one shared folder. mpirun enters them by an agent, where others have ssh. Ends with 77, and says why,
# where the kernel or the machine does not allow it.
set -euo pipefail
bin=$(cd "${1:?folder of the programs}" && pwd)

skip() {
    echo "skipped: $1"
    exit 77
}

if [[ ${2:-} != inside ]]; then
    for program in mpirun unshare nsenter ip perl; do
        command -v "$program" >/dev/null || skip "there is no $program"
    done
    [[ -x $bin/rankscope-index ]] || skip "rankscope-index was built without MPI"
    unshare -nmu true 2>/dev/null || skip "the kernel gives no namespaces to this user"
    # Everything begun below ends with it, and the bridge of the hosts goes.
    work=$(mktemp -d)
    status=0
    unshare -nmp --fork --kill-child --mount-proc "$0" "$bin" inside "$work" || status=$?
    rm -rf "$work"
    exit $status
fi

work=$3
cd "$work"
mkdir data shared programs full
cp "$bin/rankscope-index" programs/
"$bin/rankscope-gen" whole --ranks 6 --tp 2 --pp 1 --steps 2 --mb-per-rank 4 >/dev/null
{ ip link add bridge type bridge && ip link set bridge up; } 2>/dev/null || skip "the kernel has no bridges"
mount -t tmpfs -o size=1m none full
ranks=("$work"/whole/*/)
for n in 1 2 3; do
    mkdir -p "disk$n/run"
    cp -a "${ranks[2 * n - 2]}" "${ranks[2 * n - 1]}" "disk$n/run/"
    unshare -nmu sh -c "hostname host$n; mount --bind disk$n data; echo > ready$n; exec sleep 1000" &
    echo $! >"pid$n"
    until [[ -e ready$n ]]; do sleep 0.05; done
    ip link add "to$n" type veth peer name eth0 netns $! 2>/dev/null || skip "the kernel has no pairs of network devices"
    ip link set "to$n" master bridge up
    nsenter -t $! -n sh -c "ip addr add 10.9.8.$n/24 dev eth0; ip link set eth0 up; ip link set lo up"
done
cat >agent <<END
#!/bin/sh
host=\$1
shift
exec nsenter -t "\$(cat $work/pid\${host#host})" -n -m -u sh -c "\$*"
END
chmod +x agent

on() { # HOST COMMAND…
    local host=$1
    shift
    nsenter -t "$(cat "pid$host")" -n -m -u "$@"
}
index() { # OUT
    status=0
    on 1 mpirun --allow-run-as-root --mca plm_rsh_agent "$work/agent" --mca oob_tcp_if_include eth0 --mca btl tcp,self \
        --mca btl_tcp_if_include eth0 --host host1:1,host2:1,host3:1 "$work/programs/rankscope-index" "$work/data/run" --out "$1" \
        >said 2>&1 || status=$?
}
expect() { # STATUS TEXT…
    local wanted=$1
    shift
    if [[ $wanted != "$status" && ! ($wanted == failed && $status != 0) ]]; then
        echo "status $status instead of $wanted"
        cat said
        exit 1
    fi
    for text in "$@"; do
        grep -qF "$text" said || {
            echo "it does not say: $text"
            cat said
            exit 1
        }
    done
}

echo "the ranks of three disks are one run"
index "$work/shared/index"
expect 0 "6 ranks in" "6 of them packed now"
on 1 unshare -m sh -c "mount --bind '$work/whole' '$work/data/run' && exec '$bin/rankscope-cli' index '$work/data/run' --out '$work/shared/one'" 2>/dev/null
for pack in shared/one/*.rspack; do
    cmp "$pack" "shared/index/${pack##*/}"
done

echo "a process that is killed"
rm -rf shared/index
(
    until worker=$(on 2 pgrep -n -f '^[^ ]*/rankscope-index' --ns "$(cat pid2)" --nslist uts 2>/dev/null); do sleep 0.02; done
    sleep 0.2
    kill -9 "$worker"
) &
index "$work/shared/index"
wait $!
expect failed "host2"
index "$work/shared/index"
expect 0 "6 ranks in"
for pack in shared/one/*.rspack; do
    cmp "$pack" "shared/index/${pack##*/}"
done

echo "a full disk"
index "$work/full/index"
expect 3 "is not packed on host" "No space left on device"

echo "another version"
perl -pe 's/0\x00\.\x001\x00\.\x000\x00/0\x00.\x001\x00.\x009\x00/' programs/rankscope-index >other
chmod +x other
on 2 mount --bind "$work/other" "$work/programs/rankscope-index"
index "$work/shared/other"
expect failed "host2 has version 0.1.9 of rankscope-index and host1 version 0.1.0" "nothing is packed"
on 2 umount "$work/programs/rankscope-index"

echo "a host without the program"
on 3 mount -t tmpfs none "$work/programs"
index "$work/shared/other"
expect failed "host3" "rankscope-index"
[[ ! -e shared/other ]] || exit 1
