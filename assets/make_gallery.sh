#!/bin/sh
# Makes the pictures of every scene and the page that shows them: sh assets/make_gallery.sh [build folder]
set -e
cd "$(dirname "$0")/.."
build=${1:-build/release}
"$build/viewer/spook-sandbox" --pictures assets/screenshots/scenes --size 320x200 > /dev/null
"$build/viewer/spook-sandbox" wheel_loader --pictures assets/screenshots/scenes --size 480x270 --at 1.8,4.3,6,8.4 > /dev/null
"$build/scenarios/spook-lab" scenes --gallery screenshots/scenes > assets/GALLERY.md
du -sh assets/screenshots/scenes
