"""Tunes a joint's τ by measured data.

A 10 kg load hangs on a rubber mount and was plucked; somebody measured how it rang (here: the formula of a damped
oscillator with some noise). The mount's stiffness is known, its damping is not: which relaxation_steps = τ/h makes the
simulated load ring like the measured one? Then the answer is set beside what theory says, τ = 2ζ/ω.

    python3 tune_tau.py [--out ring.png]
"""

import argparse

import matplotlib
import numpy as np
import spook
from scipy.optimize import minimize_scalar

mass, stiffness, damping_ratio = 10.0, 2e4, 0.08  # kg, N/m; ζ is what the data hide
omega, h = np.sqrt(stiffness / mass), 1 / 600


def measured(times, plucked=0.01):
    """height above rest of the load, m"""
    ringing = omega * np.sqrt(1 - damping_ratio**2)
    decay = plucked * np.exp(-damping_ratio * omega * times)
    exact = decay * (np.cos(ringing * times) + damping_ratio * omega / ringing * np.sin(ringing * times))
    return exact + np.random.default_rng(1).normal(0, 1e-4, len(times))


def simulated(relaxation_steps, steps, plucked=0.01):
    builder = spook.Builder("a load on a mount", gravity=(0, 0, 0), time_step=h)  # about its rest: gravity left out
    builder.box("load", half_extents=(0.1, 0.1, 0.1), mass=mass)
    builder.joint("slider", "guide", "load", None, anchor=(0, 0, 0), axis=(0, 0, 1))
    builder.joint("distance", "mount", "load", None, anchor_a=(0, 0, 0), anchor_b=(0, 0, 5), length=5,
                  compliance=1 / stiffness, relaxation_steps=relaxation_steps)
    world = spook.World(builder.scene())
    world.set_pose("load", position=(0, 0, plucked))
    heights = np.empty(steps)
    for i in range(steps):
        world.step()
        heights[i] = world.snapshot().positions[0, 2]
    return heights


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--out", default="tune_tau.png")
    chosen = arguments.parse_args()

    steps = 300
    times = h * np.arange(1, steps + 1)
    data = measured(times)
    error = lambda tau: np.sqrt(np.mean((simulated(tau, steps) - data) ** 2))
    best = minimize_scalar(error, bounds=(0.1, 20), method="bounded", options={"xatol": 1e-3})
    theory = 2 * damping_ratio / omega / h
    print(f"fitted τ/h = {best.x:.3f}, left over {1e3 * best.fun:.3f} mm; theory says {theory:.3f}")

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    plt.figure(figsize=(8, 4))
    plt.plot(times, 1e3 * data, ".", markersize=3, label="measured")
    plt.plot(times, 1e3 * simulated(2.0, steps), linewidth=0.8, label="default, τ/h = 2")
    plt.plot(times, 1e3 * simulated(best.x, steps), label=f"fitted, τ/h = {best.x:.2f}")
    plt.xlabel("s"), plt.ylabel("mm above rest"), plt.legend()
    plt.savefig(chosen.out, dpi=120, bbox_inches="tight")
    return 0 if abs(best.x - theory) < 0.1 * theory else 1


if __name__ == "__main__":
    raise SystemExit(main())
