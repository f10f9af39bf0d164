#!/bin/sh
# Fetches three.js from the npm registry for the pages of `spook-lab run --html`: fetch_three.sh FOLDER
# puts three.min.js there. One fixed version, whose hash must fit; nothing of it is kept in this repository.
set -eu
version=0.149.0
sum=8a5f7249903b54d30f79f708699d2fed2d6a1d0741a4cd41377d1f01bb5a2271
folder=${1:?usage: fetch_three.sh FOLDER}

fits() { [ -f "$1" ] && [ "$(sha256sum <"$1" | cut -d' ' -f1)" = "$sum" ]; }

fits "$folder/three.min.js" && exit 0
mkdir -p "$folder"
part=$(mktemp -d "$folder/part.XXXXXX")
trap 'rm -rf "$part"' EXIT
url=https://registry.npmjs.org/three/-/three-$version.tgz
if command -v curl >/dev/null 2>&1; then
  curl -fsSL --max-time 120 -o "$part/three.tgz" "$url" || true
elif command -v wget >/dev/null 2>&1; then
  wget -q -T 120 -O "$part/three.tgz" "$url" || true
elif command -v npm >/dev/null 2>&1; then
  (cd "$part" && npm pack "three@$version" --silent >/dev/null 2>&1 && mv three-*.tgz three.tgz) || true
fi
if ! tar -xzf "$part/three.tgz" -C "$part" package/build/three.min.js 2>/dev/null; then
  echo "fetch_three.sh: three.js could not be fetched (curl, wget or npm, and the npm registry, are needed): spook-lab run --html stays off" >&2
  exit 1
fi
fits "$part/package/build/three.min.js" || { echo "fetch_three.sh: three.js $version is not the file that is known; left out" >&2; exit 1; }
mv "$part/package/build/three.min.js" "$folder/three.min.js"
