#include "scenarios/papers/scene_systems.h"

#include <map>
#include <stdexcept>

#include "engine/scene/mass_properties.h"

namespace spook::papers {

namespace {

using reference::Matrix;
using reference::System;
using reference::Vector;

constexpr int per_body = 12;  // centre, then the columns of the rotation

// a vector that is linear in the coordinates: of a body (its point or direction), or constant (body −1)
struct Linear {
  int body = -1;
  double centre = 0.0;  // 1: a point, 0: a direction
  Vec3 local = Vec3::Zero();
  double weight(int column) const { return column == 0 ? centre : local[column - 1]; }
};

// c + bᵀq + ½ qᵀA q
struct Quadratic {
  Matrix a;
  Vector b;
  double c = 0.0;
  explicit Quadratic(int n) : a(Matrix::Zero(n, n)), b(Vector::Zero(n)) {}
  double value(const Vector& q) const { return c + b.dot(q) + 0.5 * q.dot(a * q); }
  Vector gradient(const Vector& q) const { return b + a * q; }
};

// sign · (x · y)
void add_product(Quadratic& row, const Linear& x, const Linear& y, double sign) {
  if (x.body < 0 && y.body < 0) {
    row.c += sign * x.local.dot(y.local);
    return;
  }
  if (x.body < 0 || y.body < 0) {
    const Linear &moving = x.body < 0 ? y : x, &still = x.body < 0 ? x : y;
    for (int k = 0; k < 4; ++k)
      row.b.segment<3>(per_body * moving.body + 3 * k) += sign * moving.weight(k) * still.local;
    return;
  }
  for (int k = 0; k < 4; ++k)
    for (int l = 0; l < 4; ++l)
      for (int axis = 0; axis < 3; ++axis) {
        const int i = per_body * x.body + 3 * k + axis, j = per_body * y.body + 3 * l + axis;
        const double value = sign * x.weight(k) * y.weight(l);
        row.a(i, j) += value, row.a(j, i) += value;
      }
}

class Builder {
 public:
  explicit Builder(const Scene& scene) : scene_(scene) {
    for (const BodyDesc& body : scene.bodies)
      if (body.motion == Motion::dynamic) {
        index_[body.name] = int(bodies_.size());
        bodies_.push_back(&body);
        masses_.push_back(body_mass(body, scene));
        poses_.push_back(body.pose * masses_.back().frame);
      }
    n_ = per_body * int(bodies_.size());
  }

  System build() {
    place();
    for (int body = 0; body < int(bodies_.size()); ++body)
      for (int i = 0; i < 3; ++i)
        for (int j = i; j < 3; ++j) {
          Quadratic row(n_);
          add_product(row, direction(body, i), direction(body, j), i == j ? 0.5 : 1.0);
          row.c -= i == j ? 0.5 : 0.0;
          rows_.push_back(std::move(row));
        }
    for (const JointDesc& joint : scene_.joints) add_joint(joint);
    keep_independent();
    return system();
  }

 private:
  void place() {
    q_.resize(n_), v_.resize(n_), mass_.resize(n_), force_ = Vector::Zero(n_);
    for (int k = 0; k < int(bodies_.size()); ++k) {
      const BodyDesc& body = *bodies_[std::size_t(k)];
      const BodyMass& mass = masses_[std::size_t(k)];
      const Pose& pose = poses_[std::size_t(k)];
      const Eigen::Matrix3d rotation = pose.orientation.toRotationMatrix();
      q_.segment<3>(per_body * k) = pose.position;
      v_.segment<3>(per_body * k) =
          body.velocity + body.angular_velocity.cross(Vec3(pose.position - body.pose.position));
      mass_.segment<3>(per_body * k).setConstant(mass.mass);
      force_.segment<3>(per_body * k) = mass.mass * scene_.parameters.gravity;
      const double half = 0.5 * mass.principal.sum();
      for (int i = 0; i < 3; ++i) {
        q_.segment<3>(per_body * k + 3 + 3 * i) = rotation.col(i);
        v_.segment<3>(per_body * k + 3 + 3 * i) = body.angular_velocity.cross(Vec3(rotation.col(i)));
        mass_.segment<3>(per_body * k + 3 + 3 * i).setConstant(half - mass.principal[i]);
      }
    }
  }

  static Linear direction(int body, int axis) { return {body, 0.0, Vec3::Unit(axis)}; }
  int body_of(const std::optional<std::string>& name) const {
    const auto found = name ? index_.find(*name) : index_.end();
    return found == index_.end() ? -1 : found->second;
  }
  Linear point(int body, const Vec3& world) const {
    if (body < 0) return {-1, 1.0, world};
    return {body, 1.0, poses_[std::size_t(body)].to_local(world)};
  }
  Linear direction(int body, const Vec3& world) const {
    return {body, 0.0, body < 0 ? world : Vec3(poses_[std::size_t(body)].orientation.conjugate() * world)};
  }

