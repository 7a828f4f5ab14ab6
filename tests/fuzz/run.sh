#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Fuzzes what reads foreign files, one target after the other, and says what each has run.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../../packaging/buildlib.sh"

all=(trace csv json discovery run gzip cache pack session database)
usage() {
    cat <<TEXT
usage: tests/fuzz/run.sh [--no-install] [--no-build] [--seed=N] SECONDS [TARGET…]

Builds the targets with clang, libFuzzer, AddressSanitizer and UndefinedBehaviorSanitizer in build/asan and lets each run for
SECONDS with a corpus made from a generated run. What ends a target is kept in build/asan/found/TARGET; minimise it with
    build/asan/bin/rankscope-fuzz --target=TARGET -minimize_crash=1 -exact_artifact_path=OUT -max_total_time=60 FILE
and put it into tests/fuzz/crashes/TARGET when it is mended: the test fuzz_crashes feeds it again in every build.
Targets: ${all[*]}
With --seed=N the mutations begin at the same place in each run, so that a change is judged by what it changed.
The exit status is 1 when a target found something.
TEXT
}

install=1
build=1
seed=()
positional=()
for arg in "$@"; do
    case $arg in
        --no-install) install=0 ;;
        --no-build) build=0 ;;
        --seed=*) seed=("-seed=${arg#--seed=}") ;;
        -h | --help) usage; exit 0 ;;
        *) positional+=("$arg") ;;
    esac
done
[[ ${positional[0]:-} =~ ^[1-9][0-9]*$ ]] || {
    usage >&2
    exit 2
}
seconds=${positional[0]}
targets=("${positional[@]:1}")
((${#targets[@]} > 0)) || targets=("${all[@]}")

if ((install)); then
    "$root/packaging/install-deps.sh" fuzz
fi
# program TARGET: what of the preset asan holds it.
program() {
    [[ $1 == session ]] && echo rankscope-fuzz-window || echo rankscope-fuzz
}
if ((build)); then
    mapfile -t programs < <(for target in "${targets[@]}"; do program "$target"; done | sort -u)
    build_preset asan "${programs[@]}" fuzz_seeds rankscope-gen
fi

bin=$root/build/asan/bin
corpus=$root/build/asan/corpus
found=$root/build/asan/found
memory=/dev/shm
[[ -d $memory && -w $memory ]] || memory=${TMPDIR:-/tmp}
TMPDIR=$(mktemp -d "$memory/rankscope-fuzz.XXXXXX")
export TMPDIR QT_QPA_PLATFORM=offscreen
trap 'rm -rf "$TMPDIR"' EXIT

export LSAN_OPTIONS=suppressions=$root/tests/support/lsan.supp
"$bin/rankscope-gen" "$TMPDIR/run" --ranks 2 --steps 1 --mb-per-rank 0.01 --seed 7 --tp 2 --pp 1 >/dev/null
"$bin/fuzz_seeds" "$TMPDIR/run" "$TMPDIR/seeds"
rm -rf "$TMPDIR/run"

# fuzz TARGET: status 1 when something was found.
fuzz() {
    local target=$1 seeds=() folder log status=0 edges executions
    mkdir -p "$corpus/$target" "$found/$target"
    for folder in "$TMPDIR/seeds/$target" "$root/tests/fuzz/seeds/$target" "$root/tests/fuzz/crashes/$target"; do
        [[ ! -d $folder ]] || seeds+=("$folder")
    done
    log=$found/$target.log
    # Leaks are looked for once, at the end: a look after each input that keeps something, as caches do, takes most of the time.
    nice "$bin/$(program "$target")" --target="$target" "${seed[@]}" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=3000 -max_len=131072 \
        -detect_leaks=0 \
        -dict="$root/tests/fuzz/rankscope.dict" -artifact_prefix="$found/$target/" -print_final_stats=1 \
        "$corpus/$target" "${seeds[@]}" >"$log" 2>&1 || status=1
    edges=$(grep -oE 'cov: [0-9]+' "$log" | tail -1 | cut -d' ' -f2 || true)
    executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    printf '%-10s %9s executions in %4d s, %6s edges, %s\n' "$target" "${executions:-?}" "$seconds" "${edges:-?}" \
        "$( ((status == 0)) && echo "nothing found" || echo "FOUND SOMETHING: $log")"
    ((status == 0)) || grep -m1 -E 'ERROR: |runtime error|broken promise' "$log" || tail -3 "$log"
    return "$status"
}

running=0
bad=0
for target in "${targets[@]}"; do
    if ((running == $(build_jobs))); then
        wait -n || bad=1
        running=$((running - 1))
    fi
    fuzz "$target" &
    running=$((running + 1))
done
while ((running-- > 0)); do
    wait -n || bad=1
done
exit "$bad"
