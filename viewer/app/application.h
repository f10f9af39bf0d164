// The window's main loop: reads what the simulation published, draws it, hears what the user wants.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "viewer/app/controls.h"
#include "viewer/app/exporter.h"
#include "viewer/app/gallery.h"
#include "viewer/app/options.h"
#include "viewer/app/recorder.h"
#include "viewer/app/script.h"
#include "viewer/app/settings.h"
#include "viewer/app/simulation.h"
#include "viewer/app/window.h"
#include "viewer/interact/camera_controller.h"
#include "viewer/panels/context.h"
#include "viewer/panels/layout.h"
#include "viewer/render/renderer.h"

namespace spook {

// figures of a whole run, for --status
struct RunFigures {
  int frames = 0;
  double frame_ms_sum = 0.0, first_at = 0.0;
  int timed = 0;
};

class Application {
 public:
  explicit Application(const Options& options);
  ~Application();
  int run();  // the exit code: 1 where something could not be written

 private:
  void frame();
  void take_news();  // what the simulation published
  void take_reports();
  void change_track();      // the reports kept are those of the track shown
  void opened_another();    // a scene was opened: camera, selection, hand
  double fraction() const;  // of the way from the previous to the current snapshot
  void draw_world();
  void draw_side(const Snapshot& current, const Snapshot* previous, const std::vector<double>* differences,
                 DrawList& list, std::vector<Pose>& poses);
  void draw_words_over_picture();
  void paint_scene(int pixels_wide, int pixels_high);
  void handle_keys();
  void act(Action action);
  void act_on_view(Action action);
  void act_on_edit(Action action);
  void act_on_selected(Action action, Side side);
  std::string selected_in_words() const;
  void step_out();  // Esc: closes what is on top
  void apply_look();
  void spawn_at_cursor();
  void toggle_recording();
  void take_pictures();
  void start_export(const FilmDialog& wanted);
  void go_on_with_export();
  void fit_text();
  void go_on_with_script();
  void pace(double started);
  void follow_body();
  void remember_heading();
  void chase(float seconds);
  void show_grips(const Snapshot& snapshot, const std::vector<Pose>& poses, DrawList& list);
  void outline_held(const Snapshot& snapshot, std::set<BodyId>& outlined, glm::vec4& colour) const;
  void take_inside(float seconds);  // the step that is open, and its film
  void toggle_inside();
  void take_insight(float seconds);  // what the panels under "Look closer" want
  std::vector<glm::vec4> insight_tints(const Snapshot& snapshot) const;
  void show_insight(const Snapshot& snapshot, DrawList& list);
  // A/B
  bool split_shown() const;
  void toggle_split();
  void lay_out_split();
  void compare_poses();
  void choose_side_of_hand();
  void with_side_of_hand(const std::function<void(const PickScene&)>& act);
  HandPorts hand_ports();
  void tell_from_b_too();
  void told_from_b();  // and once more: from A again
  void drive(float seconds);
  void exchanged_scenes();
  std::string names_shown() const;  // of the scene, or of both
  void show_stage(float seconds);
  Camera home_camera() const;
  Camera home_camera(const OpenedScene& opened, const Snapshot& now) const;
  Quality quality(bool for_picture) const;
  bool last_frame() const;
  void keep_settings();
  void keep_what_happened(const std::string& why);  // in a file, as the window can go on no longer
  std::string problem_report(const std::string& note) const;
  bool keep(const std::function<void()>& write);  // false: it could not be written

  Options options_;
  std::string settings_complaint_;
  Settings settings_;
  std::string saved_settings_;  // the text of them
  bool shadows_chosen_ = true;
  WindowSize first_size_{0, 0};
  Window window_;
  Renderer renderer_;
  Simulation simulation_;
  Gallery gallery_;
  CameraController camera_;
  Selection selection_;
  HandSettings hand_settings_;
  HandTool hand_;
  Controls controls_;
  Recorder recorder_;
  Exporter exporter_;
  Script script_;
  Furniture furniture_;
  AppContext context_;
  std::unique_ptr<Insight> insight_;
  std::unique_ptr<ToolBox> tools_;
  std::unique_ptr<EventLog> log_;
  std::unique_ptr<CourseRun> course_;
  std::unique_ptr<PadDialog> pad_;
  Environment environment_;
  ShapeLibrary shapes_;
  AnimationView stage_view_;
  bool stage_was_shown_ = false, played_before_stage_ = false;
  DrawList list_;
  ViewArea view_area_;
  // B, while the view is split
  struct SecondView {
    DrawList list;
    std::vector<Pose> poses;
    ViewMatrices view;
    std::vector<double> differences, differences_of_a;  // of pose, a body, m
    // of a scene of its own
    std::shared_ptr<const SimFrame> frame;  // the frame as it is told from B
    std::vector<double> levers;
    Driver driver = Driver::nobody;
  } second_;
  int channel_ = 0, track_ = 1, second_track_ = 0;
  RunFigures figures_;
  std::vector<StepReport> news_;
  BodyId followed_;
  // the camera goes along behind a machine that is driven
  struct Chase {
    BodyId body;
    Quat straight = Quat::Identity();  // takes its turn as the scene opened away
    bool begun = false, on = false;
    Vec3 at = Vec3::Zero();
    float heading = 0.0f;
    double looked_at = 0.0;  // steady seconds: the mouse looked around
  } chase_;
  Vec3 followed_at_ = Vec3::Zero();
  std::string picture_wanted_;
  std::optional<int> exit_code_;       // none: still running
  std::set<std::string> output_lost_;  // what was said of it
  std::size_t next_view_ = 0;
  int world_ = 0;
  std::string names_shown_;
  int history_world_ = 0;
  bool quit_ = false, history_recorded_ = false;
  double last_frame_at_ = 0.0, status_at_ = 0.0, settings_kept_at_ = 0.0, last_gap_ = 1.0 / 60;
};

// the status file, whole or not at all; both throw where they cannot write
void write_status(const std::string& file, const AppContext& app, const RunFigures& figures,
                  const Furniture& furniture);
// a line of JSON with what a soak watches: frames, memory, OpenGL names in use
void append_note(const std::string& file, const AppContext& app, const RunFigures& figures);

}  // namespace spook
