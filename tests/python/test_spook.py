"""The module for Python, beside what the command line says of the same things. Run by ctest, or by hand:
PYTHONPATH=build/release/python python3 -m unittest discover tests/python"""

import os
import tempfile
import threading
import unittest

import numpy as np
import spook


def ball(height=1.0, **fields):
    builder = spook.Builder("a ball")
    builder.ground()
    builder.sphere("ball", radius=0.5, position=(0, 0, height), **fields)
    return builder.scene()


class Scenes(unittest.TestCase):
    def test_library_has_parameters_with_ranges(self):
        wall = spook.scenes()["brick_wall"]
        self.assertTrue(wall["description"])
        for parameter in wall["parameters"].values():
            self.assertLessEqual(parameter["minimum"], parameter["value"])
            self.assertLessEqual(parameter["value"], parameter["maximum"])

    def test_parameters_of_a_scene_change_it(self):
        few = spook.scene("log_pile", logs=10)
        many = spook.scene("log_pile", logs=20)
        self.assertEqual(len(many.body_names) - len(few.body_names), 10)

    def test_unknown_names_are_named(self):
        with self.assertRaisesRegex(KeyError, "no_such_scene"):
            spook.scene("no_such_scene")
        with self.assertRaisesRegex(ValueError, "no_such_parameter"):
            spook.scene("brick_wall", no_such_parameter=1)
        with self.assertRaisesRegex(spook.SceneError, "half_extents"):
            spook.Builder().box("box", half_extents=(1, 1, 0)).scene()
        with self.assertRaisesRegex(KeyError, "nobody"):
            spook.World(ball()).position("nobody")

    def test_saved_and_loaded_is_the_same(self):
        scene = spook.scene("card_house")
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "cards.json")
            scene.save(file)
            self.assertEqual(spook.load(file).json(), scene.json())
        with self.assertRaises(OSError):
            scene.save("/no/such/folder/cards.json")

    def test_models_come_with_what_they_cannot_say(self):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "model.xml")
            with open(file, "w") as out:
                out.write('<mujoco><worldbody><body name="b" pos="0 0 1"><freejoint/><geom size="0.1"/>'
                          '<site name="s"/></body></worldbody><sensor><gyro site="s"/></sensor></mujoco>')
            scene, notes = spook.load_model(file)
        self.assertIn("b", scene.body_names)
        self.assertTrue(any("sensor" in note or "gyro" in note for note in notes), notes)

    def test_solver_parameters(self):
        scene = ball()
        scene.set(sweeps=30, friction=0.25, gravity=np.array([0, 0, -1.62]), solver="split", warm_start=False)
        p = scene.parameters
        self.assertEqual((p["sweeps"], p["friction"], p["gravity"], p["solver"], p["warm_start"]),
                         (30, 0.25, (0.0, 0.0, -1.62), "split", False))
        scene.set(friction=None)
        self.assertIsNone(scene.parameters["friction"])
        with self.assertRaisesRegex(ValueError, "solver"):
            scene.set(sweeps=7, solver="magic")
        self.assertEqual(scene.parameters["sweeps"], 30)  # all or nothing
        self.assertEqual({row["name"] for row in spook.parameters()}, set(p))


