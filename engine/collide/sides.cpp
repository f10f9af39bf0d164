// Near-parallel cylinders and capsules. Their common normal is the cross product of two all but equal axes: a log that
// moves by micrometres turns it by milliradians, and a pile whose normals jump never calms down. What is well told is
// the direction from axis to axis at any one place along them. So each point takes the normal of its own place: both
// ends of the overlap, its quarters, and where the axes cross, which is where they are nearest. The crossing alone
// would not do: it runs along by 2r/α² times the angle the logs rock by, a spring that no step of fixed points resolves
// (it rocks at every other step); so it is pulled toward the centre where α is small, and the others, which stay where
// they are, carry.
// Nor is it a point: sides that open by α² s²/(2R), R = r₁ + r₂, press on one another over a length, and what rolls
// along on that length loses energy as it goes. On a single point it rolls without loss (a log across two others rocked
// for ever), so the crossing is told by two, either side of it where the sides have opened by d. Where both carry, F in
// all, the crossing's running along resists rocking with the stiffness F R/α², known a step late, and the rates of the
// two with a damper of h/(4φ) · 4 R d/(ε α²), known at once: their ratio depends neither on α nor on the bodies.
#include "engine/collide/sides.h"

#include <algorithm>
#include <cmath>

namespace spook {
namespace {

constexpr double most_askew = 0.15;  // sine of the angle between the axes; beyond, the crossing alone is well told
constexpr double least_apart = 0.5;  // of the radii: axes nearer than this have no direction between them to speak of
constexpr double least_long = 1.0;   // of the smaller radius: what lies along one another by less meets at its rims
constexpr double deepest = 0.05, farthest = 0.1;  // of the smaller radius
constexpr double most_open =
    1.8e-3;  // angle between the sides where they are nearest: the normal is off by half of it on either
constexpr double patch_open = 2e-5;  // of the smaller radius: how far the sides open from the crossing to its points
constexpr double ill_told = 1.6e-7;  // sin⁴ of the angle at which the crossing is pulled halfway to the centre

struct Side {
  Vec3 position, axis;  // axis along the common direction
  double half = 0.0, radius = 0.0;
  double along = 0.0;  // of its centre
  double cosine = 1.0;
  bool turned = false;  // the axis, against the body's own
};

// two cylinders seen along the mean of their axes
struct Pair {
  Side a, b;
  Vec3 origin, along, tilt;           // tilt: across the mean, in the plane of both axes
  double sine = 0.0, tangent2 = 0.0;  // of the angle between the axes; tan² of half of it
};

Side side_of(const Placed& placed, bool turned) {
  Side side;
  side.position = placed.position;
  side.axis = turned ? Vec3(-placed.axes.col(2)) : Vec3(placed.axes.col(2));
  side.half = placed.shape->half.z(), side.radius = placed.shape->half.x() + placed.shape->rounding;
  side.turned = turned;
  return side;
}

bool lie_along(const Placed& a, const Placed& b, Pair& pair) {
  const double cosine = a.axes.col(2).dot(b.axes.col(2));
  if (1.0 - cosine * cosine > most_askew * most_askew) return false;
  pair.a = side_of(a, false), pair.b = side_of(b, cosine < 0.0);
  const Vec3 tilt = pair.a.axis - pair.b.axis;
  pair.sine = pair.a.axis.cross(pair.b.axis).norm();
  pair.along = (pair.a.axis + pair.b.axis).normalized();
  pair.tilt = pair.sine > 1e-12 ? Vec3(tilt.normalized()) : Vec3(Vec3::Zero());
  pair.origin = 0.5 * (a.position + b.position);
  for (Side* side : {&pair.a, &pair.b}) {
    side->along = pair.along.dot(side->position - pair.origin);
    side->cosine = pair.along.dot(side->axis);
  }
  const double half_sine = 0.5 * tilt.norm();
  pair.tangent2 = half_sine * half_sine / (1.0 - half_sine * half_sine);
  return true;
}

Vec3 on_axis(const Side& side, double s) {
  return side.position + side.axis * ((s - side.along) / side.cosine);
}

// what the plane across the mean direction cuts at s: two ellipses, round but for second order
struct Cut {
  Vec3 a, b, normal;  // on the two axes; from b to a
  double distance = 0.0, reach_a = 0.0, reach_b = 0.0;
  double open = 0.0;     // angle between the two sides here
  double stretch = 1.0;  // of what is measured in this plane against what is measured square to the sides
  double gap() const { return (distance - reach_a - reach_b) / stretch; }
};

bool cut_at(const Pair& pair, double s, Cut& cut) {
  cut.a = on_axis(pair.a, s), cut.b = on_axis(pair.b, s);
  const Vec3 apart = cut.a - cut.b;
  cut.distance = apart.norm();
  if (cut.distance < least_apart * (pair.a.radius + pair.b.radius)) return false;
  cut.normal = apart / cut.distance;
  const double across = cut.normal.dot(pair.tilt);
  cut.open = std::abs(across) * pair.sine;
  cut.stretch = std::sqrt(1.0 + across * across * pair.tangent2);
  cut.reach_a = pair.a.radius * cut.stretch, cut.reach_b = pair.b.radius * cut.stretch;
  return true;
}

// An end of the overlap: of a's or of b's side, whichever comes first on the way out. The caps stand square to their
// own axes, so the end of a tilted side lies a little farther in or out.
struct End {
  double at = 0.0;
  std::uint64_t feature = 0;
};

double end_of(const Pair& pair, const Side& side, double toward, double out, bool& told) {
  const double middle = side.along + out * side.half * side.cosine;
  Cut cut;
  told = cut_at(pair, middle, cut);
  if (!told) return middle;
  // toward is the sign of the other cylinder along the normal
  const Vec3 radial = cut.normal - side.axis * side.axis.dot(cut.normal);
  return middle + toward * side.radius * pair.along.dot(radial) / radial.norm();
}

std::uint32_t end_name(const Side& side, double out) {
  return 200 + ((out > 0.0) != side.turned ? 1 : 0);
}

bool find_end(const Pair& pair, double out, End& end) {
  bool told_a, told_b;
  const double a = end_of(pair, pair.a, -1.0, out, told_a), b = end_of(pair, pair.b, 1.0, out, told_b);
  // ends of sides of one length that cross level: rounding is not to choose their names
  const bool of_a = out * a <= out * b + 1e-9 * (pair.a.half + pair.b.half);
  if (!(of_a ? told_a : told_b)) return false;
  end.at = of_a ? a : b;
  end.feature = of_a ? feature_id(Meeting::vertex_a, end_name(pair.a, out), 0)
                     : feature_id(Meeting::vertex_b, 0, end_name(pair.b, out));
  return true;
}

// where the axes are nearest
double crossing_of(const Pair& pair) {
  const Vec3 offset = on_axis(pair.a, 0.0) - on_axis(pair.b, 0.0);
  // d/ds of the way between them
  const Vec3 drift = pair.a.axis / pair.a.cosine - pair.b.axis / pair.b.cosine;
  const double rate = drift.squaredNorm();
  return rate > 0.0 ? -offset.dot(drift) / rate : 0.0;
}

// from the crossing to the points that stand for its patch; no farther than what keeps clear of the other places
double half_patch(const Pair& pair, double most) {
  const double open = patch_open * std::min(pair.a.radius, pair.b.radius);
  return sides_open(pair.a.radius + pair.b.radius, pair.sine, open, most);
}

}  // namespace

bool sides_along(const Placed& a, const Placed& b, const Reach& reach, NormalAnswer& answer, Manifold& manifold) {
  Pair pair;
  if (!lie_along(a, b, pair)) return false;
  End low, high;
  if (!find_end(pair, -1.0, low) || !find_end(pair, 1.0, high)) return false;
  const double length = high.at - low.at;
  const double least_radius = std::min(pair.a.radius, pair.b.radius);
  if (length < least_long * least_radius) return false;
  const double sine2 = pair.sine * pair.sine, sine4 = sine2 * sine2, centre = 0.5 * (low.at + high.at);
  const double pull = sine4 / (sine4 + ill_told);
  const double quarter = 0.25 * length;
  constexpr int count = 6;
  const bool slender = is_slender(2 * pair.a.half, pair.a.radius) && is_slender(2 * pair.b.half, pair.b.radius);
  const double share = !slender ? 1.0 : share_of_sides(length, count, pair.sine, pair.a.radius, pair.b.radius);
  const double patch = half_patch(pair, 0.5 * quarter);
  const double crossing =
      pull > 0.0 ? std::clamp(centre + pull * (crossing_of(pair) - centre), low.at + 2.0 * patch, high.at - 2.0 * patch)
                 : centre;
  const End places[count] = {low,
                             high,
                             {low.at + quarter, feature_id(Meeting::edges, 0, 0)},
                             {high.at - quarter, feature_id(Meeting::edges, 0, 1)},
                             {crossing - patch, feature_id(Meeting::edges, 1, 0)},
                             {crossing + patch, feature_id(Meeting::edges, 1, 1)}};
  Cut cuts[count];
  int best = 0;
  for (int i = 0; i < count; ++i) {
    if (!cut_at(pair, places[i].at, cuts[i])) return false;
    if (cuts[i].gap() < cuts[best].gap()) best = i;
  }
  // deep in one another, another way out may be shorter; far apart, cuts tell less than GJK does
  const double nearest = cuts[best].gap();
  if (cuts[best].open > most_open) return false;
  if (nearest > reach.margin || nearest > farthest * least_radius || nearest < -deepest * least_radius) return false;
  manifold.begin(cuts[best].normal, true);
  for (int i = 0; i < count; ++i) {
    const Cut& cut = cuts[i];
    if (cut.gap() > reach.along(cut.normal)) continue;  // an end may come in fast
    const Vec3 on_b = cut.b + cut.reach_b * cut.normal;
    manifold.points[manifold.count++] = {
        on_b + cut.gap() * cut.normal, on_b, cut.gap(), places[i].feature, 0, cut.normal, share};
  }
  answer = {cuts[best].normal, cuts[best].gap(), false, {}, {}, false};
  return true;
}

}  // namespace spook
