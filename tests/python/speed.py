#!/usr/bin/env python3
"""What Python costs: steps of a 10 x 10 wall beside spook-lab's, and reading the states of 1,000 bodies.

    PYTHONPATH=build/release/python python3 tests/python/speed.py build/release/scenarios/spook-lab

C++ and Python take turns, and the best of each counts. Exit code 1 when a bar is missed.
"""

import json
import os
import subprocess
import sys
import tempfile
import time

import numpy as np
import spook

rounds, steps, warm_up = 7, 300, 10


def wall():
    builder = spook.Builder("a wall of 10 x 10")
    builder.ground()
    for row in range(10):
        for column in range(10):
            builder.box(f"brick {row} {column}", half_extents=(0.25, 0.125, 0.125),
                        position=(0.51 * (column + 0.5 * (row % 2)), 0, 0.125 + 0.25 * row))
    return builder.scene()


def cpp_ms(lab, file):
    """ms a step: the program's own mean, the first ten left out"""
    told = subprocess.run([lab, "bench", file, "--repeat", "1", "--steps", str(steps), "--json", "-"],
                          check=True, capture_output=True, text=True).stdout
    return json.loads(told)[0]["step_ms"]["mean"]["best"]


def python_ms(scene, publish, at_once):
    world = spook.World(scene, publish=publish)
    world.step(warm_up)
    start = time.perf_counter()
    if at_once:
        world.step(steps)
    else:
        for _ in range(steps):
            world.step()
    return 1e3 * (time.perf_counter() - start) / steps


def read_us():
    """µs to read positions, orientations and both velocities of 1,000 bodies, each summed so that all of it is touched"""
    builder = spook.Builder("a thousand")
    for i in range(1000):
        builder.sphere(f"s{i}", radius=0.1, position=(i % 10, i // 10 % 10, i // 100))
    world = spook.World(builder.scene())
    world.step()

    def arrays():
        s = world.snapshot()
        return s.positions, s.orientations, s.velocities, s.angular_velocities

    def best(use):
        took = []
        for _ in range(2000):
            start = time.perf_counter()
            use()
            took.append(time.perf_counter() - start)
        return 1e6 * min(took), 1e6 * float(np.median(took))

    return best(arrays), best(lambda: [a.copy() for a in arrays()])


def main():
    lab, scene = sys.argv[1], wall()
    times = {"C++, spook-lab bench": [], "Python, step() by step()": [], "Python, step(300)": [], "Python, with snapshots": []}
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "wall.json")
        scene.save(file)
        for _ in range(rounds):
            for name, measure in zip(times, (lambda: cpp_ms(lab, file), lambda: python_ms(scene, False, False),
                                             lambda: python_ms(scene, False, True), lambda: python_ms(scene, True, False))):
                times[name].append(measure())
    cpp = min(times["C++, spook-lab bench"])
    print(f"a wall of 10 x 10, {steps} steps, best of {rounds}")
    for name, values in times.items():
        print(f"  {name:28s} {min(values):7.4f} ms a step   {100 * (min(values) / cpp - 1):+5.1f} %")
    (views, views_median), (copies, copies_median) = read_us()
    print(f"states of 1,000 bodies: views {views:.1f} µs (median {views_median:.1f}), copied {copies:.1f} µs (median {copies_median:.1f})")
    slowest = max(min(times[name]) for name in ("Python, step() by step()", "Python, step(300)"))
    good = slowest <= 1.05 * cpp and views <= 20
    print("bars: within 5 % of C++, states in at most 20 µs:", "met" if good else "MISSED")
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())