  // (a − b) · along = 0
  void hold_apart(const Linear& a, const Linear& b, const Linear& along) {
    Quadratic row(n_);
    add_product(row, a, along, 1.0), add_product(row, b, along, -1.0);
    rows_.push_back(std::move(row));
  }
  void hold_square(const Linear& x, const Linear& y) {
    Quadratic row(n_);
    add_product(row, x, y, 1.0);
    rows_.push_back(std::move(row));
  }

  void add_joint(const JointDesc& joint) {
    const int a = body_of(joint.a), b = body_of(joint.b);
    if (a < 0 && b < 0) return;
    if (joint.type == JointType::distance) return add_distance(joint, a, b);
    const Vec3 axis = joint.axis.normalized(), side = axis.unitOrthogonal(), third = axis.cross(side);
    const Linear at_a = point(a, joint.anchor), at_b = point(b, joint.anchor);
    switch (joint.type) {
      case JointType::ball:
      case JointType::hinge:
      case JointType::universal:
      case JointType::fixed:
        for (int k = 0; k < 3; ++k) hold_apart(at_a, at_b, {-1, 0.0, Vec3::Unit(k)});
        break;
      case JointType::slider:
      case JointType::cylindrical:
        for (const Vec3& across : {side, third}) hold_apart(at_a, at_b, direction(b, across));
        break;
      default:
        throw std::invalid_argument("joint '" + joint.name + "' is of a type that reference systems do not have");
    }
    if (joint.type == JointType::hinge || joint.type == JointType::cylindrical)
      for (const Vec3& across : {side, third}) hold_square(direction(a, axis), direction(b, across));
    if (joint.type == JointType::universal) hold_square(direction(a, axis), direction(b, joint.axis2.normalized()));
    if (joint.type == JointType::slider || joint.type == JointType::fixed)
      for (int k = 0; k < 3; ++k)
        hold_square(direction(a, Vec3(Vec3::Unit(k))), direction(b, Vec3(Vec3::Unit((k + 1) % 3))));
  }

  void add_distance(const JointDesc& joint, int a, int b) {
    const Linear at_a = point(a, joint.anchor_a), at_b = point(b, joint.anchor_b);
    const double length = joint.length.value_or((joint.anchor_a - joint.anchor_b).norm());
    Quadratic row(n_);
    const double half = 0.5 / length;
    add_product(row, at_a, at_a, half), add_product(row, at_b, at_b, half), add_product(row, at_a, at_b, -2.0 * half);
    row.c -= 0.5 * length;
    rows_.push_back(std::move(row));
  }

  // a plane loop of hinges says the same thing several times
  void keep_independent() {
    std::vector<Quadratic> kept;
    std::vector<Vector> basis;
    for (Quadratic& row : rows_) {
      Vector rest = row.gradient(q_);
      const double size = rest.norm();
      for (int pass = 0; pass < 2; ++pass)
        for (const Vector& known : basis) rest -= known.dot(rest) * known;
      if (rest.norm() < 1e-9 * size) continue;
      basis.push_back(rest.normalized());
      kept.push_back(std::move(row));
    }
    rows_ = std::move(kept);
  }

  System system() const {
    System result;
    result.name = scene_.name;
    result.coordinates = n_, result.constraints = int(rows_.size());
    const int n = n_;
    Matrix mass = mass_.asDiagonal();
    result.mass = [mass](const Vector&) { return mass; };
    result.mass_rate = [n](const Vector&, const Vector&) -> Matrix { return Matrix::Zero(n, n); };
    result.force = [force = force_](const Vector&, const Vector&, double) { return force; };
    result.force_dq =
        result.force_dv = [n](const Vector&, const Vector&, double) -> Matrix { return Matrix::Zero(n, n); };
    result.constraint = [rows = rows_](const Vector& q) {
      Vector g(Eigen::Index(rows.size()));
      for (std::size_t k = 0; k < rows.size(); ++k) g[Eigen::Index(k)] = rows[k].value(q);
      return g;
    };
    result.jacobian = [rows = rows_, n](const Vector& q) {
      Matrix g(Eigen::Index(rows.size()), n);
      for (std::size_t k = 0; k < rows.size(); ++k) g.row(Eigen::Index(k)) = rows[k].gradient(q).transpose();
      return g;
    };
    result.jacobian_rate = [rows = rows_](const Vector&, const Vector& v) {
      Vector g(Eigen::Index(rows.size()));
      for (std::size_t k = 0; k < rows.size(); ++k) g[Eigen::Index(k)] = v.dot(rows[k].a * v);
      return g;
    };
    result.energy = [mass, force = force_](const Vector& q, const Vector& v) {
      return 0.5 * v.dot(mass * v) - force.dot(q);
    };
    result.q0 = q_, result.v0 = v_;
    return result;
  }

  const Scene& scene_;
  std::vector<const BodyDesc*> bodies_;
  std::vector<BodyMass> masses_;
  std::vector<Pose> poses_;
  std::map<std::string, int> index_;
  int n_ = 0;
  Vector q_, v_, mass_, force_;
  std::vector<Quadratic> rows_;
};

}  // namespace

System scene_system(const Scene& scene) {
  return Builder(scene).build();
}

}  // namespace spook::papers
