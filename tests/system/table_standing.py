"""Rows of the physics table that stand still: stacks, walls, arches, card houses, logs, the squeezed box."""
import math
import random

from table_scenes import Run, body, box, energy_lines, ground, hull, joint, long_shape, push, rotate, scene, sphere, then, turn

REST = 1e-9  # m/s, the table's 1e-6 mm/s


def stands(variant, s, seconds, moves=None, overlap=None, speed=REST):
    run = Run(s, seconds)
    if moves:
        yield variant, "moves", run.moved(), moves, "m"
    if overlap:
        yield variant, "overlap", run.overlap(), overlap, "m"
    yield variant, "late speed", run.late_speed(), speed, "m/s"
    yield from energy_lines(variant, run)


def stack(full):
    for edge, mass, yaw in [(0.5, None, 0), (0.5, 10, 0.3), (0.2, None, 0), (1.0, 1, 0)][:None if full else 1]:
        s = scene(f"stack {edge} {mass} {yaw}")
        ground(s)
        for i in range(20):
            body(s, f"cube_{i}", box(edge / 2, edge / 2, edge / 2), (0, 0, (i + 0.5) * edge), mass=mass,
                 orientation=turn((0, 0, 1), yaw * i))
        yield from stands(f"edge {edge} m, mass {mass or 'by density'}, turned {yaw}", s, 10, 1e-3, 1e-4)


def five_cubes(full):
    cases = [(1e3, 1e-8, 0.5, 1.0), (1e5, 1e-10, 0.5, 1.0), (1e3, 1e-8, 0.2, 0.2), (1e5, 1e-10, 0.2, 0.5)]
    for load, compliance, edge, wide in cases[:None if full else 2]:
        s = scene(f"five cubes {load:g} {edge}", compliance=compliance)
        ground(s)
        for i in range(5):
            body(s, f"cube_{i}", box(edge / 2, edge / 2, edge / 2), (0, 0, (i + 0.5) * edge), mass=1.0)
        body(s, "load", box(wide / 2, wide / 2, wide / 2), (0, 0, 5 * edge + wide / 2), mass=load)
        yield from stands(f"{load:g} kg on cubes of {edge} m", s, 60, 3e-4, 2e-4)


def pyramid(full):
    for edge, gap, mass, friction in [(0.5, 0.05, None, 0.5), (0.5, 0, None, 0.5), (0.5, 0.1, None, 0.3),
                                      (1, 0.05, 10, 1)][:None if full else 1]:
        s = scene(f"pyramid {edge} {gap} {friction}", friction=friction)
        ground(s)
        for row in range(20):
            for i in range(20 - row):
                body(s, f"cube_{row}_{i}", box(edge / 2, edge / 2, edge / 2),
                     ((i - (19 - row) / 2) * (edge + gap), 0, (row + 0.5) * edge), mass=mass)
        yield from stands(f"edge {edge}, {gap} m apart, friction {friction}", s, 10, 3e-4)


def brick_wall(name, wide, courses, brick=(0.5, 0.25, 0.25), halves=True, gap=0.0, mass=2.0, friction=0.5):
    """Running bond: every other course begins and ends with half a brick, or is a brick shorter."""
    long, deep, high = brick
    pitch = long + gap
    s = scene(name, friction=friction)
    ground(s)
    for course in range(courses):
        shifted = course % 2
        places = [((i - (wide - 1 - shifted) / 2) * pitch, long) for i in range(wide - shifted)]
        if shifted and halves:
            end = wide * pitch / 2 - long / 4
            places = [(-end, long / 2)] + places + [(end, long / 2)]
        for i, (x, length) in enumerate(places):
            body(s, f"brick_{course}_{i}", box(length / 2, deep / 2, high / 2), (x, 0, (course + 0.5) * high),
                 mass=mass * length / long)
    return s


def small_walls(full):
    cases = [("half bricks", {}), ("4:1", {"brick": (1, 0.25, 0.25)}), ("cubes", {"brick": (0.25, 0.25, 0.25)}),
             ("no halves", {"halves": False}), ("1 mm apart", {"gap": 1e-3}), ("friction 0.3", {"friction": 0.3}),
             ("4:1 no halves", {"brick": (1, 0.25, 0.25), "halves": False})]
    for variant, how in cases[:None if full else 2]:
        yield from stands(variant, brick_wall(f"wall 10x10 {variant}", 10, 10, **how), 10, 2e-5)


def large_walls(full):
    cases = [("25 x 20", 20, {}), ("25 x 40", 40, {}), ("25 x 20, 1 mm apart", 20, {"gap": 1e-3}),
             ("25 x 20, of 0.4 m", 20, {"brick": (0.4, 0.2, 0.2), "mass": 1})]
    for variant, wide, how in cases[:None if full else 1]:
        yield from stands(variant, brick_wall(f"wall {variant}", wide, 25, **how), 10, 5e-5, 1e-5)


