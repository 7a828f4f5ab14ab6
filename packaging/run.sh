#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing, builds RankScope and opens it; without a display writes its views and tables as files.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/buildlib.sh"

# The views that are written as pictures when there is no display.
views=(overview communication compare timeline explorer findings)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/rankscope

usage() {
    cat <<TEXT
usage: packaging/run.sh [OPTION...] [FOLDER...] [-- RANKSCOPE-OPTION...]

Installs the missing Debian packages, builds RankScope in build/release and opens its window on the FOLDERs (or files).
Without a FOLDER it opens a demo run of eight ranks, which rankscope-gen makes in $cache/demo.
Without a display (neither DISPLAY nor WAYLAND_DISPLAY is set) it writes the views as PNG and the tables as CSV instead.

  --out DIR      where PNG and CSV go (default: a new folder below $cache); never inside a FOLDER
  --pictures     write PNG and CSV although there is a display
  --no-install   install nothing, use the packages that are there
  --help         this text
What follows -- is handed to rankscope, for example:  packaging/run.sh FOLDER -- --lang zh_CN --theme dark
Environment: RANKSCOPE_JOBS (compilers at a time), RANKSCOPE_PRESET (another preset of CMakePresets.json), CCACHE_DIR, XDG_CACHE_HOME.
TEXT
}

fail() {
    echo "run.sh: $*" >&2
    exit 1
}

out=
pictures=0
install=1
paths=()
extra=()
while (($# > 0)); do
    case $1 in
        --out)
            (($# > 1)) || fail "--out needs a folder"
            out=$2
            shift
            ;;
        --out=*) out=${1#--out=} ;;
        --pictures) pictures=1 ;;
        --no-install) install=0 ;;
        -h | --help) usage; exit 0 ;;
        --) shift; extra=("$@"); break ;;
        -*) fail "unknown option $1 (options of rankscope itself go behind --; see --help)" ;;
        *)
            [[ -e $1 ]] || fail "there is no $1"
            paths+=("$(realpath -- "$1")")
            ;;
    esac
    shift
done
if [[ -z ${DISPLAY:-} && -z ${WAYLAND_DISPLAY:-} ]]; then
    pictures=1
fi
if [[ -n $out ]]; then
    out=$(realpath -m -- "$out")
    for path in "${paths[@]}"; do
        [[ $out/ != "$path"/* ]] || fail "--out $out lies inside $path; nothing is ever written beside the data"
    done
fi

if ((install)); then
    "$root/packaging/install-deps.sh" run
fi
preset=${RANKSCOPE_PRESET:-release}
build_preset "$preset" rankscope rankscope-cli rankscope-gen
bin=$root/build/$preset/bin

if ((${#paths[@]} == 0)); then
    # Made anew when the generator has changed; written under another name first, so a half-written demo is never opened.
    demo=$cache/demo
    if [[ ! -d $demo || $bin/rankscope-gen -nt $demo ]]; then
        mkdir -p "$cache"
        half=$(mktemp -d "$cache/demo.XXXXXX")
        trap 'rm -rf "$half"' EXIT
        echo "Making the demo run in $demo"
        "$bin/rankscope-gen" "$half/run" --ranks 8 --steps 3 --mb-per-rank 4 --seed 7 --tp 2 --pp 2 \
            --slow-rank 5:1.3 --slow-link 2-6:4
        rm -rf "$demo"
        mv "$half/run" "$demo"
        touch "$demo"
        rm -rf "$half"
        trap - EXIT
    fi
    paths=("$demo")
fi

if ((!pictures)); then
    exec "$bin/rankscope" "${extra[@]}" "${paths[@]}"
fi

if [[ -z $out ]]; then
    out=$cache/out-$(date +%Y%m%d-%H%M%S)
fi
mkdir -p "$out"
export QT_QPA_PLATFORM=offscreen
status=0
for view in "${views[@]}"; do
    "$bin/rankscope" --shot "$out/$view.png" --view "$view" "${extra[@]}" "${paths[@]}" || status=$?
done
number=0
for path in "${paths[@]}"; do
    tables=$out/tables
    if ((${#paths[@]} > 1)); then
        number=$((number + 1))
        tables=$out/tables-$number
    fi
    # 3 means done, with losses in the input that have just been named on stderr. Tables of an earlier call are replaced.
    "$bin/rankscope-cli" export "$path" --out "$tables" --force || { code=$?; ((code == 3)) || status=$code; }
done
if ((status == 0)); then
    echo "There is no display, so the views were written as PNG and the tables as CSV:"
else
    echo "Not everything could be written (status $status). What there is lies here:" >&2
fi
echo "    $out"
exit "$status"
