"""Rows of the physics table that move: springs, pendulums, bounces, slopes, chains, spinning bodies."""
import math

from table_scenes import GRAVITY, STEP, Run, body, box, energy_lines, ground, joint, long_shape, push, rotate, scene, sphere, turn


def period(times, values):
    """From the first upward crossing of nought to the last."""
    crossings = [t0 + (t1 - t0) * a / (a - b) for t0, t1, a, b in zip(times, times[1:], values, values[1:]) if a < 0 <= b]
    return (crossings[-1] - crossings[0]) / (len(crossings) - 1)


def spring_scene(name, angle, damping=0.0, mass=2.0):
    """A mass 0.1 m out on a spring of ω h = angle."""
    s = scene(name, gravity=(0, 0, 0))
    body(s, "mass", sphere(0.1), (1.1, 0, 0), mass=mass)
    stiffness = mass * (angle / STEP) ** 2
    joint(s, "spring", "spring", "mass", None, anchor_a=(1.1, 0, 0), anchor_b=(0, 0, 0), rest_length=1.0,
          stiffness=stiffness, damping=damping)
    return s


def oscillator(full):
    for angle in (0.1, 0.5):
        run = Run(spring_scene(f"oscillator {angle}", angle), 10000 * STEP, ["mass"])
        x = [a - 1 for a in run["mass.x"]]
        wrong = abs(period(run["t"], x) / (2 * math.pi * STEP / angle) - 1)
        yield f"w h = {angle}", "period error", wrong, angle ** 2 / 12, "(w h)^2/12"
        grown = abs(max(map(abs, x[-200:])) / max(map(abs, x[:200])) - 1)
        yield f"w h = {angle}", "amplitude after 10^4 steps", grown, 1e-3, "relative"


def stiff_spring(full):
    for variant, share in [("undamped", 0.0), ("critical", 2.0)]:
        mass, angle = 2.0, 50.0
        run = Run(spring_scene(f"stiff {variant}", angle, share * mass * angle / STEP, mass), 1, ["mass"])
        x = [a - 1 for a in run["mass.x"]]
        yield variant, "left after 10 steps", max(map(abs, x[10:])) / 0.1, 1e-2, "relative"
        yield variant, "swings beyond", max(0.0, -min(x)) / 0.1, 1e-6, "relative"


def violation(full):
    """A distance joint made 1 cm too short: x⁺ = (1 − 4φ) x + φ y, y⁺ = φ y − 4φ x (numerics §1), step by step."""
    for relaxation in (0.25, 0.5, 1, 2, 4, 8):
        s = scene(f"violation {relaxation}", gravity=(0, 0, 0))
        body(s, "mass", sphere(0.1), (1.01, 0, 0), mass=1.0)
        joint(s, "rod", "distance", "mass", None, anchor_a=(1.01, 0, 0), anchor_b=(0, 0, 0), length=1.0,
              compliance=1e-12, relaxation_steps=relaxation)
        run = Run(s, 0.5, ["mass"])
        phi, x, y, worst = 1 / (1 + 4 * relaxation), 0.01, 0.0, 0.0
        for place in run["mass.x"][1:]:
            x, y = (1 - 4 * phi) * x + phi * y, phi * y - 4 * phi * x
            worst = max(worst, abs(place - 1 - x))
        yield f"tau/h = {relaxation}", "off the recursion", worst / 0.01, 1e-2, "relative"


def pendulum(full):
    start, length = 0.5, 1.0
    for compliance in (0, 1e-12, 1e-9, 1e-6):
        for kind in ("ball", "hinge", "distance")[:None if full else 1]:
            s = scene(f"pendulum {compliance} {kind}")
            place, top = (length * math.sin(start), 0, 2 - length * math.cos(start)), (0, 0, 2)
            body(s, "bob", sphere(0.05), place, mass=1.0)
            where = {"anchor_a": place, "anchor_b": top} if kind == "distance" else {"anchor": top}
            joint(s, "joint", kind, "bob", None, compliance=compliance, axis=(0, 1, 0) if kind == "hinge" else None, **where)
            run = Run(s, 60, ["bob"])
            angles = [math.atan2(x, 2 - z) for x, z in zip(run["bob.x"], run["bob.z"])]
            inertia = 0 if kind == "distance" else 0.4 * 0.05 ** 2
            a, b = 1.0, math.cos(start / 2)  # the arithmetic–geometric mean gives the period of a large swing
            while a - b > 1e-14:
                a, b = (a + b) / 2, math.sqrt(a * b)
            exact = 2 * math.pi * math.sqrt((length + inertia / length) / GRAVITY) / a
            yield f"{kind}, compliance {compliance:g}", "period", abs(period(run["t"], angles) / exact - 1), 0.01, "relative"
            yield f"{kind}, compliance {compliance:g}", "amplitude", abs(max(angles[-130:]) / start - 1), 0.01, "relative"
            yield from energy_lines(f"{kind}, compliance {compliance:g}", run)


