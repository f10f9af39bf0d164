// A world under random commands, sane and hostile, saved, restored, drawn back, recorded and replayed at random. Solves
// are kept cheap, so that time goes into what commands do to one another. Claimed: every body's state stays finite;
// what is saved always opens; a restored moment goes on to the same hash, and so does a replayed recording.
#include <cmath>
#include <random>

#include "engine/scene/scene_io.h"
#include "engine/world/recording.h"
#include "tests/fuzz/choices.h"
#include "tests/fuzz/driver.h"

namespace spook::fuzz {
namespace {

constexpr JointType joint_types[] = {JointType::ball,        JointType::hinge,     JointType::slider,
                                     JointType::cylindrical, JointType::universal, JointType::fixed,
                                     JointType::distance,    JointType::spring,    JointType::gear};
constexpr ShapeType solid_types[] = {ShapeType::sphere,   ShapeType::box,  ShapeType::capsule,
                                     ShapeType::cylinder, ShapeType::cone, ShapeType::hull};

class Play {
 public:
  explicit Play(const std::string& bytes) : choices_(bytes), recording_{first_scene(), {}} {
    world_ = std::make_unique<World>(recording_.scene);
  }

  void run() {
    for (int turns = 0; choices_.left() && turns < 60; ++turns) act();
    if (!recording_.steps.empty() && world_->step_count() == recording_.steps.size() &&
        replay(recording_, false).hash != recording_.steps.back().hash)
      broken("a replayed recording ends elsewhere", saved());
  }

 private:
  Choices choices_;
  Recording recording_;
  std::unique_ptr<World> world_;
  std::shared_ptr<const SavedState> moment_;
  std::size_t moment_step_ = 0;

  double maybe_hostile(double sane) { return choices_.below(40) == 39 ? choices_.hostile() : sane; }
  Vec3 maybe_hostile(Vec3 sane) {
    if (choices_.below(40) == 39) sane[long(choices_.below(3))] = choices_.hostile();
    return sane;
  }

  ShapeDesc shape() {
    ShapeDesc s;
    s.type = solid_types[choices_.below(std::size(solid_types))];
    s.radius = maybe_hostile(0.3 + 0.2 * choices_.number());
    s.half_length = s.height = maybe_hostile(0.5 + 0.3 * choices_.number());
    s.half_extents = maybe_hostile(Vec3(0.4, 0.3, 0.3 + 0.2 * choices_.number()));
    if (s.type == ShapeType::hull)
      for (int i = 0; i < 8; ++i) s.points.push_back(Vec3(i & 1, i >> 1 & 1, i >> 2 & 1) + 0.2 * choices_.vector());
    return s;
  }
  BodyDesc body() {
    BodyDesc b;
    b.name = "body_" + std::to_string(choices_.below(8));
    b.motion = choices_.below(6) == 5 ? Motion::kinematic : Motion::dynamic;
    b.pose = {maybe_hostile(2.0 * choices_.vector() + Vec3(0, 0, 2)), choices_.turn()};
    b.velocity = maybe_hostile(choices_.vector());
    b.shapes.push_back(shape());
    if (choices_.coin()) b.mass = maybe_hostile(std::pow(10.0, 3.0 * choices_.number()));
    return b;
  }
  std::string some_body() {
    const auto ids = world_ ? world_->body_ids() : std::vector<BodyId>{};
    return ids.empty() ? "ground" : world_->look(ids[choices_.below(ids.size())]).name;
  }
  JointDesc joint() {
    JointDesc j;
    j.name = "joint_" + std::to_string(choices_.below(4));
    j.type = joint_types[choices_.below(std::size(joint_types))];
    j.a = some_body(), j.b = some_body();
    if (choices_.below(5) == 4) j.b.reset();
    j.anchor = j.anchor_a = j.anchor_b = maybe_hostile(2.0 * choices_.vector());
    j.stiffness = maybe_hostile(100.0), j.rest_length = 1.0;
    j.joint_a = "joint_0", j.joint_b = "joint_1";
    if (choices_.coin()) j.motor = MotorDesc{maybe_hostile(choices_.number()), 10.0};
    if (choices_.coin()) j.lock = LockDesc{maybe_hostile(choices_.number()), 10.0};
    if (choices_.coin()) j.limits = std::array{-1.0, maybe_hostile(1.0)};
    return j;
  }
  Scene first_scene() {
    Scene scene;
    scene.name = "fuzz";
    scene.parameters.sweeps = 3, scene.parameters.couplings = 1, scene.parameters.effort = ms_a_factorisation;
    BodyDesc& ground = scene.bodies.emplace_back();
    ground.name = "ground", ground.motion = Motion::fixed;
    ground.shapes.emplace_back().type = ShapeType::plane;
    for (int i = 0; i < 4; ++i) {
      BodyDesc& b = scene.bodies.emplace_back();
      b.name = "body_" + std::to_string(i);
      b.pose.position = {0.8 * i, 0.1 * i, 1.0 + 0.2 * i};
      b.shapes.emplace_back().type = solid_types[choices_.below(5)];
    }
    return recordable(scene);
  }
  BodyId id() {
    const auto ids = world_->body_ids();
    if (ids.empty() || choices_.below(20) == 19) return {std::uint32_t(choices_.below(256)), 1};
    return ids[choices_.below(ids.size())];
  }
  JointId joint_id() {
    const auto found = world_->find_joint("joint_" + std::to_string(choices_.below(4)));
    return found ? *found : JointId{std::uint32_t(choices_.below(8)), 1};
  }

