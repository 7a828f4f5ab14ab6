#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Format and static checks of the C++ files that differ from a base commit. CI runs the format of all of them.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"

usage() {
    cat <<'TEXT'
usage: packaging/lint.sh [--all] [--fix] [--format] [BASE]

Checks the C++ files that differ from BASE (default: the last commit; uncommitted changes count), or all with --all:
clang-format (of a file that differs, only the lines that do), then clang-tidy and clazy where they are installed and build/dev holds compile_commands.json
(cmake --preset dev writes it; build once, so that generated headers are there).
  --fix     let clang-format rewrite these lines or files
  --format  clang-format alone
One version of clang-format, because each formats a little differently: 14.
Debian: apt-get install --no-install-recommends clang-format-14 clang-tidy clazy
TEXT
}

all=0
fix=0
formatonly=0
base=HEAD
for arg in "$@"; do
    case $arg in
        --all) all=1 ;;
        --fix) fix=1 ;;
        --format) formatonly=1 ;;
        -h | --help) usage; exit 0 ;;
        -*) usage >&2; exit 1 ;;
        *) base=$arg ;;
    esac
done

if ((all)); then
    mapfile -t files < <(git ls-files '*.cpp' '*.h')
else
    mapfile -t files < <({ git diff --name-only --diff-filter=d "$base" -- '*.cpp' '*.h'
        git ls-files --others --exclude-standard '*.cpp' '*.h'; } | sort -u)
fi
if ((${#files[@]} == 0)); then
    echo "lint: no C++ file differs from $base"
    exit 0
fi

status=0
format=clang-format-14
if ! command -v "$format" >/dev/null; then
    echo "lint: $format is not installed" >&2
    status=1
elif ((all)); then
    if ((fix)); then
        "$format" -i "${files[@]}"
    else
        "$format" --dry-run --Werror "${files[@]}" || status=1
    fi
elif ((fix)); then
    git "$format" --force "$base" -- "${files[@]}" || true
else
    difference=$(git "$format" --diff "$base" -- "${files[@]}" || true)
    if [[ $difference == diff* ]]; then
        printf '%s\n' "$difference"
        status=1
    fi
fi

if ((formatonly)); then
    exit "$status"
fi

database=build/dev
sources=()
for file in "${files[@]}"; do
    [[ $file != *.cpp ]] || sources+=("$file")
done
if [[ ! -f $database/compile_commands.json ]]; then
    echo "lint: no $database/compile_commands.json, so clang-tidy and clazy are left out"
elif ((${#sources[@]} > 0)); then
    if command -v clang-tidy >/dev/null; then
        clang-tidy --quiet -p "$database" --warnings-as-errors='*' "${sources[@]}" || status=1
    else
        echo "lint: clang-tidy is not installed"
    fi
    if command -v clazy-standalone >/dev/null; then
        # shellcheck source=/dev/null
        source <(grep '^CLAZY_CHECKS=' .clazy-checks)
        clazy-standalone --checks="$CLAZY_CHECKS" -p "$database" "${sources[@]}" || status=1
    else
        echo "lint: clazy is not installed"
    fi
fi
exit "$status"
