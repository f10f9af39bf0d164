#!/bin/sh
# Builds every fuzz target with the address and undefined-behaviour sanitizers and runs each MINUTES (10) long, as many
# at a time as there are processors. Inputs that broke something, and what targets say, are kept in build/fuzz.
#
#   sh tests/fuzz/run.sh [MINUTES] [TARGET …]
#
# SPOOK_FUZZER=libfuzzer builds with clang's libFuzzer instead of the deterministic mutator; corpora then grow in
# build/fuzz/corpus and are taken up again by the next run.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
minutes=${1:-10}
[ $# -gt 0 ] && shift
libfuzzer=$([ "${SPOOK_FUZZER:-}" = libfuzzer ] && echo yes || echo no)
work=$root/build/fuzz
mkdir -p "$work"

if [ "$libfuzzer" = yes ]; then
  build=$root/build/libfuzzer
  cmake -S "$root" -B "$build" -G Ninja -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_BUILD_TYPE=RelWithDebInfo \
    -DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-O1 -DSPOOK_SANITIZE=address,undefined,fuzzer-no-link -DSPOOK_LIBFUZZER=ON \
    -DSPOOK_WINDOW=OFF >"$work/configure.log"
else
  build=$root/build/asan
  [ -f "$build/build.ninja" ] || (cd "$root" && cmake --preset asan -DSPOOK_WINDOW="${SPOOK_WINDOW:-ON}") >"$work/configure.log"
fi
cmake --build "$build" --target fuzz >"$work/build.log" || { tail -20 "$work/build.log"; exit 2; }

targets=$*
[ -n "$targets" ] || targets=$(cd "$build/tests" && ls -d fuzz_* | grep -v '\.')
seconds=$(awk "BEGIN { print int($minutes * 60) }")

cat >"$work/one.sh" <<'ONE'
target=$1 build=$2 seconds=$3 libfuzzer=$4 log=$1.log
export ASAN_OPTIONS=abort_on_error=1:detect_leaks=0:allocator_may_return_null=1:max_allocation_size_mb=4000
export UBSAN_OPTIONS=print_stacktrace=1:abort_on_error=1
if [ "$libfuzzer" = yes ]; then
  mkdir -p corpus/$target
  "$build/tests/$target" -max_total_time=$seconds -timeout=20 -rss_limit_mb=4000 -artifact_prefix=$target. corpus/$target >$log 2>&1
else
  "$build/tests/$target" $seconds >$log 2>&1
fi && echo "$target: $(tail -1 $log)" || { echo "$target: FAILED, see build/fuzz/$log"; exit 1; }
ONE
cd "$work"
echo $targets | tr ' ' '\n' | xargs -P "$(nproc)" -I TARGET sh one.sh TARGET "$build" "$seconds" "$libfuzzer"
