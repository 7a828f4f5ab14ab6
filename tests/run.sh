#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing, builds with warnings as errors and runs the tests offscreen; ends in CTest's summary.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../packaging/buildlib.sh"

usage() {
    cat <<'TEXT'
usage: tests/run.sh [OPTION...] [CTEST-OPTION...]

Builds everything with warnings as errors in build/ci and runs all tests without a display.
  --asan         with AddressSanitizer and UndefinedBehaviorSanitizer in the libraries, in build/asan (and build/ci)
  --tsan         tests of what runs on several threads (label threads) with ThreadSanitizer, in build/tsan
  --plain        runs no test: g++ reads every source of the product by itself, without unity build and precompiled
                 headers, in build/plain
  --rooms A,B    only the programs of these rooms (test_A, test_B) are built and run; engine stands for all of the engine
  --no-install   install nothing, use the packages that are there
  --help         this text
Every other argument goes to ctest, for example:  tests/run.sh -R tst_matrix   tests/run.sh --asan --rooms engine -LE walk
Environment: RANKSCOPE_JOBS (compilers and tests at a time), CCACHE_DIR.
TEXT
}

preset=ci
install=1
rooms=()
filters=()
while (($# > 0)); do
    arg=$1
    shift
    case $arg in
        --asan) preset=asan ;;
        --tsan) preset=tsan rooms=(threads) ;;
        --plain) preset=plain ;;
        --rooms)
            IFS=, read -ra rooms <<<"${1:?"--rooms needs names"}"
            shift
            ;;
        --no-install) install=0 ;;
        -h | --help) usage; exit 0 ;;
        *) filters+=("$arg") ;;
    esac
done

if ((install)); then
    "$root/packaging/install-deps.sh" test
    # The protocol's own client tries the MCP server where npm is there; without it that test says that it was left out.
    client=$root/build/mcp-client
    if [[ $preset != plain && ! -d $client/node_modules/@modelcontextprotocol/sdk ]] && command -v npm >/dev/null; then
        timeout 120 npm install --prefix "$client" --no-audit --no-fund --loglevel=error @modelcontextprotocol/sdk@1 ||
            echo "tests/run.sh: the MCP client could not be fetched; its test is left out." >&2
    fi
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
targets=()
for room in "${rooms[@]}"; do
    case $room in
        engine) targets+=(engine_tests) ;;
        threads) targets+=(thread_tests) ;;
        *) targets+=("test_$room") ;;
    esac
done
# The AddressSanitizer build links the objects that the tests have there.
[[ $preset != asan ]] || build_preset ci "${targets[@]}"
build_preset "$preset" "${targets[@]}"
((${#rooms[@]} == 0)) || filters=(-L "^($(IFS='|'; echo "${rooms[*]}"))\$" "${filters[@]}")

export QT_QPA_PLATFORM=offscreen
exec nice ctest --test-dir "$root/build/$preset" --output-on-failure --no-tests=error --parallel "$(($(build_jobs) + 1))" "${filters[@]}"
