#!/usr/bin/env python3
"""Faults injected into spook-lab: a disk that is full at every write, files that shrink while they are read, memory that
is refused while loading, SIGTERM and SIGKILL at random moments. Claimed of every command: exit code 1 or 2 and one line
where something failed, never a signal of its own; a result file is whole, as it was before, or absent; nothing else is
left behind.

    faults.py SPOOK_LAB SHIM [--kills N] [--memory N]
"""
import argparse
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

NEVER = 1000000000  # a call that does not come: they are only counted

SCENE = """{ "format": "spook-scene", "version": 1, "name": "small", "bodies": [
  { "name": "ground", "motion": "static", "shapes": [ { "type": "plane", "normal": [0, 0, 1], "offset": 0 } ] },
  { "name": "box", "motion": "dynamic", "position": [0, 0, 0.25], "shapes": [ { "type": "box", "half_extents": [0.25, 0.25, 0.25] } ] },
  { "name": "bob", "motion": "dynamic", "position": [3, 0, 2], "shapes": [ { "type": "sphere", "radius": 0.2 } ] } ],
  "joints": [ { "name": "hinge", "type": "hinge", "a": "bob", "b": null, "anchor": [2, 0, 2], "axis": [0, 1, 0] } ] }
"""


class Writer:
    """a command that writes: its words, and what tells a whole result where two runs write different ones"""

    def __init__(self, words, is_whole=None):
        self.words, self.is_whole = words, is_whole


def is_json(found):
    try:
        json.loads(found)
        return True
    except ValueError:
        return False


def is_picture(found):
    return found.startswith(b"\x89PNG") and found.endswith(b"IEND\xaeB`\x82")


def is_text(found):
    return found.endswith(b"\n")


class Bench:
    """A folder with inputs, and commands on them; counts what did not hold."""

    def __init__(self, lab, shim, folder):
        self.lab, self.shim, self.folder, self.failures, self.tries = lab, shim, folder, 0, 0
        self.scene, self.target = self.path("scene.json"), self.path("result")
        self.problem, self.recording = self.path("p.problem"), self.path("r.rec")
        self.model, self.table = self.path("m.xml"), self.path("t.csv")
        with open(self.scene, "w") as out:
            out.write(SCENE)
        for words in (["run", self.scene, "--steps", "3", "--record", self.recording, "--dump-problem", "2", self.problem],
                      ["export", self.scene, self.model]):
            subprocess.run([lab] + words, check=True, stderr=subprocess.DEVNULL)
        for shard in ("1/2", "2/2"):
            subprocess.run([lab, "sweep", self.scene, "--vary", "sweeps=1,2", "--seconds", "0.1", "--out", self.table,
                            "--shard", shard], check=True, stdout=subprocess.DEVNULL)
        self.inputs = set(os.listdir(folder))

    def path(self, name):
        return os.path.join(self.folder, name)

    def writers(self):
        """every way to write a file, and how long it takes to step towards it"""
        run, short = ["run", self.scene, "--steps", "40"], ["--seconds", "0.2"]
        return [Writer(run + ["--metrics", self.target], is_json), Writer(run + ["--trace", self.target]),
                Writer(run + ["--state", self.target]), Writer(run + ["--record", self.target]),
                Writer(run + ["--dump-problem", "3", self.target]), Writer(run + ["--gltf", self.target]),
                Writer(["export", "pyramid", self.target]), Writer(["export", self.scene, self.target + ".urdf"]),
                Writer(["import", self.model, self.target]), Writer(["solve", self.problem, "--history", self.target]),
                Writer(["solve", self.problem, "--impulses", self.target]),
                Writer(["bench", self.scene, "--steps", "5", "--repeat", "1", "--json", self.target], is_json),
                Writer(["departures", self.scene, "--json", self.target] + short, is_json),
                Writer(["matrix", self.scene, "--json", self.target], is_json),
                Writer(["matrix", self.scene, "--png", self.target], is_picture),
                Writer(["ledger", self.scene, "--csv", self.target] + short),
                Writer(["ledger", self.scene, "--json", self.target] + short, is_json),
                Writer(["compliance", self.scene, "--json", self.target], is_json),
                Writer(["merge", self.table, "--out", self.target]),
                Writer(["sweep", self.scene, "--vary", "sweeps=1,2", "--seconds", "0.1", "--out", self.target]),
                Writer(["paper", "spook_oscillator", "--fast", "--out", self.target], is_text)]

    def readers(self):
        return [["check", self.scene], ["check", self.model], ["run", self.scene, "--steps", "1"],
                ["replay", self.recording], ["solve", self.problem], ["import", self.model, "-"],
                ["matrix", self.scene, "--seconds", "0.1"], ["merge", self.table, "--out", "-"]]

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

    def clean_up(self, words, replaced=False):
        """nothing but inputs and the result may be there; killed as it takes an older one's place, it may have two names"""
        left = set(os.listdir(self.folder)) - self.inputs
        kept = {"result", "result.urdf"} | ({"result.rows"} if words[0] == "sweep" else set())  # it resumes from its rows
        extra = {n for n in left - kept if not (replaced and re.fullmatch(r"result(\.urdf)?\.part\d+", n))}
        self.expect(not extra, "left behind: %s" % sorted(extra), words)
        for name in left:
            path = self.path(name)
            shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)

    def contents(self):
        """of every result: a paper's report is a folder"""
        found = {}
        for name in (self.target, self.target + ".urdf"):
            for file in [name] if not os.path.isdir(name) else sorted(os.path.join(name, n) for n in os.listdir(name)):
                if os.path.exists(file):
                    with open(file, "rb") as opened:
                        found[os.path.basename(file)] = opened.read()
        return found

    def put_old(self, writer, old):
        """an older result where the new one will stand"""
        names = [w for w in writer.words if w.startswith(self.target)]
        if old is not None:
            with open(names[0], "wb") as out:
                out.write(old)


