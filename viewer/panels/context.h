// What every panel may read and ask for. Panels draw; the application owns.
#pragma once

#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "viewer/app/gallery.h"
#include "viewer/app/inside_step.h"
#include "viewer/app/paper_lab.h"
#include "viewer/app/settings.h"
#include "viewer/app/simulation.h"
#include "viewer/app/theme.h"
#include "viewer/interact/camera_controller.h"
#include "viewer/interact/hand.h"
#include "viewer/interact/keys.h"
#include "viewer/interact/selection.h"
#include "viewer/render/animation_view.h"
#include "viewer/render/scene_view.h"

namespace spook {

// ms of one drawn frame
struct DrawTime {
  double at = 0.0;  // steady seconds
  double frame = 0.0, scene = 0.0, panels = 0.0;
};

// the hints of a first run, as far as they were followed
enum Hint : unsigned { hint_drag = 1, hint_shoot = 2, hint_look = 4, all_hints = 7 };

// of a machine with levers; nobody: its script has ended and no key was pressed
enum class Driver { nobody, autopilot, you };

// A/B, as shown
enum class ShownDifference { nothing, ghosts, colours };
struct Comparison {
  Side edits = Side::b;  // whose settings the Solver panel turns
  ShownDifference shown = ShownDifference::ghosts;
  double largest = 0.0, rms = 0.0;  // of the differences of pose now, m
  std::string farthest;             // the body that differs most
  int only_in_one = 0;              // bodies that the other side has not
};

// one step from inside, as shown
struct InsideView {
  std::shared_ptr<const InsideStep> step;  // null: none is open
  int moment = 0;
  bool playing = false;
  double speed = 3.0;       // moments a second
  double since = 0.0;       // s, since the moment shown came
  bool see_through = true;  // bodies, so that contacts show
  double motion = 0.0;      // times the way on which the impulses so far would carry the bodies; 0: not drawn
  void go(int to);
};

struct Insight;
class ToolBox;
struct EventLog;
struct CourseRun;
struct PadDialog;

struct AppContext {
  Simulation& simulation;
  Settings& settings;
  CameraController& camera;
  Selection& selection;
  HandSettings& hand;
  Gallery& gallery;
  Renderer& renderer;
  PaperLab papers;   // runs published experiments
  PaperStage stage;  // and shows their motion in place of the scene

  AppContext(Simulation& sim, Settings& set, CameraController& cam, Selection& sel, HandSettings& held, Gallery& gal,
             Renderer& drawer)
      : simulation(sim), settings(set), camera(cam), selection(sel), hand(held), gallery(gal), renderer(drawer) {}

  HandSettings hand_usual;   // what suits the running scene: where its sliders go back to
  std::size_t to_spawn = 0;  // of spawn_shapes(): what B lets fall at the cursor
  int spawned_so_far = 0;    // for names

  Fonts fonts;
  float em = 16.0f;  // the text's height in pixels: every length of a panel is a multiple

  std::shared_ptr<const SimFrame> frame;  // this frame's; current may be null before the first scene is open
  std::vector<Pose> poses;                // of frame->current's bodies, as drawn
  ViewMatrices view;
  glm::vec4 outline{1};  // of what is held or selected
  ViewArea split_area;   // of B, while the view is split
  // Where the mouse is, or where a drag began. While a hand acts in B's half and B is of a scene of its own, all here
  // tells of B: frame, view, poses, selection, levers.
  Side side_of_hand = Side::a;
  Selection second_selection;  // of B's own scene
  Comparison comparison;
  InsideView inside;
  // never null in the window
  ToolBox* tools = nullptr;
  EventLog* log = nullptr;
  CourseRun* course = nullptr;
  PadDialog* pad = nullptr;
  Insight* insight = nullptr;             // what the panels under "Look closer" have; never null in the window
  std::deque<StepReport> reports;         // a step each, at most the last 90 s, always one time line
  std::deque<StepReport> second_reports;  // the same, of B
  std::map<int, std::deque<StepReport>> track_reports;  // of tracks beside the present one, by number
  std::deque<DrawTime> draw_times;                      // at most the last 20 s
  std::vector<std::string> toasts_new;                  // said in passing
  std::string device;                                   // that draws
  int study_curves = 0;                                 // of the Convergence panel's comparison, for --status
  std::vector<double> levers;                           // of the machine, −1 to 1
  Driver driver = Driver::nobody;
  unsigned hints_followed = 0;     // of Hint
  bool holds_orientation = false;  // the hand, for --status
  std::string hovered_contact;     // by the Convergence panel's charts, for --status
  std::vector<int> keys_pressed;   // in this frame, however short

  // asked of the application
  std::function<void(Action)> act;                                     // as if its key was pressed
  std::function<std::string(const std::string& note)> problem_report;  // JSON, beside a recording
  std::function<void(const std::string&)> save_picture;                // of the window, to a file
  std::function<void(const Vec3&, double)> fly_to;                     // look at a point from a distance
  std::function<void()> choose_scene_for_b;                            // in the gallery

  // remembered views of the running scene: places in Settings::views
  std::vector<std::size_t> views() const;
  void save_view();
  void show_view(std::size_t i);
  void forget_view(std::size_t i);

  // A/B: of two scenes, and not of one under two settings
  bool two_scenes() const { return frame && frame->second && frame->second_opened; }
  const Snapshot* now() const { return frame ? frame->current.get() : nullptr; }
  // the one selected body's index, or −1
  int selected_body() const;
  std::span<const ScenarioControl> controls() const;  // levers of the running scene
  bool pressed(int key) const;
  void say(std::string text) { toasts_new.push_back(std::move(text)); }
};

}  // namespace spook
