#!/usr/bin/env python3
"""Faults injected into spook-lab: a disk that is full at every write, files that shrink while they are read, memory that
is refused while loading, SIGTERM and SIGKILL at random moments. Claimed of every command: exit code 1 or 2 and one line
where something failed, never a signal of its own; a result file is whole, as it was before, or absent; nothing else is
left behind.

    faults.py SPOOK_LAB SHIM [--kills N] [--memory N]
"""
import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SCENE = """{ "format": "spook-scene", "version": 1, "name": "small", "bodies": [
  { "name": "ground", "motion": "static", "shapes": [ { "type": "plane", "normal": [0, 0, 1], "offset": 0 } ] },
  { "name": "box", "motion": "dynamic", "position": [0, 0, 0.25], "shapes": [ { "type": "box", "half_extents": [0.25, 0.25, 0.25] } ] },
  { "name": "bob", "motion": "dynamic", "position": [3, 0, 2], "shapes": [ { "type": "sphere", "radius": 0.2 } ] } ],
  "joints": [ { "name": "hinge", "type": "hinge", "a": "bob", "b": null, "anchor": [2, 0, 2], "axis": [0, 1, 0] } ] }
"""


class Bench:
    """A folder with inputs, and commands on them; counts what did not hold."""

    def __init__(self, lab, shim, folder):
        self.lab, self.shim, self.folder, self.failures, self.tries = lab, shim, folder, 0, 0
        self.scene, self.target = self.path("scene.json"), self.path("result")
        self.problem, self.recording = self.path("p.problem"), self.path("r.rec")
        with open(self.scene, "w") as out:
            out.write(SCENE)
        subprocess.run([lab, "run", self.scene, "--steps", "3", "--record", self.recording,
                        "--dump-problem", "2", self.problem], check=True)
        self.inputs = set(os.listdir(folder))

    def path(self, name):
        return os.path.join(self.folder, name)

    def writers(self):
        """every way to write a file, and how long it takes to step towards it"""
        run = ["run", self.scene, "--steps", "40"]
        return [run + ["--metrics", self.target], run + ["--trace", self.target], run + ["--state", self.target],
                run + ["--record", self.target], run + ["--dump-problem", "3", self.target],
                ["export", "pyramid", self.target],
                ["solve", self.problem, "--history", self.target],
                ["bench", self.scene, "--steps", "5", "--repeat", "1", "--json", self.target],
                ["sweep", self.scene, "--vary", "sweeps=1,2", "--seconds", "0.1", "--out", self.target]]

    def readers(self):
        return [["check", self.scene], ["run", self.scene, "--steps", "1"], ["replay", self.recording],
                ["solve", self.problem]]

    def call(self, words, fail=None):
        environment = dict(os.environ)
        if fail:
            environment.update(LD_PRELOAD=self.shim, SPOOK_FAIL=fail, SPOOK_FAIL_FOLDER=self.folder,
                               SPOOK_FAIL_COUNT="/dev/shm/spook-faults-%d" % os.getpid())
        done = subprocess.run([self.lab] + words, env=environment, capture_output=True, text=True, timeout=120)
        calls = 0
        if fail:
            try:
                with open(environment["SPOOK_FAIL_COUNT"]) as file:
                    calls = int(file.read() or 0)
                os.remove(environment["SPOOK_FAIL_COUNT"])
            except OSError:
                pass
        return done, calls

    def expect(self, right, claim, words, done=None):
        self.tries += 1
        if right:
            return
        self.failures += 1
        said = "" if done is None else " [exit %d: %s]" % (done.returncode, done.stderr.strip()[:200])
        print("FAULT: %s: %s%s" % (claim, " ".join(words), said))

    def clean_up(self, words):
        """nothing but inputs and the result may be there"""
        left = set(os.listdir(self.folder)) - self.inputs
        kept = {"result", "result.rows"} if words[0] == "sweep" else {"result"}  # a sweep resumes from its rows
        self.expect(left <= kept, "left behind: %s" % sorted(left - kept), words)
        for name in left:
            path = self.path(name)
            shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)

    def content(self):
        try:
            with open(self.target, "rb") as file:
                return file.read()
        except FileNotFoundError:
            return None

    def put_old(self, old):
        if old is not None:
            with open(self.target, "wb") as out:
                out.write(old)


def full_disk(bench):
    for words in bench.writers():
        for old in (None, b"old"):
            k, calls = 1, 1
            while k <= calls:
                bench.put_old(old)
                done, calls = bench.call(words, "write:%d" % k)
                struck = calls >= k
                if struck:
                    bench.expect(done.returncode == 1, "a full disk is exit 1", words, done)
                    bench.expect(done.stderr.count("\n") == 1, "a full disk is one line", words, done)
                    bench.expect(bench.content() == old, "a full disk leaves what was there", words, done)
                bench.clean_up(words)
                k += 1


def shrinking_files(bench):
    for words in bench.readers():
        k, calls = 1, 1
        while k <= calls:
            done, calls = bench.call(words, "read:%d" % k)
            bench.expect(done.returncode in (0, 2), "a cut file is refused", words, done)
            if done.returncode == 2:
                bench.expect(done.stderr.count("\n") == 1, "a cut file is one line", words, done)
            k += 1
        bench.clean_up(words)


def no_memory(bench, tries, dice):
    for words in bench.readers():
        _, calls = bench.call(words, "malloc:1000000000")
        for _ in range(tries):
            done, _ = bench.call(words, "malloc:%d" % dice.randint(1, max(1, calls)))
            bench.expect(done.returncode in (0, 1, 2), "refused memory is no crash", words, done)
            if done.returncode != 0:
                bench.expect(done.stderr.count("\n") == 1, "refused memory is one line", words, done)
            bench.clean_up(words)


def kills(bench, tries, dice):
    for words in bench.writers():
        bench.call(words)
        whole = bench.content()
        bench.clean_up(words)
        for number in range(tries):
            for sent in (signal.SIGTERM, signal.SIGKILL):
                program = subprocess.Popen([bench.lab] + words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                time.sleep(dice.random() * 0.15)
                program.send_signal(sent)
                program.wait()
                found = bench.content()
                timed = words[0] in ("bench", "solve", "run")  # their results hold times, or differ in length only
                good = found is None or found == whole or (timed and found.endswith(b"\n"))
                bench.expect(good, "killed by %s: half a file" % sent.name, words)
                bench.expect(program.returncode in (0, -sent), "killed by %s: another end" % sent.name, words)
                bench.clean_up(words)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("lab")
    parser.add_argument("shim")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--memory", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    dice = random.Random(options.seed)
    with tempfile.TemporaryDirectory(prefix="spook-faults-") as folder:
        bench = Bench(os.path.abspath(options.lab), os.path.abspath(options.shim), folder)
        for name, trial in (("full disk", lambda: full_disk(bench)), ("files cut while read", lambda: shrinking_files(bench)),
                            ("no memory", lambda: no_memory(bench, options.memory, dice)),
                            ("kills", lambda: kills(bench, options.kills, dice))):
            before, failures = bench.tries, bench.failures
            trial()
            print("%-22s %5d claims, %d broken" % (name, bench.tries - before, bench.failures - failures), flush=True)
    sys.exit(1 if bench.failures else 0)


if __name__ == "__main__":
    main()
