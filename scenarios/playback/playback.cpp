#include "scenarios/playback/playback.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "scenarios/playback/pack.h"
#include "scenarios/playback/page.h"

namespace spook {
namespace {

constexpr double max_poses = 400'000;        // bodies × moments: about 3 MB as they come, 1000 bodies × 10 s × 40 Hz
constexpr double turn_quantum = 1.0 / 4096;  // of a quaternion's parts: 0.03 degrees

std::int32_t whole(double value, double quantum) {
  const double scaled = value / quantum;
  if (!std::isfinite(scaled)) return 0;
  return std::int32_t(std::llround(std::clamp(scaled, -1e9, 1e9)));
}

// a two-hundredth of the smallest thing that moves is not seen
double smallest_size(const BodyLook& look) {
  double size = std::numeric_limits<double>::infinity();
  for (const ShapeDesc& shape : look.shapes)
    size = std::min(size, shape.type == ShapeType::box    ? shape.half_extents.minCoeff()
                          : shape.type == ShapeType::hull ? 0.1
                                                          : shape.radius);
  return size;
}

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c);
  return out;
}

void fill_in(std::string& page, const std::string& mark, const std::string& text) {
  for (auto at = page.find(mark); at != page.npos; at = page.find(mark, at + text.size()))
    page.replace(at, mark.size(), text);
}

}  // namespace

bool Playback::available() {
  return !three_js().empty();
}

const char* Playback::how_to_get_it() {
  return "three.js was not there when this was built: sh third_party/bootstrap.sh deps-all fetches it, then build "
         "again";
}

Playback::Playback(const World& world, const Scene& scene, double seconds) : scene_(scene), bodies_(world.body_ids()) {
  double smallest = 1.0;
  for (const BodyId id : bodies_) {
    looks_.push_back(world.look(id));
    start_.push_back(world.pose(id));
    if (looks_.back().motion == Motion::fixed) continue;
    moving_.push_back(id);
    smallest = std::min(smallest, smallest_size(looks_.back()));
  }
  quantum_ = std::clamp(smallest / 200.0, 1e-6, 1e-3);
  const double rate = 1.0 / scene.parameters.time_step;
  const double wanted =
      max_poses / std::max(1.0, double(moving_.size()) * std::max(seconds, scene.parameters.time_step));
  steps_a_frame_ = std::max(1, int(std::ceil(rate / std::min(wanted, 60.0) - 1e-9)));
  frames_a_second_ = rate / steps_a_frame_;
}

void Playback::add(const World& world) {
  if (step_++ % steps_a_frame_ != 0) return;
  const std::size_t before = values_.size();
  for (std::size_t i = 0; i < moving_.size(); ++i) {
    const Pose pose = world.pose(moving_[i]);
    Eigen::Vector4d turn(pose.orientation.w(), pose.orientation.x(), pose.orientation.y(), pose.orientation.z());
    // q and −q are the same turn: the nearer one, so that series stay smooth
    if (before > 0) {
      const auto& last = values_[before - moving_.size() + i];
      if (turn.dot(Eigen::Vector4d(last[3], last[4], last[5], last[6])) < 0.0) turn = -turn;
    }
    auto& value = values_.emplace_back();
    for (int k = 0; k < 3; ++k) value[std::size_t(k)] = whole(pose.position[k], quantum_);
    for (int k = 0; k < 4; ++k) value[std::size_t(k) + 3] = whole(turn[k], turn_quantum);
  }
  const Energies& energy = world.report().energy;
  kinetic_.push_back(energy.kinetic);
  potential_.push_back(energy.potential);
  total_.push_back(energy.total());
}

std::string Playback::packed_motion() const {
  const std::size_t frames = kinetic_.size();
  std::string bytes;
  std::vector<std::int32_t> series(frames);
  for (std::size_t body = 0; body < moving_.size(); ++body)
    for (std::size_t part = 0; part < 7; ++part) {
      for (std::size_t f = 0; f < frames; ++f) series[f] = values_[f * moving_.size() + body][part];
      pack_series(series, bytes);
    }
  return bytes;
}

std::string Playback::geometry_json() const {
  PageScene page{scene_, looks_, start_, bodies_, moving_, kinetic_, potential_, total_};
  page.frames_a_second = frames_a_second_;
  page.quantum = quantum_;
  page.turn_quantum = turn_quantum;
  return page_json(page);
}

std::string Playback::html() const {
  if (!available()) throw std::runtime_error(how_to_get_it());
  std::string page(page_template());
  fill_in(page, "@TITLE@", escaped(scene_.name));
  fill_in(page, "@GEOMETRY@", base64(deflated(geometry_json())));
  fill_in(page, "@MOTION@", base64(deflated(packed_motion())));
  fill_in(page, "@THREE@", std::string(three_js()));
  return page;
}

}  // namespace spook
