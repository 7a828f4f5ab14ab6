#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing, builds RankScope and opens it; without a display writes its workspaces and tables as files.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/buildlib.sh"

cache=${XDG_CACHE_HOME:-$HOME/.cache}/rankscope

usage() {
    cat <<TEXT
usage: packaging/run.sh [OPTION...] [FOLDER...] [-- RANKSCOPE-OPTION...]

Installs the missing Debian packages, builds RankScope in build/release and opens its window on the FOLDERs (or files).
Without a FOLDER it opens a demo run of eight ranks, which rankscope-gen makes in $cache/demo.
Without a display (neither DISPLAY nor WAYLAND_DISPLAY is set) it prints the verdicts instead, and writes every workspace as
PNG and the tables as CSV, with an index.html.

  --out DIR      where they go (default: a new folder below $cache); never inside a FOLDER
  --pictures     the same although there is a display
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
if ((pictures)); then
    out=$(realpath -m -- "${out:-$cache/out-$(date +%Y%m%d-%H%M%S)}")
    for path in "${paths[@]}"; do
        [[ -d $path ]] || path=$(dirname -- "$path")
        [[ $out/ != "$path"/* ]] || fail "$out lies inside $path; nothing is written into the data: choose another folder by --out"
    done
fi

if ((install)); then
    "$root/packaging/install-deps.sh" run
fi
preset=${RANKSCOPE_PRESET:-release}
programs=(rankscope)
((!pictures)) || programs+=(rankscope-cli)
((${#paths[@]})) || programs+=(rankscope-gen)
build_preset "$preset" "${programs[@]}"
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

mkdir -p "$out"
export QT_QPA_PLATFORM=offscreen
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export XDG_RUNTIME_DIR=${XDG_RUNTIME_DIR:-$scratch}
touch "$scratch/begin"
# From here on 3 means done, with losses in the input that have just been named on stderr.
noted() {
    "$@" || (($? == 3)) || fail "not everything was written to $out"
}
echo "Painting the workspaces"
noted "$bin/rankscope" --shot "$out" --view workspaces "${extra[@]}" "${paths[@]}"
echo "Writing the tables"
# Tables of an earlier call are replaced.
noted "$bin/rankscope-cli" export "${paths[@]}" --out "$out/tables" --force
{
    echo '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>RankScope</title>'
    echo '<style>body{font-family:sans-serif;max-width:75em;margin:2em auto}img{width:100%;border:1px solid #888}</style></head><body>'
    # Pictures painted just now, in the order of the window.
    find "$out" -maxdepth 1 -name '*.png' -newer "$scratch/begin" -printf '%T@ %f\n' | sort -n | cut -d' ' -f2- | while IFS= read -r name; do
        echo "<h2>${name%.png}</h2><a href=\"$name\"><img src=\"$name\" alt=\"${name%.png}\"></a>"
    done
    # The index of the tables begins with the verdicts; its links lead from one folder further up.
    sed '1,/<body>/d; /<\/body>/d; s|href="|href="tables/|g' "$out/tables/index.html"
    echo '</body></html>'
} >"$out/index.html"
echo
echo "There is no window here, so pictures of the workspaces, tables and an index of both were written:"
echo "    $out/index.html"
