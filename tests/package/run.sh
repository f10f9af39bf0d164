#!/bin/sh
# sh tests/package/run.sh: builds the packages, twice, and compares the bytes; then installs them on a bare Debian 12 made
# by debootstrap, and tries there what a user would: spook-lab, the sandbox under Xvfb, a ten-line CMake project, Python,
# man pages, and the tarball from a folder of its own. Needs root, debootstrap, and Debian's mirror. About ten minutes
# from scratch; the build (build/package) and the bare system (build/bare-debian) are kept and used again.
#
#   SPOOK_MIRROR=http://deb.debian.org/debian   where debootstrap and apt fetch from
#   SPOOK_TWICE=packing|build|no                what is done twice: packing (default), all of the build too, or nothing
set -eu

root=$(cd "$(dirname "$0")/../.." && pwd)
build=$root/build/package
bare=$root/build/bare-debian
mirror=${SPOOK_MIRROR:-http://deb.debian.org/debian}
twice=${SPOOK_TWICE:-packing}
out=$root/build/packages

say() { echo "== $*"; }

[ "$(id -u)" = 0 ] || { echo "package test: needs root, for chroot" >&2; exit 77; }
command -v debootstrap >/dev/null || { echo "package test: no debootstrap (bootstrap.sh deps-all)" >&2; exit 77; }

pack() { # pack SOURCE BUILD OUT
  (cd "$1" && cmake --preset package -B "$2" >/dev/null)
  cmake --build "$2" >"$2/build.log" || { tail -20 "$2/build.log"; exit 1; }
  rm -rf "$3" "$2/_CPack_Packages"
  (cd "$2" && SOURCE_DATE_EPOCH=$epoch cpack -G "DEB;TGZ" -B "$3" >"$2/cpack.log" 2>&1) || { tail -20 "$2/cpack.log"; exit 1; }
  rm -rf "$3/_CPack_Packages"
}

epoch=$(cd "$root" && git log -1 --format=%ct 2>/dev/null || echo 0)
say "packages"
pack "$root" "$build" "$out"
(cd "$out" && ls -l spook* | awk '{print $5, $9}')

if [ "$twice" != no ]; then
  say "the same bytes twice ($twice)"
  if [ "$twice" = build ]; then
    other=$(mktemp -d) # other sources, another build folder, no compiler cache
    (cd "$root" && git ls-files -co --exclude-standard | tar -cf - -T -) | tar -xf - -C "$other"
    mkdir -p "$other/build" && [ ! -d "$root/build/three" ] || cp -r "$root/build/three" "$other/build" # fetched, not in git
    CCACHE_DISABLE=1 pack "$other" "$other/build/elsewhere" "$other/packages"
    again=$other/packages
  else
    again=$root/build/packages-again
    sleep 2 # other times of day
    pack "$root" "$build" "$again"
  fi
  (cd "$out" && sha256sum spook*) >"$build/sums"
  (cd "$again" && sha256sum -c "$build/sums")
fi

say "a bare Debian 12"
if [ ! -e "$bare/.made" ]; then
  rm -rf "$bare"
  debootstrap --variant=minbase bookworm "$bare" "$mirror" >"$build/debootstrap.log"
  touch "$bare/.made"
fi
machine=$(mktemp -d "${TMPDIR:-/tmp}/spook-machine.XXXXXX")
leave() {
  umount "$machine/proc" 2>/dev/null || true
  rm -rf --one-file-system "$machine"
}
trap leave EXIT
cp -a "$bare/." "$machine"
mount -t proc proc "$machine/proc"
cp -L /etc/resolv.conf "$machine/etc/resolv.conf" 2>/dev/null || true
[ ! -d /etc/apt/apt.conf.d ] || cp -n /etc/apt/apt.conf.d/*prox* "$machine/etc/apt/apt.conf.d/" 2>/dev/null || true
mkdir "$machine/packages" "$machine/project"
cp "$out"/spook*.deb "$out"/spook*.tar.gz "$machine/packages"
cp "$root/tests/package/project/"* "$machine/project"
cp "$root/tests/package/on_bare_debian.sh" "$machine/packages/"
chroot "$machine" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 sh /packages/on_bare_debian.sh
say "all good"
