#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes the pictures of the user guide from a demo run with planted faults, so that they never lag behind the program.
# usage: packaging/screenshots.sh [BUILD-FOLDER]     (default build/release; the programs must be built)
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
bin=${1:-$top/build/release}/bin
images=$top/docs/images
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[[ -x $bin/rankscope && -x $bin/rankscope-gen ]] || { echo "screenshots.sh: build rankscope and rankscope-gen first" >&2; exit 1; }

export QT_QPA_PLATFORM=offscreen XDG_CONFIG_HOME=$work/config XDG_RUNTIME_DIR=$work
run=$work/demo
"$bin/rankscope-gen" "$run" --ranks 8 --steps 3 --mb-per-rank 8 --seed 7 --slow-rank 5:1.3 --slow-link 4-6:4
experts=$work/experts # whose experts are unevenly loaded
"$bin/rankscope-gen" "$experts" --ranks 8 --steps 3 --mb-per-rank 1 --seed 7 --pp 1 --moe-imbalance 5:2.5
mkdir -p "$images"
for lang in en zh_CN; do
    shot() { # NAME VIEW SIZE [OPTION...], of the run $of where that is set
        local name=$1 view=$2 size=$3
        shift 3
        "$bin/rankscope" --shot "$images/$name.$lang.png" --view "$view" --size "$size" --lang "$lang" "$@" "${of:-$run}"
    }
    shot window window 1600x960 --theme light
    shot window-dark window 1600x960 --theme dark
    shot overview overview 1280x720 --theme light --rank 5
    shot timeline timeline 1280x720 --theme light --rank 0 --flows HostToDevice
    shot compare compare 1280x720 --theme light --rank 4 --rank 5
    shot communication communication 1280x720 --theme light
    shot findings findings 1000x400 --theme light
    of=$experts shot experts parallel/experts 1280x720 --theme light --rank 5
done
echo "pictures are in $images"
