// Step problems made from nothing: seeded random ones, and walls and log piles laid by procedure.
#pragma once

#include <cmath>
#include <map>
#include <random>

#include "engine/solve/step_problem.h"

namespace spook::test {

class ProblemMaker {
 public:
  explicit ProblemMaker(std::uint64_t seed) : random_(seed) {}

  double uniform(double low, double high) { return std::uniform_real_distribution<double>(low, high)(random_); }
  double log_uniform(double low, double high) { return std::exp(uniform(std::log(low), std::log(high))); }
  int integer(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  bool chance(double p) { return uniform(0, 1) < p; }
  Vec3 vector(double size) { return {uniform(-size, size), uniform(-size, size), uniform(-size, size)}; }
  Mat3 rotation() {
    Quat q(uniform(-1, 1), uniform(-1, 1), uniform(-1, 1), uniform(-1, 1));
    return q.normalized().toRotationMatrix();
  }

  BodyBlock body(double mass, const Vec3& half, const Vec3& velocity, const Vec3& spin, double h, double gravity) {
    BodyBlock b;
    b.mass = mass;
    const Vec3 s = half.cwiseProduct(half);
    b.inertia = (mass / 3.0) * Vec3(s.y() + s.z(), s.x() + s.z(), s.x() + s.y()).asDiagonal();
    b.velocity << velocity, spin;
    b.momentum << mass * (velocity + h * Vec3(0, 0, -gravity)), b.inertia * spin;
    return b;
  }

 private:
  std::mt19937_64 random_;
};

inline Mat3 frame_of(const Vec3& normal) {
  const Vec3 n = normal.normalized();
  const Vec3 t = (std::abs(n.x()) < 0.7 ? Vec3::UnitX() : Vec3::UnitY()).cross(n).normalized();
  Mat3 frame;
  frame.row(0) = n, frame.row(1) = t, frame.row(2) = n.cross(t);
  return frame;
}

// numerics §1 with the default τ = 2h: φ = 1/9
struct ContactNumbers {
  double compliance = 1e-8, friction_compliance = 1e-8, friction = 0.5, gap = 0.0, h = 1.0 / 60.0;
};

inline ContactRow contact_row(const StepProblem& p, int a, int b, const Vec3& arm_a, const Vec3& arm_b,
                              const Mat3& frame, const ContactNumbers& numbers) {
  constexpr double phi = 1.0 / 9.0;
  const double h = numbers.h;
  ContactRow c;
  c.body_a = a, c.body_b = b, c.arm_a = arm_a, c.arm_b = arm_b, c.frame = frame;
  c.friction = numbers.friction;
  c.compliance = 4.0 * numbers.compliance * phi / (h * h);
  c.friction_compliance = 4.0 * numbers.friction_compliance * phi / (h * h);
  Vec3 w = Vec3::Zero();
  if (a >= 0) w += p.bodies[a].velocity.head<3>() + p.bodies[a].velocity.tail<3>().cross(arm_a);
  if (b >= 0) w -= p.bodies[b].velocity.head<3>() + p.bodies[b].velocity.tail<3>().cross(arm_b);
  const double speed = frame.row(0).dot(w);
  c.bias = numbers.gap <= 0.0 ? 4.0 / h * phi * numbers.gap - phi * speed : numbers.gap / h;
  return c;
}

// one island of everything; pairs and contacts already in order
inline void close_problem(StepProblem& p) {
  IslandRange all;
  all.body_count = static_cast<int>(p.bodies.size());
  all.joint_count = static_cast<int>(p.joints.size());
  all.pair_count = static_cast<int>(p.pairs.size());
  all.contact_count = static_cast<int>(p.contacts.size());
  p.islands = {all};
}

struct WallOptions {
  int courses = 10, columns = 10;
  Vec3 half{0.2, 0.1, 0.1};
  double mass = 10.0;
  double top_mass = 0.0;      // a heavy slab's weight, on every top brick
  double side_impulse = 0.0;  // on every brick of the left end, N s
  double noise = 0.0;         // velocities, m/s
  double lateral = 0.0;       // acceleration sideways, m/s²
  ContactNumbers numbers;
  std::uint64_t seed = 1;
};

// running bond; four corner contacts a pair; penetrations near those of rest
inline StepProblem make_wall(const WallOptions& o) {
  ProblemMaker make(o.seed);
  StepProblem p;
  const double h = o.numbers.h;
  p.time_step = h;
  struct Brick {
    double x0, x1;
    int index;
  };
  std::vector<std::vector<Brick>> courses(o.courses);
  for (int row = 0; row < o.courses; ++row) {
    const int n = row % 2 ? o.columns + 1 : o.columns;
    for (int i = 0; i < n; ++i) {
      double x0 = (2.0 * i - (row % 2 ? 1.0 : 0.0)) * o.half.x(), x1 = x0 + 2 * o.half.x();
      if (row % 2 && i == 0) x0 += o.half.x();
      if (row % 2 && i == n - 1) x1 -= o.half.x();
      const double mass = o.mass * (x1 - x0) / (2 * o.half.x());
      const Vec3 half(0.5 * (x1 - x0), o.half.y(), o.half.z());
      BodyBlock b = make.body(mass, half, make.vector(o.noise), make.vector(o.noise), h, 9.81);
      b.momentum[0] += h * mass * o.lateral;
      if (i == 0) b.momentum[0] += o.side_impulse;
      if (row == o.courses - 1) b.momentum[2] -= h * 9.81 * o.top_mass;
      courses[row].push_back({x0, x1, static_cast<int>(p.bodies.size())});
      p.bodies.push_back(b);
    }
  }
  const auto touch = [&](int a, int b, double x0, double x1, double xa, double xb) {
    const int first = static_cast<int>(p.contacts.size());
    for (int k = 0; k < 4; ++k) {
      const double x = k % 2 ? x1 : x0, y = k / 2 ? o.half.y() : -o.half.y();
      ContactNumbers numbers = o.numbers;
      numbers.gap = make.uniform(-2e-7, 5e-8);
      p.contacts.push_back(contact_row(p, a, b, Vec3(x - xa, y, -o.half.z()), Vec3(x - xb, y, o.half.z()),
                                       frame_of(Vec3::UnitZ()), numbers));
    }
    p.pairs.push_back({a, b, first, 4});
  };
  for (int row = 0; row < o.courses; ++row) {
    for (std::size_t i = 0; i < courses[row].size(); ++i) {
      const Brick& upper = courses[row][i];
      const double xa = 0.5 * (upper.x0 + upper.x1);
      if (row == 0) touch(upper.index, -1, upper.x0, upper.x1, xa, 0.0);
      for (std::size_t j = 0; row > 0 && j < courses[row - 1].size(); ++j) {
        const Brick& lower = courses[row - 1][j];
        const double x0 = std::max(upper.x0, lower.x0), x1 = std::min(upper.x1, lower.x1);
        if (x1 - x0 > 1e-9) touch(upper.index, lower.index, x0, x1, xa, 0.5 * (lower.x0 + lower.x1));
      }
      if (i > 0) {  // end to end
        const Brick& left = courses[row][i - 1];
        const int first = static_cast<int>(p.contacts.size());
        for (int k = 0; k < 4; ++k) {
          const double z = k % 2 ? o.half.z() : -o.half.z(), y = k / 2 ? o.half.y() : -o.half.y();
          ContactNumbers numbers = o.numbers;
          numbers.gap = make.uniform(-1e-9, 1e-7);
          p.contacts.push_back(contact_row(p, upper.index, left.index, Vec3(upper.x0 - xa, y, z),
                                           Vec3(left.x1 - 0.5 * (left.x0 + left.x1), y, z), frame_of(Vec3::UnitX()),
                                           numbers));
        }
        p.pairs.push_back({upper.index, left.index, first, 4});
      }
    }
  }
  close_problem(p);
  return p;
}

struct LogOptions {
  int logs = 60;
  double radius = 0.15, half_length = 1.0, mass = 60.0;
  double speed = 0.0;  // falling, m/s
  ContactNumbers numbers;
  std::uint64_t seed = 1;
};

// logs all along y, heaped in a hexagonal packing between two posts, a little disordered; two contacts a pair
inline StepProblem make_logs(const LogOptions& o) {
  ProblemMaker make(o.seed);
  StepProblem p;
  const double h = o.numbers.h;
  p.time_step = h;
  const int across = std::max(2, static_cast<int>(std::sqrt(1.5 * o.logs)));
  std::vector<Vec3> at;
  for (int row = 0; static_cast<int>(at.size()) < o.logs; ++row) {
    const int n = row % 2 ? across - 1 : across;
    for (int i = 0; i < n && static_cast<int>(at.size()) < o.logs; ++i) {
      at.push_back({2.0 * o.radius * (i + (row % 2 ? 0.5 : 0.0)) + make.uniform(-1e-7, 1e-7), make.uniform(-0.1, 0.1),
                    o.radius + std::sqrt(3.0) * o.radius * row + make.uniform(-1e-7, 1e-7)});
      BodyBlock b = make.body(o.mass, Vec3(o.radius, o.half_length, o.radius),
                              Vec3(0, 0, -o.speed * make.uniform(0.8, 1)), make.vector(0.1 * o.speed), h, 9.81);
      p.bodies.push_back(b);
    }
  }
  const auto touch = [&](int a, int b, const Vec3& normal, const Vec3& arm_a, const Vec3& arm_b, double gap, double y0,
                         double y1) {
    const int first = static_cast<int>(p.contacts.size());
    for (double y : {y0, y1}) {
      ContactNumbers numbers = o.numbers;
      numbers.gap = gap;
      const Vec3 ya(0, y - at[a].y(), 0), yb(0, b < 0 ? 0.0 : y - at[b].y(), 0);
      p.contacts.push_back(contact_row(p, a, b, arm_a + ya, arm_b + yb, frame_of(normal), numbers));
    }
    p.pairs.push_back({a, b, first, 2});
  };
  for (int a = 0; a < o.logs; ++a) {
    const double y0 = at[a].y() - o.half_length, y1 = at[a].y() + o.half_length;
    for (int b = 0; b < a; ++b) {
      Vec3 d = at[a] - at[b];
      d.y() = 0;
      const double gap = d.norm() - 2 * o.radius;
      if (gap > 0.01) continue;
      const Vec3 n = d.normalized();
      touch(a, b, n, -o.radius * n, o.radius * n, gap, std::max(y0, at[b].y() - o.half_length),
            std::min(y1, at[b].y() + o.half_length));
    }
    if (at[a].z() - o.radius < 0.01)
      touch(a, -1, Vec3::UnitZ(), Vec3(0, 0, -o.radius), Vec3::Zero(), at[a].z() - o.radius, y0, y1);
    if (at[a].x() < 0.5 * o.radius) touch(a, -1, Vec3::UnitX(), Vec3(-o.radius, 0, 0), Vec3::Zero(), at[a].x(), y0, y1);
    const double wall = 2.0 * o.radius * (across - 1);
    if (at[a].x() > wall - 0.5 * o.radius)
      touch(a, -1, -Vec3::UnitX(), Vec3(o.radius, 0, 0), Vec3::Zero(), wall - at[a].x(), y0, y1);
  }
  close_problem(p);
  return p;
}

// rows between the bodies that hold k of the 6 relative motions at a shared point
inline void add_joint(StepProblem& p, ProblemMaker& make, int a, int b, int rows, double T, double error,
                      bool bounded) {
  JointBlock joint;
  joint.body_count = b >= 0 ? 2 : 1;
  joint.bodies = {a, b, -1, -1};
  joint.first_jacobian = static_cast<int>(p.jacobians.size());
  joint.first_row = static_cast<int>(p.rows.size());
  joint.row_count = rows;
  const Mat3 frame = make.rotation();
  for (int k = 0; k < joint.body_count; ++k) {
    const Vec3 arm = make.vector(0.5);
    Mat6 jacobian = Mat6::Zero();
    const double sign = k == 0 ? 1.0 : -1.0;
    for (int i = 0; i < rows; ++i) {
      const Vec3 axis = frame.row(i % 3).transpose();
      if (i < 3) {
        jacobian.row(i) << sign * axis.transpose(), sign * arm.cross(axis).transpose();
      } else {
        jacobian.row(i).tail<3>() = sign * axis.transpose();
      }
    }
    p.jacobians.push_back(jacobian);
  }
  for (int i = 0; i < rows; ++i) {
    JointRow row;
    row.compliance = T;
    row.rhs = make.uniform(-error, error);
    if (bounded && i >= rows - 2) {
      const double effort = make.log_uniform(1e-3, 1e2);
      row.lower = make.chance(0.4) ? 0.0 : -effort;
      row.upper = make.chance(0.3) ? unbounded : effort;
    }
    p.rows.push_back(row);
  }
  p.joints.push_back(joint);
}

// chains, loops, redundant and inconsistent joints, bounded rows, contacts of every kind, wide ranges of mass and T
inline StepProblem make_random(std::uint64_t seed, double least_T = 1e-12) {
  ProblemMaker make(seed);
  StepProblem p;
  const double h = 1.0 / 60.0;
  p.time_step = h;
  const int n = make.chance(0.2) ? make.integer(20, 60) : make.integer(1, 16);
  const double ratio = make.log_uniform(1.0, 1e5), speed = make.log_uniform(1e-6, 20.0);
  const double T_low = make.log_uniform(least_T, 1e-4), T_high = T_low * make.log_uniform(1.0, 1e3);
  for (int i = 0; i < n; ++i) {
    const Vec3 half = Vec3::Constant(0.1) + 0.4 * make.vector(1.0).cwiseAbs();
    BodyBlock b = make.body(make.log_uniform(1.0, ratio), half, make.vector(speed), make.vector(speed), h, 9.81);
    const Mat3 turn = make.rotation();
    b.inertia = (turn * b.inertia * turn.transpose()).eval();
    b.inertia = (0.5 * (b.inertia + b.inertia.transpose())).eval();
    b.momentum.tail<3>() = b.inertia * b.velocity.tail<3>();
    p.bodies.push_back(b);
  }
  // joints: a chain, loops closed on it, doubles
  const double error = make.log_uniform(1e-9, 1.0);
  const int joints = make.chance(0.3) ? 0 : make.integer(0, n + 2);
  for (int j = 0; j < joints; ++j) {
    const int a = make.chance(0.7) ? j % n : make.integer(0, n - 1);
    int b = make.chance(0.7) ? a - 1 : make.integer(-1, n - 1);
    if (b == a) b = -1;
    const int rows = make.integer(1, 6);
    const double T = make.log_uniform(T_low, T_high);
    add_joint(p, make, a, b, rows, T, error, make.chance(0.4));
    if (make.chance(0.15)) {  // the same joint twice, asking for something else: redundant and inconsistent
      const JointBlock twin = p.joints.back();
      JointBlock copy = twin;
      copy.first_row = static_cast<int>(p.rows.size());
      for (int i = 0; i < twin.row_count; ++i) {
        JointRow row = p.rows[twin.first_row + i];
        row.rhs += make.uniform(-error, error);
        p.rows.push_back(row);
      }
      p.joints.push_back(copy);
    }
  }
  // contacts: a pair shares a normal, more or less
  const int pairs = make.integer(joints == 0 ? 1 : 0, 3 * n);
  std::map<std::pair<int, int>, bool> taken;
  for (int k = 0; k < pairs; ++k) {
    const int a = make.integer(0, n - 1);
    const int b = make.chance(0.3) ? -1 : make.integer(-1, n - 1);
    if (a == b || taken[{std::max(a, b), std::min(a, b)}]) continue;
    taken[{std::max(a, b), std::min(a, b)}] = true;
    const int count = make.integer(1, 6), first = static_cast<int>(p.contacts.size());
    const Vec3 normal = make.vector(1.0), center_a = make.vector(0.4), center_b = make.vector(0.4);
    ContactNumbers numbers;
    numbers.friction = make.chance(0.15) ? 0.0 : make.uniform(0.05, 1.2);
    for (int i = 0; i < count; ++i) {
      const Vec3 offset = make.vector(0.2);
      numbers.gap = make.chance(0.5) ? make.log_uniform(1e-9, 1e-2) : -make.log_uniform(1e-9, 1e-2);
      ContactRow c =
          contact_row(p, a, b, center_a + offset, center_b + offset, frame_of(normal + make.vector(0.01)), numbers);
      c.compliance = make.log_uniform(T_low, T_high);
      c.friction_compliance = make.log_uniform(T_low, T_high);
      if (make.chance(0.5))
        c.friction_bias = Vec2(make.uniform(-1, 1), make.uniform(-1, 1)) * make.log_uniform(1e-9, 1.0);
      if (make.chance(0.5)) c.warm = Vec3(make.log_uniform(1e-3, 1e2), 0, 0);
      p.contacts.push_back(c);
    }
    p.pairs.push_back({a, b, first, count});
  }
  close_problem(p);
  return p;
}

}  // namespace spook::test
