#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds rankscope-index for arm64 in build/arm64/bin, runs it by qemu-user, and compares the packs and the index that it writes with
# those of this machine's program, of a generated run and of those that are named as arguments. Debian's arm64 packages are unpacked in
# build/arm64-packages, not installed.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/buildlib.sh"

"$root/packaging/install-deps.sh" arm64

packages=(
    libstdc++-12-dev libopenmpi-dev libqt6opengl6-dev libqt6sql6-sqlite libsimdjson-dev libsqlite3-dev libxxhash-dev
    nlohmann-json3-dev qt6-base-dev qt6-charts-dev qt6-svg-dev zlib1g-dev
)
sysroot=$root/build/arm64-packages
if [[ $(cat "$sysroot/unpacked" 2>/dev/null) != "${packages[*]}" ]]; then
    # A state of its own, where nothing is installed, so apt fetches all that the packages need, as any user.
    fetched=$sysroot/apt
    rm -rf "$sysroot"
    mkdir -p "$fetched/lists/partial" "$fetched/archives/partial"
    touch "$fetched/status"
    apt=(apt-get -qq -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o Dir::State="$fetched" -o Dir::State::status="$fetched/status"
        -o Dir::Cache="$fetched" -o APT::Sandbox::User= -o Acquire::Retries=3)
    echo "Fetching Debian's arm64 packages (180 MB) for build/arm64-packages"
    "${apt[@]}" update || echo "arm64.sh: some package lists could not be fetched; going on with those at hand." >&2
    "${apt[@]}" install --download-only -y --no-install-recommends "${packages[@]}" >/dev/null
    for deb in "$fetched"/archives/*.deb; do
        dpkg-deb -x "$deb" "$sysroot"
    done
    rm -rf "$fetched"
    # Links to files of the packages lead out of the folder.
    find "$sysroot" -type l -lname '/*' -printf '%p\t%l\n' | while IFS=$'\t' read -r link target; do
        ln -sfn "$sysroot$target" "$link"
    done
    echo "${packages[*]}" >"$sysroot/unpacked"
fi

build_preset arm64 rankscope-index
build_preset ci rankscope-index rankscope-gen
cd "$root/build"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ci/bin/rankscope-gen "$work/text" --ranks 8 --mb-per-rank 2 --pt --moe --hardware >/dev/null
for run in "$work/text" "$@"; do
    nice ci/bin/rankscope-index "$run" --out "$work/index"
    # The index names its folder, so both are written in the same place.
    mv "$work/index" "$work/here"
    nice qemu-aarch64-static -L "$sysroot" arm64/bin/rankscope-index "$run" --out "$work/index"
    diff -r "$work/here" "$work/index"
    rm -r "$work/here" "$work/index"
    echo "$run: packs and index are the same bytes on arm64 and here"
done
