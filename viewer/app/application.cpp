#include "viewer/app/application.h"

#include <imgui.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <csignal>
#include <thread>
#include <utility>

#include "viewer/app/course.h"
#include "viewer/app/event_log.h"
#include "viewer/app/insight.h"
#include "viewer/app/pad_dialog.h"
#include "viewer/app/picture_file.h"
#include "viewer/app/theme.h"
#include "viewer/app/tools.h"
#include "viewer/interact/edits.h"
#include "viewer/interact/machine.h"
#include "viewer/interact/picking.h"
#include "viewer/panels/widgets.h"
#include "viewer/render/convert.h"

namespace spook {
namespace {

std::atomic<bool> stop_asked{false};

Eigen::AlignedBox3d moving_box(const Snapshot& snapshot) {
  Eigen::AlignedBox3d box;
  for (const BodyView& body : snapshot.bodies)
    if (body.look->motion == Motion::dynamic) box.extend(body.bounds_min), box.extend(body.bounds_max);
  return box;
}

}  // namespace

Application::Application(const Options& options)
    : options_(options),
      settings_(load_settings(settings_complaint_)),
      saved_settings_(settings_text(settings_)),
      window_({options.width.value_or(settings_.window_width), options.height.value_or(settings_.window_height)},
              options.width.has_value(), options.fullscreen),
      renderer_(Window::loader()),
      gallery_(renderer_),
      hand_settings_(settings_.hand),
      hand_(hand_ports()),
      controls_(hand_),
      exporter_(renderer_),
      context_(simulation_, settings_, camera_, selection_, hand_settings_, gallery_, renderer_),
      insight_(std::make_unique<Insight>()),
      tools_(std::make_unique<ToolBox>()),
      log_(std::make_unique<EventLog>()),
      course_(std::make_unique<CourseRun>()),
      pad_(std::make_unique<PadDialog>()) {
  context_.insight = insight_.get();
  context_.tools = tools_.get(), context_.log = log_.get(), context_.course = course_.get(), context_.pad = pad_.get();
  if (options_.exit || !options_.screenshot.empty() || !options_.script.empty()) furniture_.hints_since = -2.0;
  context_.em = std::round(15.0f * window_.scale() * settings_.ui_scale);
  window_.start_panels(context_.em);
  context_.fonts = current_fonts();
  context_.device = renderer_.device();
  context_.act = [this](Action action) { act(action); };
  context_.problem_report = [this](const std::string& note) { return problem_report(note); };
  context_.save_picture = [this](const std::string& file) { picture_wanted_ = file; };
  context_.fly_to = [this](const Vec3& point, double distance) {
    Camera camera = camera_.goal();
    camera.target = to_glm(point), camera.distance = float(distance);
    camera_.glide(camera);
  };
  context_.choose_scene_for_b = [this] {
    act(Action::gallery);
    furniture_.gallery_open = furniture_.gallery_for_b = true;
  };
  if (!options_.script.empty()) {
    script_ = Script(options_.script);
    window_.more_input = [this] { script_.feed_input(); };
  }
  furniture_.film.start = [this](const FilmDialog& wanted) { start_export(wanted); };
  furniture_.film.cancel = [this] { exporter_.cancel(); };
  apply_look();
  shadows_chosen_ = settings_.shadows;
  if (options_.no_shadows) settings_.shadows = false;
  window_.window_size(first_size_.width, first_size_.height);
  if (options_.paused) simulation_.play(false);
  simulation_.open(options_.source);
  if (!settings_complaint_.empty()) {
    context_.say(settings_complaint_);
    std::fprintf(stderr, "spook-sandbox: %s\n", settings_complaint_.c_str());
  }
  std::signal(SIGINT, [](int) { stop_asked = true; });
  std::signal(SIGTERM, [](int) { stop_asked = true; });
}

Application::~Application() {
  keep_settings();
  // a step that takes minutes is not waited for: nothing of it is wanted any more
  if (!simulation_.stop(0.5) && exit_code_) {
    std::fflush(nullptr);
    std::_Exit(*exit_code_);
  }
}

void Application::apply_look() {
  apply_theme(settings_.dark, context_.em / 15.0f);
  environment_ = studio_environment();
}

// the monitor's scale and the user's wish may change while we run
void Application::fit_text() {
  const float em = std::round(15.0f * window_.scale() * settings_.ui_scale);
  if (em == context_.em || ImGui::GetIO().MouseDown[0]) return;
  context_.em = em;
  window_.new_text_size(em);
  context_.fonts = current_fonts();
  apply_look();
}

Quality Application::quality(bool for_picture) const {
  Quality q = renderer_.suited_quality();
  if (settings_.quality == "low") q = low_quality();
  if (settings_.quality == "high" || (for_picture && settings_.quality == "auto")) q = Quality{};
  q.shadows = settings_.shadows;
  return q;
}

bool Application::last_frame() const {
  return quit_ || stop_asked || window_.closing() ||
         (options_.frames && options_.exit && figures_.frames + 1 >= options_.frames) ||
         (options_.exit && !options_.script.empty() && !script_.running());
}

int Application::run() {
  while (true) {
    const bool last = last_frame();
    if (window_.context_lost()) {
      keep_what_happened("the graphics driver was reset");
      break;
    }
    if (!last && window_.minimised()) {
      // nothing to draw on: only listen
      window_.begin_frame();
      ImGui::EndFrame();
      take_news();
      std::this_thread::sleep_for(std::chrono::milliseconds(30));
      continue;
    }
    if (!options_.screenshot.empty() && (last || figures_.frames + 1 == options_.frames))
      picture_wanted_ = options_.screenshot;
    frame();
    if (last) break;
  }
  recorder_.finish();
  keep([&] { recorder_.check(); });
  if (!options_.status.empty()) keep([&] { write_status(options_.status, context_, figures_, furniture_); });
  exit_code_ = output_lost_.empty() ? 0 : 1;
  return *exit_code_;
}

Camera Application::home_camera(const OpenedScene& opened, const Snapshot& now) const {
  const Camera camera = camera_from(opened.scene.camera.value_or(CameraDesc{}));
  return opened.scene.camera ? camera : frame_box(camera, moving_box(now), 1.5f);
}

// of two scenes beside one another the larger one's
Camera Application::home_camera() const {
  const SimFrame& frame = *context_.frame;
  if (!frame.opened || !context_.now()) return camera_from(CameraDesc{});
  if (context_.two_scenes() &&
      moving_box(*frame.second).diagonal().norm() > moving_box(*context_.now()).diagonal().norm())
    return home_camera(*frame.second_opened, *frame.second);
  return home_camera(*frame.opened, *context_.now());
}

std::string Application::names_shown() const {
  const SimFrame& frame = *context_.frame;
  return frame.opened->scene.name + (context_.two_scenes() ? "\n" + frame.second_opened->scene.name : "");
}

void Application::opened_another() {
  second_.frame.reset();
  world_ = context_.frame->world;
  const std::string names = names_shown();
  const HandSettings usual_before = std::exchange(context_.hand_usual, seeded_hand(*context_.now(), HandSettings{}));
  hand_settings_ = with_usual(hand_settings_, usual_before, context_.hand_usual);
  const ScenarioValues& values = context_.frame->opened->source.values;
  static ScenarioValues last_values;
  static double last_size = 0.0;
  const double size = moving_box(*context_.now()).diagonal().norm();
  // the same scene started again keeps its view; with other counts it is another size
  constexpr double another_size = 0.1;  // chosen: a tenth more or less still fits
  if (names != names_shown_) {
    camera_.jump(home_camera());
    hand_settings_ = seeded_hand(*context_.now(), hand_settings_);
  } else if (values != last_values && std::abs(size - last_size) > another_size * last_size) {
    camera_.glide(home_camera());
  }
  names_shown_ = names, last_values = values, last_size = size;
  selection_ = {}, context_.second_selection = {};
  followed_ = {};
  remember_heading();
  hand_.release();
  context_.reports.clear(), context_.second_reports.clear(), context_.track_reports.clear();
  track_ = context_.frame->track;
  log_->events.clear(), tools_->cancel();
  shapes_.forget_gone();
  window_.set_title(scene_title(context_.frame->opened->scene.name) + " – Spook");
  const std::string file = context_.frame->opened->source.file.string();
  if (!file.empty()) {
    std::erase(settings_.recent_files, file);
    settings_.recent_files.insert(settings_.recent_files.begin(), file);
    if (settings_.recent_files.size() > 10) settings_.recent_files.resize(10);
  }
}

void Application::take_news() {
  context_.frame = simulation_.frame();
  if (context_.frame->keeps_pace != settings_.keep_pace) simulation_.keep_pace(settings_.keep_pace);
  if (context_.frame->channel != channel_)
    channel_ = context_.frame->channel, context_.reports.swap(context_.second_reports), exchanged_scenes();
  if (!context_.frame->second) context_.second_reports.clear();
  if (context_.now() && context_.frame->world != world_) opened_another();
  if (context_.now()) names_shown_ = names_shown();  // one of two scenes may go on alone
  change_track();
  take_reports();
  if (context_.now()) selection_.forget_gone(*context_.now());
  if (!context_.two_scenes())
    second_.frame.reset(), context_.second_selection = {};
  else
    context_.second_selection.forget_gone(*context_.frame->second);
  // residuals after every sweep are recorded only while somebody looks
  const bool wanted = settings_.open_panels.contains("convergence") || settings_.open_panels.contains("solving") ||
                      settings_.layers.residual || settings_.layers.state_changes;
  if (wanted != history_recorded_ || history_world_ != world_) {
    history_recorded_ = wanted, history_world_ = world_;
    simulation_.run_each([wanted](World& world) { world.options().record_history = wanted; });
  }
}

double Application::fraction() const {
  const SimFrame& frame = *context_.frame;
  if (!frame.previous || !frame.playing) return 1.0;
  return std::clamp((steady_seconds() - frame.published) / std::max(1e-6, frame.interval), 0.0, 1.0);
}

void Application::follow_body() {
  const int index = context_.now() ? index_of(*context_.now(), followed_) : -1;
  if (index < 0 || index >= int(context_.poses.size())) {
    followed_ = {};
    return;
  }
  static BodyId last;
  const Vec3 at = context_.poses[std::size_t(index)].position;
  if (last == followed_)
    camera_.follow(to_glm(Vec3(at - followed_at_)));
  else
    context_.fly_to(at, double(camera_.goal().distance));
  last = followed_, followed_at_ = at;
}

// an experiment's motion in place of the scene, which waits meanwhile
void Application::show_stage(float seconds) {
  PaperStage& stage = context_.stage;
  stage.shown = stage.shown && stage.showable();
  if (stage.shown != stage_was_shown_) {
    stage_was_shown_ = stage.shown;
    if (stage.shown) played_before_stage_ = context_.frame->playing, hand_.release(), selection_.bodies.clear();
    simulation_.play(!stage.shown && played_before_stage_);
    if (!stage.shown && context_.now()) camera_.jump(home_camera());
  }
  if (!stage.shown) return;
  stage.advance(double(seconds));
  if (std::exchange(stage.look_at_it, false)) {
    const float wide = float(view_area_.width) - view_area_.left - view_area_.right,
                high = float(view_area_.height) - view_area_.top - view_area_.bottom;
    camera_.jump(stage_view_.camera(stage, camera_.goal(), wide / std::max(1.0f, high)));
  }
  list_.clear();
  stage_view_.show(stage, shapes_, list_);
}

void Application::spawn_at_cursor() {
  Vec3 point = from_glm(camera_.goal().target);
  with_side_of_hand([&](const PickScene& scene) {
    const Ray ray = pixel_ray(context_.view, {ImGui::GetIO().MousePos.x, ImGui::GetIO().MousePos.y});
    if (const auto hit = cast(scene, from_glm(ray.origin), from_glm(ray.direction))) point = hit->point;
  });
  const ShapeType type = spawn_shapes()[context_.to_spawn].type;
  const BodyDesc body =
      spawned(type, 2.2 * double(hand_settings_.ball_radius), point, Vec3::UnitZ(), ++context_.spawned_so_far);
  simulation_.edit({AddBody{body}}, "add " + body.name, context_.side_of_hand);
}

void Application::handle_keys() {
  const bool typing = ImGui::GetIO().WantTextInput;
  context_.keys_pressed.clear();
  for (const KeyEvent& event : window_.keys) context_.keys_pressed.push_back(event.key);
  ui::set_double_click(window_.double_clicked);
  for (const KeyEvent& event : window_.keys) {
    const Action action = action_of(event.key, event.modifiers);
    if (action == Action::none) continue;
    const bool lever = is_lever(context_.controls(), event.key) ||
                       (context_.two_scenes() && is_lever(controls_of(*context_.frame->second_opened), event.key));
    if (!event.modifiers && lever) continue;
    // Ctrl-A, Ctrl-Z and their like belong to the text that is typed
    const bool anyway = action == Action::clear_selection || action == Action::gallery || action == Action::open_file ||
                        action == Action::save || action == Action::quit;
    if (typing && !anyway) continue;
    const bool repeats = action == Action::step || action == Action::step_back || action == Action::inside_back ||
                         action == Action::inside_on;
    if (event.repeated && !repeats) continue;
    act(action);
  }
  for (const std::filesystem::path& file : window_.dropped) {
    SceneSource source;
    source.file = file;
    simulation_.open(source);
  }
}

// a display without a beat of its own is not drawn to faster than 60 times a second
void Application::pace(double started) {
  const double spare = 1.0 / 61.0 - (steady_seconds() - started);
  if (spare > 0.001) std::this_thread::sleep_for(std::chrono::duration<double>(spare - 0.0005));
}

void Application::frame() {
  const double started = steady_seconds();
  const float seconds = float(std::clamp(started - last_frame_at_, 1e-4, 0.1));
  if (figures_.frames > 2) figures_.frame_ms_sum += 1000 * (started - last_frame_at_), ++figures_.timed;
  last_frame_at_ = started;

  fit_text();
  window_.begin_frame();
  take_news();
  go_on_with_script();
  handle_keys();

  // panels first: they say what of the window stays free
  int width, height, pixels_wide, pixels_high;
  window_.window_size(width, height);
  window_.framebuffer_size(pixels_wide, pixels_high);
  view_area_.width = std::max(1, width), view_area_.height = std::max(1, height);
  draw_furniture(context_, furniture_, view_area_);
  lay_out_split();
  const double panels_done = steady_seconds();

  camera_.update(seconds);
  follow_body();
  if (context_.now()) chase(seconds), course_->take(context_);
  context_.view = view_matrices(camera_.camera(), view_area_);
  draw_world();
  camera_.set_ground(float(list_.ground_height));
  take_inside(seconds);
  take_insight(seconds);
  show_stage(seconds);
  choose_side_of_hand();
  if (context_.now() && !insight_->takes_mouse) {
    with_side_of_hand([&](const PickScene& scene) { controls_.update(context_, scene, window_, seconds); });
    drive(seconds);
  }
  draw_words_over_picture();

  go_on_with_export();
  // the scene, then the panels over it
  if (furniture_.gallery_open) gallery_.update(0.02);
  paint_scene(pixels_wide, pixels_high);
  const double scene_done = steady_seconds();
  window_.draw_panels();
  take_pictures();
  window_.show();
  const double done = steady_seconds();
  context_.draw_times.push_back({started, 1000 * (done - started), 1000 * (scene_done - panels_done),
                                 1000 * (panels_done - started + done - scene_done)});
  while (context_.draw_times.size() > 2 && started - context_.draw_times.front().at > 20.0)
    context_.draw_times.pop_front();
  ++figures_.frames;
  if (!options_.status.empty() && started - status_at_ > 0.1) {
    status_at_ = started;
    keep([&] { write_status(options_.status, context_, figures_, furniture_); });
  }
  if (started - settings_kept_at_ > 0.5 && !ImGui::IsAnyMouseDown()) settings_kept_at_ = started, keep_settings();
  pace(started);
}

}  // namespace spook
