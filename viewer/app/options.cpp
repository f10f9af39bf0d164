#include "viewer/app/options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "engine/scene/numbers.h"

namespace spook {
namespace {

constexpr const char* default_scene = "wrecking_ball";

// KEY=VALUE in two
std::pair<std::string, std::string> split(const std::string& text, const char* option) {
  const std::size_t sign = text.find('=');
  if (sign == std::string::npos) throw std::runtime_error(std::string(option) + " " + text + ": expected NAME=VALUE");
  return {text.substr(0, sign), text.substr(sign + 1)};
}

void find_source(const std::string& name, Options& options) {
  if (const Scenario* scenario = find_scenario(name)) {
    options.source.scenario = scenario;
    return;
  }
  if (!std::filesystem::is_regular_file(name))
    throw std::runtime_error(name + ": neither a scene (spook-lab scenes lists them) nor a file");
  options.source.file = name;
}

// found out before a window opens
void check_target(const char* option, const std::string& target) {
  if (target.empty()) return;
  const std::filesystem::path folder = std::filesystem::absolute(target).parent_path();
  if (std::filesystem::is_directory(target) || !std::filesystem::is_directory(folder))
    throw std::runtime_error(std::string(option) + " " + target + ": expected a file in a folder that is there");
}

void check_film(const std::string& target) {
  const std::filesystem::path file(target);
  const std::string ending = file.extension().string();
  if (ending.empty()) return;  // a folder, made where it is not there
  constexpr const char* known[] = {".mp4", ".mov", ".mkv", ".webp", ".gif"};
  if (std::find(std::begin(known), std::end(known), ending) == std::end(known))
    throw std::runtime_error("--film " + target + ": expected .mp4, .mov, .mkv, .webp, .gif or a folder");
  check_target("--film", target);
}

void read_size(const std::string& text, Options& options) {
  int w = 0, h = 0;
  char rest = 0;
  // a window holds panels, a picture only the scene
  const int least = options.pictures.empty() && options.film.empty() ? 240 : 64;
  if (std::sscanf(text.c_str(), "%dx%d%c", &w, &h, &rest) != 2 || w < least || h < least || w > 16384 || h > 16384)
    throw std::runtime_error("--size " + text + ": expected WIDTHxHEIGHT in pixels, such as 1600x900");
  options.width = w, options.height = h;
}

}  // namespace

Parsed parse_options(int argc, char** argv) {
  Parsed parsed;
  Options& o = parsed.options;
  CLI::App app{
      "The sandbox: a scene in a window, to drag, throw and tune.\nExample: spook-sandbox brick_wall --set "
      "relaxation_steps=4",
      "spook-sandbox"};
  app.set_version_flag("--version", "spook-sandbox " SPOOK_VERSION);
  std::string scene, size, solver;
  std::vector<std::string> settings, values;
  int threads = 0;
  app.add_option("scene", scene,
                 "a scene's name, a scene file (.json), a model (.urdf, .xml, .sdf) or a recording (.rec)")
      ->type_name("SCENE|FILE");
  app.add_option("--size", size, "of the window, in pixels")->type_name("1600x900");
  app.add_flag("--fullscreen", o.fullscreen, "on the whole screen");
  app.add_flag("--paused", o.paused, "start paused");
  app.add_option("--solver", solver, "direct-iterative, split, direct-friction, sweeps or exact")->type_name("NAME");
  app.add_option("--set", settings, "a solver parameter; may be repeated")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  app.add_option("--param", values, "a parameter of the scene; may be repeated")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  app.add_option("--frames", o.frames, "draw so many frames")->check(CLI::Range(1, 1000000000))->type_name("N");
  app.add_flag("--exit", o.exit, "leave after --frames, or at the end of --script");
  app.add_option("--screenshot", o.screenshot, "write the last frame as PNG")->type_name("out.png");
  app.add_option("--status", o.status, "write what happened as JSON")->type_name("out.json");
  app.add_option("--pictures", o.pictures, "write a picture of the scene, or of every one, there, and leave")
      ->type_name("FOLDER");
  app.add_option("--at", o.at, "seconds into the scene, of each of the --pictures")->delimiter(',')->type_name("S,S…");
  CLI::Option* film = app.add_option("--film", o.film, "write a film of the scene (.mp4, .webp, .gif, or a folder)")
                          ->type_name("out.mp4");
  app.add_option("--seconds", o.film_seconds, "how long the film is (10)")
      ->check(CLI::Range(1.0 / 60, 36000.0))
      ->type_name("S")
      ->needs(film);
  app.add_option("--blur", o.blur, "pictures within each of the film's, for moving things to blur")
      ->check(CLI::Range(1, 64))
      ->type_name("N")
      ->needs(film);
  film->excludes("--pictures");
  app.add_option("--script", o.script, "a tour to go on: see tests/viewer/tours")->type_name("FILE");
  app.add_option("--threads", threads, "for the physics")->check(CLI::Range(1, 256))->type_name("N");
  app.add_flag("--no-shadows", o.no_shadows, "draw without shadows");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0)
      parsed.exit_code = app.exit(error);
    else
      std::fprintf(stderr, "spook-sandbox: %s (--help shows the options)\n", error.what()), parsed.exit_code = 2;
    return parsed;
  }
  try {
    o.scene_named = !scene.empty();
    find_source(o.scene_named ? scene : default_scene, o);
    if (!o.at.empty() && o.pictures.empty()) throw std::runtime_error("--at belongs to --pictures");
    for (const double at : o.at)
      if (!(at >= 0.0 && at <= 1e6)) throw std::runtime_error("--at: expected seconds from 0 to 1000000");
    if (!std::is_sorted(o.at.begin(), o.at.end())) throw std::runtime_error("--at: expected seconds in rising order");
    if (!o.film.empty()) check_film(o.film);
    if (!size.empty()) read_size(size, o);
    check_target("--screenshot", o.screenshot), check_target("--status", o.status);
    if (!o.status.empty() && o.status == o.screenshot)
      throw std::runtime_error("--screenshot and --status name the same file");
    if (!solver.empty()) o.source.overrides.push_back({"solver", solver});
    for (const std::string& text : settings) o.source.overrides.push_back(split(text, "--set"));
    for (const std::string& text : values) {
      const auto [name, value] = split(text, "--param");
      const auto number = parse_number(value);
      if (!number) throw std::runtime_error("--param " + text + ": expected a number after =");
      o.source.values[name] = *number;
    }
    if (threads) o.source.threads = threads;
    load_source(o.source);  // errors belong on the terminal, before a window opens
  } catch (const std::exception& error) {
    std::fprintf(stderr, "spook-sandbox: %s\n", error.what());
    parsed.exit_code = 2;
  }
  return parsed;
}

}  // namespace spook
