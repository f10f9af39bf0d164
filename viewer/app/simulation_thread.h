// Inside of the simulation: what lives on the stepping thread.
#pragma once

#include <array>
#include <optional>

#include "viewer/app/pace.h"
#include "viewer/app/second_world.h"
#include "viewer/app/session.h"
#include "viewer/app/simulation.h"
#include "viewer/app/tracks.h"
#include "viewer/app/undo.h"

namespace spook {

// touched by the stepping thread alone, but for a step that takes too long: see Simulation::cancel_step
struct Simulation::Thread {
  Simulation& owner;
  std::unique_ptr<World> world;
  std::shared_ptr<const OpenedScene> opened;
  Timeline timeline;
  std::unique_ptr<SecondWorld> second;               // A/B: B; null: there is one world
  std::shared_ptr<const OpenedScene> second_opened;  // where B is of a scene of its own; null: of the same
  UndoStacks edits;
  Tracks tracks;                // beside the present one
  TrackInfo line, second_line;  // of the present track; of B's
  Tracks second_tracks;         // of B's own scene
  std::shared_ptr<const std::vector<TrackView>> track_views;
  std::vector<TrackView> kept_views;  // of those beside the present one
  std::size_t track_bytes = 0;
  bool tracks_changed = true;
  double tracks_viewed_at = 0.0;  // steady seconds
  // What was done on a track, done again: a list of commands a step, from the step after `first` on.
  struct Again {
    std::uint64_t first = 0;
    std::vector<std::vector<Command>> commands;
    std::string name;  // of the track it opens
  };
  std::optional<Again> again;
  bool repeats_line = false;  // in a comparison of tracks: each does again what it did, until a hand changes something
  std::shared_ptr<const Snapshot> previous, current, second_previous, second_current;
  std::shared_ptr<const Scene> description;
  std::shared_ptr<const std::vector<SolvingMark>> solving = std::make_shared<std::vector<SolvingMark>>();
  std::shared_ptr<const InsideStep> inside;  // the present step, while it is open
  std::optional<Recording> recording;        // whose commands are given again, until a hand changes something
  Session session;
  int world_number = 0, branches = 0, description_number = 0;
  int splits = 0;   // so far
  int channel = 0;  // of the first world's reports
  bool playing = true;
  bool keeps_pace = true;
  Pace pacer;
  bool scripted = false, second_scripted = false;
  std::vector<std::weak_ptr<StepWatch>> watches;
  bool touched = false;  // a command came since the last step: the future kept may be wrong
  double speed = 1.0, due = 0.0, published = 0.0;
  std::deque<std::array<double, 4>> pace;  // wall time, simulated time, physics ms, left over of recent steps

  std::uint64_t stepping_from = 0;  // where the step under way began
  bool abandoned = false;           // that step is not wanted any more; guarded by the owner's mutex

  explicit Thread(Simulation& simulation) : owner(simulation) {}

  double interval() const { return world ? world->parameters().time_step / speed : 1.0 / 60.0; }
  void open(const SceneSource& source, const Parameters* parameters);
  void open_beside(const SceneSource& source);
  void begin(std::shared_ptr<const OpenedScene> scene, std::unique_ptr<World> of_scene);
  void begin_beside(std::shared_ptr<const OpenedScene> scene, std::unique_ptr<World> of_scene);
  void cannot_open(const SceneSource& source, const std::string& why);
  void step();
  void keep_pace(double took_ms);
  void keep_moment();
  void show(bool between);
  void publish();
  void restore(const SavedState& state, const SavedState* of_second, bool forget_future);
  void restore(const Moment& moment, bool forget_future) { restore(*moment.state, moment.second.get(), forget_future); }
  void tell_watches(void (StepWatch::*what)(World&));
  // in both worlds, or where they are of two scenes in that side's
  void queue(const Command& command, Side side = Side::a);
  void queue_in_both(const Command& command);
  void changed_by_hand();
  void changed_settings(Side side, const Parameters& parameters);
  void mark_undo(const std::string& label, const std::string& gesture = {});
  void mark_opening(const SceneSource& source, bool reset);
  bool goes_on(const std::string& gesture) const;
  UndoEntry present(const std::string& label, bool leaves_scene);
  void go_to(UndoEntry entry, std::vector<UndoEntry>& keep_present_in);
  void undo();
  void redo();
  void say(std::string text);
  void open_step();
  void split();
  void join(Side kept);
  void exchange_sides();
  void exchange_scenes();
  // ---- tracks
  Track present_track() const;
  void put_away(Track track);
  void leave_line(std::uint64_t step);  // the step made from there goes another way: what was known becomes a track
  void open_track(int number);
  void compare_track(int number);
  void replay_track(int number);
  void give_again();  // what was done at the coming step
  // B is a track of the list, and did nothing but what is known of it
  bool second_is_kept_track();
  void name_second_line();  // with a number of its own where it went another way than the track it was
  void keep_second_line();
  void forget_tracks();
  void view_tracks();
  bool repeats(const Moment& expected) const;  // has the step just made led where it led before?
  void play(bool on);
  void run_at(double wanted);
  // the world's step; throws Abandoned where cancel_step() has put another thread in the place of this one
  void guarded_step();
  void take_over(Thread& other);  // whose step takes too long
  void stand_before_cancelled_step();
  void loop();

  struct Abandoned {};
};

}  // namespace spook
