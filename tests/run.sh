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
  --since COMMIT with --plain: only sources that changed since then or include a header that did, and those that include,
                 by any way, a header which gave up an include or a declaration
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
since=
filters=()
while (($# > 0)); do
    arg=$1
    shift
    case $arg in
        --asan) preset=asan ;;
        --tsan) preset=tsan label=threads ;;
        --plain) preset=plain ;;
        --since)
            since=${1:?"--since needs a commit"}
            shift
            ;;
        --engine) label=engine ;;
        --no-install) install=0 ;;
        -h | --help) usage; exit 0 ;;
        *) filters+=("$arg") ;;
    esac
done

# includers FILE...: what names one of these headers, a path each line.
includers() {
    (($# == 0)) || printf '%s\n' "$@" | sed 's|.*/||; s|\.|\\.|g; s|.*|#include "(.*/)?&"|' | git grep -lE -f - -- '*.h' '*.cpp' || true
}

# affected_sources COMMIT: sources in which the include of something that they use may be missing since then.
affected_sources() {
    local base=$1 headers seen=() more=()
    cd "$root"
    git diff --name-only "$base" -- '*.cpp'
    mapfile -t headers < <(git diff --name-only --diff-filter=AM "$base" -- '*.h')
    includers "${headers[@]}" | grep '\.cpp$' || true
    # A header that gave something up takes it from all that include it by way of others.
    mapfile -t headers < <(git diff "$base" -- '*.h' |
        awk '/^--- a\// { file = substr($2, 3) } /^-(#include|(class|struct|enum) .*;)/ { print file }' | sort -u)
    while ((${#headers[@]})); do
        mapfile -t more < <(includers "${headers[@]}")
        printf '%s\n' "${more[@]}" | grep '\.cpp$' || true
        seen+=("${headers[@]}")
        mapfile -t headers < <(comm -23 <(printf '%s\n' "${more[@]}" | grep '\.h$' | sort -u) <(printf '%s\n' "${seen[@]}" | sort -u))
    done
}

if ((install)); then
    case $preset in
        plain) "$root/packaging/install-deps.sh" fuzz ;;
        *) "$root/packaging/install-deps.sh" test ;;
    esac
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
    if [[ -n $since ]]; then
        git -C "$root" rev-parse --quiet --verify "$since^{commit}" >/dev/null || {
            echo "$since is no commit" >&2
            exit 2
        }
        # Ninja would read all libraries that a source is linked with first, for what moc might include of them.
        cd "$root/build/plain"
        (affected_sources "$since") | sort -u | sed "s|^|$root/|" >affected.txt
        mapfile -t commands < <(awk -v list=affected.txt '
            BEGIN { while ((getline line < list) > 0) wanted[line] = 1 }
            /^ *"command": / { command = $0; sub(/^ *"command": "/, "", command); sub(/",$/, "", command) }
            /^ *"file": / { file = $0; sub(/^ *"file": "/, "", file); sub(/",?$/, "", file)
                            if (file in wanted && file !~ /\/tst_[^\/]*$/) print command }' compile_commands.json |
            sed 's/\\\\/\x01/g; s/\\"/"/g; s/\x01/\\/g')
        if ((${#commands[@]})); then
            printf '%s\n' "${commands[@]}" | nice xargs -d '\n' -P "$(build_jobs)" -n 1 bash -c
        fi
        echo "${#commands[@]} sources were read by themselves"
        exit 0
    fi
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
