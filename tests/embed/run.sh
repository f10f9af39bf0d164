#!/bin/sh
# sh tests/embed/run.sh BUILD [static|shared|fetch]: installs the build's libraries, moves them elsewhere, and builds and
# runs this folder's programs against them in a third place. `fetch` brings the sources in by FetchContent instead, which
# compiles the engine. BUILD may also be an installed tree (one with include/spook). Of an installed tree every header is
# compiled alone, without a warning, and must ask for nothing but the standard library, Eigen and its like.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
build=$(cd "${1:?a build folder or an installed tree}" && pwd)
kind=${2:-static}
work=$(mktemp -d "${TMPDIR:-/tmp}/spook-embed.XXXXXX")
trap 'rm -rf "$work"' EXIT

check_headers() { # check_headers FOLDER-OF-HEADERS
  strange=$(grep -En '^ *# *include' "$1"/spook/*.h | grep -Ev '#include (<[a-z_]+>|<Eigen/[A-Za-z]+>|"spook/[a-z_]+\.h")$' || true)
  [ -z "$strange" ] || { echo "a public header needs more than the standard library and Eigen: $strange" >&2; exit 1; }
  strange=$(sed 's,//.*,,' "$1"/spook/*.h | grep -Eno '\b(nlohmann|bt[A-Z][A-Za-z]*|tinyxml2|ImGui|glm|png_[a-z]+)\b' || true)
  [ -z "$strange" ] || { echo "a public header names what is not ours: $strange" >&2; exit 1; }
  for header in "$1"/spook/*.h; do
    printf '#include "spook/%s"\n' "${header##*/}" >"$work/alone.cpp"
    "${CXX:-c++}" -std=c++20 -fsyntax-only -Wall -Wextra -Wpedantic -Wshadow -Werror -isystem /usr/include/eigen3 -I "$1" "$work/alone.cpp"
  done
  echo "== $(ls "$1"/spook/*.h | wc -l) headers, each alone"
}

if [ "$kind" = fetch ]; then
  found="-DFETCH_SPOOK=$root -DCMAKE_UNITY_BUILD=ON"
elif [ -d "$build/include/spook" ] && [ ! -e "$build/CMakeCache.txt" ]; then
  found="-DCMAKE_PREFIX_PATH=$build -DSPOOK_KIND=$kind" found_headers=$build/include
else
  for component in engine dev; do
    cmake --install "$build" --prefix "$work/first" --component $component >/dev/null
  done
  mv "$work/first" "$work/moved" # nothing may remember where it was installed
  found="-DCMAKE_PREFIX_PATH=$work/moved -DSPOOK_KIND=$kind" found_headers=$work/moved/include
fi

[ "$kind" = fetch ] || check_headers "$found_headers"

mkdir "$work/project"
cp "$here"/*.cpp "$here/CMakeLists.txt" "$work/project"
cmake -S "$work/project" -B "$work/build" -G Ninja $found -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE=-O1 >"$work/log" 2>&1 ||
  { cat "$work/log"; exit 1; }
cmake --build "$work/build" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }

cd "$work" # away from the sources
echo "== falling_box" && build/falling_box
echo "== own_solver" && build/own_solver "$root/tests/corpus/chain_50.problem" "$root/tests/corpus/table_30.problem" "$root/tests/corpus/wall_at_rest.problem"
echo "== render_loop" && build/render_loop frame.ppm
[ "$(head -c 2 frame.ppm)" = P6 ]
