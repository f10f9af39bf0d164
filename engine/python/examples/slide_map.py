"""A sweep with a heat map: how far does a box slide in a second, by friction and slope?

The line μ = tan θ, above which it should not move at all, is drawn over what the engine did.

    python3 slide_map.py [--out map.png] [--points 20]
"""

import argparse

import matplotlib
import numpy as np
import spook


def slide(friction, slope, seconds=1.0):
    """m along the slope; the slope is a tilted gravity on level ground"""
    builder = spook.Builder("a box on a slope", gravity=(9.81 * np.sin(slope), 0, -9.81 * np.cos(slope)))
    builder.ground()
    builder.box("box", half_extents=(0.2, 0.2, 0.1), position=(0, 0, 0.1))
    scene = builder.scene()
    scene.set(friction=friction)
    world = spook.World(scene, publish=False)
    world.step(round(seconds / scene.parameters["time_step"]))
    return world.position("box")[0]


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--out", default="slide_map.png")
    arguments.add_argument("--points", type=int, default=20)
    chosen = arguments.parse_args()

    frictions = np.linspace(0.0, 1.0, chosen.points)
    slopes = np.radians(np.linspace(1.0, 45.0, chosen.points))
    distance = np.array([[slide(mu, slope) for mu in frictions] for slope in slopes])
    sticks = frictions[None, :] > np.tan(slopes)[:, None]
    exact = 0.5 * 9.81 * np.maximum(np.sin(slopes)[:, None] - frictions[None, :] * np.cos(slopes)[:, None], 0)
    print(f"{distance.size} runs; the largest error beside ½ g (sin θ - μ cos θ) t²: {np.abs(distance - exact).max():.3f} m; "
          f"what should stick crept by {1e3 * np.abs(distance[sticks]).max():.4f} mm at most")

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    plt.figure(figsize=(6, 5))
    mesh = plt.pcolormesh(frictions, np.degrees(slopes), distance, shading="nearest", cmap="viridis")
    plt.colorbar(mesh, label="m in the first second")
    plt.plot(np.tan(slopes), np.degrees(slopes), "w--", label="μ = tan θ")
    plt.xlim(0, 1), plt.xlabel("friction μ"), plt.ylabel("slope θ, degrees"), plt.legend(loc="upper right")
    plt.savefig(chosen.out, dpi=120, bbox_inches="tight")
    return 0 if np.abs(distance[sticks]).max() < 1e-3 else 1


if __name__ == "__main__":
    raise SystemExit(main())
