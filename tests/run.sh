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
  --tsan         tests of what runs on several threads (label threads) with ThreadSanitizer, in build/tsan
  --plain        runs no test: clang reads every source of the product by itself, without unity build and precompiled
                 headers, in build/plain
  --engine       only the engine's tests, and only what they need is built
  --no-install   install nothing, use the packages that are there
  --help         this text
Every other argument goes to ctest, for example:  tests/run.sh -R timeline   tests/run.sh --asan -L engine
Environment: RANKSCOPE_JOBS (compilers and tests at a time), CCACHE_DIR.
TEXT
}

preset=ci
install=1
label=
filters=()
for arg in "$@"; do
    case $arg in
        --asan) preset=asan ;;
        --tsan) preset=tsan label=threads ;;
        --plain) preset=plain ;;
        --engine) label=engine ;;
        --no-install) install=0 ;;
        -h | --help) usage; exit 0 ;;
        *) filters+=("$arg") ;;
    esac
done

if ((install)); then
    case $preset in
        plain) "$root/packaging/install-deps.sh" fuzz ;;
        *) "$root/packaging/install-deps.sh" test ;;
    esac
fi
if [[ $preset == plain ]]; then
    # A missing include shows when the source is read; objects and programs are made in the other builds. The tests' own
    # includes show in the preset dev, which precompiles none for them.
    (cd "$root" && cmake --preset plain --log-level=WARNING)
    mapfile -t sources < <(ninja -C "$root/build/plain" -t targets all | sed -n '/\/tst_/d; s/^\(.*\.o\): .*/\1/p')
    build_preset plain "${sources[@]}"
    echo "${#sources[@]} sources were read by themselves"
    exit 0
fi
case $label in
    "") build_preset "$preset" ;;
    engine) build_preset "$preset" engine_tests ;;
    threads) build_preset "$preset" thread_tests ;;
esac
[[ -z $label ]] || filters=(-L "$label" "${filters[@]}")

export QT_QPA_PLATFORM=offscreen
exec nice ctest --test-dir "$root/build/$preset" --output-on-failure --no-tests=error --parallel "$(build_jobs)" "${filters[@]}"
