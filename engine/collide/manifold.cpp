#include "engine/collide/manifold.h"

#include <algorithm>
#include <cmath>

#include "engine/collide/gauss.h"

namespace spook {
namespace {

constexpr double steepest_face = 0.02;  // a face seen more edge-on than this has no heights

double square(double x) {
  return x * x;
}

// a feature seen along the normal
struct Outline {
  const Feature* feature;
  int count;
  double x[Feature::capacity], y[Feature::capacity];
  double ex[Feature::capacity], ey[Feature::capacity];  // along the sides, as long as they
  bool inside[Feature::capacity];
};

struct Work {
  const Placed &a, &b;
  const NormalAnswer& answer;
  Vec3 n, u, v, origin;
  double limit, tolerance;
  Feature feature_a, feature_b;
  Manifold& out;
};

void project(const Work& work, const Feature& feature, double turn, Outline& outline) {
  outline.feature = &feature;
  outline.count = feature.count;
  for (int i = 0; i < feature.count; ++i) {
    const Vec3 p = feature.points[i] - work.origin;
    outline.x[i] = work.u.dot(p), outline.y[i] = work.v.dot(p);
  }
  if (feature.count < 3) return;
  // turn makes inside positive whichever way round the polygon is seen
  for (int i = 0, j = feature.count - 1; i < feature.count; j = i++) {
    outline.ex[j] = turn * (outline.x[i] - outline.x[j]), outline.ey[j] = turn * (outline.y[i] - outline.y[j]);
  }
}

// distance of a point inside the line of side j, times the side's length
double within(const Outline& polygon, int j, double x, double y) {
  return polygon.ex[j] * (y - polygon.y[j]) - polygon.ey[j] * (x - polygon.x[j]);
}

double square_of_side(const Outline& polygon, int j) {
  return polygon.ex[j] * polygon.ex[j] + polygon.ey[j] * polygon.ey[j];
}

void add(Work& work, const Vec3& a, const Vec3& b, std::uint64_t feature, double share = 1.0) {
  double gap = work.n.dot(a - b);
  if (gap > work.limit || work.out.count == Manifold::capacity) return;
  // nothing is nearer than s(n): what seems so stands a tolerance beyond a side
  gap = std::max(gap, work.answer.gap);
  work.out.points[work.out.count++] = {b + work.n * gap, b, gap, feature, 0, work.n, share};
}

bool lies_flat(const Work& work, const Feature& polygon) {
  return std::abs(polygon.normal.dot(work.n)) > flat_face;
}

// how far beyond a polygon's sides points still count
double beyond(const Work& work, const Feature& polygon) {
  return lies_flat(work, polygon) ? work.tolerance : 1e-9 * work.tolerance;
}

// the point of a polygon's plane above or below p along n
Vec3 on_face(const Work& work, const Feature& face, const Vec3& p) {
  return p + work.n * (face.normal.dot(face.points[0] - p) / face.normal.dot(work.n));
}

// A crossing beside a corner that is kept says nothing new, unless it is nearer: where faces meet at an angle two edges
// cross lower than the corner beside them stands, and without the crossing the shapes would fall by the difference.
bool near_kept(const Work& work, int kept, const Vec3& p, double gap) {
  const double close = 2.0 * work.tolerance, lower = 1e-7 * work.tolerance / coincident;
  for (int i = 0; i < kept; ++i) {
    const Vec3 d = p - work.out.points[i].a;
    const double along = d.dot(work.n);
    if (d.squaredNorm() - along * along < close * close && work.out.points[i].gap <= gap + lower) return true;
  }
  return false;
}

bool is_within(const Outline& polygon, double x, double y, double slack) {
  for (int j = 0; j < polygon.count; ++j) {
    const double inside = within(polygon, j, x, y);
    if (inside < 0.0 && inside * inside > slack * slack * square_of_side(polygon, j)) return false;
  }
  return true;
}

void mark_inside(const Outline& points, const Outline& polygon, double slack, bool* inside) {
  for (int i = 0; i < points.count; ++i) inside[i] = is_within(polygon, points.x[i], points.y[i], slack);
}

// where side i of p crosses side j of q: the parameter along i
bool crossing(const Outline& p, int i, const Outline& q, int j, double& t) {
  const int i2 = i + 1 == p.count ? 0 : i + 1, j2 = j + 1 == q.count ? 0 : j + 1;
  const double p1 = within(q, j, p.x[i], p.y[i]), p2 = within(q, j, p.x[i2], p.y[i2]);
  if ((p1 > 0.0) == (p2 > 0.0)) return false;
  const double q1 = within(p, i, q.x[j], q.y[j]), q2 = within(p, i, q.x[j2], q.y[j2]);
  if ((q1 > 0.0) == (q2 > 0.0)) return false;
  t = p1 / (p1 - p2);
  return true;
}

// corners inside the other polygon that are not where a point is already; true: all of them are inside
bool add_corners(Work& work, const Outline& corners, bool of_a) {
  const Feature &own = *corners.feature, &other = of_a ? work.feature_b : work.feature_a;
  const int kept = work.out.count;
  int inside = 0;
  for (int i = 0; i < corners.count; ++i) {
    if (!corners.inside[i]) continue;
    ++inside;
    const Vec3 &here = own.points[i], across = on_face(work, other, here);
    if (near_kept(work, kept, here, 1e300)) continue;
    if (of_a)
      add(work, here, across, feature_id(Meeting::vertex_a, own.vertices[i], 0));
    else
      add(work, across, here, feature_id(Meeting::vertex_b, 0, own.vertices[i]));
  }
  return inside == corners.count;
}

void polygon_polygon(Work& work) {
  Outline a, b;
  const Feature &fa = work.feature_a, &fb = work.feature_b;
  project(work, fa, -1.0, a);
  project(work, fb, 1.0, b);
  mark_inside(a, b, beyond(work, fb), a.inside);
  mark_inside(b, a, beyond(work, fa), b.inside);
  // Corners of a, then corners of b that are not the same places, then crossings that are neither. Edge on edge, as
  // cards lean, the corners of both are the same places: those that a face flat to the normal measures come first, as
  // the height of an inclined face there changes with every nanometre sideways.
  const bool b_first = lies_flat(work, fa) && !lies_flat(work, fb);
  if (b_first ? add_corners(work, b, false) : add_corners(work, a, true)) return;
  b_first ? add_corners(work, a, true) : add_corners(work, b, false);
  const int kept = work.out.count;
  double t;
  for (int i = 0; i < a.count; ++i)
    for (int j = 0; j < b.count; ++j) {
      if (!crossing(a, i, b, j, t)) continue;
      const int next = i + 1 == a.count ? 0 : i + 1;
      const Vec3 p = fa.points[i] + t * (fa.points[next] - fa.points[i]);
      const Vec3 q = on_face(work, fb, p);
      if (!near_kept(work, kept, p, work.n.dot(p - q)))
        add(work, p, q, feature_id(Meeting::edges, fa.edges[i], fb.edges[j]));
    }
}

// ends of a segment cut to a polygon; swapped when the polygon is a's
void segment_polygon(Work& work, const Feature& segment, const Feature& polygon, bool swapped) {
  Outline s, p;
  project(work, segment, 1.0, s);
  project(work, polygon, swapped ? -1.0 : 1.0, p);
  const double slack = beyond(work, polygon);
  double range[2] = {0.0, 1.0};
  int cut[2] = {-1, -1};
  for (int j = 0; j < p.count; ++j) {
    const double d0 = within(p, j, s.x[0], s.y[0]), d1 = within(p, j, s.x[1], s.y[1]);
    const double outside = -slack * std::sqrt(square_of_side(p, j));
    if (d0 < outside && d1 < outside) return;
    if (d0 < outside && d0 / (d0 - d1) > range[0]) range[0] = d0 / (d0 - d1), cut[0] = j;
    if (d1 < outside && d0 / (d0 - d1) < range[1]) range[1] = d0 / (d0 - d1), cut[1] = j;
  }
  if (range[0] > range[1]) return;
  const bool one = length_of(s.x[1] - s.x[0], s.y[1] - s.y[0]) * (range[1] - range[0]) < 2.0 * work.tolerance;
  Vec3 ends[2], on_face_of[2];
  double gaps[2];
  for (int k = 0; k < 2; ++k) {
    ends[k] = segment.points[0] + range[k] * (segment.points[1] - segment.points[0]);
    on_face_of[k] = on_face(work, polygon, ends[k]);
    gaps[k] = work.n.dot(ends[k] - on_face_of[k]) * (swapped ? -1.0 : 1.0);
  }
  double share = 1.0;
  if (!one && is_slender((segment.points[1] - segment.points[0]).norm(), segment.roundness))
    share = share_of_line(0.5 * (ends[1] - ends[0]).norm(), segment.roundness);
  // of a short piece, or a segment seen end-on, the lower end
  const int lower = gaps[1] < gaps[0] - 1e-7 * work.tolerance / coincident ? 1 : 0;
  for (int k = 0; k < 2; ++k) {
    if (one && k != lower) continue;
    const Vec3 &on_segment = ends[k], &on_polygon = on_face_of[k];
    const std::uint64_t end = segment.vertices[k];
    const std::uint64_t side = cut[k] < 0 ? 0 : polygon.edges[cut[k]] + 1;
    if (swapped)
      add(work, on_polygon, on_segment, feature_id(Meeting::edges, side, end), share);
    else
      add(work, on_segment, on_polygon, feature_id(Meeting::edges, end, side), share);
  }
}

// Two sides, straight along and round across. Where they are near-parallel their crossing says little: both ends of the
// overlap, and where the curvature shows also the centre and the crossing, pulled toward the centre (collision.md).
void segment_segment(Work& work) {
  const Feature &fa = work.feature_a, &fb = work.feature_b;
  Vec3 da = fa.points[1] - fa.points[0], db = fb.points[1] - fb.points[0];
  da -= work.n * work.n.dot(da), db -= work.n * work.n.dot(db);
  const double la = da.norm(), lb = db.norm();
  if (la < 2 * work.tolerance || lb < 2 * work.tolerance) return;
  const Vec3 ea = da / la, eb = db / lb;
  const double sine = work.n.dot(ea.cross(eb));
  // crossing of the two lines, along a
  const Vec3 start = fb.points[0] - fa.points[0];
  const bool crosses = std::abs(sine) > 1e-9;
  const double at = crosses ? work.n.dot(start.cross(eb)) / sine : 0.0;
  const double at_b = crosses ? work.n.dot(start.cross(ea)) / sine : 0.0;
  const double slack = work.tolerance;
  if (std::abs(sine) > 0.15) {
    if (at < -slack || at > la + slack || at_b < -slack || at_b > lb + slack) return;
    const Vec3 a = fa.points[0] + (fa.points[1] - fa.points[0]) * (at / la);
    const Vec3 b = fb.points[0] + (fb.points[1] - fb.points[0]) * (at_b / lb);
    const Vec3 middle = 0.5 * (a + b);
    add(work, middle + work.n * work.n.dot(a - middle), middle + work.n * work.n.dot(b - middle),
        feature_id(Meeting::edges, fa.edges[0], fb.edges[0]));
    return;
  }
  // overlap along a
  const double b0 = start.dot(ea), b1 = (fb.points[1] - fa.points[0]).dot(ea);
  const double low = std::max(0.0, std::min(b0, b1)), high = std::min(la, std::max(b0, b1));
  if (high < low) return;
  const double slope_a = work.n.dot(fa.points[1] - fa.points[0]) / la;
  const double round = fa.roundness + fb.roundness;
  const double half = 0.5 * (high - low), bow = round > 0.0 ? square(sine * half) / (2.0 * round) : 0.0;
  const double centre = 0.5 * (low + high), pull = sine * sine / (sine * sine + 1e-3);
  const double crossing_at = std::clamp(centre + pull * (at - centre), low, high);
  const bool bowed = bow >= 1e-2 * work.tolerance, crossed = std::abs(crossing_at - centre) > work.tolerance;
  const bool slender = is_slender(la, fa.roundness) && is_slender(lb, fb.roundness);
  const int places = !bowed ? 2 : !crossed ? 3 : 4;
  const double share = slender ? share_of_sides(high - low, places, std::abs(sine), fa.roundness, fb.roundness) : 1.0;
  auto put = [&](double t, std::uint64_t feature) {
    const Vec3 a = fa.points[0] + ea * t + work.n * (slope_a * t);
    const double tb = (t - b0) / (b1 - b0);
    const Vec3 b = fb.points[0] + (fb.points[1] - fb.points[0]) * tb;
    // across the sides the surfaces curve away: the gap of two circles whose centres are shifted sideways
    const double aside = work.n.dot(ea.cross(b - a)), flat = work.n.dot(a - b);
    const double lift = round > 0.0 ? length_of(round + flat, aside) - (round + flat) : 0.0;
    const Vec3 middle = 0.5 * (a + b);
    add(work, middle + work.n * (0.5 * (flat + lift)), middle - work.n * (0.5 * (flat + lift)), feature, share);
  };
  // the ends of the overlap are ends of a or of b: they name the points
  auto end_feature = [&](bool of_a, int end_a, int end_b) {
    return of_a ? feature_id(Meeting::vertex_a, fa.vertices[end_a], 0)
                : feature_id(Meeting::vertex_b, 0, fb.vertices[end_b]);
  };
  const int first_b = b0 <= b1 ? 0 : 1;
  put(low, end_feature(std::min(b0, b1) <= slack, 0, first_b));
  if (high - low < 2 * work.tolerance) return;
  put(high, end_feature(std::max(b0, b1) >= la - slack, 1, 1 - first_b));
  if (!bowed) return;
  put(centre, feature_id(Meeting::edges, 0, 0));
  if (crossed) put(crossing_at, feature_id(Meeting::edges, 1, 1));
}

// a polygon seen edge-on has no heights to speak of: its nearest corner stands for it
void flatten_steep(const Work& work, Feature& feature, double side) {
  if (feature.count < 3 || side * feature.normal.dot(work.n) > steepest_face) return;
  int best = 0;
  for (int i = 1; i < feature.count; ++i)
    if (side * work.n.dot(feature.points[i] - feature.points[best]) > 0.0) best = i;
  feature.points[0] = feature.points[best];
  feature.vertices[0] = feature.vertices[best];
  feature.edges[0] = feature.edges[best];
  feature.count = 1;
}

// how much the nearest corner of a feature stands out: the surer point for a witness
double prominence(const Work& work, const Feature& feature, double side) {
  if (feature.count == 1) return 1e300;
  double first = -1e300, second = -1e300, last = 1e300;
  for (int i = 0; i < feature.count; ++i) {
    const double height = side * work.n.dot(feature.points[i]);
    last = std::min(last, height);
    if (height > first)
      second = first, first = height;
    else
      second = std::max(second, height);
  }
  return feature.curved ? first - last : first - second;
}

// A point of one shape stands for both where s(n) apart it meets the other. Of corners as near as one another along n,
// most stand beside the other shape.
struct Stand {
  Vec3 a, b;
  double beside = 1e300;  // of the other shape
};

void offer_corner(const Work& work, const Vec3& corner, bool of_a, Stand& best) {
  const Placed &own = of_a ? work.a : work.b, &other = of_a ? work.b : work.a;
  const Vec3 across = work.answer.gap * work.n, from_core = other.shape->rounding * work.n;
  Stand here{of_a ? corner : Vec3(corner + across), of_a ? Vec3(corner - across) : corner};
  here.beside =
      std::max(outside_core(other, of_a ? Vec3(here.b - from_core) : Vec3(here.a + from_core)), work.tolerance);
  // only the nearest of its own shape
  const double behind = (of_a ? 1.0 : -1.0) * work.n.dot(corner - support(own, of_a ? Vec3(-work.n) : work.n));
  if (behind < 1e-7 * work.tolerance / coincident && here.beside < best.beside) best = here;
}

void add_witness(Work& work) {
  Stand best;
  if (work.answer.has_witness) {
    best.a = work.answer.witness_a, best.b = work.answer.witness_b;
  } else {
    const bool a_first = prominence(work, work.feature_a, -1.0) >= prominence(work, work.feature_b, 1.0);
    for (const bool of_a : {a_first, !a_first}) {
      offer_corner(work, of_a ? support(work.a, -work.n) : support(work.b, work.n), of_a, best);
      const Feature& feature = of_a ? work.feature_a : work.feature_b;
      for (int i = 0; i < feature.count; ++i) offer_corner(work, feature.points[i], of_a, best);
    }
  }
  add(work, best.a, best.b, feature_id(Meeting::witness, 0, 0));
}

bool deepest_is_above(const Work& work) {
  Outline polygon;
  project(work, work.feature_b, 1.0, polygon);
  const Vec3 p = support(work.a, -work.n) - work.origin;
  return polygon.count > 2 && is_within(polygon, work.u.dot(p), work.v.dot(p), beyond(work, work.feature_b));
}

}  // namespace

void make_manifold(const Placed& a, const Placed& b, const NormalAnswer& answer, double limit, double size,
                   Manifold& manifold, Fallback fallback) {
  manifold.begin(answer.normal);
  if (answer.gap > limit) return;
  Work work{a,  b,  answer,  answer.normal, {}, {}, 0.5 * (a.position + b.position), limit, coincident * size,
            {}, {}, manifold};
  tangent_frame(work.n, work.u, work.v);
  support_feature(a, -work.n, work.feature_a);
  support_feature(b, work.n, work.feature_b);
  flatten_steep(work, work.feature_a, -1.0);
  flatten_steep(work, work.feature_b, 1.0);
  const int ca = work.feature_a.count, cb = work.feature_b.count;
  if (ca > 2 && cb > 2)
    polygon_polygon(work);
  else if (ca == 2 && cb > 2)
    segment_polygon(work, work.feature_a, work.feature_b, false);
  else if (ca > 2 && cb == 2)
    segment_polygon(work, work.feature_b, work.feature_a, true);
  else if (ca == 2 && cb == 2)
    segment_segment(work);
  // the deepest point may lie on a curve between the features' corners, or beside features that do not overlap
  double least = limit;
  for (int i = 0; i < manifold.count; ++i) least = std::min(least, manifold.points[i].gap);
  if ((manifold.count == 0 || (!answer.kept && least > answer.gap + 1e-7 * size)) &&
      (fallback == Fallback::always || deepest_is_above(work)))
    add_witness(work);
  // a lone point where sides cross keeps one name: which sides of a corner cross is chance
  if (manifold.count == 1 && manifold.points[0].feature >= feature_id(Meeting::edges, 0, 0))
    manifold.points[0].feature = feature_id(Meeting::witness, 0, 0);
  // what two sides make is in order as it stands
  if (manifold.count > 2 && (ca > 2 || cb > 2)) reduce_manifold(manifold, size);
}

}  // namespace spook
