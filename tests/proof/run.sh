#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Compares all that two builds say of the same runs: that of the commit in tests/proof/base, and the present one.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../../packaging/buildlib.sh"
here=$root/tests/proof

usage() {
    cat <<'TEXT'
usage: tests/proof/run.sh [--base-bin DIR] [--bin DIR] [--self] [--data DIR] [--keep DIR] [--no-pictures]
Each file that differs is a line, unless its lines stand in tests/proof/accepted.md; ends with 1 if there is one.
  --base-bin DIR  programs of the base commit (default: they are built in a worktree of their own)
  --bin DIR       programs that are compared (default: they are built in build/ci)
  --self          compares these programs with themselves: nothing may differ
  --data DIR      folders of real profiles: real, legacy, cases, oracle (default: ../shared/data beside the project)
  --keep DIR      keeps what both said in DIR/rankscope-proof; the next call with it asks the base no more
  --no-pictures   without pictures of the window
Environment: RANKSCOPE_JOBS (runs at a time, default 2, and compilers).
TEXT
}

programs=(rankscope rankscope-cli rankscope-gen) commit=$(<"$here/base")
baseBin='' bin='' self=0 data=$root/../shared/data keep='' pictures=1
while (($# > 0)); do
    case $1 in
        --self) self=1 ;;
        --no-pictures) pictures=0 ;;
        -h | --help) usage; exit 0 ;;
        --base-bin) baseBin=$(realpath -e -- "${2:-}"); shift ;;
        --bin) bin=$(realpath -e -- "${2:-}"); shift ;;
        --data) data=$(realpath -e -- "${2:-}"); shift ;;
        --keep) keep=$(realpath -m -- "${2:?}"); shift ;;
        *) usage >&2; exit 2 ;;
    esac
    shift
done

scratch=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; git -C "$root" worktree remove --force "$scratch/tree" 2>/dev/null || true; rm -rf "$scratch"' EXIT
out=${keep:-$scratch}/rankscope-proof
mkdir -p "$out"
[[ -n $bin ]] || { (build_preset ci "${programs[@]}"); bin=$root/build/ci/bin; }
((!self)) || baseBin=$bin
# Whatever changes what the base says, or which runs it is asked about.
stamp="$commit $self $data $pictures $(cat "$here/collect.py" "$here/runs" "$here/run.sh" | sha1sum)"
[[ -e $out/stamp && $(<"$out/stamp") == "$stamp" ]] || rm -rf "$out"/{base,runs,stamp}
if [[ -z $baseBin && ! -e $out/stamp ]]; then
    git -C "$root" worktree add --quiet --detach "$scratch/tree" "$commit"
    (source "$scratch/tree/packaging/buildlib.sh"; build_preset ci "${programs[@]}")
    baseBin=$scratch/tree/build/ci/bin
fi
rm -rf "$out/now"

# both NAME DEPTH [PATH...]: what both builds say of it, some runs at a time; a run that is not there is made with $words.
both() {
    while (($(jobs -rp | wc -l) >= ${RANKSCOPE_JOBS:-2})); do wait -n || true; done
    local depth=$2
    ((pictures)) || depth=${2//[wp]/}
    { { (($# == 2)) || [[ -e $3 ]] || "$baseBin/rankscope-gen" "$3" "${words[@]}" >/dev/null; } &&
        { [[ -e $out/stamp ]] || python3 "$here/collect.py" "$baseBin" "$out/base" "$1" "$depth" "${@:3}"; } &&
        python3 "$here/collect.py" "$bin" "$out/now" "$1" "$depth" "${@:3}" || echo "$1" >>"$scratch/failed"; } &
}

both program -
wait
[[ -e $out/stamp ]] || git -C "$root" show "$commit:docs/tables.md" >"$out/base/program/tables.md"
cp "$( ((self)) && echo "$out/base/program" || echo "$root/docs")/tables.md" "$out/now/program"
[[ -d $data/real ]] || echo "run.sh: no real profiles in $data; only generated runs are compared" >&2
while read -r name depth options; do
    read -ra words <<<"$options"
    case $options in
        @*) both "$name" "$depth" "${words[@]/#@/$out/runs/}" ;;
        /*) for path in "$data$options"/*/; do [[ ! -d $path ]] || both "$name.$(basename "$path")" "$depth" "${path%/}"; done ;;
        *) both "$name" "$depth" "$out/runs/$name" ;;
    esac
done < <(grep -v '^#' "$here/runs")
wait
[[ ! -e $scratch/failed ]] || { echo "run.sh: not collected: $(tr '\n' ' ' <"$scratch/failed")" >&2; exit 1; }
echo "$stamp" >"$out/stamp"
"$here/compare.py" "$out/base" "$out/now" "$here/accepted.md"
