// Mesh files of two solids whose masses have closed forms.
#pragma once

#include <vector>

#include "tests/import/import_test.h"

namespace spook::test {

inline const std::vector<Vec3> tip_corners = {{0, 0, 0}, {1, 0, 0}, {0, 1.5, 0}, {0.25, 0.25, 0.75}};

// tip.obj: the tetrahedron of tip_corners; box.obj: from the origin to 1 1 1
inline void write_solids(const ModelFiles& files) {
  files.write("tip.obj", "v 0 0 0\nv 1 0 0\nv 0 1.5 0\nv 0.25 0.25 0.75\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
  files.write("box.obj",
              "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\nf 1 3 2\nf 1 4 3\nf 5 6 7\n"
              "f 5 7 8\nf 1 2 6\nf 1 6 5\nf 2 3 7\nf 2 7 6\nf 3 4 8\nf 3 8 7\nf 4 1 5\nf 4 5 8\n");
}

}  // namespace spook::test
