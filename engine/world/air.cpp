#include "engine/world/air.h"

#include <algorithm>
#include <cmath>

namespace spook {

namespace {

constexpr double air_density = 1.2;    // kg/m³
constexpr double closest_blast = 0.5;  // m; chosen: what lies nearer is pushed as if it lay there

}  // namespace

// a solid box: I₁ = m (b² + c²)/12, and so round
double area_shown(const Body& body, const Vec3& direction) {
  const Vec3& inertia = body.principal;
  const double sum = inertia.sum();
  Vec3 side;
  for (int i = 0; i < 3; ++i) side[i] = std::sqrt(std::max(0.0, 6.0 / body.mass * (sum - 2.0 * inertia[i])));
  const Vec3 seen = (body.state.pose.orientation.conjugate() * direction).cwiseAbs();
  return seen.x() * side.y() * side.z() + seen.y() * side.z() * side.x() + seen.z() * side.x() * side.y();
}

void blow_wind(WorldData& world) {
  const Vec3& wind = world.given.scene.wind;
  if (wind.isZero(0.0)) return;
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    const Body& body = world.bodies[i];
    if (!body.moves_freely()) continue;
    const Vec3 against = wind - body.state.velocity;
    const double speed = against.norm();
    if (!(speed > 0.0)) continue;
    const double drag = 0.5 * air_density * area_shown(body, against / speed) * speed * speed;
    const double most = body.mass * speed / world.scratch.h;
    world.scratch.bodies[i].force.head<3>() += std::min(drag, most) / speed * against;
  }
}

void explode(WorldData& world, const Explode& blast) {
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    Body& body = world.bodies[i];
    if (!body.dynamic() || body.state.frozen) continue;
    const Vec3 away = body.state.pose.position - blast.centre;
    const double distance = away.norm();
    if (distance >= blast.reach) continue;
    const Vec3 direction = distance > 1e-9 ? Vec3(away / distance) : Vec3(Vec3::UnitZ());
    const double near = std::max(distance, closest_blast), fade = 1.0 - distance / blast.reach;
    wake(world, static_cast<int>(i));
    body.state.velocity += blast.strength * fade / (near * near) * area_shown(body, direction) / body.mass * direction;
  }
}

}  // namespace spook
