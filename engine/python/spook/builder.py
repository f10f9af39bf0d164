"""Scenes built in code: a scene file in the making, checked by the engine's own reader."""

import json

from . import _spook


def _plain(value):
    """numpy arrays, tuples and numbers as JSON has them"""
    if hasattr(value, "tolist"):
        return _plain(value.tolist())
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value


class Builder:
    """Bodies, joints and materials by the keys of the scene file; scene() hands them to the engine, which names what is wrong.

    builder = Builder("a ball")
    builder.ground()
    builder.sphere("ball", radius=0.2, position=(0, 0, 1), velocity=(1, 0, 0))
    world = spook.World(builder.scene())
    """

    def __init__(self, name="scene", **fields):
        self.description = {"format": "spook-scene", "version": 1, "name": name, "bodies": [], **fields}

    def material(self, name, **numbers):
        """friction, restitution, density, compliance, relaxation_steps (or stiffness, rest_depth, …)"""
        self.description.setdefault("materials", {})[name] = numbers
        return self

    def pair(self, a, b, **numbers):
        """what two materials have between them"""
        self.description.setdefault("material_pairs", []).append({"a": a, "b": b, **numbers})
        return self

    def body(self, name, shapes, motion="dynamic", **fields):
        """shapes: dicts as in a scene file; fields: position, orientation (w x y z), velocity, mass, …"""
        self.description["bodies"].append({"name": name, "motion": motion, "shapes": list(shapes), **fields})
        return self

    def ground(self, name="ground", material="default"):
        """a plane at z = 0 that stands"""
        return self.body(name, [{"type": "plane", "normal": (0, 0, 1), "offset": 0, "material": material}], "static")

    def box(self, name, half_extents, material="default", **fields):
        """half_extents: m along x, y, z; fields as body() has them"""
        return self.body(name, [{"type": "box", "half_extents": half_extents, "material": material}], **fields)

    def sphere(self, name, radius, material="default", **fields):
        """radius: m; fields as body() has them"""
        return self.body(name, [{"type": "sphere", "radius": radius, "material": material}], **fields)

    def capsule(self, name, radius, half_length, material="default", **fields):
        """along its z; half_length: without its round ends; fields as body() has them"""
        shape = {"type": "capsule", "radius": radius, "half_length": half_length, "material": material}
        return self.body(name, [shape], **fields)

    def cylinder(self, name, radius, half_length, material="default", **fields):
        """along its z; fields as body() has them"""
        shape = {"type": "cylinder", "radius": radius, "half_length": half_length, "material": material}
        return self.body(name, [shape], **fields)

    def joint(self, type, name, a=None, b=None, **fields):
        """a and b: bodies' names, None is the world; fields: anchor, axis, limits, motor, …"""
        joint = {"name": name, "type": type, **fields}
        if type != "gear":
            joint.update(a=a, b=b)
        self.description.setdefault("joints", []).append(joint)
        return self

    def solver(self, **parameters):
        """how it is solved: sweeps=30, solver="split" …"""
        self.description.setdefault("solver", {}).update(parameters)
        return self

    def json(self):
        """the scene file's text"""
        return json.dumps(_plain(self.description), indent=1)

    def scene(self):
        """the Scene; SceneError names what is wrong, by its place in json()"""
        return _spook.parse(self.json(), self.description["name"])
