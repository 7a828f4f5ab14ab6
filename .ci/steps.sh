# SPDX-License-Identifier: Apache-2.0
# Sourced by .ci/run and .ci/nightly: steps, and how long each took.
took=()

# step NAME COMMAND...: runs it; its status is that of the command.
step() {
    local name=$1 began=$SECONDS status=0
    shift
    echo "== $name: $*"
    "$@" || status=$?
    took+=("$(printf '%6d s  %s' $((SECONDS - began)) "$name")")
    ((status == 0)) || {
        echo "== $name failed with $status"
        durations
    }
    return "$status"
}

durations() {
    echo "== durations"
    printf '%s\n' "${took[@]}" "$(printf '%6d s  in all' "$SECONDS")"
}
