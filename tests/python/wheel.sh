#!/bin/sh
# sh tests/python/wheel.sh: builds a wheel from scratch, where root can without any network, installs it into an empty
# folder and steps a world there. Takes minutes; build/wheel keeps what it made.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
python=${PYTHON:-/usr/bin/python3} # Debian's: its pybind11, numpy, setuptools and wheel are used
work=$root/build/wheel
rm -rf "$work" && mkdir -p "$work"
alone=
[ "$(id -u)" = 0 ] && unshare -n true 2>/dev/null && alone="unshare -n"
# of a copy: setuptools writes beside what it builds
(cd "$root" && git ls-files -co --exclude-standard | tar -cf - -T -) | (mkdir "$work/source" && tar -xf - -C "$work/source")
$alone "$python" -m pip wheel --no-build-isolation --no-deps --no-index -w "$work" "$work/source/engine/python"
$alone "$python" -m pip install --no-deps --no-index --target "$work/installed" "$work"/spook-*.whl
cd "$work" && PYTHONPATH=$work/installed "$python" -c '
import spook
world = spook.World(spook.scene("brick_wall"))
world.step(60)
print("spook", spook.__version__, "from", spook.__file__, world.snapshot().positions.shape)
assert spook.__file__.startswith("'"$work"'/installed"), spook.__file__'
