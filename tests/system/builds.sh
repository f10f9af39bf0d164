#!/bin/sh
# Does the same scene give the same hash whatever compiled it? Builds spook-lab in several ways, each in a folder of its
# own under build/builds, runs the scenes of tests/corpus/pinned_hashes.txt with each, and with one to eight threads, and
# says which hashes differ from the pinned ones. Takes about five minutes of a processor a build.
#
#   sh tests/system/builds.sh [NAME …]     COMPILER-LEVEL-PROCESSOR[-files], for example those below;
#                                          files: each source compiled by itself, else eight at once (unity)
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$root/build/builds
mkdir -p "$work"
names=${*:-gcc-O3-native gcc-O2-plain clang-O3-native clang-O2-plain gcc-O3-native-files}

build() {
  case $1 in gcc*) cxx=g++ ;; clang*) cxx=clang++ ;; *) echo "$1: no such compiler"; exit 2 ;; esac
  level=$(echo "$1" | cut -d- -f2)
  case $1 in *native*) native=ON ;; *) native=OFF ;; esac
  case $1 in *files) unity=OFF ;; *) unity=ON ;; esac
  [ -f "$work/$1/build.ninja" ] || cmake -S "$root" -B "$work/$1" -G Ninja -DCMAKE_CXX_COMPILER=$cxx \
    -DCMAKE_BUILD_TYPE=Release "-DCMAKE_CXX_FLAGS_RELEASE=-$level -DNDEBUG" -DSPOOK_NATIVE=$native -DSPOOK_WINDOW=OFF \
    -DSPOOK_TESTS=OFF -DSPOOK_PYTHON=OFF -DCMAKE_UNITY_BUILD=$unity >"$work/$1.log"
  cmake --build "$work/$1" --target spook-lab >>"$work/$1.log" 2>&1 || { echo "$1: does not build:"; tail -5 "$work/$1.log"; exit 2; }
}

# "scene hash" a line
hashes() {
  grep -v '^#' "$root/tests/corpus/pinned_hashes.txt" | while read -r scene steps pinned; do
    echo "$scene $("$work/$1/scenarios/spook-lab" run "$scene" --steps "$steps" --hash --threads "$2")"
  done
}

# names what differs from what is pinned
compare() {
  differing=$(diff "$work/pinned.txt" "$work/now.txt" | sed -n 's/^> \([^ ]*\) .*/\1/p' | tr '\n' ' ')
  count=$(echo "$differing" | wc -w)
  echo "$1: $((20 - count)) of 20 hashes the same${differing:+; other: $differing}"
  [ "$count" = 0 ] || echo "$1" >>"$work/differing.txt"
}

rm -f "$work/differing.txt"
grep -v '^#' "$root/tests/corpus/pinned_hashes.txt" | cut -d' ' -f1,3 >"$work/pinned.txt"
for name in $names; do
  build "$name"
  for threads in 1 2 4 8; do
    [ "$name" != "${names%% *}" ] && [ $threads != 1 ] && continue  # threads: with the first build
    hashes "$name" $threads >"$work/now.txt"
    compare "$name with $threads thread(s)"
  done
done
[ ! -f "$work/differing.txt" ]
