"""Spook, a rigid-body engine with a direct solver, for Python.

    import spook
    world = spook.World(spook.scene("brick_wall"))
    world.step(60)
    print(world.snapshot().positions)       # (bodies, 3), no copy

SI units, z up. Scenes come from the library (`scene`, `scenes`), from files (`load`), or are built (`Builder`).
"""

from ._spook import (
    BodyId,
    Contacts,
    JointId,
    Moment,
    Problem,
    Recording,
    Scene,
    SceneError,
    Snapshot,
    Solution,
    StepReport,
    World,
    WriteError,
    __version__,
    assets,
    load,
    load_model,
    load_problem,
    load_recording,
    parameters,
    parse,
    parse_problem,
    scene,
    scenes,
)
from .builder import Builder

__all__ = [
    "BodyId", "Builder", "Contacts", "JointId", "Moment", "Problem", "Recording", "Scene", "SceneError", "Snapshot",
    "Solution", "StepReport", "World", "WriteError", "__version__", "assets", "load", "load_model", "load_problem",
    "load_recording", "parameters", "parse", "parse_problem", "scene", "scenes",
]
