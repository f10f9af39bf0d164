#include "engine/scene/names.h"

namespace spook {

Names<Motion> motion_names() {
  static constexpr std::pair<Motion, std::string_view> names[] = {
      {Motion::fixed, "static"}, {Motion::dynamic, "dynamic"}, {Motion::kinematic, "kinematic"}};
  return names;
}

Names<ShapeType> shape_names() {
  static constexpr std::pair<ShapeType, std::string_view> names[] = {
      {ShapeType::sphere, "sphere"},     {ShapeType::box, "box"},   {ShapeType::capsule, "capsule"},
      {ShapeType::cylinder, "cylinder"}, {ShapeType::cone, "cone"}, {ShapeType::plane, "plane"},
      {ShapeType::hull, "hull"},         {ShapeType::mesh, "mesh"}, {ShapeType::heightfield, "heightfield"}};
  return names;
}

Names<JointType> joint_names() {
  static constexpr std::pair<JointType, std::string_view> names[] = {
      {JointType::ball, "ball"},           {JointType::hinge, "hinge"},
      {JointType::slider, "slider"},       {JointType::cylindrical, "cylindrical"},
      {JointType::universal, "universal"}, {JointType::fixed, "fixed"},
      {JointType::distance, "distance"},   {JointType::spring, "spring"},
      {JointType::gear, "gear"},           {JointType::wheel, "wheel"},
      {JointType::skate, "skate"}};
  return names;
}

}  // namespace spook
