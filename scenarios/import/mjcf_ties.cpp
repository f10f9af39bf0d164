// What ties bodies across the tree, and what keeps them from touching.
#include "scenarios/import/mjcf.h"

namespace spook::models {

void MjcfReader::read_equalities(const XmlNode& node) {
  node.read = true;
  for (const XmlNode& child : node.children) {
    if (child.name != "connect" && child.name != "weld" && child.name != "joint") continue;  // named as unread
    const MjcfElement element = defaults.element(child, "", "equality");
    if (!element.yes("active", true)) {
      notes.add(child, "<" + child.name + "> is not active: not imported");
      child.mark_all_read();
      continue;
    }
    ModelTie tie;
    tie.at = &child;
    tie.name = element.text("name", child.name + "_" + std::to_string(model.ties.size() + 1));
    if (child.name == "joint") {
      tie.joint_a = child.required("joint1");
      tie.joint_b = child.attribute("joint2");
      auto curve = element.numbers("polycoef", 1, 5);
      if (curve.empty()) curve = {0, 1};
      curve.resize(5, 0.0);
      joint_named(child, tie.joint_a);
      tie.type = tie.joint_b.empty() ? ModelTie::Type::locked : ModelTie::Type::gear;
      tie.position = curve[0];
      tie.ratio = curve[1];
      if (tie.type == ModelTie::Type::gear) {
        joint_named(child, tie.joint_b);
        if (curve[1] == 0.0) element.fail("'polycoef': without a linear part there is no gear");
        if (curve[0] != 0.0 || curve[2] != 0.0 || curve[3] != 0.0 || curve[4] != 0.0)
          notes.add(child, "of 'polycoef' only the linear part is imported");
      }
    } else {
      // MuJoCo 3 names sites instead of bodies
      if (!child.find("body1")) {
        notes.add(child, "<" + child.name + "> between sites is not imported");
        child.mark_all_read();
        continue;
      }
      tie.a = body_named(child, child.required("body1"));
      tie.b = body_named(child, child.attribute("body2"));
      if (tie.a == tie.b) element.fail("expected two different bodies");
      tie.type = child.name == "weld" ? ModelTie::Type::rigid : ModelTie::Type::point;
      const Pose& frame = model.links[std::size_t(tie.a)].pose;
      tie.anchor = frame.position;
      if (tie.type == ModelTie::Type::point) {
        const Vec3 anchor = element.vector("anchor", Vec3::Zero());
        tie.anchor = compiler.global ? anchor : frame.to_parent(anchor);
      } else if (const auto pose = element.numbers("relpose", 7, 7);
                 !pose.empty() && (pose[3] != 0.0 || pose[4] != 0.0 || pose[5] != 0.0 || pose[6] != 0.0)) {
        notes.add(child, "'relpose' is not imported: the weld holds the bodies as they stand at the start");
      }
    }
    model.ties.push_back(tie);
  }
}

void MjcfReader::read_contacts(const XmlNode& node) {
  node.read = true;
  for (const XmlNode* exclude : node.all("exclude")) {
    exclude->attribute("name");
    model.no_collide.push_back(
        {body_named(*exclude, exclude->required("body1")), body_named(*exclude, exclude->required("body2"))});
  }
}

}  // namespace spook::models
