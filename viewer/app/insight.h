// What the panels under "Look closer" have: all of it idle while they are closed.
#pragma once

#include <memory>

#include "scenarios/compliance.h"
#include "viewer/app/friction_tracker.h"
#include "viewer/app/ledger_keeper.h"
#include "viewer/app/lessons.h"
#include "viewer/app/load_tracker.h"
#include "viewer/app/magnifier.h"
#include "viewer/app/matrix_look.h"
#include "viewer/app/picked_contact.h"
#include "viewer/app/pivot_table.h"
#include "viewer/app/solving_look.h"
#include "viewer/app/sweep_here.h"

namespace spook {

// predicted and measured, as last looked at
struct Agreement {
  std::vector<LoadedRow> rows;
  LoadMotions motions;
  LoadFits fits;
  std::optional<LoadKey> chosen;  // whose curve is shown; none: the first that moved
  int within = 0, world = -1;
  int fitted = 0, fitted_within = 0;
  std::uint64_t step = 0;
  double taken = 0.0;  // steady seconds
};

// what the Sweep panel is set to: rows of its table, a grid's side
struct SweepChoice {
  int x = 0, y = 1, count = 6, measure = 0;
  double seconds = 2.0;
};

struct Insight {
  Magnifier magnifier;
  std::shared_ptr<LedgerKeeper> ledger;       // null: its panel is closed
  std::shared_ptr<FrictionTracker> friction;  // the same
  std::shared_ptr<LoadTracker> loads;         // the same
  // the contact looked at; it belongs to the world of that number
  PickedContact picked;
  int picked_world = -1;
  bool picking = false;           // the next click in the picture picks one
  bool takes_mouse = false;       // that click is not the hand's
  bool show_picked_line = false;  // picked in the picture: the strip shows its line
  Agreement agreement;
  MatrixLook matrix;
  SweepHere sweep;
  SweepChoice sweep_choice;
  LessonProgress lessons;
  PivotTable pivots;
  SolvingLook solving;
  std::shared_ptr<const InsideStep> pivots_of;
};

}  // namespace spook