class KnownUnits(unittest.TestCase):
    """stiffness in N/m, Hz and damping ratio, depth at rest: as a scene says them, and as set() does"""

    @staticmethod
    def ball_on(**material):
        builder = spook.Builder("a ball of 10 kg")
        if material:
            builder.material("default", **material)
        return builder.ground().sphere("ball", radius=0.5, position=(0, 0, 0.5), mass=10).scene()

    @staticmethod
    def depth_at_rest(scene):
        world = spook.World(scene)
        world.step(600)
        return 0.5 - world.position("ball")[2]

    @staticmethod
    def swing(**fields):
        """4 kg hung on a spring of 1 m and let go at its rest length: heights above where it hangs still, every ms"""
        builder = spook.Builder(time_step=1e-3)
        builder.sphere("ball", radius=0.1, position=(0, 0, -1), mass=4)
        builder.joint("spring", "s", "ball", None, anchor_a=(0, 0, -1), anchor_b=(0, 0, 0), rest_length=1, **fields)
        world, heights = spook.World(builder.scene()), []
        for _ in range(2000):
            world.step()
            heights.append(world.position("ball")[2])
        return np.array(heights)

    def test_a_weight_rests_as_deep_as_a_material_says(self):
        self.assertAlmostEqual(self.depth_at_rest(self.ball_on(rest_depth=0.002, reference_mass=10)), 0.002, delta=1e-7)
        self.assertAlmostEqual(self.depth_at_rest(self.ball_on(stiffness=5e4)), 98.1 / 5e4, delta=1e-7)
        hz = self.ball_on(frequency=10, damping_ratio=1, reference_mass=10)
        self.assertAlmostEqual(self.depth_at_rest(hz), 9.81 / (2 * np.pi * 10) ** 2, delta=1e-7)

    def test_and_as_deep_as_set_says(self):
        for values, depth in (({"stiffness": 5e4}, 98.1 / 5e4), ({"stiffness": np.float64(5e4), "damping": 2e3}, 98.1 / 5e4),
                              ({"frequency": "10@10", "damping_ratio": "1@10"}, 9.81 / (2 * np.pi * 10) ** 2),
                              ({"rest_depth": "0.002@10"}, 0.002)):
            scene = self.ball_on()
            scene.set(**values)
            self.assertAlmostEqual(self.depth_at_rest(scene), depth, delta=1e-7, msg=values)
            world = spook.World(self.ball_on())  # and of a world that already runs
            world.step(60)
            world.set(**values)
            world.step(600)
            self.assertAlmostEqual(0.5 - world.position("ball")[2], depth, delta=1e-7, msg=values)

    def test_a_spring_swings_at_its_frequency_and_dies_by_its_ratio(self):
        ratio = 0.1
        heights = self.swing(frequency=2.5, damping_ratio=ratio) + 1 + 9.81 / (2 * np.pi * 2.5) ** 2
        down = np.flatnonzero((heights[:-1] > 0) & (heights[1:] <= 0))
        crossings = down + heights[down] / (heights[down] - heights[down + 1])
        period = 1e-3 * np.diff(crossings).mean()
        damped = np.sqrt(1 - ratio**2)
        self.assertAlmostEqual(period * 2.5 * damped, 1, delta=2e-3)
        lowest = [heights[i:i + 400].min() for i in down[:3]]
        for before, after in zip(lowest, lowest[1:]):
            self.assertAlmostEqual(after / before, np.exp(-2 * np.pi * ratio / damped), delta=0.01)

    def test_joints_take_them_by_set(self):
        scene = self.ball_on()
        scene.set(joint_stiffness=2e6, joint_damping=1e4)
        self.assertAlmostEqual(scene.parameters["joint_compliance"], 5e-7, delta=1e-20)
        self.assertAlmostEqual(scene.parameters["joint_relaxation_steps"], 60 * 1e4 / 2e6)
        scene.set(joint_frequency="5@2", joint_damping_ratio="1@2")
        self.assertAlmostEqual(scene.parameters["joint_compliance"], 1 / (2 * (10 * np.pi) ** 2))
        scene.set(joint_rest_depth="0.001@10")
        self.assertAlmostEqual(scene.parameters["joint_compliance"], 0.001 / 98.1)

    def test_materials_by_name(self):
        builder = spook.Builder().box("girder", half_extents=(0.5, 0.5, 0.5), material="steel")
        builder.material("slippery", preset="oak", friction=0.05)
        self.assertAlmostEqual(spook.World(builder.scene()).snapshot().masses[0], 7800)
        with self.assertRaisesRegex(spook.SceneError, "cheese"):
            spook.Builder().material("m", preset="cheese").scene()

    def test_what_is_wrong_is_named(self):
        scene = self.ball_on()
        for values, words in (({"frequency": 30}, "@"), ({"stiffness": 0}, "positive"), ({"stiffness": "soft"}, "number"),
                              ({"frequency": "1@-2"}, "positive"), ({"damping": 10}, "stiffness")):
            with self.assertRaisesRegex(ValueError, words, msg=values):
                scene.set(**values)
        for fields, words in (({"stiffness": 1e6, "compliance": 1e-6}, "/materials/default/stiffness"),
                              ({"frequency": 3}, "reference_mass"), ({"stiffness": -1}, "positive")):
            with self.assertRaisesRegex(spook.SceneError, words, msg=fields):
                self.ball_on(**fields)


