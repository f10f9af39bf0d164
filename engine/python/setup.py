"""A wheel of the module: CMake builds it from the sources two folders up, for the interpreter that runs this."""

import os
import re
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

here = os.path.dirname(os.path.abspath(__file__))
root = os.path.dirname(os.path.dirname(here))
with open(os.path.join(root, "CMakeLists.txt")) as project:
    version = re.search(r"project\(spook VERSION ([0-9.]+)", project.read()).group(1)


class BuildByCMake(build_ext):
    def build_extension(self, extension):
        # SPOOK_BUILD: a build folder to use as it is configured (that of the package preset, say); it saves minutes
        build = os.environ.get("SPOOK_BUILD", os.path.join(os.path.abspath(self.build_temp), "spook"))
        if "SPOOK_BUILD" not in os.environ:
            subprocess.check_call(["cmake", "-S", root, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                                   "-DCMAKE_UNITY_BUILD=ON", "-DSPOOK_NATIVE=OFF", "-DSPOOK_WINDOW=OFF", "-DSPOOK_TESTS=OFF",
                                   "-DSPOOK_RELOCATABLE=ON", "-DPython_EXECUTABLE=" + sys.executable])
        subprocess.check_call(["cmake", "--build", build, "--target", "spook_python"])
        target = self.get_ext_fullpath(extension.name)
        package = os.path.dirname(target)
        os.makedirs(package, exist_ok=True)
        built = os.path.join(build, "python", "spook")
        shutil.copy(os.path.join(built, os.path.basename(target)), target)
        for folder in ("scenes", "shaders"):  # found beside the module
            shutil.copytree(os.path.join(root, "assets", folder), os.path.join(package, "assets", folder), dirs_exist_ok=True)


setup(
    name="spook",
    version=version,
    description="A rigid-body engine with a direct solver: joints, contacts and dry friction in newtons and metres",
    license="Zlib",
    python_requires=">=3.9",
    install_requires=["numpy"],
    packages=["spook"],
    package_data={"spook": ["*.pyi", "py.typed"]},
    ext_modules=[Extension("spook._spook", [])],
    cmdclass={"build_ext": BuildByCMake},
)