def bouncing_ball(full):
    for variant, radius, mass in [("by density", 0.25, None), ("500 kg", 0.25, 500), ("small", 0.05, None)][:None if full else 1]:
        s = scene(f"bounce {variant}", restitution=1.0)
        ground(s)
        body(s, "ball", sphere(radius), (0, 0, 1 + radius), mass=mass)
        run = Run(s, 90, ["ball"])
        z = [a - radius for a in run["ball.z"]]
        apexes = [i for i in range(1, len(z) - 1) if z[i - 1] <= z[i] > z[i + 1]]
        bend = [(z[i] + (z[i + 1] - z[i - 1]) ** 2 / (8 * (2 * z[i] - z[i - 1] - z[i + 1]))) for i in apexes]
        yield variant, "apex above the start", max(z[i] for i in apexes) - 1, 1e-6, "m"
        yield variant, "lost at the last apex", 1 - bend[-1], 0.01, "m"
        yield from energy_lines(variant, run)


def cradle(full):
    for law in ("sequential", "newton", "poisson"):
        s = scene(f"cradle {law}", restitution=1.0)
        s["solver"] = {"impact_law": law}
        for i in range(5):
            angle = -0.5 if i == 0 else 0.0
            place = (0.2 * i + math.sin(angle), 0, 2 - math.cos(angle))
            body(s, f"ball_{i}", sphere(0.1), place, mass=1.0)
            for side in (-0.5, 0.5):
                joint(s, f"string_{i}_{side}", "distance", f"ball_{i}", None, anchor_a=place, anchor_b=(0.2 * i, side, 2))
        run = Run(s, 0.9, [f"ball_{i}" for i in range(5)])
        speeds = [run.vectors(f"ball_{i}", "v") for i in range(5)]
        kinetic = [[sum(x * x for x in v) for v in ball] for ball in speeds]
        total = [sum(k) for k in zip(*kinetic)]
        share = max(last / all_of_it for last, all_of_it in zip(kinetic[4], total) if all_of_it > 0.25 * max(total))
        yield law, "energy not in the last ball", 1 - share, 0.01 if law == "sequential" else math.inf, "share"
        yield from energy_lines(law, run)


def resting_weight(full):
    for compliance in (1e-10, 1e-8, 1e-6, 1e-4, 1e-3):
        for kind, points in (("sphere", 1), ("box", 4)):
            s = scene(f"weight {compliance} {kind}", compliance=compliance)
            ground(s)
            body(s, "weight", sphere(0.25) if kind == "sphere" else box(0.25, 0.25, 0.25), (0, 0, 0.25), mass=10.0)
            run = Run(s, 30 if compliance > 1e-5 else 5, ["weight"])
            depth = 0.25 - run["weight.z"][-1]
            yield f"{kind}, {compliance:g} m/N", "depth", abs(depth * points / (compliance * 10 * GRAVITY) - 1), 0.01, "of eps W"
            if compliance < 1e-5:  # softer ones are springs that give back what they took
                yield from energy_lines(f"{kind}, {compliance:g} m/N", run)


def slope(full):
    for ratio in (0.49, 0.51):
        for degrees in (0, 10, 22.5, 30, 45):
            angle, heading = math.atan(ratio), math.radians(degrees)
            flat = (math.cos(heading), math.sin(heading), 0)
            down = (math.cos(angle) * flat[0], math.cos(angle) * flat[1], -math.sin(angle))
            normal = (math.sin(angle) * flat[0], math.sin(angle) * flat[1], math.cos(angle))
            s = scene(f"slope {ratio} {degrees}")
            ground(s, normal)
            body(s, "box", box(0.25, 0.25, 0.125), [0.125 * x for x in normal], mass=10,
                 orientation=turn((-flat[1], flat[0], 0), angle))
            run = Run(s, 5, ["box"])
            yield from energy_lines(f"tan {ratio}, {degrees} degrees", run)
            v = run.vectors("box", "v")
            if ratio < 0.5:
                yield f"tan 0.49, {degrees} degrees", "creep", math.hypot(*v[-1]), 1e-9, "m/s"
                continue
            along = [sum(a * b for a, b in zip(x, down)) for x in v]
            exact = GRAVITY * (math.sin(angle) - 0.5 * math.cos(angle))
            yield f"tan 0.51, {degrees} degrees", "acceleration", abs((along[300] - along[60]) / 4 / exact - 1), 1e-6, "relative"