class Worlds(unittest.TestCase):
    def test_a_ball_falls_as_it_must(self):
        world = spook.World(ball(height=10.0))
        h = world.parameters["time_step"]
        world.step(30)
        # symplectic Euler: z = z0 - g h² n (n + 1) / 2, to the rounding of a sum
        self.assertAlmostEqual(world.position("ball")[2], 10 - 9.81 * h * h * 30 * 31 / 2, places=12)
        self.assertAlmostEqual(world.time, 0.5, places=12)

    def test_arrays_are_views_that_stay(self):
        world = spook.World(spook.scene("brick_wall"))
        world.step(2)
        before = world.snapshot()
        positions = before.positions
        kept = positions.copy()
        self.assertEqual(positions.shape, (len(before), 3))
        self.assertIsNotNone(positions.base)
        self.assertFalse(positions.flags.writeable)
        self.assertEqual(positions.ctypes.data, before.positions.ctypes.data)  # no copy: the same memory again
        del before
        world.apply_impulse("ball" if "ball" in world.snapshot().names else world.snapshot().names[-1], (50, 0, 0))
        world.step(20)
        np.testing.assert_array_equal(positions, kept)
        self.assertGreater(np.abs(world.snapshot().positions - kept).max(), 1e-6)

    def test_orientations_are_unit_and_x_y_z_w(self):
        builder = spook.Builder()
        builder.box("box", half_extents=(1, 1, 1), orientation=(np.cos(0.3), 0, 0, np.sin(0.3)))
        q = spook.World(builder.scene()).snapshot().orientations[0]
        np.testing.assert_allclose(q, (0, 0, np.sin(0.3), np.cos(0.3)), atol=1e-12)

    def test_contacts_carry_the_weight(self):
        world = spook.World(ball(height=0.5, mass=2.0))
        world.step(60)
        contacts = world.snapshot().contacts
        self.assertEqual(len(contacts), 1)
        names = world.snapshot().names
        self.assertEqual({names[i] for i in contacts.bodies[0]}, {"ground", "ball"})
        np.testing.assert_allclose(abs(contacts.normals[0][2]), 1.0, atol=1e-9)
        np.testing.assert_allclose(contacts.impulses[0][0] * 60, 2 * 9.81, rtol=1e-6)
        self.assertEqual(contacts.states.dtype, np.uint8)
        self.assertEqual(contacts.tangents.shape, (1, 2, 3))

    def test_moments(self):
        world = spook.World(spook.scene("card_house"))
        world.step(10)
        moment = world.save()
        world.step(20)
        hash_after = world.hash
        world.restore(moment)
        self.assertEqual(world.steps, 10)
        world.step(20)
        self.assertEqual(world.hash, hash_after)
        with self.assertRaisesRegex(ValueError, "another world"):
            spook.World(ball()).restore(moment)

    def test_hands_and_edits(self):
        world = spook.World(ball(height=0.5))
        world.grip("ball", target=(0, 0, 2.0))
        world.step(120)
        self.assertAlmostEqual(world.position("ball")[2], 2.0, delta=0.05)
        self.assertEqual(len(world.snapshot().hands), 1)
        world.move_hand((0.5, 0, 2.0))
        world.step(120)
        self.assertAlmostEqual(world.position("ball")[0], 0.5, delta=0.05)
        world.release()
        world.set(gravity=(0, 0, 0))
        world.set_pose("ball", position=(0, 0, 5))
        world.set_velocity("ball", (1, 0, 0))
        world.step(60)
        np.testing.assert_allclose(world.position("ball"), (1, 0, 5), atol=1e-9)
        world.add(spook.Builder().box("new", half_extents=(1, 1, 1), position=(9, 9, 9)).scene())
        world.apply()
        self.assertIn("new", world.snapshot().names)
        gone = world.body("new")
        world.remove_body(gone)
        world.apply()
        self.assertNotIn("new", world.snapshot().names)
        with self.assertRaises(KeyError):
            world.position(gone)

    def test_motors(self):
        builder = spook.Builder()
        builder.box("arm", half_extents=(0.5, 0.1, 0.1))
        builder.joint("hinge", "axle", "arm", None, anchor=(0, 0, 0), axis=(0, 0, 1), motor={"speed": 0, "max_effort": 1e4})
        world = spook.World(builder.scene())
        world.set_motor("axle", 2.0)
        world.step(60)
        joint = world.snapshot().joints[0]
        self.assertAlmostEqual(joint["speed"], 2.0, places=3)
        self.assertAlmostEqual(joint["position"], 2.0, delta=0.05)

    def test_worlds_on_threads_are_what_they_are_alone(self):
        def hash_of(steps):
            world = spook.World(spook.scene("card_house"))
            world.step(steps)
            return world.hash

        alone, together = hash_of(30), {}
        threads = [threading.Thread(target=lambda i=i: together.update({i: hash_of(30)})) for i in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(together, {0: alone, 1: alone, 2: alone})

    def test_other_threads_go_on_while_it_steps(self):
        world = spook.World(spook.scene("brick_wall"))
        counted = 0
        thread = threading.Thread(target=world.step, args=(100,))
        thread.start()
        while thread.is_alive():
            counted += 1
            world.snapshot().positions.sum()  # reading does not wait for the step
        thread.join()
        self.assertEqual(world.steps, 100)
        self.assertGreater(counted, 100)


class Problems(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        world = spook.World(spook.scene("card_house"), record_history=True)
        world.step(20)
        cls.world, cls.problem = world, world.problem()

    def test_solvers_are_judged_by_one_residual(self):
        exact = self.problem.solve(solver="exact")
        sweeps = self.problem.solve(solver="sweeps", sweeps=40, warm_start=False)
        self.assertEqual(exact.contact_impulses.shape, (self.problem.contacts, 3))
        self.assertLess(exact.residual["normal"], 1e-8)
        self.assertLess(exact.residual["normal"], sweeps.residual["normal"])

    def test_history_of_sweeps_falls(self):
        history = self.problem.solve(solver="sweeps", sweeps=200, warm_start=False).history
        self.assertEqual(len(history), 201)
        self.assertFalse(history["direct"].any())
        self.assertLess(history["normal"][-1], 0.1 * history["normal"][0])

    def test_impulses_found_elsewhere_are_judged_alike(self):
        exact = self.problem.solve(solver="exact")
        again = self.problem.with_impulses(exact.joint_impulses, exact.contact_impulses)
        np.testing.assert_allclose(again.velocities, exact.velocities, atol=1e-9)
        with self.assertRaises(ValueError):
            self.problem.with_impulses([1.0], [])

    def test_saved_and_loaded_is_the_same(self):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "cards.problem")
            self.problem.save(file)
            self.assertEqual(spook.load_problem(file).text(), self.problem.text())
        self.assertEqual(spook.parse_problem(self.problem.text()).text(), self.problem.text())

    def test_a_step_tells_what_it_did(self):
        report = self.world.report
        self.assertEqual(report.step, 20)
        self.assertGreater(report.ms["total"], 0)
        self.assertGreater(len(report.history), 0)
        self.assertAlmostEqual(report.energy["total"],
                               report.energy["kinetic"] + report.energy["potential"] + report.energy["elastic"])


class Recordings(unittest.TestCase):
    def test_played_again_it_comes_out_the_same(self):
        recording = spook.Recording(ball(height=3.0))
        world = recording.world()
        for step in range(60):
            if step == 20:
                world.apply_impulse("ball", (100, 0, 0))
            world.step()
            recording.add(world)
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "ball.rec")
            recording.save(file)
            loaded = spook.load_recording(file)
        self.assertEqual(loaded.hashes, recording.hashes)
        heights = []
        result = loaded.replay(watch=lambda snapshot: heights.append(snapshot.positions[1, 2]))
        self.assertEqual((result["steps"], result["first_difference"], result["hash"]), (60, None, world.hash))
        self.assertEqual(len(heights), 60)
        self.assertEqual(heights[-1], world.snapshot().positions[1, 2])

    def test_what_a_watcher_raises_arrives(self):
        recording = spook.Recording(ball())
        world = recording.world()
        world.step()
        recording.add(world)

        def refuse(_):
            raise RuntimeError("enough")

        with self.assertRaisesRegex(RuntimeError, "enough"):
            recording.replay(watch=refuse)