def is_good(writer, name, found, whole):
    """as in a run that nobody killed, or of its form where times stand in it"""
    if name.endswith(".png"):
        return is_picture(found)
    return found == whole.get(name) or (writer.is_whole is not None and writer.is_whole(found))


def full_disk(bench):
    for writer in bench.writers():
        words, report = writer.words, writer.words[0] == "paper"
        for old in (None,) if report else (None, b"old"):
            bench.put_old(writer, old)
            _, calls = bench.call(words, "write:%d" % NEVER)
            bench.expect(calls >= 3, "fewer than three calls to write a file: the shim is blind", words)
            bench.clean_up(words)
            for k in range(1, calls + 1):
                bench.put_old(writer, old)
                before = bench.contents()
                done, _ = bench.call(words, "write:%d" % k)
                bench.expect(done.returncode == 1, "a full disk is exit 1", words, done)
                bench.expect(done.stderr.count("\n") == 1, "a full disk is one line", words, done)
                if not report:  # of a folder the files that came before are there
                    bench.expect(bench.contents() == before, "a full disk leaves what was there", words, done)
                bench.clean_up(words)


def shrinking_files(bench):
    for words in bench.readers():
        _, calls = bench.call(words, "read:%d" % NEVER)
        bench.expect(calls >= 2, "fewer than two calls to read a file: the shim is blind", words)
        for k in range(1, calls + 1):
            done, _ = bench.call(words, "read:%d" % k)
            bench.expect(done.returncode in (0, 2), "a cut file is refused", words, done)
            if done.returncode == 2:
                bench.expect(done.stderr.count("\n") == 1, "a cut file is one line", words, done)
        bench.clean_up(words)


def no_memory(bench, tries, dice):
    for words in bench.readers():
        done, calls = bench.call(words, "malloc:%d" % NEVER)
        said = done.stderr.count("\n")  # an import's remarks
        for _ in range(tries):
            done, _ = bench.call(words, "malloc:%d" % dice.randint(1, max(1, calls)))
            bench.expect(done.returncode in (0, 1, 2), "refused memory is no crash", words, done)
            if done.returncode != 0:
                last = done.stderr.strip().split("\n")[-1]
                bench.expect("memory" in last, "refused memory is said", words, done)
                bench.expect(done.stderr.count("\n") <= 1 + said, "refused memory is one line", words, done)
            bench.clean_up(words)


def kills(bench, tries, dice):
    for writer in bench.writers() + [Writer(words) for words in bench.readers()]:
        words = writer.words
        began = time.time()
        bench.call(words)
        lasted = time.time() - began
        whole = bench.contents()
        bench.clean_up(words)
        for number in range(tries):
            for sent in (signal.SIGTERM, signal.SIGKILL):
                replaced = number % 2 == 1 and words[0] != "paper" and bench.target in " ".join(words)
                bench.put_old(writer, b"old" if replaced else None)
                program = subprocess.Popen([bench.lab] + words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                time.sleep(dice.random() * 1.2 * lasted)
                program.send_signal(sent)
                program.wait()
                found = bench.contents()
                for name in found:
                    bench.expect((replaced and found[name] == b"old" and program.returncode != 0) or
                                 is_good(writer, name, found[name], whole),
                                 "killed by %s: half of %s" % (sent.name, name), words)
                bench.expect(program.returncode != 0 or set(found) == set(whole),
                             "done, and not all is there", words)
                bench.expect(program.returncode in (0, -sent), "killed by %s: another end" % sent.name, words)
                bench.clean_up(words, replaced)


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