  Command command() {
    switch (choices_.below(17)) {
      case 0:
        return AddBody{body()};
      case 1:
        return EditBody{id(), body()};
      case 2:
        return RemoveBody{id()};
      case 3:
        return SetPose{id(), {maybe_hostile(2.0 * choices_.vector()), choices_.turn()}};
      case 4:
        return SetVelocity{id(), maybe_hostile(5.0 * choices_.vector()), maybe_hostile(5.0 * choices_.vector())};
      case 5:
        return ApplyImpulse{id(), maybe_hostile(5.0 * choices_.vector()), choices_.vector()};
      case 6: {
        std::map<std::string, Material> table{{"default", {}}};
        table["default"].friction = maybe_hostile(choices_.number() + 1.0);
        return SetMaterialTable{table, {}};
      }
      case 7:
      case 8:
        return AddJoint{joint()};
      case 9:
        return EditJoint{joint_id(), joint()};
      case 10:
        return RemoveJoint{joint_id()};
      case 11:
        return SetMotor{joint_id(), maybe_hostile(choices_.number()), maybe_hostile(10.0)};
      case 12:
        return SetLock{joint_id(), maybe_hostile(choices_.number()), maybe_hostile(10.0), choices_.coin()};
      case 13: {
        Grip grip;
        grip.hand = int(choices_.below(2)), grip.body = id();
        grip.target = maybe_hostile(3.0 * choices_.vector()), grip.lock_orientation = choices_.coin();
        return grip;
      }
      case 14:
        return Explode{maybe_hostile(2.0 * choices_.vector()), maybe_hostile(300.0), maybe_hostile(4.0)};
      case 15:
        return SetWind{maybe_hostile(10.0 * choices_.vector())};
      default:
        return choices_.coin() ? Command{MoveGrip{int(choices_.below(2)), maybe_hostile(3.0 * choices_.vector()), {}}}
                               : Command{ReleaseGrip{int(choices_.below(2))}};
    }
  }

  void step() {
    world_->step();
    record_step(*world_, recording_);
    for (const BodyId body : world_->body_ids()) {
      const Pose pose = world_->pose(body);
      if (!pose.position.allFinite() || !pose.orientation.coeffs().allFinite() || !world_->velocity(body).allFinite())
        broken("a body that is nowhere after a step", world_->look(body).name);
    }
  }

  std::string saved() const { return write_scene(world_->describe()); }

  void check_saved() const {
    const std::string text = saved();
    try {
      const World again(parse_scene(text, "saved", "no-assets"), {false, false});
    } catch (const SceneError& error) {
      broken(std::string("what was saved does not open: ") + error.what(), text);
    }
  }

  // two steps on from a moment, twice
  void check_restored() {
    world_->apply_commands();  // what waits in the queue is no part of a moment
    const auto state = world_->save();
    for (int i = 0; i < 2; ++i) step();
    const std::uint64_t first = world_->hash();
    const std::size_t now = recording_.steps.size();
    world_->restore(*state);
    for (int i = 0; i < 2; ++i) world_->step();
    if (world_->hash() != first) broken("a restored moment goes on differently", saved());
    recording_.steps.resize(now);
  }

  void act() {
    switch (choices_.below(16)) {
      case 0:
        return check_saved();
      case 1:
        return check_restored();
      case 2:
        moment_ = world_->save(), moment_step_ = recording_.steps.size();
        return;
      case 3:
        if (!moment_) return;
        world_->restore(*moment_);
        recording_.steps.resize(moment_step_);
        return;
      case 4:
        return world_->apply_commands();
      case 5:
      case 6:
      case 7:
        return step();
      default:
        return world_->queue(command());
    }
  }
};

bool try_bytes(const std::string& bytes) {
  Play(bytes).run();
  return true;
}

std::vector<std::string> seeds() {
  std::mt19937 random(7);
  std::vector<std::string> all(40);
  for (std::string& bytes : all)
    for (int i = 0; i < 600; ++i) bytes += char(random());
  return all;
}

}  // namespace

Target target() {
  return {"fuzz_world", seeds(), {std::string(1, '\0'), "\x27", "\xff", "\x10\x20\x30"}, try_bytes};
}

}  // namespace spook::fuzz
