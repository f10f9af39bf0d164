// Two boxes face to face: most contacts of a world are. One face is square to the normal, a rectangle, the other a
// parallelogram seen along it, so that the points of manifold.cpp's polygons come down to comparisons: the same points
// by the same rules, with the same names.
#include <algorithm>
#include <cmath>

#include "engine/collide/normals.h"
#include "engine/collide/reduce.h"

namespace spook {
namespace {

constexpr int corner_u[4] = {-1, 1, 1, -1}, corner_v[4] = {-1, -1, 1, 1};  // corners, as box_face_names has them

// a face across axis k, with the axes u and v along it
struct BoxSide {
  int k, u, v;
  bool up;
  double side() const { return up ? 1.0 : -1.0; }
};

BoxSide side_toward(const Vec3& d) {
  int k = std::abs(d.y()) > std::abs(d.x()) ? 1 : 0;
  if (std::abs(d.z()) > std::abs(d[k])) k = 2;
  return {k, (k + 1) % 3, (k + 2) % 3, d[k] > 0.0};
}

// both faces in the frame of one of them, the base: its axes u and v, and its outward normal for heights
struct Faces {
  double base_u, base_v;         // half sides of the base
  double base_x[4], base_y[4];   // its corners
  double x[4], y[4], z[4];       // corners of the other
  double centre[3], u[3], v[3];  // the other's middle and half sides
  double half_u, half_v;         // their lengths
  double area;                   // u × v
};

void set_corners(const Vec3& half, const BoxSide& side, double* x, double* y) {
  for (int i = 0; i < 4; ++i) x[i] = corner_u[i] * half[side.u], y[i] = corner_v[i] * side.side() * half[side.v];
}

Faces see(const Placed& base, const BoxSide& flat, const Placed& other, const BoxSide& facing) {
  Faces f;
  const Vec3 axis_u = base.axes.col(flat.u), axis_v = base.axes.col(flat.v), up = flat.side() * base.axes.col(flat.k);
  f.base_u = base.shape->half[flat.u], f.base_v = base.shape->half[flat.v];
  set_corners(base.shape->half, flat, f.base_x, f.base_y);
  f.half_u = other.shape->half[facing.u], f.half_v = other.shape->half[facing.v];
  const Vec3 out = facing.side() * other.axes.col(facing.k);
  const Vec3 middle = other.position - base.position + other.shape->half[facing.k] * out;
  const Vec3 u = f.half_u * other.axes.col(facing.u), v = facing.side() * f.half_v * other.axes.col(facing.v);
  auto in_frame = [&](const Vec3& p, double* to) { to[0] = axis_u.dot(p), to[1] = axis_v.dot(p), to[2] = up.dot(p); };
  in_frame(middle, f.centre), in_frame(u, f.u), in_frame(v, f.v);
  f.centre[2] -= base.shape->half[flat.k];
  for (int i = 0; i < 4; ++i) {
    f.x[i] = f.centre[0] + corner_u[i] * f.u[0] + corner_v[i] * f.v[0];
    f.y[i] = f.centre[1] + corner_u[i] * f.u[1] + corner_v[i] * f.v[1];
    f.z[i] = f.centre[2] + corner_u[i] * f.u[2] + corner_v[i] * f.v[2];
  }
  f.area = f.u[0] * f.v[1] - f.u[1] * f.v[0];
  return f;
}

// a place on the other's plane in shares of its half sides
struct Share {
  double u, v;
};

Share share_of(const Faces& f, double x, double y) {
  const double dx = x - f.centre[0], dy = y - f.centre[1], scale = 1.0 / f.area;
  return {(dx * f.v[1] - dy * f.v[0]) * scale, (f.u[0] * dy - f.u[1] * dx) * scale};
}

struct Clip {
  const Faces& faces;
  double limit, least, tolerance, exact, lower;  // lower: what a point beside another must be nearer by to count
  double beside_other;                           // how far beyond the other's sides points count
  bool witness = false;                          // a point of both, as near as the answer says
  double witness_below;
  FlatPoints& points;