def rolling_sphere(full):
    for radius, degrees in [(0.1, 5), (0.25, 10), (0.5, 20)]:
        angle = math.radians(degrees)
        normal = (math.sin(angle), 0, math.cos(angle))
        s = scene(f"rolling {radius} {degrees}")
        ground(s, normal)
        body(s, "ball", sphere(radius), [radius * x for x in normal])
        run = Run(s, 3, ["ball"])
        speed = math.hypot(*run.vectors("ball", "v")[-1])
        yield f"{radius} m, {degrees} degrees", "acceleration", abs(speed / (15 / 7 * GRAVITY * math.sin(angle)) - 1), 0.01, "relative"
        yield from energy_lines(f"{radius} m, {degrees} degrees", run)


def rolling_balls(full):
    """Until the balls, left behind by the box, carry it so unevenly that the rear ones must slip: 0.2 s at 2 m apart."""
    for radius, pitch, thick, seconds in [(0.5, 2.0, 0.05, 0.2), (0.1, 0.6, 0.02, 0.1)]:
        s = scene(f"balls {radius} {pitch}")
        for name in ("ball", "floor", "plate"):
            s["materials"][name] = {"friction": 0.5}
        s["material_pairs"] = [{"a": "ball", "b": "plate", "friction": 0.8}, {"a": "ball", "b": "floor", "friction": 0.4}]
        ground(s, material="floor")
        for i in range(25):
            body(s, f"ball_{i}", sphere(radius, material="ball"), ((i % 5 - 2) * pitch, (i // 5 - 2) * pitch, radius), mass=1.0)
        body(s, "box", box(3 * pitch, 3 * pitch, thick, material="plate"), (0, 0, 2 * radius + thick), mass=10.0)
        push(s, "box", (150, 0, 0))
        run = Run(s, seconds, ["all"])
        rate = 150 / (10 + 25 * 1.4 / 4)
        wrong = [(v[0] - rate * t) ** 2 + v[1] ** 2 + v[2] ** 2 for t, v in zip(run["t"], run.vectors("box", "v"))]
        for i in range(25):
            wrong += [(v[0] - rate * t / 2) ** 2 + v[1] ** 2 + v[2] ** 2 for t, v in zip(run["t"], run.vectors(f"ball_{i}", "v"))]
        yield f"balls of {radius} m, {pitch} m apart", "mean squared velocity error", sum(wrong) / len(wrong), 1e-6, "(m/s)^2"


def chain(full):
    cases = [(load, kind, "capsule", level) for load in (1e3, 1e4, 1e5) for kind in ("ball", "hinge") for level in (True, False)]
    cases += [(1e3, "ball", "box", True), (1e3, "hinge", "box", True), (1e3, "ball", "sphere", True)]
    for load, kind, shape, level in cases if full else cases[:1]:
        links, pitch, radius = 20, 0.25, 0.3
        swing = math.pi / 2 if level else 0.0
        along, top = (math.sin(swing), 0, -math.cos(swing)), (0, 0, links * pitch + 1)
        at = lambda distance: tuple(t + distance * d for t, d in zip(top, along))
        s = scene(f"chain {load:g} {kind} {shape} {level}")
        form = {"capsule": long_shape("capsule", 0.04, 0.075), "box": box(0.03, 0.03, 0.12), "sphere": sphere(0.05)}[shape]
        for i in range(links):
            body(s, f"link_{i}", form, at((i + 0.5) * pitch), mass=1.0, orientation=turn((0, 1, 0), -swing))
        body(s, "load", sphere(radius), at(links * pitch + radius), mass=load)
        names = [None] + [f"link_{i}" for i in range(links)] + ["load"]
        for i in range(links + 1):
            joint(s, f"joint_{i}", kind, names[i + 1], names[i], anchor=at(i * pitch), axis=(0, 1, 0) if kind == "hinge" else None)
        run = Run(s, 10)
        variant = f"{load:g} kg, {kind}, {shape}s, {'level' if level else 'hanging'}"
        yield variant, "joint gap", run.metrics["joint_error"]["max_m"], 1e-3 if load > 1e4 else 5e-4, "m"
        yield from energy_lines(variant, run)
        if level:
            lowest = sum(GRAVITY * (top[2] - (i + 0.5) * pitch) for i in range(links)) + load * GRAVITY * (top[2] - links * pitch - radius)
            energy = run.metrics["energy"]
            lost = 1 - (energy["total_end"] - lowest) / (energy["total_start"] - lowest)
            yield variant, "energy of the swing lost", lost, 0.15, "share"


def t_handle(full):
    for size, spin, wobble in [(0.2, 15, 0.5), (2.0, 15, 0.5), (0.2, 5, 0.05), (0.2, 20, 0.5)][:None if full else 2]:
        scale = size / 0.2
        inertia = [x * scale ** 5 for x in (0.0009131562646434335, 0.002722713633111155, 0.003535338932839715)]
        s = scene(f"handle {size} {spin}", gravity=(0, 0, 0))
        bar = lambda x, axis: long_shape("cylinder", 0.02 * scale, 0.1 * scale, position=(x, 0, 0), orientation=turn(axis, math.pi / 2))
        body(s, "handle", [bar(-0.06 * scale, (1, 0, 0)), bar(0.06 * scale, (0, 1, 0))], (0, 0, 1),
             mass=0.5026548245743669 * scale ** 3, inertia=tuple(inertia), angular_velocity=(wobble, spin, 0))
        run = Run(s, 60, ["handle"])
        turns = list(zip(*(run[f"handle.q{a}"] for a in "wxyz")))
        rates = [rotate((q[0], -q[1], -q[2], -q[3]), w) for q, w in zip(turns, run.vectors("handle", "w"))]
        momenta = [rotate(q, [i * x for i, x in zip(inertia, w)]) for q, w in zip(turns, rates)]
        kinetic = run["kinetic"]
        variant = f"{size} m, {spin} rad/s"
        yield variant, "momentum", max(math.dist(m, momenta[0]) for m in momenta) / math.hypot(*momenta[0]), 1e-12, "relative"
        yield variant, "energy", max(abs(k / kinetic[0] - 1) for k in kinetic), 1e-6, "relative"
        times, exact = euler_equations(inertia, (wobble, spin, 0), 60)
        yield variant, "flip period", abs(period(run["t"], [w[1] for w in rates]) / period(times, exact) - 1), 5e-3, "relative"


def euler_equations(inertia, rates, seconds, step=1e-3):
    """The rate about the middle axis of a free body, by Runge and Kutta."""
    a, b, c = inertia
    slope_of = lambda w: ((b - c) * w[1] * w[2] / a, (c - a) * w[2] * w[0] / b, (a - b) * w[0] * w[1] / c)
    moved = lambda w, k, t: tuple(x + t * y for x, y in zip(w, k))
    values = [rates[1]]
    for _ in range(int(seconds / step)):
        k1 = slope_of(rates)
        k2 = slope_of(moved(rates, k1, step / 2))
        k3 = slope_of(moved(rates, k2, step / 2))
        k4 = slope_of(moved(rates, k3, step))
        rates = tuple(w + step / 6 * (p + 2 * q + 2 * r + t) for w, p, q, r, t in zip(rates, k1, k2, k3, k4))
        values.append(rates[1])
    return [i * step for i in range(len(values))], values


def heavy_top(full):
    """A disc on a stick held at its foot, in steady precession: the slow root of its quadratic, which m g l/(I3 w3) nears."""
    for radius, length, tilt, spin in [(0.4, 0.3, 0.35, 30), (0.4, 0.3, 0.35, 80), (0.2, 0.1, 0.35, 100), (0.2, 0.1, 0.6, 150),
                                       (0.3, 0.2, 0.35, 60)]:
        mass, thick = 2.0, 0.03
        axial, across = mass * radius ** 2 / 2, mass * (3 * radius ** 2 + thick ** 2) / 12
        a = (across + mass * length ** 2 - axial) * math.cos(tilt)
        b, c = axial * spin, mass * GRAVITY * length
        rate = 2 * c / (b + math.sqrt(b * b - 4 * a * c))
        axis = (math.sin(tilt), 0, math.cos(tilt))
        w = (spin * axis[0], 0, spin * axis[2] + rate)
        s = scene(f"top {radius} {length} {spin}")
        body(s, "top", long_shape("cylinder", radius, thick / 2), (length * axis[0], 0, 1 + length * axis[2]), mass=mass,
             inertia=(across, across, axial), orientation=turn((0, 1, 0), tilt), angular_velocity=w,
             velocity=(0, (w[2] * axis[0] - w[0] * axis[2]) * length, 0))
        joint(s, "foot", "ball", "top", None, anchor=(0, 0, 1))
        run = Run(s, 10, ["top"])
        turned, before = 0.0, math.atan2(run["top.y"][0], run["top.x"][0])
        for x, y in zip(run["top.x"][1:], run["top.y"][1:]):
            here = math.atan2(y, x)
            turned, before = turned + math.remainder(here - before, 2 * math.pi), here
        yield f"disc of {radius} m at {length} m, {spin} rad/s", "precession", abs(turned / 10 / rate - 1), 0.01, "relative"
        yield from energy_lines(f"disc of {radius} m at {length} m, {spin} rad/s", run)


ROWS = {"spring as oscillator": oscillator, "stiff spring": stiff_spring, "joint violation response": violation,
        "pendulum, 60 s": pendulum, "bouncing ball, 90 s": bouncing_ball, "cradle": cradle, "resting weight": resting_weight,
        "slope": slope, "rolling sphere": rolling_sphere, "box on 25 balls": rolling_balls, "chain of 20 links": chain,
        "T-handle, 60 s": t_handle, "heavy top": heavy_top}
