#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs the Debian packages that RankScope is built, run, tested or packed with. Does nothing, quickly, when all are there.
set -euo pipefail

# Compilers (clang; g++ brings the standard library, and builds as well), Qt and the readers' libraries. libqt6opengl6-dev is not optional: the CMake files of Qt Charts look for it.
build=(
    ca-certificates ccache clang cmake g++ ninja-build
    libqt6opengl6-dev qt6-base-dev qt6-charts-dev qt6-l10n-tools qt6-svg-dev
    libsimdjson-dev libsqlite3-dev libxxhash-dev nlohmann-json3-dev zlib1g-dev
)
# Packages that the program loads at run time: SQLite for Qt, Qt's own translations, fonts with Latin and Chinese glyphs.
runtime=(fonts-dejavu-core fonts-wqy-zenhei libqt6sql6-sqlite qt6-translations-l10n)
# The last two build and run rankscope-index; without them everything else is built.
tests=(strace libopenmpi-dev openmpi-bin)
# The runtime of the sanitizers and of libFuzzer.
fuzz=(libclang-rt-dev)
lint=(clang-format-14)
# The linker of the programs for arm64, and what runs them here.
arm64=(lld qemu-user-static)
# dpkg-shlibdeps and file are what CPack asks for the dependencies of a .deb.
package=(dpkg-dev file appstream desktop-file-utils)

usage() {
    cat <<'TEXT'
usage: packaging/install-deps.sh [--check] [run|test|fuzz|lint|arm64|package]

Installs what is missing of the Debian packages for one purpose (default: run) with apt-get, through sudo when not root.
  run       build the program and open it
  test      the same, and what the tests use
  fuzz      the same, and the sanitizers of clang
  lint      clang-format, to check the format of the sources
  arm64     what the tests use, and what building for arm64 needs
  package   what the tests use, and what building the .deb needs
  --check   install nothing: print the missing packages, exit 1 when there are any
TEXT
}

check=0
purpose=run
for arg in "$@"; do
    case $arg in
        --check) check=1 ;;
        run | test | fuzz | lint | arm64 | package) purpose=$arg ;;
        -h | --help) usage; exit 0 ;;
        *) usage >&2; exit 1 ;;
    esac
done

wanted=("${build[@]}" "${runtime[@]}")
case $purpose in
    lint) wanted=("${lint[@]}") ;;
    test) wanted+=("${tests[@]}") ;;
    fuzz) wanted+=("${tests[@]}" "${fuzz[@]}") ;;
    arm64) wanted+=("${tests[@]}" "${arm64[@]}") ;;
    package) wanted+=("${tests[@]}" "${package[@]}") ;;
esac
# A session with Wayland and no X server needs Qt's Wayland plugin; with an X display the built-in plugin is used.
if [[ -n ${WAYLAND_DISPLAY:-} && -z ${DISPLAY:-} ]]; then
    wanted+=(qt6-wayland)
fi

if ! command -v dpkg-query >/dev/null; then
    echo "install-deps: this is not a Debian system, so nothing is installed. The build needs clang 14 or g++ 12, CMake 3.23, Ninja, ccache," >&2
    echo "Qt 6.4 (Base, Charts, SVG, lrelease), simdjson 3, nlohmann_json 3.11, SQLite 3.35, xxHash 0.8 and zlib; please install them yourself." >&2
    exit 0
fi

installed=" $(dpkg-query -W -f '${Package}=${db:Status-Status} ' "${wanted[@]}" 2>/dev/null || true)"
missing=()
for name in "${wanted[@]}"; do
    [[ $installed == *" $name=installed "* ]] || missing+=("$name")
done
if ((${#missing[@]} == 0)); then
    exit 0
fi
if ((check)); then
    printf '%s\n' "${missing[@]}"
    exit 1
fi

as_root=()
if ((EUID != 0)); then
    if ! command -v sudo >/dev/null; then
        echo "install-deps: these packages are missing, and you are neither root nor is there sudo to become root:" >&2
        echo "    ${missing[*]}" >&2
        echo "Ask an administrator to run:  apt-get install --no-install-recommends ${missing[*]}" >&2
        exit 1
    fi
    as_root=(sudo)
    # Without a terminal sudo cannot ask for a password; it has to say so instead of waiting for ever.
    [[ -t 0 ]] || as_root+=(-n)
fi

echo "Installing ${#missing[@]} packages, for one or two minutes: ${missing[*]}"
apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 -qq)
# The package lists may be old or empty; one failed source (say, of another vendor) must not stop the installation.
"${apt[@]}" update >/dev/null || echo "install-deps: some package lists could not be refreshed; going on with those at hand." >&2
if ! said=$("${apt[@]}" install -y --no-install-recommends "${missing[@]}" 2>&1); then
    printf '%s\n' "$said" >&2
    echo "install-deps: apt-get could not install: ${missing[*]}" >&2
    exit 1
fi
