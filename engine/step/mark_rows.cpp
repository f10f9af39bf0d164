#include "engine/step/mark_rows.h"

#include <map>
#include <utility>

#include "engine/world/world_data.h"

namespace spook {
namespace {

struct Marks {
  std::vector<SolveBy> body, joint;  // a slot
  std::map<std::pair<int, int>, SolveBy> pair;

  explicit Marks(const WorldData& world) {
    body.assign(world.bodies.size(), SolveBy::automatic), joint.assign(world.joints.size(), SolveBy::automatic);
    std::map<std::string_view, int> bodies, joints;
    for (std::size_t i = 0; i < world.bodies.size(); ++i)
      if (world.bodies[i].alive) bodies[world.bodies[i].desc.name] = int(i);
    for (std::size_t i = 0; i < world.joints.size(); ++i)
      if (world.joints[i].alive) joints[world.joints[i].desc.name] = int(i);
    const auto slot = [](const auto& names, const std::string& name) {
      const auto found = names.find(name);
      return found == names.end() ? -1 : found->second;
    };
    for (const SolvingMark& mark : world.given.scene.solving) {
      if (const int at = slot(joints, mark.joint); at >= 0) joint[std::size_t(at)] = mark.by;
      if (const int at = slot(bodies, mark.body); at >= 0) body[std::size_t(at)] = mark.by;
      const int a = slot(bodies, mark.between[0]), b = slot(bodies, mark.between[1]);
      if (a >= 0 && b >= 0) pair[std::minmax(a, b)] = mark.by;
    }
  }

  SolveBy of_bodies(int a, int b) const {
    const SolveBy first = a >= 0 ? body[std::size_t(a)] : SolveBy::automatic;
    const SolveBy second = b >= 0 ? body[std::size_t(b)] : SolveBy::automatic;
    if (first == SolveBy::direct || second == SolveBy::direct) return SolveBy::direct;
    return first == SolveBy::automatic ? second : first;
  }
};

}  // namespace

void mark_rows(WorldData& world) {
  if (world.given.scene.solving.empty()) return;
  const Marks marks(world);
  StepWork& work = world.scratch;
  work.problem.joint_by.assign(work.problem.joints.size(), SolveBy::automatic);
  for (std::size_t block = 0; block < work.sources.size(); ++block) {
    const int index = work.sources[block].joint;
    if (index < 0) continue;  // a hand's
    const Joint& joint = world.joints[std::size_t(index)];
    const SolveBy own = marks.joint[std::size_t(index)];
    work.problem.joint_by[block] = own != SolveBy::automatic ? own : marks.of_bodies(joint.body_a, joint.body_b);
  }
  work.problem.contact_by.clear();
  for (const int contact : work.layout.contact_of) {
    const ContactPoint& point = work.points[std::size_t(contact)];
    const auto pair = marks.pair.find(std::minmax(int(point.body_a), int(point.body_b)));
    work.problem.contact_by.push_back(pair != marks.pair.end() ? pair->second
                                                               : marks.of_bodies(point.body_a, point.body_b));
  }
}

}  // namespace spook
