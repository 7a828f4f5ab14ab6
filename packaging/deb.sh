#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the Debian package and the archive: build/release/packages/rankscope_*.deb and *.tar.gz.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/buildlib.sh"

case ${1:-} in
    "") ;;
    -h | --help)
        echo "usage: packaging/deb.sh    installs what is missing, builds the release and packs it in build/release/packages"
        exit 0
        ;;
    *)
        echo "deb.sh: takes no arguments" >&2
        exit 1
        ;;
esac
"$root/packaging/install-deps.sh" package
build_preset release
cd "$root/build/release"
cpack
