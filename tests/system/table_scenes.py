"""Scene files as somebody else would write them, run by spook-lab and judged by nothing but what it writes."""
import collections
import csv
import json
import math
import os
import subprocess
import tempfile

GRAVITY = 9.81
STEP = 1 / 60


class Settings:
    lab = "build/release/scenarios/spook-lab"
    folder = tempfile.gettempdir()
    threads = 1


def scene(name, gravity=(0, 0, -GRAVITY), **material):
    default = {"friction": 0.5, "restitution": 0.0, "density": 1000, "compliance": 1e-8, "relaxation_steps": 2}
    return {"format": "spook-scene", "version": 1, "name": name, "gravity": list(gravity), "time_step": STEP,
            "materials": {"default": {**default, **material}}, "bodies": [], "joints": []}


def plain(values):
    """Tuples become lists, what is None is left out."""
    return {key: list(value) if isinstance(value, tuple) else value for key, value in values.items() if value is not None}


def ground(s, normal=(0, 0, 1), **shape):
    plane = {"type": "plane", "normal": list(normal), "offset": 0.0, **shape}
    s["bodies"].append({"name": "ground", "motion": "static", "shapes": [plane]})


def body(s, name, shapes, position, motion="dynamic", **values):
    shapes = shapes if isinstance(shapes, list) else [shapes]
    s["bodies"].append({"name": name, "motion": motion, "position": [float(x) for x in position], "shapes": shapes,
                        **plain(values)})


def joint(s, name, kind, a, b, **values):
    s["joints"].append({"name": name, "type": kind, "a": a, "b": b, **plain(values)})


def push(s, name, force, start=0.0, until=1e6, **values):
    s.setdefault("drives", []).append(
        {"body": name, "force": list(force), "frame": "world", "from": start, "to": until, **plain(values)})


def box(x, y, z, **values):
    return {"type": "box", "half_extents": [x, y, z], **plain(values)}


def sphere(radius, **values):
    return {"type": "sphere", "radius": radius, **plain(values)}


def long_shape(kind, radius, half, **values):
    """A capsule or a cylinder."""
    return {"type": kind, "radius": radius, "half_length": half, **plain(values)}


def hull(points):
    return {"type": "hull", "points": [list(p) for p in points]}


def turn(axis, angle):
    length = math.hypot(*axis)
    return (math.cos(angle / 2), *(x / length * math.sin(angle / 2) for x in axis))


def then(p, q):
    """The product of two quaternions: q first."""
    (a, b, c, d), (w, x, y, z) = p, q
    return (a * w - b * x - c * y - d * z, a * x + b * w + c * z - d * y,
            a * y - b * z + c * w + d * x, a * z + b * y - c * x + d * w)


def rotate(q, v):
    w, x, y, z = then(then(q, (0, *v)), (q[0], -q[1], -q[2], -q[3]))
    return (x, y, z)


class Run:
    """What one run of the program wrote: metrics, trace and the state at the end."""

    def __init__(self, s, seconds, track=()):
        self.scene = s
        base = os.path.join(Settings.folder, s["name"].replace(" ", "_"))
        with open(base + ".json", "w") as file:
            json.dump(s, file, indent=1)
        command = [Settings.lab, "run", base + ".json", "--seconds", str(seconds), "--metrics", base + ".metrics",
                   "--trace", base + ".csv", "--state", base + ".state", "--threads", str(Settings.threads)]
        for name in track:
            command += ["--track", name]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"{' '.join(command)}: exit {done.returncode}: {done.stderr.strip()}")
        with open(base + ".metrics") as file:
            self.metrics = json.load(file)
        with open(base + ".state") as file:
            self.state = {b["name"]: b for b in json.load(file)["bodies"]}
        with open(base + ".csv") as file:
            rows = csv.reader(file)
            names = next(rows)
            self.trace = dict(zip(names, zip(*([float(x) for x in row] for row in rows))))

    def __getitem__(self, column):
        return self.trace[column]

    def moving(self):
        return [b for b in self.scene["bodies"] if b["motion"] == "dynamic"]

    def moved(self):
        return max(math.dist(b["position"], self.state[b["name"]]["position"]) for b in self.moving())

    def late_speed(self):
        return max(math.hypot(*self.state[b["name"]]["velocity"]) for b in self.moving())

    def rms_speed(self):
        squares = [sum(x * x for x in self.state[b["name"]]["velocity"]) for b in self.moving()]
        return math.sqrt(sum(squares) / len(squares))

    def overlap(self):
        return self.metrics["penetration"]["max_m"]

    def energies(self):
        """Kinetic + potential of the middle of every step, from the trace: velocities of a step belong there, so heights are
        the means of both ends. The start is put the same way, half a step earlier (metrics: without what springs hold)."""
        potential, start = self["potential"], self.metrics["energy"]
        middle = [(a + b) / 2 for a, b in zip(potential, potential[1:])]
        return [start["synchronised_start"] - start["elastic_start"]] + [k + p for k, p in zip(self["kinetic"][1:], middle)]

    def gain(self, steps):
        """The most that energy rose within so many steps, of the largest energy there was."""
        energies = self.energies()
        lowest, most = collections.deque(), 0.0  # places of ever higher energies, the lowest of the window first
        for place, energy in enumerate(energies):
            while lowest and energies[lowest[-1]] >= energy:
                lowest.pop()
            lowest.append(place)
            if lowest[0] < place - steps:
                lowest.popleft()
            most = max(most, energy - energies[lowest[0]])
        return most / max(max(map(abs, energies)), 1e-12)

    def vectors(self, name, letter=""):
        return list(zip(*(self[f"{name}.{letter}{axis}"] for axis in "xyz")))


def energy_lines(variant, run):
    """Of what nothing drives: the bars are for eyes, not for rounding."""
    yield variant, "energy gain in a step", run.gain(1), 1e-4, "of the largest"
    yield variant, "energy gain in 10 s", run.gain(round(10 / STEP)), 1e-3, "of the largest"
