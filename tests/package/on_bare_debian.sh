# Runs inside the bare Debian that run.sh made, as its root: what a user does with the packages.
set -eu
export DEBIAN_FRONTEND=noninteractive
say() { echo "-- $*"; }
install() { apt-get -q -y install --no-install-recommends "$@" >/tmp/apt.log 2>&1 || { tail -20 /tmp/apt.log; exit 1; }; }

apt-get -q update >/dev/null
cd /packages
say "apt install ./spook*.deb"
install ./spook*.deb

cd /tmp
say "spook-lab"
spook-lab --version
spook-lab run pyramid --seconds 1 --hash
spook-lab check /usr/share/spook/scenes/tutorial.json

say "python3"
python3 -c '
import spook
world = spook.World(spook.scene("brick_wall"))
world.step(60)
print("spook", spook.__version__, world.snapshot().positions.shape, str(spook.assets()))
assert str(spook.assets()) == "/usr/share/spook", spook.assets()'

say "spook-sandbox"
spook-sandbox --version
install xvfb xauth libgl1-mesa-dri man-db desktop-file-utils appstream shared-mime-info bash-completion
LIBGL_ALWAYS_SOFTWARE=1 xvfb-run -a -s "-screen 0 1280x720x24" spook-sandbox pyramid --pictures /tmp/pictures --at 0.5
ls -l /tmp/pictures
[ "$(head -c 4 /tmp/pictures/*.png | tail -c 3)" = PNG ]

say "desktop"
desktop-file-validate /usr/share/applications/spook-sandbox.desktop
appstreamcli validate --no-net /usr/share/metainfo/org.spook.sandbox.metainfo.xml || [ $? = 3 ] # 3: no homepage to name
update-mime-database /usr/share/mime
grep -q vnd.spook.scene /usr/share/mime/globs2
for page in spook-lab spook-sandbox; do
  man --warnings $page 2>/tmp/man.warnings | head -4
  [ ! -s /tmp/man.warnings ] || { cat /tmp/man.warnings; exit 1; }
done
say "completion"
bash -c '. /usr/share/bash-completion/bash_completion; . /usr/share/bash-completion/completions/spook-lab
  COMP_WORDS=(spook-lab run pyr); COMP_CWORD=2; _spook spook-lab pyr; echo "${COMPREPLY[@]}"; [ "${COMPREPLY[*]}" = "pyramid pyramid_square" ] || exit 1
  COMP_WORDS=(spook-lab re); COMP_CWORD=1; _spook spook-lab re; echo "${COMPREPLY[@]}"; [ "${COMPREPLY[*]}" = replay ] || exit 1'

say "a ten-line CMake project"
install cmake g++ make
for kind in static shared; do
  cmake -S /project -B /tmp/project-$kind -DKIND=$kind >/dev/null
  cmake --build /tmp/project-$kind >/tmp/build.log || { cat /tmp/build.log; exit 1; }
  /tmp/project-$kind/mine
done

say "the tarball, without the packages, from a folder of its own"
apt-get -q -y purge 'spook-*' >/dev/null 2>&1
mkdir /opt/anywhere
tar -xzf /packages/spook-*.tar.gz -C /opt/anywhere --strip-components 1
/opt/anywhere/bin/spook-lab run tutorial --seconds 1 --hash
PYTHONPATH=$(echo /opt/anywhere/lib/python3/dist-packages) python3 -c 'import spook; print(spook.assets()); assert str(spook.assets()) == "/opt/anywhere/share/spook"'
LIBGL_ALWAYS_SOFTWARE=1 xvfb-run -a -s "-screen 0 1280x720x24" /opt/anywhere/bin/spook-sandbox pyramid --pictures /tmp/more --at 0.5
cmake -S /project -B /tmp/project-moved -DKIND=shared -DCMAKE_PREFIX_PATH=/opt/anywhere >/dev/null
cmake --build /tmp/project-moved >/tmp/build.log || { cat /tmp/build.log; exit 1; }
/tmp/project-moved/mine