  bool is_near(int kept, double x, double y, double z) const {
    const double close = 4.0 * tolerance * tolerance;
    for (int i = 0; i < kept; ++i) {
      const double dx = x - points.x[i], dy = y - points.y[i];
      if (dx * dx + dy * dy < close && points.gap[i] <= z + lower) return true;
    }
    return false;
  }

  void add(double x, double y, double z, double beyond, std::uint64_t feature) {
    if (z > limit) return;
    witness |= beyond <= exact && z <= witness_below;
    const int i = points.count++;
    points.x[i] = x, points.y[i] = y, points.gap[i] = std::max(z, least), points.feature[i] = feature;
  }

  // how far a point lies outside the base's sides; outside the other's
  double beyond_base(int i) const {
    return std::max(std::abs(faces.x[i]) - faces.base_u, std::abs(faces.y[i]) - faces.base_v);
  }
  double beyond_other(const Share& share) const {
    return std::max((std::abs(share.u) - 1.0) * faces.half_u, (std::abs(share.v) - 1.0) * faces.half_v);
  }

  // true: all four
  bool add_corners_of_other(const BoxFaceNames& names, Meeting meeting, int kept) {
    int inside = 0;
    for (int i = 0; i < 4; ++i) {
      const double beyond = beyond_base(i);
      if (beyond > tolerance) continue;
      ++inside;
      if (!is_near(kept, faces.x[i], faces.y[i], 1e300))
        add(faces.x[i], faces.y[i], faces.z[i], beyond, name(meeting, names.corners[i]));
    }
    return inside == 4;
  }

  bool add_corners_of_base(const BoxFaceNames& names, Meeting meeting, int kept) {
    int inside = 0;
    for (int i = 0; i < 4; ++i) {
      const double x = faces.base_x[i], y = faces.base_y[i];
      const Share share = share_of(faces, x, y);
      const double beyond = beyond_other(share);
      if (beyond > beside_other) continue;
      ++inside;
      const double z = faces.centre[2] + share.u * faces.u[2] + share.v * faces.v[2];
      if (!is_near(kept, x, y, 1e300)) add(x, y, z, beyond, name(meeting, names.corners[i]));
    }
    return inside == 4;
  }

  // side i of the other with the four of the base
  void add_crossings(int i, const BoxFaceNames& base, const BoxFaceNames& other, bool base_is_a, int kept) {
    const int next = (i + 1) % 4;
    const double dx = faces.x[next] - faces.x[i], dy = faces.y[next] - faces.y[i];
    for (int j = 0; j < 4; ++j) {
      // sides 0 and 2 run along u, 1 and 3 along v
      const bool along_u = j % 2 == 0;
      const double line = along_u ? faces.base_y[j] : faces.base_x[j];
      const double from = (along_u ? faces.y[i] : faces.x[i]) - line;
      const double to = (along_u ? faces.y[next] : faces.x[next]) - line;
      if ((from > 0.0) == (to > 0.0)) continue;
      const double t = from / (from - to), x = faces.x[i] + t * dx, y = faces.y[i] + t * dy;
      if (along_u ? std::abs(x) > faces.base_u : std::abs(y) > faces.base_v) continue;
      const double z = faces.z[i] + t * (faces.z[next] - faces.z[i]);
      if (is_near(kept, x, y, z)) continue;
      const std::uint64_t side = base.sides[j], crossed = other.sides[i];
      add(x, y, z, 0.0,
          base_is_a ? feature_id(Meeting::edges, side, crossed) : feature_id(Meeting::edges, crossed, side));
    }
  }

