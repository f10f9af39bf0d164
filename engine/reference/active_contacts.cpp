#include <utility>

#include "engine/reference/kkt.h"

namespace spook::reference {

namespace {

int rows_of(const System& system, const ActiveContact& contact) {
  if (contact.mode != ActiveContact::Mode::sticking) return 1;
  return system.gaps[contact.gap].second_tangent ? 3 : 2;
}

int row_count(const System& system, std::span<const ActiveContact> active) {
  int rows = 0;
  for (const ActiveContact& contact : active) rows += rows_of(system, contact);
  return rows;
}

enum class RowKind { normal, tangent, second_tangent };

// fills the rows after `first`, contact by contact, through `write(row, contact, kind)`
template <class Write>
void each_row(const System& system, const std::vector<ActiveContact>& active, int first, Write&& write) {
  for (const ActiveContact& contact : active)
    for (int k = 0; k < rows_of(system, contact); ++k) write(first++, contact, RowKind(k));
}

// the direction friction acts against. Past a stop the slip has turned round: the direction from before is kept, so
// that a step which ends behind the stop stays smooth up to it.
Vector slide_direction(const ActiveContact& contact, const GapModel& gap, const Vector& q, const Vector& v) {
  if (!gap.second_tangent) return contact.slide_sign * gap.tangent(q);
  const Eigen::Vector2d slip = slip_velocity(gap, q, v);
  const double speed = slip.norm(), along = slip.dot(contact.slide);
  const Eigen::Vector2d direction =
      speed > 1e-12 ? Eigen::Vector2d((along < 0.0 ? -1.0 : 1.0) / speed * slip) : contact.slide;
  return direction[0] * gap.tangent(q) + direction[1] * gap.second_tangent(q);
}

Vector direction_of(const GapModel& gap, RowKind kind, const Vector& q) {
  return kind == RowKind::normal ? gap.normal(q) : kind == RowKind::tangent ? gap.tangent(q) : gap.second_tangent(q);
}

Vector padded(const std::function<Vector(double)>& drive, double t, int own, int total) {
  Vector value = Vector::Zero(total);
  value.head(own) = drive(t);
  return value;
}

}  // namespace

Eigen::Vector2d slip_velocity(const GapModel& gap, const Vector& q, const Vector& v) {
  return {gap.tangent ? gap.tangent(q).dot(v) : 0.0, gap.second_tangent ? gap.second_tangent(q).dot(v) : 0.0};
}

System with_contacts(const System& system, std::span<const ActiveContact> active) {
  System result = system;
  if (active.empty()) return result;
  const std::vector<ActiveContact> contacts(active.begin(), active.end());
  const auto base = std::make_shared<const System>(system);
  const int own = system.constraints, total = own + row_count(system, active);
  result.constraints = total;

  result.constraint = [=](const Vector& q) {
    Vector value = Vector::Zero(total);
    if (own) value.head(own) = base->constraint(q);
    each_row(*base, contacts, own, [&](int row, const ActiveContact& contact, RowKind kind) {
      const GapModel& gap = base->gaps[contact.gap];
      if (kind == RowKind::normal)
        value[row] = gap.gap(q) - contact.gap_origin;
      else if (kind == RowKind::tangent && gap.slip)
        value[row] = gap.slip(q) - contact.slip_origin;
      else if (kind == RowKind::second_tangent && gap.second_slip)
        value[row] = gap.second_slip(q) - contact.second_slip_origin;
    });
    return value;
  };
  result.jacobian = [=](const Vector& q) {
    Matrix value(total, base->coordinates);
    if (own) value.topRows(own) = base->jacobian(q);
    each_row(*base, contacts, own, [&](int row, const ActiveContact& contact, RowKind kind) {
      const GapModel& gap = base->gaps[contact.gap];
      value.row(row) = direction_of(gap, kind, q).transpose();
    });
    return value;
  };
  result.jacobian_rate = [=](const Vector& q, const Vector& v) {
    Vector value = Vector::Zero(total);
    if (own) value.head(own) = base->jacobian_rate(q, v);
    each_row(*base, contacts, own, [&](int row, const ActiveContact& contact, RowKind kind) {
      const GapModel& gap = base->gaps[contact.gap];
      value[row] = kind == RowKind::normal    ? gap.normal_rate(q, v)
                   : kind == RowKind::tangent ? gap.tangent_rate(q, v)
                                              : gap.second_tangent_rate(q, v);
    });
    return value;
  };
  // numerics §8: a sliding contact's friction is μ times its normal multiplier, against the motion
  result.reaction = [=](const Vector& q, const Vector& v) {
    Matrix value(base->coordinates, total);
    if (own) value.leftCols(own) = reaction_at(*base, q, v);
    each_row(*base, contacts, own, [&](int row, const ActiveContact& contact, RowKind kind) {
      const GapModel& gap = base->gaps[contact.gap];
      value.col(row) = direction_of(gap, kind, q);
      if (contact.mode == ActiveContact::Mode::sliding && gap.tangent)
        value.col(row) -= gap.friction * slide_direction(contact, gap, q, v);
    });
    return value;
  };
  if (system.drive) {
    result.drive = [=](double t) { return padded(base->drive, t, own, total); };
    result.drive_rate = [=](double t) { return padded(base->drive_rate, t, own, total); };
    result.drive_acceleration = [=](double t) { return padded(base->drive_acceleration, t, own, total); };
  }
  return result;
}

}  // namespace spook::reference
