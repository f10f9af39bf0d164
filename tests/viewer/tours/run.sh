#!/bin/sh
# Tours of the real window, too long for every change. Each starts an X server of its own.
#   run.sh tsan         every panel under the thread sanitizer (builds the tsan preset's sandbox); fails on a race
#   run.sh soak         a thousand scenes; fails where memory or OpenGL names grow
#   run.sh day [MINUTES [SEED]]   a random user under openbox (60 minutes), of $SANDBOX where it is set (the asan preset's, say)
#   run.sh frames       1000 bodies at 1280x720: milliseconds of drawing and frames a second
#   run.sh pictures     the pictures of assets/screenshots: of pictures.tour, and those of their names that other tours take
#   run.sh tools [SCENE…]   every tool opened on every scene of the library, or on these; fails at the first that fails
#   run.sh film FOLDER [WIDTHxHEIGHT]   the two-minute film of film.tour, by the window's own recorder
#   run.sh sizes        panels at 400x300, 1280x720 and 4K in both themes, into assets/screenshots
#   run.sh look TOUR FOLDER [WIDTHxHEIGHT [DPI]]   the pictures a tour takes, at a size of your own: layers.tour, panels.tour
set -e
status=
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../../.." && pwd)
work=$(mktemp -d)
server=
clean() { [ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$work"; }
trap clean EXIT INT TERM

size=1280x720 dpi=96
# sandbox BINARY ARGUMENTS...: on a fresh display of that size, as a fresh user
sandbox() {
  binary=$1; shift
  rm -f "$work/display"
  Xvfb -displayfd 3 -screen 0 ${size}x24 -noreset -nolisten tcp 3>"$work/display" 2>/dev/null &
  server=$!
  while [ ! -s "$work/display" ]; do sleep 0.1; done
  # as a desktop tells its scale
  [ "$dpi" = 96 ] || DISPLAY=:$(cat "$work/display") xprop -root -f RESOURCE_MANAGER 8s -set RESOURCE_MANAGER "Xft.dpi: $dpi"
  mkdir -p "$work/Pictures" "$work/config/spook"
  left=0
  (cd "$work/Pictures" && HOME=$work XDG_CONFIG_HOME=$work/config XDG_CACHE_HOME=$work/cache DISPLAY=:$(cat "$work/display") \
    "$binary" "$@" --size "$size" --exit --status "$work/status.json") || left=$?
  kill "$server"; server=
  return $left
}

# small FROM TO: a PNG of 256 colours, at most 1920 pixels wide
small() {
  ffmpeg -loglevel error -y -i "$1" -vf "scale='min(1920,iw)':-1,split[a][b];[a]palettegen[p];[b][p]paletteuse=dither=none" "$2"
}

case "$1" in
tsan)
  cmake --preset tsan -S "$top" >/dev/null && cmake --build "$top/build/tsan" --target spook-sandbox
  # the driver that draws on the processor has threads of its own, not built with the sanitizer: their races are not ours
  printf 'race:libgallium\nrace:swrast_dri\nrace:libGLX\nrace:libLLVM\n' >"$work/suppressions"
  export TSAN_OPTIONS="suppressions=$work/suppressions exitcode=66 second_deadlock_stack=1 log_path=$work/tsan"
  LP_NUM_THREADS=0 sandbox "$top/build/tsan/viewer/spook-sandbox" brick_wall --script "$here/every_panel.tour" || status=$?
  [ -z "$status" ] || echo "left with $status"
  cat "$work"/tsan.* 2>/dev/null && status=${status:-66}
  [ -z "$status" ] && echo "no race on a tour of every panel" || exit "$status"
  ;;
soak)
  size=640x400
  sandbox "${SANDBOX:-$top/build/release/viewer/spook-sandbox}" brick_wall --script "$here/soak.tour"
  cat "$work/Pictures/soak.jsonl"
  python3 - "$work/Pictures/soak.jsonl" <<'PYTHON'
import json, sys
notes = [json.loads(line) for line in open(sys.argv[1])]
first, last = notes[1], notes[-1]
grown = last["resident_kb"] - first["resident_kb"]
names = last["gl_names"] - notes[0]["gl_names"]
print(f"{last['world']} scenes: resident {first['resident_kb']/1024:.0f} MB after {first['world']}, {last['resident_kb']/1024:.0f} MB at the end; {names:+d} OpenGL names")
sys.exit(1 if names > 0 or grown > 0.10 * first["resident_kb"] else 0)
PYTHON
  ;;
