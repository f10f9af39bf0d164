// What the window writes: pictures, films, the status file; and what becomes of a full disk.
#include <chrono>
#include <cstdio>
#include <future>
#include <nlohmann/json.hpp>
#include <thread>

#include "engine/scene/files.h"
#include "viewer/app/application.h"
#include "viewer/app/picture_file.h"

namespace spook {

// what cannot be written is said once, here and on the terminal, and in the exit code
bool Application::keep(const std::function<void()>& write) {
  try {
    write();
    return true;
  } catch (const std::exception& error) {
    if (output_lost_.insert(error.what()).second) {
      context_.say(error.what());
      std::fprintf(stderr, "spook-sandbox: %s\n", error.what());
    }
    return false;
  }
}

// as soon as they are changed: whatever ends the program, they stand
void Application::keep_settings() {
  Settings kept = settings_;
  if (options_.no_shadows && !kept.shadows) kept.shadows = shadows_chosen_;
  kept.hand = hand_settings_;
  WindowSize size{0, 0};
  window_.window_size(size.width, size.height);
  const bool resized = size.width != first_size_.width || size.height != first_size_.height;
  if (!options_.width && resized && !window_.minimised())
    kept.window_width = size.width, kept.window_height = size.height;
  const std::string text = settings_text(kept);
  if (text == saved_settings_) return;
  saved_settings_ = text;
  keep([&] { save_settings(kept); });
}

// what a problem's report tells besides the recording; note: the user's own words
std::string Application::problem_report(const std::string& note) const {
  nlohmann::json report{{"program", "spook-sandbox " SPOOK_VERSION},
                        {"note", note},
                        {"device", context_.device},
                        {"settings", nlohmann::json::parse(settings_text(settings_))}};
  if (const Snapshot* now = context_.now()) {
    report["step"] = now->step, report["flags"] = now->report.flags;
    report["threads"] = now->parameters ? now->parameters->threads : 0;
  }
  return report.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void Application::keep_what_happened(const std::string& why) {
  constexpr int patience = 100;  // tenths of a second; chosen: two hours' recording is written in one
  const std::string file = fresh_name(".rec").string();
  if (simulation_.stepping_for() > 1.0) simulation_.cancel_step();
  simulation_.save_recording(file, problem_report(why));
  std::string outcome;
  for (int i = 0; i < patience && outcome.empty(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    for (const SimMessage& message : simulation_.take_messages())
      if (message.text.starts_with("Saved " + file) || message.title.ends_with(file))
        outcome = message.title.empty() ? "is kept in " + file : "is lost: " + message.text;
  }
  if (outcome.empty()) outcome = "is lost: it could not be saved in time";
  keep([&] { throw WriteError(why + "; what happened since the scene was opened " + outcome); });
}

void Application::toggle_recording() {
  if (recorder_.recording()) {
    recorder_.stop();
    context_.say("Recorded " + std::to_string(recorder_.frames()) + " pictures: " + recorder_.target().string());
    keep([&] { recorder_.check(); });
  } else {
    int w, h;
    window_.framebuffer_size(w, h);
    recorder_.start(w, h);
    context_.say("Recording to " + recorder_.target().string());
  }
  furniture_.recording = recorder_.recording();
}

void Application::take_pictures() {
  if (picture_wanted_.empty() && !recorder_.recording()) return;
  int w, h;
  window_.framebuffer_size(w, h);
  Image image = renderer_.read_window(w, h);
  if (!picture_wanted_.empty()) {
    const bool good = keep([&] { write_png(image, picture_wanted_); });
    if (good && options_.script.empty())
      context_.say("Saved " + picture_wanted_);  // a tour's do not tell of each other
    picture_wanted_.clear();
  }
  static double recorded_at = 0;
  if (recorder_.recording() && steady_seconds() - recorded_at > 0.031)
    recorded_at = steady_seconds(), recorder_.add(std::move(image));
}

// The stepping thread lends the moment between two steps; the film or animation is made from a copy of it.
void Application::start_export(const FilmDialog& wanted) {
  auto start = std::make_shared<std::promise<std::shared_ptr<const SavedState>>>();
  auto state = start->get_future();
  simulation_.run([start](World& world) { start->set_value(world.save()); });
  if (state.wait_for(std::chrono::seconds(2)) != std::future_status::ready)
    return context_.say("A step takes long: try again when it is done");
  const ExportStart from{context_.frame->opened->scene, state.get()};
  keep([&] {
    if (!wanted.as_film) return exporter_.animation(from, wanted.name + ".glb", double(wanted.seconds));
    const FilmSize& size = film_sizes[wanted.size];
    FilmOrder order;
    order.file = wanted.name + ".mp4", order.seconds = double(wanted.seconds), order.shadows = settings_.shadows;
    order.width = size.width, order.height = size.height, order.blur = wanted.blur ? 4 : 1;
    exporter_.film(from, camera_.goal(), order);
  });
}

void Application::go_on_with_export() {
  FilmDialog& dialog = furniture_.film;
  exporter_.go_on();
  if (std::string news = exporter_.take_news(); !news.empty()) context_.say(std::move(news)), dialog.open = false;
  dialog.busy = exporter_.busy(), dialog.share = exporter_.share(), dialog.target = exporter_.target();
}

void Application::go_on_with_script() {
  if (!script_.running()) return;
  ScriptStage stage{context_, furniture_, window_, [this] { apply_look(); },
                    [this](const std::string& file) { keep([&] { append_note(file, context_, figures_); }); }};
  script_.advance(stage);
}

}  // namespace spook
