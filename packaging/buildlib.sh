# SPDX-License-Identifier: Apache-2.0
# Sourced by packaging/run.sh and tests/run.sh: the project's root, and configuring and building one preset.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# One compiler may need more than 1 GiB, so cores alone do not decide. RANKSCOPE_JOBS overrides both.
build_jobs() {
    local jobs=${RANKSCOPE_JOBS:-} byMemory
    if [[ -z $jobs ]]; then
        jobs=$(nproc)
        byMemory=$(awk '/^MemAvailable:/ { print int($2 / 1572864) }' /proc/meminfo 2>/dev/null || true)
        if [[ -n $byMemory ]] && ((byMemory < jobs)); then
            jobs=$((byMemory > 0 ? byMemory : 1))
        fi
    fi
    echo "$jobs"
}

# build_preset PRESET TARGET...: configures build/PRESET when needed and builds the targets (none: everything).
build_preset() {
    local preset=$1
    shift
    local targets=()
    if (($# > 0)); then
        targets=(--target "$@")
    fi
    # With paths relative to the root, clones in different folders share what ccache has compiled.
    export CCACHE_BASEDIR=${CCACHE_BASEDIR:-$root} CCACHE_NOHASHDIR=1
    # ccache asks for this before it stores objects that were compiled with precompiled headers.
    export CCACHE_SLOPPINESS=${CCACHE_SLOPPINESS:-pch_defines,time_macros,include_file_mtime,include_file_ctime}
    local jobs steps
    jobs=$(build_jobs)
    export NINJA_STATUS='[%p after %e s] '
    (
        cd "$root"
        cmake --preset "$preset" --log-level=WARNING >/dev/null
        # Measured: 9 s of one processor a step, when ccache has none of it.
        steps=$(ninja -C "build/$preset" -n "${targets[@]:1}" | grep -c '^\[' || true)
        ((steps)) || return 0
        ((steps < 2)) || echo "Building in build/$preset: $steps steps, $jobs at a time; at most about $((1 + steps * 9 / jobs / 60)) min"
        nice cmake --build --preset "$preset" --parallel "$jobs" "${targets[@]}"
    )
}