day)
  for program in openbox xrandr; do
    command -v $program >/dev/null || { echo "run.sh day: no $program (bootstrap.sh deps-all)" >&2; exit 77; }
  done
  cmake --build "$top/build/release" --target spook-sandbox spook-lab spook_jump_clock >"$work/build.log" || { tail -5 "$work/build.log"; exit 2; }
  Xvfb -displayfd 3 -screen 0 1280x720x24 -noreset -nolisten tcp 3>"$work/display" 2>/dev/null &
  server=$!
  while [ ! -s "$work/display" ]; do sleep 0.1; done
  export DISPLAY=:$(cat "$work/display") HOME=$work XDG_CONFIG_HOME=$work/config XDG_CACHE_HOME=$work/cache
  mkdir -p "$work/Pictures" "$work/config"
  openbox --sm-disable >/dev/null 2>&1 &
  (cd "$work/Pictures" && python3 "$here/day.py" "${SANDBOX:-$top/build/release/viewer/spook-sandbox}" \
    "$top/build/release/scenarios/spook-lab" "$top/build/release/tests/libspook_jump_clock.so" "${2:-60}" ${3:-})
  ;;
frames)
  sandbox "${SANDBOX:-$top/build/release/viewer/spook-sandbox}" brick_wall --param bricks=40 --param courses=25 --paused --frames 120
  python3 - "$work/status.json" <<'PYTHON'
import json, sys
s = json.load(open(sys.argv[1]))
d = s["draw_ms"]
print(f"{len(s['bodies'])} bodies on {s['device']}: {s['mean_frame_ms']:.1f} ms a frame ({1000/s['mean_frame_ms']:.0f} a second); scene {d['scene']:.1f}, panels {d['panels']:.1f} ms")
PYTHON
  ;;
pictures)
  sandbox "${SANDBOX:-$top/build/release/viewer/spook-sandbox}" brick_wall --script "$here/pictures.tour"
  for picture in "$work"/Pictures/shot_*.png; do
    small "$picture" "$top/assets/screenshots/$(basename "$picture" | sed s/^shot_//)"
  done
  for tour in compare inside look_closer solving tracks; do
    rm -f "$work"/Pictures/*.png
    sandbox "${SANDBOX:-$top/build/release/viewer/spook-sandbox}" brick_wall --script "$here/$tour.tour"
    for picture in "$work"/Pictures/*.png; do
      [ ! -e "$top/assets/screenshots/$(basename "$picture")" ] || small "$picture" "$top/assets/screenshots/$(basename "$picture")"
    done
  done
  ;;
tools)
  shift
  lab="$top/build/release/scenarios/spook-lab"
  [ $# -gt 0 ] || set -- $("$lab" scenes | awk 'NR > 1 { print $1 }')
  for scene; do
    cat <<TOUR
open $scene
steps 3
panels scene solver plots
wait 2
panels lessons magnifier ledger
wait 2
panels inspector layers agreement
wait 2
panels friction pivots
wait 2
panels solving matrix
wait 3
panels compare sweep
wait 2
panels papers tracks
wait 2
panels convergence
wait 2
panels profile
key I
wait 4
panels inside
wait 2
panels pivots
wait 2
key I
wait 2
play
key X
wait 3
steps 2
key X
wait 2
TOUR
  done >"$work/tools.tour"
  size=800x600
  sandbox "${SANDBOX:-$top/build/release/viewer/spook-sandbox}" brick_wall --script "$work/tools.tour"
  echo "every tool opened on $# scenes"
  ;;
film)
  folder=$2 size=${3:-1280x720}
  mkdir -p "$folder"
  sandbox "${SANDBOX:-$top/build/release/viewer/spook-sandbox}" brick_wall --script "$here/film.tour"
  cp "$work"/Pictures/spook-*.mp4 "$folder/spook-tools.mp4"
  ffprobe -v error -show_entries format=duration,size -of default=noprint_wrappers=1 "$folder/spook-tools.mp4"
  ;;
sizes)
  for one in 400x300:96 1280x720:96 3840x2160:192; do
    size=${one%:*} dpi=${one#*:}
    sandbox "${SANDBOX:-$top/build/release/viewer/spook-sandbox}" brick_wall --script "$here/sizes.tour"
    for theme in light dark; do  # 4K at half its size: the repository is small
      small "$work/Pictures/$theme.png" "$top/assets/screenshots/panels_${size}_$theme.png"
    done
  done
  ;;
look)
  tour=$(realpath "$2") folder=$3 size=${4:-1280x720} dpi=${5:-96}
  mkdir -p "$folder"
  sandbox "${SANDBOX:-$top/build/release/viewer/spook-sandbox}" brick_wall --script "$tour"
  cp "$work"/Pictures/* "$folder"
  ;;
*)
  sed -n 2,11p "$0"; exit 2
  ;;
esac
