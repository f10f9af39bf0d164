#!/bin/sh
# Full disks, files that shrink while they are read, refused memory, SIGTERM and SIGKILL, injected into every command of
# spook-lab: nothing may be half written, nothing left behind, nothing lost that was reported as done (faults.py).
#
#   sh tests/faults/run.sh [--kills N] [--memory N]
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
build=${SPOOK_BUILD:-$root/build/release}
[ -f "$build/build.ninja" ] || (cd "$root" && cmake --preset release) >&2
cmake --build "$build" --target spook-lab spook_fail_call >&2
exec python3 "$root/tests/faults/faults.py" "$build/scenarios/spook-lab" "$build/tests/libspook_fail_call.so" "$@"