def walls_hit(full):
    radius = (500 / (4 / 3 * math.pi * 7800)) ** (1 / 3)
    cases = [("10 x 10", 10, 10, {}), ("10 x 10, 4:1", 10, 10, {"brick": (1, 0.25, 0.25)}),
             ("10 x 10, no halves", 10, 10, {"halves": False}), ("25 x 20", 20, 25, {}), ("25 x 40", 40, 25, {})]
    for variant, wide, courses, how in cases[:None if full else 2]:
        s = brick_wall(f"wall hit {variant}", wide, courses, **how)
        high = max(radius, courses * 0.125)
        body(s, "ball", sphere(radius), (0, -2.5, high), mass=500, velocity=(0, 10, 0))
        run = Run(s, 8)
        overlaps = run["penetration_max_m"]
        hit = next(i for i, x in enumerate(overlaps) if x > 1e-4)
        yield variant, "peak overlap", max(overlaps), 50e-3, "m"
        yield variant, "overlap 5 s later", overlaps[hit + 300], 1e-3, "m"
        yield from energy_lines(variant, run)


def card_house(full):
    cases = [(0.2, 0.004, 20, 0.5), (0.2, 0.01, 20, 0.5), (0.2, 0.002, 15, 0.5), (1.0, 0.02, 20, 0.5),
             (0.2, 0.004, 30, 0.6), (0.5, 0.01, 25, 0.8)]
    for length, thick, degrees, friction in cases[:None if full else 2]:
        s = scene(f"cards {length} {thick} {degrees}", friction=friction)
        ground(s)
        lean = math.radians(degrees)
        reach = (length * math.sin(lean) + thick * math.cos(lean)) / 2
        rise = (length * math.cos(lean) + thick * math.sin(lean)) / 2
        pitch, floor = max(length, 4 * reach), 0.0
        for pairs in (3, 2, 1):
            left = -pitch * (pairs - 1) / 2
            for i in range(pairs):
                for side in (-1, 1):
                    body(s, f"card_{len(s['bodies'])}", box(thick / 2, 0.3 * length, length / 2),
                         (left + i * pitch + side * reach, 0, floor + rise), orientation=turn((0, 1, 0), -side * lean))
            for i in range(pairs - 1):
                body(s, f"card_{len(s['bodies'])}", box(pitch / 2 - 0.2 * thick, 0.3 * length, thick / 2),
                     (left + (i + 0.5) * pitch, 0, floor + 2 * rise + thick / 2))
            floor += 2 * rise + thick
        yield from stands(f"{length} m, {thick} m thick, {degrees} degrees", s, 60, 2e-5)


def centroid(corners):
    area = x = y = 0.0
    for (x0, y0), (x1, y1) in zip(corners, corners[1:] + corners[:1]):
        cross = x0 * y1 - x1 * y0
        area, x, y = area + cross, x + (x0 + x1) * cross, y + (y0 + y1) * cross
    return x / (3 * area), y / (3 * area)


def arch(full):
    for radius, thick, mass, friction in [(2, 0.5, None, 0.5), (1, 0.3, 10, 0.5), (3, 0.6, None, 0.6),
                                          (2, 0.5, 100, 0.8)][:None if full else 1]:
        s = scene(f"arch {radius} {thick} {mass}", friction=friction)
        ground(s)
        for i in range(15):
            rays = [math.pi * (1 - k / 15) for k in (i, i + 1)]
            ring = [(rays[0], radius - thick / 2), (rays[0], radius + thick / 2), (rays[1], radius + thick / 2),
                    (rays[1], radius - thick / 2)]
            corners = [(r * math.cos(a), r * math.sin(a)) for a, r in ring]
            x, z = centroid(corners)
            body(s, f"stone_{i}", hull([(cx - x, y, cz - z) for cx, cz in corners for y in (-0.25, 0.25)]), (x, 0, z),
                 mass=mass)
        yield from stands(f"radius {radius}, {thick} thick", s, 60, 4e-4)


