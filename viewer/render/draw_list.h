// One frame's worth of things to draw, as plain data: filled from snapshots, eaten by the renderer.
#pragma once

#include <glm/glm.hpp>
#include <string>
#include <vector>

#include "engine/types.h"

namespace spook {

// one shape of one body; the layout the shaders read
struct Instance {
  glm::vec4 row0, row1, row2;  // rotation and place, by rows
  glm::vec4 size;              // half sizes; stretch along z
  glm::vec4 colour;            // linear rgb; look
  glm::vec4 extra;  // seed, highlight, long axis; 1 for a box, 2 for a cylinder, 4 (n + 1) for a number n on it
};

struct Segment {
  glm::vec4 from, to;  // xyz, width in pixels
  glm::vec4 colour;    // as seen on the screen; alpha
};

struct PlaneDraw {
  glm::vec3 normal, point;
};

struct Label {
  glm::vec3 at;
  std::string text;
  glm::vec4 colour;
};

struct DrawList {
  std::vector<std::vector<Instance>> bodies;    // by mesh of the shape library
  std::vector<std::vector<Instance>> selected;  // outlined, by mesh
  std::vector<std::vector<Instance>> ghosts;    // seen through, by mesh
  std::vector<PlaneDraw> planes;
  std::vector<Segment> lines;     // hidden by what stands before them
  std::vector<Segment> overlays;  // always seen
  std::vector<Label> labels;
  Eigen::AlignedBox3d bounds;   // of what moves
  Eigen::AlignedBox3d drawn;    // of all bodies
  double ground_height = -1e6;  // of a level plane, where there is one
  float pixel = 1.0f;           // of the widths below, on the screen: grows with the monitor's scale

  void clear();
  void line(const glm::vec3& a, const glm::vec3& b, const glm::vec4& colour, float width = 1.5f, bool on_top = false);
  void arrow(const glm::vec3& a, const glm::vec3& b, const glm::vec4& colour, float width = 2.0f, bool on_top = false);
  void dot(const glm::vec3& at, const glm::vec4& colour, float width);  // always seen
};

}  // namespace spook
