"""A random user of the real window under a real window manager: day.py SANDBOX LAB CLOCK MINUTES [SEED], by run.sh day.

Drags, wheels, clicks, keys, scenes opened by name; the window resized, moved, minimised and hidden; the monitor changed
for another and switched off, the text's scale changed; a gamepad plugged in and out; the calendar set by years, and time
gone on while the program was stopped (CLOCK is the library of tests/faults/jump_clock.cpp). In the end the graphics
context is lost: what happened must be kept, and replay to the same hashes with LAB. Fails where the program ends by
itself, stops answering, or grows.
"""

import glob
import json
import os
import random
import re
import signal
import struct
import subprocess
import sys
import time

SCENES = ["brick_wall", "chain", "ragdoll", "card_house", "log_pile", "cradle", "rope_bridge", "wheel_loader"]
# all but those that leave the program or write films of minutes
KEYS = ("space period comma minus equal r t question Escape Tab Home Delete ctrl+z ctrl+y ctrl+d ctrl+f ctrl+o ctrl+s "
        "F2 F3 F4 F5 F6 F7 F8 F10 F12 m j k c p n y l x i b 1 2 3 4 5 6 7 8 9 0 shift+1 shift+2 shift+3 shift+4 "
        "w a s d q e Up Down Left Right Return").split()
GAMEPAD, CALENDAR, LOST, STATUS = "gamepad", "calendar", "lost", "status.json"  # files in the folder this runs in
WARM = 0.25  # of the time: caches and the history of a minute fill
GROWTH = 0.25  # of the resident memory after that, beyond what history and tracks keep


def xdo(*words):
    return subprocess.run(["xdotool", *map(str, words)], capture_output=True, text=True, timeout=20)


def xrandr(*words):
    return subprocess.run(["xrandr", *words], capture_output=True, text=True, timeout=20)


class User:
    def __init__(self, process, seed):
        self.process, self.dice, self.window = process, random.Random(seed), None
        xrandr("--newmode", "small", "40", "800", "840", "968", "1056", "600", "601", "605", "628")
        xrandr("--addmode", "screen", "small")
        self.done = {}

    def find_window(self):
        for _ in range(300):
            found = xdo("search", "--onlyvisible", "--pid", self.process.pid).stdout.split()
            if found:
                self.window = found[-1]
                return
            time.sleep(0.2)
        sys.exit("no window came")

    def status(self):
        try:
            with open(STATUS) as written:
                return json.load(written)
        except (OSError, ValueError):
            return {}

    def must_answer(self, told):
        """frames go on being drawn; a click may have met the window manager's own buttons, and hidden windows draw none"""
        self.bring_back()
        frames = self.status().get("frames", 0)
        for _ in range(300):
            if self.status().get("frames", 0) > frames:
                return
            time.sleep(0.1)
        sys.exit(f"no frame was drawn in half a minute ({told})")

    def at(self):
        return self.dice.randrange(10, 1250), self.dice.randrange(10, 700)

    def drag(self):
        button = self.dice.choice([1, 1, 1, 2, 3])
        xdo("mousemove", *self.at(), "mousedown", button)
        for _ in range(self.dice.randrange(1, 8)):
            xdo("mousemove", *self.at())
            time.sleep(self.dice.uniform(0.0, 0.1))
        xdo("mouseup", button)

    def click(self):
        held = self.dice.choice([[], [], ["shift"], ["ctrl"], ["alt"]])
        xdo("mousemove", *self.at(), *[w for k in held for w in ("keydown", k)], "click", self.dice.choice([1, 1, 3, 4, 5]),
            *[w for k in held for w in ("keyup", k)])

    def key(self):
        xdo("key", self.dice.choice(KEYS))

    def open_scene(self):
        xdo("key", "Escape", "key", "ctrl+o")
        time.sleep(0.5)
        xdo("type", self.dice.choice(SCENES))
        time.sleep(0.3)
        xdo("key", "Return")

    def resize(self):
        xdo("windowsize", self.window, self.dice.randrange(200, 1280), self.dice.randrange(150, 720))

    def move(self):
        xdo("windowmove", self.window, self.dice.randrange(-300, 900), self.dice.randrange(-100, 500))

    def whole(self):
        xdo("windowmove", self.window, 0, 0, "windowsize", self.window, 1280, 720)

    def minimise(self):
        xdo("windowminimize", self.window)
        time.sleep(self.dice.uniform(0.2, 2.0))
        self.bring_back()

    def hide(self):
        xdo("windowunmap", self.window)
        time.sleep(self.dice.uniform(0.2, 2.0))
        self.bring_back()

    def bring_back(self):
        for _ in range(50):
            xdo("windowmap", self.window, "windowactivate", self.window)
            if self.window in xdo("search", "--onlyvisible", "--pid", self.process.pid).stdout.split():
                return
            time.sleep(0.2)
        sys.exit("the window did not come back")

    def scale(self):
        dpi = self.dice.choice([72, 96, 120, 192])
        subprocess.run(["xprop", "-root", "-f", "RESOURCE_MANAGER", "8s", "-set", "RESOURCE_MANAGER", f"Xft.dpi: {dpi}"])

    def monitor(self):
        """another one, or none for a while: its cable is pulled and put in again"""
        if self.dice.random() < 0.5:
            xrandr("--output", "screen", "--off")
            time.sleep(self.dice.uniform(0.2, 2.0))
        xrandr("--output", "screen", "--mode", self.dice.choice(["small", "1280x720"]))
        xdo("windowactivate", self.window)

    def gamepad(self):
        """in place of a real one, which needs a kernel with uinput: the state that the program reads; unplugged half the time"""
        if self.dice.random() < 0.5:
            with open(GAMEPAD + ".new", "w") as out:
                out.write(" ".join("%.2f" % self.dice.uniform(-1, 1) for _ in range(6)) + " %d" % self.dice.randrange(15))
            os.replace(GAMEPAD + ".new", GAMEPAD)
        elif os.path.exists(GAMEPAD):
            os.remove(GAMEPAD)

    def calendar(self):
        """set by up to ten years, forwards and back"""
        with open(CALENDAR, "r+b") as out:
            out.write(struct.pack("q", self.dice.randrange(-10, 10) * 365 * 86400))

    def suspend(self):
        """for the program time jumps by as long as it is stopped"""
        os.kill(self.process.pid, signal.SIGSTOP)
        time.sleep(self.dice.uniform(1.0, 6.0))
        os.kill(self.process.pid, signal.SIGCONT)

    def act(self):
        acts = [(self.drag, 40), (self.click, 25), (self.key, 40), (self.open_scene, 3), (self.resize, 2), (self.move, 1),
                (self.whole, 3), (self.minimise, 1), (self.hide, 1), (self.scale, 1),
                (self.monitor, 1), (self.gamepad, 3), (self.calendar, 1), (self.suspend, 1)]
        chosen = self.dice.choices([a for a, _ in acts], [w for _, w in acts])[0]
        self.done[chosen.__name__] = self.done.get(chosen.__name__, 0) + 1
        chosen()


