"""A random user of the real window under a real window manager: day.py SANDBOX MINUTES [SEED]. Run by run.sh day.

Drags, wheels, clicks, keys, scenes opened by name, the window resized, moved, minimised and hidden, the text's scale
changed, the clock gone on while the program was stopped. Fails where it ends by itself, stops answering, or grows.
"""

import os
import random
import re
import signal
import subprocess
import sys
import time

SCENES = ["brick_wall", "chain", "ragdoll", "card_house", "log_pile", "cradle", "rope_bridge", "wheel_loader"]
# all but those that leave the program or write films of minutes
KEYS = ("space period comma minus equal r t question Escape Tab Home Delete ctrl+z ctrl+y ctrl+d ctrl+f ctrl+o ctrl+s "
        "F2 F3 F4 F5 F6 F7 F8 F10 F12 m j k c p n y l x i b 1 2 3 4 5 6 7 8 9 0 shift+1 shift+2 shift+3 shift+4 "
        "w a s d q e Up Down Left Right Return").split()
WARM = 0.25  # of the time: caches and the history of a minute fill
GROWTH = 0.25  # of the resident memory after that


def xdo(*words):
    return subprocess.run(["xdotool", *map(str, words)], capture_output=True, text=True, timeout=20)


class User:
    def __init__(self, process, seed):
        self.process, self.dice, self.window = process, random.Random(seed), None
        self.done = {}

    def find_window(self):
        for _ in range(300):
            found = xdo("search", "--onlyvisible", "--pid", self.process.pid).stdout.split()
            if found:
                self.window = found[-1]
                return
            time.sleep(0.2)
        sys.exit("no window came")

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
        xdo("windowmap", self.window, "windowactivate", self.window)

    def hide(self):
        xdo("windowunmap", self.window)
        time.sleep(self.dice.uniform(0.2, 2.0))
        xdo("windowmap", self.window, "windowactivate", self.window)

    def scale(self):
        dpi = self.dice.choice([72, 96, 120, 192])
        subprocess.run(["xprop", "-root", "-f", "RESOURCE_MANAGER", "8s", "-set", "RESOURCE_MANAGER", f"Xft.dpi: {dpi}"])

    def clock(self):
        """for the program time jumps by as long as it is stopped"""
        os.kill(self.process.pid, signal.SIGSTOP)
        time.sleep(self.dice.uniform(1.0, 6.0))
        os.kill(self.process.pid, signal.SIGCONT)

    def act(self):
        acts = [(self.drag, 40), (self.click, 25), (self.key, 40), (self.open_scene, 3), (self.resize, 2), (self.move, 1),
                (self.whole, 3), (self.minimise, 1), (self.hide, 1), (self.scale, 1), (self.clock, 1)]
        chosen = self.dice.choices([a for a, _ in acts], [w for _, w in acts])[0]
        self.done[chosen.__name__] = self.done.get(chosen.__name__, 0) + 1
        chosen()


def resident_mb(pid):
    with open(f"/proc/{pid}/status") as status:
        return int(re.search(r"VmRSS:\s+(\d+)", status.read()).group(1)) / 1024


def main():
    sandbox, minutes = sys.argv[1], float(sys.argv[2])
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else int(time.time())
    process = subprocess.Popen([sandbox, "brick_wall", "--size", "1280x720"])
    user = User(process, seed)
    user.find_window()
    end, began, memory = time.time() + 60 * minutes, time.time(), []
    while time.time() < end and process.poll() is None:
        user.act()
        if time.time() > began + WARM * 60 * minutes:
            memory.append(resident_mb(process.pid) if process.poll() is None else 0)
    told = f"seed {seed}, {sum(user.done.values())} acts in {(time.time() - began) / 60:.1f} minutes: {user.done}"
    if process.poll() is not None:
        sys.exit(f"it ended by itself with {process.returncode} ({told})")
    # the same scene as in the beginning, so that memory tells of leaks, not of scenes
    tenth = max(1, len(memory) // 10)
    first, last = max(memory[:tenth]), min(memory[-tenth:])
    process.terminate()
    try:
        left = process.wait(120)
    except subprocess.TimeoutExpired:
        process.kill()
        sys.exit(f"it stopped answering ({told})")
    print(f"{told}; resident {first:.0f} MB after the first quarter, {last:.0f} MB at the end; left with {left}")
    if last > (1 + GROWTH) * first:
        sys.exit("memory grew")


main()
