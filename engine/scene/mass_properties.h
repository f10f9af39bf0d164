// Mass, centre and inertia of shapes: exact formulas for primitives, volume integrals for hulls, compounds by sums.
#pragma once

#include <vector>

#include "engine/scene/scene.h"

namespace spook {

struct MassProperties {
  double mass = 0.0;
  Vec3 centre = Vec3::Zero();   // in the frame of the shapes
  Mat3 inertia = Mat3::Zero();  // about the centre, in that frame's axes
};

MassProperties shape_mass(const ShapeDesc& shape, double density);    // in the body frame
MassProperties sum_masses(const std::vector<MassProperties>& parts);  // all in the same frame

// What the world needs of a dynamic body: principal inertia, and the frame it is principal in. Where the shapes' centre
// is not the body's origin, or their axes are not principal, the body frame moves and the shapes follow.
struct BodyMass {
  double mass = 1.0;
  Vec3 principal = Vec3::Ones();  // kg m²
  Pose frame;                     // the new body frame in the old one
};

// the centre and the principal axes, named and signed so that they turn the old frame as little as possible
BodyMass principal_frame(const MassProperties& total);
BodyMass body_mass(const BodyDesc& body, const Scene& scene);

}  // namespace spook