def resident_mb(pid):
    with open(f"/proc/{pid}/status") as status:
        return int(re.search(r"VmRSS:\s+(\d+)", status.read()).group(1)) / 1024


def kept_mb(status):
    """what the last minute and the tracks keep, by their budgets of 256 MB each: of scenes, large ones more"""
    return (status.get("history", {}).get("bytes", 0) + status.get("track_bytes", 0)) / 2**20


def start(sandbox, clock):
    with open(CALENDAR, "wb") as out:
        out.write(struct.pack("q", 0))
    environment = dict(os.environ, SPOOK_GAMEPAD_FILE=os.path.abspath(GAMEPAD), SPOOK_CLOCK_FILE=os.path.abspath(CALENDAR),
                       SPOOK_CONTEXT_LOST_FILE=os.path.abspath(LOST), LD_PRELOAD=clock,
                       ASAN_OPTIONS="verify_asan_link_order=0:" + os.environ.get("ASAN_OPTIONS", ""))
    return subprocess.Popen([sandbox, "brick_wall", "--size", "1280x720", "--status", STATUS], env=environment, stderr=subprocess.PIPE, text=True)


def lose_context(user, told):
    """the recording that is kept then, of the last scene and what was done in it"""
    process = user.process
    user.whole()
    xdo("key", "Escape", "key", "Escape")
    user.open_scene()
    for _ in range(30):
        user.dice.choice([user.drag, user.click])()
        if not user.status().get("playing"):
            xdo("key", "Escape", "key", "space")
        time.sleep(0.2)
    user.must_answer(told)
    before = set(glob.glob("*.rec"))
    open(LOST, "w").close()
    try:
        said = process.communicate(timeout=60)[1]
    except subprocess.TimeoutExpired:
        process.kill()
        sys.exit(f"it stopped answering ({told})")
    kept = set(glob.glob("*.rec")) - before
    if process.returncode != 1 or len(kept) != 1 or "graphics driver was reset" not in said:
        sys.exit(f"a lost context ended with {process.returncode}, recordings {kept}: {said} ({told})")
    return kept.pop()


def main():
    sandbox, lab, clock, minutes = sys.argv[1], sys.argv[2], sys.argv[3], float(sys.argv[4])
    seed = int(sys.argv[5]) if len(sys.argv) > 5 else int(time.time())
    process = start(sandbox, clock)
    user = User(process, seed)
    user.find_window()
    end, began, memory = time.time() + 60 * minutes, time.time(), []
    while time.time() < end and process.poll() is None:
        user.act()
        if time.time() > began + WARM * 60 * minutes:
            memory.append((resident_mb(process.pid), kept_mb(user.status())) if process.poll() is None else (0, 0))
    told = f"seed {seed}, {sum(user.done.values())} acts in {(time.time() - began) / 60:.1f} minutes: {user.done}"
    if process.poll() is not None:
        sys.exit(f"it ended by itself with {process.returncode}: {process.stderr.read()} ({told})")
    # of tenths, so that memory tells of leaks, not of scenes
    tenth = max(1, len(memory) // 10)
    parts = [memory[at : at + tenth] for at in range(0, len(memory), tenth)]
    for at, part in enumerate(parts):
        print(f"part {at}: resident {max(p[0] for p in part):.0f} MB, kept {max(p[1] for p in part):.0f} MB", flush=True)
    first, last = max(r - k for r, k in parts[0]), min(r - k for r, k in parts[-1])
    recording = lose_context(user, told)
    print(f"{told}; beyond what is kept {first:.0f} MB after the first quarter, {last:.0f} MB at the end", flush=True)
    if last > (1 + GROWTH) * first:
        sys.exit("memory grew")
    replayed = subprocess.run([lab, "replay", recording, "--verify"], capture_output=True, text=True)
    print((replayed.stdout.strip() or replayed.stderr.strip()).split("\n")[-1])
    if replayed.returncode != 0:
        sys.exit("what was kept as the context was lost replays otherwise")


main()
