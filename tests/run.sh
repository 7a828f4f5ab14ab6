#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing, builds with warnings as errors and runs the tests offscreen; ends in CTest's summary.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../packaging/buildlib.sh"

usage() {
    cat <<'TEXT'
usage: tests/run.sh [OPTION...] [CTEST-OPTION...]

Builds everything with warnings as errors in build/ci and runs all tests without a display.
  --asan         with AddressSanitizer and UndefinedBehaviorSanitizer, in build/asan
  --tsan         the engine's tests (label engine) with ThreadSanitizer, in build/tsan
  --engine       only the engine's tests, and only what they need is built
  --no-install   install nothing, use the packages that are there
  --help         this text
Every other argument goes to ctest, for example:  tests/run.sh -R timeline   tests/run.sh --asan -L engine
Environment: RANKSCOPE_JOBS (compilers and tests at a time), CCACHE_DIR.
TEXT
}

preset=ci
install=1
engine=0
filters=()
for arg in "$@"; do
    case $arg in
        --asan) preset=asan ;;
        --tsan) preset=tsan engine=1 ;;
        --engine) engine=1 ;;
        --no-install) install=0 ;;
        -h | --help) usage; exit 0 ;;
        *) filters+=("$arg") ;;
    esac
done

if ((install)); then
    "$root/packaging/install-deps.sh" test
fi
if ((engine)); then
    build_preset "$preset" engine_tests
    filters=(-L engine "${filters[@]}")
else
    build_preset "$preset"
fi

export QT_QPA_PLATFORM=offscreen
exec nice ctest --test-dir "$root/build/$preset" --output-on-failure --no-tests=error --parallel "$(build_jobs)" "${filters[@]}"
