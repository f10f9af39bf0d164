#include "engine/scene/tuning_reader.h"

#include "engine/scene/mass_properties.h"

namespace spook::json {
namespace {

[[noreturn]] void refuse(const std::string& pointer, const TuningFault& fault) {
  throw SceneFault{pointer + "/" + fault.key, fault.message};
}

void refuse_both(const std::string& pointer, const Fields& fields, const char* plain,
                 std::initializer_list<const char*> others) {
  for (const char* other : others)
    if (fields.has(plain) && fields.has(other))
      throw SceneFault{pointer + "/" + other,
                       std::string("'") + plain + "' and '" + other + "' say the same thing: expected one of them"};
}

const BodyDesc* find_body(const Scene& scene, const std::optional<std::string>& name) {
  for (const BodyDesc& body : scene.bodies)
    if (body.name == name && body.motion == Motion::dynamic) return &body;
  return nullptr;
}

// 1/m of a body against a push at a point along a way: G M⁻¹ Gᵀ of one row; without a way, of the centre alone
double mobility(const Scene& scene, const std::optional<std::string>& name, const Vec3& point, const Vec3& way) {
  const BodyDesc* body = find_body(scene, name);
  if (!body) return 0.0;
  const BodyMass mass = body_mass(*body, scene);
  if (!(mass.mass > 0.0)) return 0.0;
  const Pose frame = body->pose * mass.frame;
  const Vec3 lever = frame.orientation.conjugate() * (point - frame.position).cross(way);
  const double turning = (mass.principal.array() > 0.0).all() ? lever.cwiseQuotient(mass.principal).dot(lever) : 0.0;
  return 1.0 / mass.mass + turning;
}

double joint_mass(const Scene& scene, const JointDesc& joint) {
  const bool along_line = joint.type == JointType::spring || joint.type == JointType::distance;
  const Vec3 between = joint.anchor_b - joint.anchor_a;
  const Vec3 way = along_line && between.norm() > 0.0 ? between.normalized().eval() : Vec3::Zero().eval();
  const double sum = mobility(scene, joint.a, joint.anchor_a, way) + mobility(scene, joint.b, joint.anchor_b, way);
  return sum > 0.0 ? 1.0 / sum : 0.0;
}

}  // namespace

void read_tuning(Fields& fields, Tuning& tuning) {
  fields.optional("stiffness", tuning.stiffness);
  fields.optional("frequency", tuning.frequency);
  fields.optional("rest_depth", tuning.rest_depth);
  fields.optional("damping", tuning.damping);
  fields.optional("damping_ratio", tuning.damping_ratio);
  fields.optional("reference_mass", tuning.reference_mass);
}

void tune(const Place& place, const Fields& fields, const Tuning& tuning, const TuningScale& scale,
          double known_compliance, std::optional<double>& compliance, std::optional<double>& relaxation_steps) {
  if (!tuning.any()) return;
  const std::string pointer = place.pointer();
  refuse_both(pointer, fields, "compliance", {"stiffness", "frequency", "rest_depth"});
  refuse_both(pointer, fields, "relaxation_steps", {"damping", "damping_ratio"});
  try {
    const Softness softness = resolve(tuning, scale.gravity, 0.0, known_compliance);
    if (softness.compliance) compliance = softness.compliance;
    if (softness.relaxation_time) relaxation_steps = *softness.relaxation_time / scale.step;
  } catch (const TuningFault& fault) {
    refuse(pointer, fault);
  }
}

void read_joint_tuning(const Place& place, Fields& fields, const JointDesc& joint, std::size_t number,
                       std::vector<JointTuning>& tunings) {
  Tuning tuning;
  read_tuning(fields, tuning);
  if (joint.type == JointType::spring && !tuning.frequency && !tuning.rest_depth && !tuning.damping_ratio)
    if (!tuning.reference_mass) return;  // stiffness and damping are its own keys
  if (!tuning.any()) return;
  const std::string pointer = place.pointer();
  refuse_both(pointer, fields, "compliance", {"stiffness", "frequency", "rest_depth"});
  refuse_both(pointer, fields, "relaxation_steps", {"damping", "damping_ratio"});
  tunings.push_back({number, pointer, tuning});
}

void tune_joints(Scene& scene, const std::vector<JointTuning>& tunings) {
  const double step = scene.parameters.time_step / scene.parameters.substeps;
  for (const JointTuning& given : tunings) {
    JointDesc& joint = scene.joints[given.joint];
    const double known = joint.compliance.value_or(scene.parameters.joint_compliance);
    try {
      const Softness softness = resolve(given.tuning, scene.parameters.gravity.norm(), joint_mass(scene, joint), known);
      if (joint.type == JointType::spring) {
        if (softness.compliance) joint.stiffness = 1.0 / *softness.compliance;
        if (softness.relaxation_time) joint.damping = *softness.relaxation_time * joint.stiffness;
        continue;
      }
      if (softness.compliance) joint.compliance = softness.compliance;
      if (softness.relaxation_time) joint.relaxation_steps = *softness.relaxation_time / step;
    } catch (const TuningFault& fault) {
      refuse(given.pointer, fault);
    }
  }
}

}  // namespace spook::json