class Stubs(unittest.TestCase):
    def test_stubs_name_all_there_is(self):
        """the .pyi file and the module have the same names, class by class"""
        import ast
        import inspect

        from spook import _spook

        with open(os.path.join(os.path.dirname(spook.__file__), "_spook.pyi")) as file:
            tree = ast.parse(file.read())
        stubs = {node.name: node for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
        there = {name for name, value in vars(_spook).items() if not name.startswith("_") and (inspect.isclass(value) or callable(value))}
        self.assertEqual(set(stubs), there)
        for name, node in stubs.items():
            if not isinstance(node, ast.ClassDef) or issubclass(getattr(_spook, name), Exception):
                continue
            said = {item.name for item in node.body if isinstance(item, ast.FunctionDef) and not item.name.startswith("_")}
            said |= {item.target.id for item in node.body if isinstance(item, ast.AnnAssign)}
            self.assertEqual(said, {n for n in vars(getattr(_spook, name)) if not n.startswith("_")}, name)


class Help(unittest.TestCase):
    def test_all_that_is_public_says_what_it_is(self):
        import inspect

        def words(value):  # without the lines in which pybind11 tells the signature
            lines = (inspect.getdoc(value) or "").splitlines()
            return " ".join(line for line in lines if "->" not in line and not line.startswith("Overloaded")).strip()

        silent = []
        for name in spook.__all__:
            value = getattr(spook, name)
            if name != "__version__" and not words(value):
                silent.append(name)
            if inspect.isclass(value) and not issubclass(value, Exception):
                silent += [f"{name}.{member}" for member, what in vars(value).items()
                           if not member.startswith("_") and not words(what)]
        self.assertEqual(silent, [])


if __name__ == "__main__":
    unittest.main()
