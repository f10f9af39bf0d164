// Branches that stay: lines of time of one scene beside the present one, each with its past and what was done on it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "viewer/app/timeline.h"
#include "viewer/app/undo.h"

namespace spook {

// what a line of time is called and where it left another
struct TrackInfo {
  int number = 1;
  std::string name = "as it began";
  int parent = 0;  // the number of the one it left; 0: none
  std::uint64_t from = 0;
  double from_time = 0.0;  // s
};

struct Track {
  TrackInfo info;
  Timeline timeline;
  Session session;
  UndoStacks edits;
};

// a track as panels see it
struct TrackView {
  TrackInfo info;
  bool present = false;
  double first_time = 0.0, end_time = 0.0;  // that can be gone to
  std::uint64_t end_step = 0;
  std::vector<double> inputs;  // s: when a hand, a key or an edit did something
  Parameters settings;         // at its end
};

class Tracks {
 public:
  // chosen: as much as the present line may take
  explicit Tracks(std::size_t budget_bytes = std::size_t(256) << 20) : budget_(budget_bytes) {}
  static constexpr std::size_t max_tracks = 12;  // chosen: what a list shows without scrolling far

  void clear() { tracks_.clear(), next_ = 2; }
  // What is longer takes the place of the track with its number. Says what had to go to stay within the memory, or "".
  std::string put_away(Track track, const Timeline& present);
  Track take(int number);  // out of the list; it must be there
  Track* find(int number);
  void remove(int number);
  int fresh_number() { return next_++; }
  const std::vector<Track>& all() const { return tracks_; }
  // of all tracks, beyond what the present line holds
  std::size_t bytes(const Timeline& present) const;
  std::size_t budget() const { return budget_; }

 private:
  std::string stay_within_budget(const Timeline& present);

  std::vector<Track> tracks_;
  std::size_t budget_;
  int next_ = 2;
};

TrackView view_of(const TrackInfo& info, const Timeline& timeline, const Session& session);

}  // namespace spook
