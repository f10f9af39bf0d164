// Consecutive Newton steps often differ by the sets of a few contacts: their rows are a correction of few columns to
// the factor there is (numerics §3, block_ldlt_correct.cpp) rather than a reason for a new one.
#include "engine/solve/newton_state.h"

namespace spook {

namespace {

constexpr double assembly = 500.0;  // flop a contact that a new factor costs beside its own
constexpr double worth_it = 0.5;    // of all that

// row i of a contact, as it pushes its two bodies
SparseColumn column_of(const IslandView& view, const ContactRow& contact, int i) {
  SparseColumn column;
  const Vec3 axis = contact.frame.row(i).transpose();
  if (contact.body_a >= 0) {
    column.bodies[0] = contact.body_a - view.range.first_body;
    column.values[0] << axis, contact.arm_a.cross(axis);
  }
  if (contact.body_b >= 0) {
    column.bodies[1] = contact.body_b - view.range.first_body;
    column.values[1] << -axis, -contact.arm_b.cross(axis);
  }
  return column;
}

// the contact's three rows and how their stiffness changes; false: there is no room
bool add_flip(const IslandView& view, int c, FewFlips& flips) {
  if (flips.columns.size() + 3 > BlockLdlt::most_columns) return false;
  const ContactStiffness was = view.work.stiffness[c], is = stiffness_of_mode(view, c);
  const double d00 = is.c00 - was.c00, d01 = is.c01 - was.c01, d11 = is.c11 - was.c11;
  for (int i = 0; i < 3; ++i) flips.columns.push_back(column_of(view, view.problem.contacts[c], i));
  for (const double each : {is.normal - was.normal, 0.0, 0.0, 0.0, d00, d01, 0.0, d01, d11})
    flips.stiffness.push_back(each);
  return true;
}

// only the normal has changed, or only the tangents: rows without a change are left out
void leave_out_rows(FewFlips& flips) {
  const std::size_t rows = flips.columns.size();
  std::size_t kept = 0;
  std::array<int, BlockLdlt::most_columns> from{};
  for (std::size_t k = 0; k < rows; ++k) {
    const double* row = flips.stiffness.data() + 3 * k;
    if (row[0] == 0.0 && row[1] == 0.0 && row[2] == 0.0) continue;
    flips.columns[kept] = flips.columns[k];
    from[kept++] = static_cast<int>(k);
  }
  flips.columns.resize(kept);
  flips.square.assign(kept * kept, 0.0);
  for (std::size_t i = 0; i < kept; ++i)
    for (std::size_t j = 0; j < kept; ++j)
      if (from[i] / 3 == from[j] / 3) flips.square[i * kept + j] = flips.stiffness[3 * from[i] + from[j] % 3];
}

}  // namespace

void note_factor(const IslandView& view, FewFlips& flips) {
  const auto begin = view.work.contact_mode.begin() + view.range.first_contact;
  flips.modes.assign(begin, begin + view.range.contact_count);
}

bool correct_factor(const IslandView& view, FewFlips& flips, BlockLdlt& factor) {
  flips.columns.clear(), flips.stiffness.clear();
  for (int k = 0; k < view.range.contact_count; ++k) {
    const int c = view.range.first_contact + k;
    if (view.work.contact_mode[c] != flips.modes[k] && !add_flip(view, c, flips)) return false;
  }
  leave_out_rows(flips);
  const double anew = factor.tree().flops + assembly * view.range.contact_count;
  return factor.correction_work(flips.columns) <= worth_it * anew && factor.correct(flips.columns, flips.square);
}

}  // namespace spook
