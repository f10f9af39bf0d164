// What can be taken back: a moment before every edit, whatever was edited, and a moment after each that was taken back.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "viewer/app/session.h"

namespace spook {

struct OpenedScene;

struct UndoEntry {
  std::string label;    // of the edit: "drag brick_9_5"
  std::string gesture;  // edits of one gesture are one; "": each by itself
  std::shared_ptr<const OpenedScene> opened;
  std::shared_ptr<const SavedState> state, second;
  std::uint64_t step = 0;
  // What happened up to that moment: the session's first `common` steps, then these. Where another scene lies between,
  // the whole session.
  std::uint64_t common = 0;
  std::vector<RecordedStep> since;
  std::shared_ptr<Session> session;
  // of B, where it is of a scene of its own
  std::shared_ptr<const OpenedScene> second_opened = nullptr;
  std::shared_ptr<Session> second_session = nullptr;
  std::uint64_t second_step = 0;
};

struct UndoStacks {
  std::vector<UndoEntry> undo, redo;
  double gesture_at = 0.0;     // steady seconds, of the last edit of a gesture
  Parameters settings_before;  // what the settings last turned were before that

  void push(UndoEntry entry);  // an edit follows: what was taken back is forgotten
  // the past was changed at this step: moments of the scene's lost future cannot be gone to
  void forget_from(const OpenedScene* scene, std::uint64_t step);
  void exchange_sides(const OpenedScene* of_a);  // A's moments of the comparison become B's
  void forget_second();                          // one world goes on alone
};

// In words. Of parameters: "Friction μ 0.5 → 0.2", or how many were changed.
std::string change_in_words(const Parameters& before, const Parameters& after);

}  // namespace spook
