// Which contact was open, sticking or sliding after each iteration of a step: what "Inside one step" keeps, as a table.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "viewer/app/inside_step.h"

namespace spook {

enum class PivotOrder { flips, height, island, solver };

struct PivotRow {
  int contact = -1;  // of the last part
  std::string name;  // of its bodies
  Vec3 point = Vec3::Zero();
  int body_a = -1, body_b = -1;  // of InsideStep::before
  int island = -1;
  int flips = 0;                                    // how often its state changed
  std::vector<std::optional<ContactState>> states;  // a moment each; unset: was not met yet
};

struct PivotTable {
  std::vector<PivotRow> rows;
  int moments = 0;
  int flipping = 0;  // rows with a flip
};

// contacts of the last solve, followed back through the solves before it
PivotTable pivot_table(const InsideStep& step);
void sort_rows(PivotTable& table, PivotOrder order);

}  // namespace spook
