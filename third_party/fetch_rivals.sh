#!/bin/sh
# Fetches the engines of npm that `spook-bench rivals` measures beside ours: fetch_rivals.sh FOLDER puts them into
# FOLDER/node_modules. Fixed versions, whose archives' hashes must fit; none of their scripts is run, and nothing of
# them is kept in this repository. Where Node or the registry is missing, they are left out.
set -eu
folder=${1:?usage: fetch_rivals.sh FOLDER}
command -v npm >/dev/null 2>&1 && command -v node >/dev/null 2>&1 ||
  { echo "fetch_rivals.sh: no Node and npm here: Jolt, Rapier and MuJoCo 3 are left out of spook-bench rivals" >&2; exit 1; }
part=$(mktemp -d)
trap 'rm -rf "$part"' EXIT

fetch() { # fetch PACKAGE VERSION SHA256
  [ "$(cat "$folder/node_modules/$1/.fetched" 2>/dev/null)" != "$2 $3" ] || return 0
  archive=$(cd "$part" && npm pack "$1@$2" --silent --ignore-scripts 2>/dev/null | tail -1) || archive=
  [ -n "$archive" ] && [ -f "$part/$archive" ] || { echo "fetch_rivals.sh: $1 could not be fetched; left out" >&2; return 1; }
  if [ "$(sha256sum <"$part/$archive" | cut -d' ' -f1)" != "$3" ]; then
    echo "fetch_rivals.sh: $1 $2 is not the archive that is known; left out" >&2
    return 1
  fi
  rm -rf "$folder/node_modules/$1"
  mkdir -p "$folder/node_modules/$1"
  tar -xzf "$part/$archive" -C "$folder/node_modules/$1" --strip-components 1
  echo "$2 $3" >"$folder/node_modules/$1/.fetched"
}

status=0
fetch jolt-physics 1.1.0 01b0a570572072be168fe71001199baa10d239a9e1bd3d399bdaf315491d8880 || status=1
fetch @dimforge/rapier3d-compat 0.21.0 e036e2e958b8d314b5731cbae256d3c4e42198cda8a56bf3b25fce983ded05b4 || status=1
fetch @mujoco/mujoco 3.14.0 f845a07ab81303cc6579fec07136818bed21d44a31c1911340f61e06f4d11eee || status=1
exit $status
