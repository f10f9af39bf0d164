"""Fits friction and the push to a recorded slide, with scipy's least squares.

The slide is a recording (spook-lab run --record, the sandbox, or spook.Recording); without one this makes its own, of a
crate pushed across a floor with a friction that the fit does not see, and reads positions from it as a camera would:
thirty a second, with a millimetre of noise.

    python3 fit_friction.py [slide.rec --body crate] [--out fit.png]
"""

import argparse
import os
import tempfile

import matplotlib
import numpy as np
import spook
from scipy.optimize import least_squares

hidden_friction, hidden_speed = 0.37, 2.4  # of the recording made here


def scene(friction, speed):
    builder = spook.Builder("a crate pushed across a floor")
    builder.ground()
    builder.box("crate", half_extents=(0.3, 0.3, 0.2), position=(0, 0, 0.2), velocity=(speed, 0, 0))
    made = builder.scene()
    made.set(friction=friction)
    return made


def make_recording(file, steps=72):
    recording = spook.Recording(scene(hidden_friction, hidden_speed))
    world = recording.world()
    for _ in range(steps):
        world.step()
        recording.add(world)
    recording.save(file)


def seen(file, body):
    """times and positions along x of a body, as a camera sees them"""
    track = []

    def look(snapshot):
        if snapshot.step % 2 == 0:
            track.append((snapshot.time, snapshot.positions[snapshot.names.index(body), 0]))

    spook.load_recording(file).replay(watch=look)
    track = np.array(track)
    track[:, 1] += np.random.default_rng(2).normal(0, 1e-3, len(track))
    return track


def simulated(friction, speed, times):
    world = spook.World(scene(friction, speed), publish=False)
    positions = []
    for time in times:
        while world.time < time - 1e-9:
            world.step()
        positions.append(world.position("crate")[0])
    return np.array(positions)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("recording", nargs="?")
    arguments.add_argument("--body", default="crate")
    arguments.add_argument("--out", default="fit_friction.png")
    chosen = arguments.parse_args()

    with tempfile.TemporaryDirectory() as folder:
        file = chosen.recording or os.path.join(folder, "slide.rec")
        if not chosen.recording:
            make_recording(file)
        track = seen(file, chosen.body)

    error = lambda x: simulated(x[0], x[1], track[:, 0]) - track[:, 1]
    fit = least_squares(error, x0=(0.6, 1.5), bounds=((0, 0), (2, 10)), diff_step=1e-4, x_scale=(0.1, 1))
    covariance = np.linalg.inv(fit.jac.T @ fit.jac) * np.mean(fit.fun**2)
    print(f"friction {fit.x[0]:.4f} ± {covariance[0, 0]**0.5:.4f}, speed {fit.x[1]:.4f} ± {covariance[1, 1]**0.5:.4f} m/s "
          f"after {fit.nfev} evaluations; left over {1e3 * np.sqrt(np.mean(fit.fun**2)):.2f} mm")

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    plt.figure(figsize=(8, 4))
    plt.plot(track[:, 0], track[:, 1], ".", label="recorded")
    plt.plot(track[:, 0], simulated(0.6, 1.5, track[:, 0]), "--", label="first guess")
    plt.plot(track[:, 0], simulated(*fit.x, track[:, 0]), label=f"fitted: μ = {fit.x[0]:.3f}")
    plt.xlabel("s"), plt.ylabel("m"), plt.legend()
    plt.savefig(chosen.out, dpi=120, bbox_inches="tight")
    if chosen.recording:
        return 0
    return 0 if abs(fit.x[0] - hidden_friction) < 0.01 else 1


if __name__ == "__main__":
    raise SystemExit(main())
