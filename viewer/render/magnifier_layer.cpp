#include "viewer/render/magnifier_layer.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "viewer/render/convert.h"
#include "viewer/render/layer_colours.h"

namespace spook {
namespace {

constexpr double longest_enlarged = 6.0;  // of half a mean body; chosen: larger would leave most pictures
const glm::vec3 enlarged_motion_colour(0.55f, 0.35f, 0.95f);  // linear

// the two surfaces of an overlap, apart by its enlarged depth, and what joins them
void draw_overlap(const Deformation& one, double length, const glm::vec4& colour, float unit, DrawList& list) {
  const Vec3 half = 0.5 * length * one.direction;
  const Vec3 aside = std::abs(one.direction.z()) < 0.9 ? Vec3::UnitZ() : Vec3::UnitX();
  const Vec3 u = one.direction.cross(aside).normalized(), v = one.direction.cross(u);
  const double r = 0.3 * double(unit);
  for (const double side : {-1.0, 1.0}) {
    const Vec3 middle = one.at + side * half;
    const Vec3 corners[4]{middle + r * u, middle + r * v, middle - r * u, middle - r * v};
    for (int i = 0; i < 4; ++i) list.line(to_glm(corners[i]), to_glm(corners[(i + 1) % 4]), colour, 1.6f, true);
  }
  list.line(to_glm(Vec3(one.at - half)), to_glm(Vec3(one.at + half)), colour, 5.0f, true);
}

void draw_give(const Deformation& one, double length, const glm::vec4& colour, float unit, DrawList& list) {
  if (one.kind == Give::overlap) return draw_overlap(one, length, colour, unit, list);
  const glm::vec3 from = to_glm(one.at), to = to_glm(Vec3(one.at + length * one.direction));
  if (one.kind == Give::held_slip) return list.arrow(from, to, colour, 3.0f, true);
  list.line(from, to, colour, 5.0f, true);
  list.dot(from, colour, 8.0f), list.dot(to, colour, 8.0f);
}

}  // namespace

double magnified_length(double size, double times, double unit) {
  const double most = longest_enlarged * unit;
  return most * std::tanh(size * times / most);
}

float deformation_share(double size) {
  return float(std::clamp(
      std::log10(std::max(size, 1e-300) / least_deformation) / std::log10(most_deformation / least_deformation), 0.0,
      1.0));
}

std::string length_words(double metres) {
  static constexpr struct {
    double size;
    const char* name;
  } units[] = {{1.0, "m"}, {1e-3, "mm"}, {1e-6, "µm"}, {1e-9, "nm"}};
  if (std::abs(metres) < 1e-9) return "< 1 nm";
  for (const auto& unit : units) {
    if (std::abs(metres) < unit.size) continue;
    char text[40];
    std::snprintf(text, sizeof text, std::abs(metres) < 999.5 * unit.size ? "%.3g %s" : "%.0f %s", metres / unit.size,
                  unit.name);
    return text;
  }
  return "< 1 nm";
}

void show_deformations(const std::vector<Deformation>& all, const Magnifier& magnifier, const LayerScale& scale,
                       DrawList& list) {
  const double unit = double(scale.unit);
  for (const Deformation& one : all) {
    if (!magnifier.shows(one.kind)) continue;
    const double length = magnified_length(one.size, magnifier.times, unit);
    if (length < 0.02 * unit) continue;  // shorter is not seen
    draw_give(one, length, ramp_colour(deformation_share(one.size)), scale.unit, list);
  }
  for (const Give kind : {Give::overlap, Give::joint_gap, Give::held_slip}) {
    const Deformation* most = magnifier.shows(kind) ? largest(all, kind) : nullptr;
    if (!most || most->size < least_deformation) continue;
    const double length = magnified_length(most->size, magnifier.times, unit);
    const double up = kind == Give::overlap ? 0.5 * length + 0.3 * unit : length + 0.3 * unit;
    list.labels.push_back(
        {to_glm(Vec3(most->at + up * most->direction)), length_words(most->size), ramp_colour(0.66f)});
  }
}

void show_magnified_motion(const Snapshot& snapshot, const Magnifier& magnifier, const LayerScale& scale,
                           ShapeLibrary& shapes, DrawList& list) {
  std::vector<Pose> poses;
  std::vector<double> away;
  for (const BodyView& body : snapshot.bodies) {
    Pose pose = body.pose;
    double moved = 0.0;
    if (const auto from = magnifier.reference.find(body.id); from != magnifier.reference.end()) {
      const Vec3 way = body.pose.position - from->second.position;
      const double length = magnified_length(way.norm(), magnifier.times, double(scale.unit));
      pose.position = from->second.position + (way.norm() > 0.0 ? Vec3(length * way.normalized()) : Vec3::Zero());
      const Eigen::AngleAxisd turn(body.pose.orientation * from->second.orientation.conjugate());
      const double angle = std::tanh(turn.angle() * magnifier.times);
      pose.orientation = Quat(Eigen::AngleAxisd(angle, turn.axis())) * from->second.orientation;
      moved = length + angle * double(scale.unit);
    }
    poses.push_back(pose), away.push_back(moved);
  }
  show_ghosts(snapshot, poses, away, enlarged_motion_colour, shapes, list);
}

}  // namespace spook
