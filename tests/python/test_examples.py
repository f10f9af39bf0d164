"""The example scripts reach the bars they set themselves, and draw."""

import os
import subprocess
import sys
import tempfile
import unittest

examples = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../engine/python/examples")
try:
    import matplotlib  # noqa: F401
    import scipy  # noqa: F401

    missing = None
except ImportError as error:
    missing = f"{error} (packages-optional.txt)"


@unittest.skipIf(missing, missing)
class Examples(unittest.TestCase):
    def run_example(self, name, *words):
        with tempfile.TemporaryDirectory() as folder:
            picture = os.path.join(folder, "picture.png")
            done = subprocess.run([sys.executable, os.path.join(examples, name), "--out", picture, *words],
                                  capture_output=True, text=True, env={**os.environ, "MPLCONFIGDIR": folder})
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            with open(picture, "rb") as file:
                self.assertTrue(file.read().startswith(b"\x89PNG"))

    def test_tau_is_found_by_data(self):
        self.run_example("tune_tau.py")

    def test_slides_as_a_heat_map(self):
        self.run_example("slide_map.py", "--points", "8")

    def test_friction_is_found_from_a_recording(self):
        self.run_example("fit_friction.py")


if __name__ == "__main__":
    unittest.main()
