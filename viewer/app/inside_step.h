// One step from inside: what its solves had after every sweep and direct solve, island beside island.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/solve/solve_observer.h"
#include "engine/world/world.h"

namespace spook {

// the contacts of one solve: their number may grow from one solve of a step to the next
struct InsidePart {
  std::string title;
  std::vector<ObservedContact> contacts;  // bodies: indices into InsideStep::before
  std::vector<int> bodies;                // of the problem's rows, the same indices
};

struct InsideMoment {
  int part = 0;
  std::string title;
  bool direct = false;
  double normal = 0.0, tangent = 0.0;  // residual of all contacts, N s
  int changes = 0;                     // contacts that changed state since the moment before
  int pivots = 0, factorisations = 0;  // of direct solves
  int worst_contact = -1;              // of the part's
  double worst = 0.0;                  // its residual, N s
  std::vector<Vec3> impulses;          // a contact: ν, β in its frame, N s
  std::vector<ContactState> states;
  std::vector<Vec6> velocities;  // a row of the part's bodies
};

struct InsideStep {
  std::uint64_t step = 0;
  double time_step = 1.0 / 60.0;
  std::shared_ptr<const Snapshot> before;  // where the step began
  std::vector<InsidePart> parts;
  std::vector<InsideMoment> moments;  // in the order they came; the last is what the step came to
  bool repeated = true;               // it came to what it had come to before
  bool cut_short = false;             // more moments than are kept
  double ms = 0.0;                    // that opening it took
  double usual_impulse = 0.0;         // nearly all contacts of the result push less, N s
};

// the body that a contact is said to push: the one that can move, or the upper one; true: b, against the normal
bool pushes_b(const InsideStep& step, const ObservedContact& contact);

// Makes one step of a world that is nobody else's, from where it stands, and tells how it was solved.
std::shared_ptr<const InsideStep> look_inside(World& world);

}  // namespace spook