def log_pile(full):
    cases = [(60, "cylinder", 10, 1.0, 0.5, 1), (60, "capsule", 10, 1.0, 0.5, 1), (60, "cylinder", 20, 1.0, 0.5, 2),
             (60, "cylinder", 10, 1.0, 0.8, 1), (200, "cylinder", 10, 1.0, 0.5, 1), (500, "cylinder", 10, 1.0, 0.5, 1)]
    for count, kind, degrees, half, friction, seed in cases[:None if full else 2]:
        chance, radius, slope = random.Random(seed), 0.15, math.radians(degrees)
        s = scene(f"logs {count} {kind} {degrees} {friction}", friction=friction, density=700)
        tilt = turn((0, 1, 0), -slope)
        pile = math.sqrt(count * math.pi * radius ** 2 / 0.75)
        width = max(1.3 * pile, 6 * radius)
        ground(s, rotate(tilt, (0, 0, 1)))
        for side in (-1, 1):
            for y in (-0.6 * half, 0.6 * half):
                body(s, f"post_{side}_{y}", box(0.1, 0.1, 1.5 * pile),
                     rotate(tilt, (side * (width / 2 + 0.1), y, 1.5 * pile)), motion="static", orientation=tilt)
        pitch = 2.3 * radius
        row = max(2, int((width - 2.2 * radius) / pitch))
        for i in range(count):
            layer, place = divmod(i, row)
            x = (place - (row - 1) / 2) * pitch + (layer % 2 - 0.5) * 0.36 * pitch
            lie = then(turn((0, 0, 1), chance.uniform(-0.01, 0.01)), turn((1, 0, 0), math.pi / 2))
            body(s, f"log_{i}", long_shape(kind, radius, half),
                 rotate(tilt, (x, chance.uniform(-0.05, 0.05), radius * (1.3 + 2.4 * layer))),
                 orientation=then(tilt, lie))
        s["solver"] = {"friction_compliance": 1e-7}  # as numerics §1 has it for loose piles
        run = Run(s, 15)
        variant = f"{count} {kind}s, {degrees} degrees, friction {friction}"
        yield variant, "overlap RMS", run.metrics["penetration"]["rms_m"], 1e-4, "m"
        yield variant, "overlap at the end", run["penetration_max_m"][-1], 3e-4, "m"
        yield variant, "RMS speed", run.rms_speed(), 1e-6, "m/s"
        yield from energy_lines(variant, run)


def squeezed_box(full):
    squeeze = 1e-3
    for how, half, tall, mass in [("static", 0.25, 0.75, 100), ("kinematic", 0.25, 0.75, 100), ("loaded", 0.25, 0.75, 100),
                                  ("static", 0.1, 0.5, 10)][:None if full else 2]:
        s = scene(f"squeezed {how} {half}")
        ground(s)
        shape, high = box(0.3, 3, tall + 0.5), tall + 1
        if how == "loaded":  # one wall is pushed by what a squeeze of 1 mm a corner takes
            body(s, "left", shape, (-half - 0.3, 0, high), motion="static")
            body(s, "right", shape, (half + 0.3, 0, high), mass=500)
            joint(s, "guide", "slider", "right", None, anchor=(half + 0.3, 0, high), axis=(1, 0, 0))
            push(s, "right", (-4 * squeeze / 1e-8, 0, 0))
        else:
            for name, side in (("left", -1), ("right", 1)):
                body(s, name, shape, (side * (half + 0.3 - squeeze), 0, high), motion=how)
        body(s, "box", box(half, half, tall), (0, 0, high), mass=mass)
        push(s, "box", (0, 1000, 0), 0.5)
        run = Run(s, 3, ["box"])
        y, z = run["box.y"][30:], run["box.z"][30:]
        slip = max(math.hypot(a - y[0], b - z[0]) for a, b in zip(y, z))
        yield f"{how} walls, {mass} kg", "slip in 2.5 s", slip, 2e-6, "m"


def driven_box(full):
    """Beyond its friction the box speeds up by (F − μ Σν)/m, ν = squeeze/ε at each of eight corners, once it slides."""
    for half, tall, share in [(0.25, 0.75, 1.01), (0.25, 0.75, 1.1), (0.1, 0.5, 1.02)][:None if full else 1]:
        squeeze, mass, friction = 1e-3, 100, 0.5
        s = scene(f"driven {half} {share}", gravity=(0, 0, 0), friction=friction)
        for name, side in (("left", -1), ("right", 1)):
            body(s, name, box(0.3, 30, tall + 0.5), (side * (half + 0.3 - squeeze), 0, 0), motion="static")
        body(s, "box", box(half, half, tall), (0, 0, 0), mass=mass)
        held = friction * 8 * squeeze / 1e-8
        push(s, "box", (0, share * held, 0))
        speed = Run(s, 0.3, ["box"])["box.vy"]
        gained, exact = speed[-1] - speed[6], (share - 1) * held / mass * (len(speed) - 7) / 60
        yield f"{share} of what friction holds", "speed gained", abs(gained / exact - 1), 0.01, "relative"


ROWS = {"stack of 20 cubes, 10 s": stack, "five cubes under a load, 60 s": five_cubes, "pyramid of 20, 10 s": pyramid,
        "wall of 10 x 10": small_walls, "walls of 25 x 20 and 25 x 40": large_walls, "walls hit by 500 kg": walls_hit,
        "card house of 3 levels, 60 s": card_house, "arch of 15 stones, 60 s": arch, "logs on a slope": log_pile,
        "squeezed box": squeezed_box, "squeezed box driven to slide": driven_box}
