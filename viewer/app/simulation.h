// The thread that owns the world: fixed steps in real time, past moments, edits with undo. The window asks and reads
// what was published; neither ever waits for the other.
#pragma once

#include <array>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "engine/world/world.h"
#include "scenarios/registry.h"
#include "viewer/app/timeline.h"

namespace spook {

struct InsideStep;
struct TrackView;

// where the running scene came from
struct SceneSource {
  const Scenario* scenario = nullptr;  // or
  ScenarioValues values;
  std::filesystem::path file;                                  // a scene file, or
  std::vector<std::pair<std::string, std::string>> overrides;  // parameters set by the command line
  int threads = 0;                                             // of a step; 0: as many as help here
};

struct OpenedScene {
  SceneSource source;
  Scene scene;          // as opened
  Parameters standard;  // the scene's own, whatever was turned since
};

// of a comparison: the world there always is, and the one beside it
enum class Side { a, b };

// all that the window reads, replaced as a whole
struct SimFrame {
  std::shared_ptr<const Snapshot> previous, current;  // previous: null where nothing is to be drawn in between
  double published = 0.0;                             // seconds of the steady clock
  double interval = 1.0 / 60.0;                       // wall seconds until the next one is due
  std::shared_ptr<const OpenedScene> opened;
  int world = 0;  // moves on with every scene opened
  bool playing = true;
  double speed = 1.0, real_time_factor = 0.0;
  double physics_ms = 0.0;                      // mean of the last second
  double left_over = 0.0;                       // StepReport's, mean of the last second
  bool keeps_pace = true;                       // steers the effort so that steps are in time
  std::optional<double> pace;                   // the effort it leaves, ms; unset: all there is
  std::uint64_t first_step = 0, last_step = 0;  // that can be gone to
  double first_time = 0.0, last_time = 0.0;
  std::size_t history_bytes = 0, history_moments = 0;
  int undo_depth = 0, redo_depth = 0;
  std::string undo_label, redo_label;                       // of the next one: "friction 0.5 → 0.2"
  bool scripted = false, second_scripted = false;           // joints follow the scene's script; B's own scene's
  int branches = 0;                                         // how often the past was changed
  int track = 1, second_track = 0;                          // the present one's number; B's, where it is one of them
  std::shared_ptr<const std::vector<TrackView>> tracks;     // all, the present one too; null: never looked at
  std::size_t track_bytes = 0, track_budget = 0;            // of those beside the present one
  std::shared_ptr<const std::vector<SolvingMark>> solving;  // who is solved directly, who by sweeps
  bool replaying = false;                                   // what was done on a track is done again
  std::shared_ptr<const Scene> description;                 // as last asked for
  int description_number = 0;
  // A/B: the second world of the same time, and how often the view was split; null and 0 while there is one world
  std::shared_ptr<const Snapshot> second_previous, second;
  std::shared_ptr<const OpenedScene> second_opened;  // where B is of a scene of its own; null: of the same
  int split = 0;
  std::shared_ptr<const InsideStep> inside;  // the present step, while it is open
  int channel = 0;                           // of the first world's reports; the second one's come by the other
};

struct SimMessage {
  std::string title, text;
};

double steady_seconds();

// Looks on at every step of the first world, on the stepping thread, from when it is given to Simulation::watch().
class StepWatch {
 public:
  virtual ~StepWatch() = default;
  virtual void stepped(World& world) = 0;
  virtual void moved(World& world) = 0;  // the world stands elsewhere: opened, scrubbed, edited
};

class Simulation {
 public:
  Simulation();
  ~Simulation();

  std::shared_ptr<const SimFrame> frame() const;
  // every step since the last call, in order; a world keeps its channel when sides are exchanged
  void take_reports(std::vector<StepReport>& out, int channel = 0);
  std::vector<SimMessage> take_messages();

  void open(SceneSource source);  // errors come back as a message, and the running scene stays
  void reset();                   // the same scene again, with the present parameters
  void play(bool on);
  void step_once();
  void step_back();
  void seek(std::uint64_t step);  // the nearest moment kept
  void set_speed(double speed);
  void change_speed(bool faster);  // to the next of the speeds on offer
  void toggle_play();
  void keep_pace(bool on);  // off: the effort is what the parameter says, however long it takes
  // From the next step, or at once while paused. Worlds of one scene hear it both, those of two scenes the side it is
  // of.
  void command(Command command, Side side = Side::a);
  void edit(std::vector<Command> commands, std::string label, Side side = Side::a);  // undo takes it back by that name
  // of a slider that is dragged: all that follows soon by the same name is one edit
  void adjust(Command command, std::string label, Side side = Side::a);
  void mark_undo(std::string label);  // what follows can be undone to here
  void undo();
  void redo();
  void ask_description();  // World::describe into a coming frame
  void save_as(std::filesystem::path file, CameraDesc camera);
  // all that happened since the scene was opened, for `spook-lab replay` and this window; report: a JSON object that a
  // problem's report adds, or ""
  void save_recording(std::filesystem::path file, std::string report);
  // A step has no end that can be told beforehand. How long the present one has taken, s; 0: none is under way.
  double stepping_for() const;
  // Leaves that step to itself and stands paused before it; what it comes to is thrown away.
  void cancel_step();
  // Ends the thread; false: a step goes on beyond the patience, and the process can only be left
  bool stop(double patience_seconds);
  // anything else, between two steps
  void run(std::function<void(World&)> task);
  void run_each(std::function<void(World&)> task);  // in both worlds of a comparison

  // until the watch is let go: it is asked only while somebody else holds it
  void watch(std::weak_ptr<StepWatch> watch);

  // ---- tracks: lines of time that stay when the past is changed
  void open_track(int number);     // at the present step, or its end
  void compare_track(int number);  // as B of a comparison
  // what hand, keys and edits did on it is done again, under the present settings: from here, or from before it began
  void replay_track(int number);
  void rename_track(int number, std::string name);
  void delete_track(int number);

  // ---- the present step from inside: pauses, and closes with the next change
  void open_step();
  void close_step();

  // ---- A/B. Commands, edits, undo, play and seek are of both worlds; B has its own parameters.
  void split();                          // the present moment goes on twice; nothing where there are two already
  void open_beside(SceneSource source);  // as B, a scene of its own: both begin at their beginning
  void join(Side kept);
  void exchange_sides();
  void set_parameters(Side side, Parameters parameters);

 private:
  struct Thread;
  void post(std::function<void(Thread&)> task);
  void start(std::shared_ptr<Thread> stepper);

  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::function<void(Thread&)>> tasks_;
  std::array<std::vector<StepReport>, 2> reports_;  // by channel
  std::vector<SimMessage> messages_;
  std::shared_ptr<const SimFrame> frame_;
  bool quit_ = false;
  std::shared_ptr<Thread> stepper_;  // whose loop runs
  std::thread thread_;
  double step_began_ = 0.0;  // steady seconds; 0: between steps
  int loops_ = 0;            // under way, those left to themselves included
  std::condition_variable loop_ended_;
};

// the scene a source names; throws with a message for the user
Scene load_source(const SceneSource& source);
// levers of a scene
std::span<const ScenarioControl> controls_of(const OpenedScene& opened);
// the same as opened, where given with these parameters in place of its own
std::shared_ptr<const OpenedScene> open_source(const SceneSource& source, const Parameters* parameters);

}  // namespace spook
