#include <utility>

#include "engine/reference/kkt.h"

namespace spook::reference {

namespace {

int row_count(std::span<const ActiveContact> active) {
  int rows = 0;
  for (const ActiveContact& contact : active) rows += contact.mode == ActiveContact::Mode::sticking ? 2 : 1;
  return rows;
}

// fills the rows after `first`, contact by contact, through `write(row, contact, is_tangent)`
template <class Write>
void each_row(const std::vector<ActiveContact>& active, int first, Write&& write) {
  for (const ActiveContact& contact : active) {
    write(first++, contact, false);
    if (contact.mode == ActiveContact::Mode::sticking) write(first++, contact, true);
  }
}

Vector padded(const std::function<Vector(double)>& drive, double t, int own, int total) {
  Vector value = Vector::Zero(total);
  value.head(own) = drive(t);
  return value;
}

}  // namespace

System with_contacts(const System& system, std::span<const ActiveContact> active) {
  System result = system;
  if (active.empty()) return result;
  const std::vector<ActiveContact> contacts(active.begin(), active.end());
  const auto base = std::make_shared<const System>(system);
  const int own = system.constraints, total = own + row_count(active);
  result.constraints = total;

  result.constraint = [=](const Vector& q) {
    Vector value = Vector::Zero(total);
    if (own) value.head(own) = base->constraint(q);
    each_row(contacts, own, [&](int row, const ActiveContact& contact, bool tangent) {
      const GapModel& gap = base->gaps[contact.gap];
      if (!tangent)
        value[row] = gap.gap(q) - contact.gap_origin;
      else if (gap.slip)
        value[row] = gap.slip(q) - contact.slip_origin;
    });
    return value;
  };
  result.jacobian = [=](const Vector& q) {
    Matrix value(total, base->coordinates);
    if (own) value.topRows(own) = base->jacobian(q);
    each_row(contacts, own, [&](int row, const ActiveContact& contact, bool tangent) {
      const GapModel& gap = base->gaps[contact.gap];
      value.row(row) = (tangent ? gap.tangent(q) : gap.normal(q)).transpose();
    });
    return value;
  };
  result.jacobian_rate = [=](const Vector& q, const Vector& v) {
    Vector value = Vector::Zero(total);
    if (own) value.head(own) = base->jacobian_rate(q, v);
    each_row(contacts, own, [&](int row, const ActiveContact& contact, bool tangent) {
      const GapModel& gap = base->gaps[contact.gap];
      value[row] = tangent ? gap.tangent_rate(q, v) : gap.normal_rate(q, v);
    });
    return value;
  };
  // numerics §8: a sliding contact's friction is μ times its normal multiplier, against the motion
  result.reaction = [=](const Vector& q) {
    Matrix value(base->coordinates, total);
    if (own) value.leftCols(own) = reaction_at(*base, q);
    each_row(contacts, own, [&](int row, const ActiveContact& contact, bool tangent) {
      const GapModel& gap = base->gaps[contact.gap];
      value.col(row) = tangent ? gap.tangent(q) : gap.normal(q);
      if (contact.mode == ActiveContact::Mode::sliding && gap.tangent)
        value.col(row) -= gap.friction * contact.slide_sign * gap.tangent(q);
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
