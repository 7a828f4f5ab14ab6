#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds Release and runs the benchmarks whose figures stand in docs/performance.md.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../../packaging/buildlib.sh"

usage() {
    cat <<'TEXT'
usage: tests/bench/run.sh [--mb N] [--ranks N] [--rounds N] [NAME...]

Runs the benchmarks, or those that are named: import, load, timeline, kernels, memory, window, compare.
  --mb N       size of each trace, and of the tables of "kernels", "memory" and "window", in MB (default 1024)
  --ranks N    ranks of the run that "load" opens (default 8); it needs ranks x mb of disk
  --rounds N   rounds of "import", "kernels" and "compare" (default 5)
Inputs are generated once and kept in $XDG_CACHE_HOME/rankscope-bench; delete that folder to have the space back. Where the
real profiles are present beside the project, "import" also reads one of them, repeated to the same size.
Machines differ and are noisy: close everything else, and compare ratios of one run only.
TEXT
}

mb=1024
ranks=8
rounds=5
names=()
while (($# > 0)); do
    case $1 in
        --mb) mb=$2; shift ;;
        --ranks) ranks=$2; shift ;;
        --rounds) rounds=$2; shift ;;
        -h | --help) usage; exit 0 ;;
        -*) usage >&2; exit 2 ;;
        *) names+=("$1") ;;
    esac
    shift
done
((${#names[@]})) || names=(import load timeline kernels memory window compare)

build_preset bench rankscope-gen bench_import bench_load bench_timeline bench_kernels bench_memory bench_window bench_compare
bin=$root/build/bench/bin
data=${XDG_CACHE_HOME:-$HOME/.cache}/rankscope-bench
mkdir -p "$data"
export QT_QPA_PLATFORM=offscreen

machine() {
    echo "== machine"
    sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1
    echo "$(nproc) processors, load $(cut -d' ' -f1-3 /proc/loadavg), $(awk '/^MemTotal:/ { printf "%.0f GB", $2 / 1e6 }' /proc/meminfo)"
}

# run_of RANKS: a generated run of that many ranks, made once.
run_of() {
    local out=$data/run-$1x$mb
    if [[ ! -e $out/planted.json ]]; then
        rm -rf "$out"
        "$bin/rankscope-gen" "$out" --ranks "$1" --steps 3 --mb-per-rank "$mb" --seed 7 >&2
    fi
    echo "$out"
}

repeated_trace() {
    local tool=$root/../shared/tools/scale_trace.py real=$root/../shared/data/real/pytorch_text_level2 out=$data/real-$mb.json
    [[ -f $tool && -d $real ]] || return 1
    [[ -f $out ]] || python3 "$tool" --target-mb "$mb" --out "$out" >&2
    echo "$out"
}

import() {
    local trace
    trace=$(find "$(run_of 1)" -name trace_view.json | head -1)
    echo "== import, generated: $(basename "$(dirname "$(dirname "$trace")")")"
    "$bin/bench_import" "$trace" "$rounds"
    if trace=$(repeated_trace); then
        echo "== import, real trace repeated"
        "$bin/bench_import" "$trace" "$rounds"
    else
        echo "== import, real trace repeated: the real profiles are not there"
    fi
}

load() {
    local run
    run=$(run_of "$ranks")
    rm -rf "$data/cache"
    echo "== load $ranks ranks of $mb MB, cache off"
    "$bin/bench_load" "$run"
    echo "== load $ranks ranks of $mb MB, cache empty"
    "$bin/bench_load" "$run" "$data/cache"
    echo "== load $ranks ranks of $mb MB, from the cache"
    "$bin/bench_load" "$run" "$data/cache"
}

timeline() {
    local size
    for size in "5 100" "10 200" "50 200"; do
        echo "== timeline, $size"
        # shellcheck disable=SC2086
        "$bin/bench_timeline" $size
    done
}

kernels() {
    echo "== kernels, a table of $mb MB"
    "$bin/bench_kernels" "$mb" "$rounds"
}

memory() {
    echo "== memory, a record of $mb MB"
    "$bin/bench_memory" "$mb"
}

window() {
    local table
    for table in memory kernels; do
        echo "== the window with a table of $mb MB of $table"
        "$bin/bench_window" "$table" "$mb"
    done
}

compare() {
    echo "== compare two ranks of 1000000 kernels"
    "$bin/bench_compare" 1000000 "$rounds"
}

machine
for name in "${names[@]}"; do
    case $name in
        import | load | timeline | kernels | memory | window | compare) "$name" ;;
        *) echo "run.sh: no benchmark is called $name" >&2; exit 2 ;;
    esac
done
