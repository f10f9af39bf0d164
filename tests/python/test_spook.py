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


if __name__ == "__main__":
    unittest.main()