  static std::uint64_t name(Meeting meeting, std::uint64_t corner) {
    return meeting == Meeting::vertex_a ? feature_id(meeting, corner, 0) : feature_id(meeting, 0, corner);
  }
};

// Corners of a, then corners of b that are not the same places, then crossings that are neither; an inclined face's
// corners, which the other measures, come first.
void find_points(Clip& clip, const BoxFaceNames& base, const BoxFaceNames& other, bool base_is_a, bool inclined) {
  const Meeting of_base = base_is_a ? Meeting::vertex_a : Meeting::vertex_b;
  const Meeting of_other = base_is_a ? Meeting::vertex_b : Meeting::vertex_a;
  const bool base_first = base_is_a && !inclined;
  if (base_first ? clip.add_corners_of_base(base, of_base, 0) : clip.add_corners_of_other(other, of_other, 0)) return;
  if (base_first)
    clip.add_corners_of_other(other, of_other, clip.points.count);
  else
    clip.add_corners_of_base(base, of_base, clip.points.count);
  const int kept = clip.points.count;
  for (int i = 0; i < 4; ++i) clip.add_crossings(i, base, other, base_is_a, kept);
}

void put_in_world(const Placed& base, const BoxSide& flat, double hand, const FlatPoints& points, bool base_is_a,
                  const int* kept, int count, Manifold& manifold) {
  const Vec3 axis_u = base.axes.col(flat.u), axis_v = base.axes.col(flat.v), up = flat.side() * base.axes.col(flat.k);
  const Vec3 origin = base.position + base.shape->half[flat.k] * up;
  manifold.count = count;
  for (int i = 0; i < count; ++i) {
    const int k = kept[i];
    const Vec3 low = origin + points.x[k] * axis_u + hand * points.y[k] * axis_v;
    const Vec3 high = low + points.gap[k] * up;
    manifold.points[i] = {
        base_is_a ? low : high, base_is_a ? high : low, points.gap[k], points.feature[k], 0, manifold.normal, 1.0};
  }
}

}  // namespace

FaceMeeting box_faces(const Placed& a, const Placed& b, const NormalAnswer& answer, int axis, double limit, double size,
                      Manifold& manifold) {
  const bool base_is_a = axis < 3;
  const Placed &base = base_is_a ? a : b, &other = base_is_a ? b : a;
  if (base.shape->half.minCoeff() <= 0.0 || other.shape->half.minCoeff() <= 0.0) return FaceMeeting::none;
  // the base's normal looks at the other
  const Vec3 up = base_is_a ? Vec3(-answer.normal) : answer.normal;
  const int k = axis % 3;
  const BoxSide flat{k, (k + 1) % 3, (k + 2) % 3, base.axes.col(k).dot(up) > 0.0};
  const Vec3 seen = -(other.axes.transpose() * up);
  const BoxSide facing = side_toward(seen);
  const double square_on = std::abs(seen[facing.k]);
  const bool inclined = square_on <= flat_face;

  manifold.begin(answer.normal);
  const Faces faces = see(base, flat, other, facing);
  const double tolerance = coincident * size, exact = 1e-8 * size;
  FlatPoints points;
  Clip clip{faces,
            limit,
            answer.gap,
            tolerance,
            exact,
            1e-7 * size,
            inclined ? 1e-9 * tolerance : tolerance,
            false,
            answer.gap + (answer.kept ? loyalty * size : exact),
            points};
  find_points(clip, box_face_names(flat.k, flat.up), box_face_names(facing.k, facing.up), base_is_a, inclined);
  // beside each other, or nearest with a corner that is not over the other face: not told by faces alone
  if (points.count == 0) return FaceMeeting::none;
  const double least = *std::min_element(points.gap, points.gap + points.count);
  if (!answer.kept && least > answer.gap + 1e-7 * size) return FaceMeeting::none;

  // seen with the normal toward us, as all outlines are: of equals the same is chosen
  const double hand = flat.up == base_is_a ? -1.0 : 1.0;
  for (int i = 0; i < points.count; ++i) points.y[i] *= hand;
  int kept[4] = {0, 1};
  int count = points.count;
  if (count > 2) count = reduce_points(points, size, kept);
  for (int i = 1; i < count; ++i)
    for (int j = i; j > 0 && points.feature[kept[j]] < points.feature[kept[j - 1]]; --j)
      std::swap(kept[j], kept[j - 1]);
  if (count == 1 && points.feature[0] >= feature_id(Meeting::edges, 0, 0))
    points.feature[0] = feature_id(Meeting::witness, 0, 0);
  put_in_world(base, flat, hand, points, base_is_a, kept, count, manifold);
  // a corner within tolerance of the other face is off by its share of the tilt at most
  const double tilt = std::sqrt(std::max(0.0, 1.0 - square_on * square_on));
  return clip.witness || tilt * tolerance < exact ? FaceMeeting::proven : FaceMeeting::found;
}

}  // namespace spook
