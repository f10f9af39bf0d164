#include "engine/world/recording.h"

#include <charconv>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <sstream>

#include "engine/scene/files.h"
#include "engine/scene/scene_io.h"
#include "engine/world/command_json.h"

namespace spook {

namespace {

using json = nlohmann::json;

std::string hex(std::uint64_t hash) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
  return text;
}

std::uint64_t from_hex(const std::string& text) {
  std::uint64_t hash = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), hash, 16);
  if (text.size() != 16 || end.ptr != text.data() + text.size())
    throw SceneError("a hash of 16 hexadecimal digits expected, not \"" + text + "\"");
  return hash;
}

json step_to_json(const RecordedStep& step) {
  json j{{"hash", hex(step.hash)}};
  for (const Command& command : step.commands) j["commands"].push_back(command_to_json(command));
  return j;
}

// of recordings made before moments held the solver's memory: it made the solver begin afresh
constexpr const char* forgotten_command = "refresh_solver";

RecordedStep step_from_json(const json& j) {
  RecordedStep step;
  step.hash = from_hex(j.at("hash").get<std::string>());
  if (j.contains("commands"))
    for (const json& command : j.at("commands"))
      if (command.at("do") != forgotten_command) step.commands.push_back(command_from_json(command));
  return step;
}

}  // namespace

Scene recordable(const Scene& scene) {
  return parse_scene(write_scene(scene), "recording", assets_folder());
}

void record_step(const World& world, Recording& recording) {
  RecordedStep& step = recording.steps.emplace_back();
  step.commands.assign(world.applied_commands().begin(), world.applied_commands().end());
  step.hash = world.hash();
}

std::string write_recording(const Recording& recording) {
  std::ostringstream out;
  json first{{"format", "spook-recording"}, {"version", 1}, {"scene", json::parse(write_scene(recording.scene))}};
  if (!recording.report.empty()) first["report"] = json::parse(recording.report);
  out << first << "\n";
  for (const RecordedStep& step : recording.steps) out << step_to_json(step) << "\n";
  return out.str();
}

void save_recording(const Recording& recording, const std::filesystem::path& file) {
  write_file(file, write_recording(recording));
}

// a line a step: the first line is the scene
Recording load_recording(const std::filesystem::path& file) {
  try {
    return parse_recording(read_file(file, max_recording_bytes), file.string());
  } catch (const SceneError&) {
    throw;
  } catch (const std::runtime_error& error) {
    throw SceneError(error.what());
  }
}

Recording parse_recording(const std::string& text, const std::string& source) {
  std::istringstream in(text);
  Recording recording;
  std::string line;
  int number = 0;
  try {
    while (std::getline(in, line)) {
      ++number;
      const json j = json::parse(line);
      if (number > 1) {
        recording.steps.push_back(step_from_json(j));
        continue;
      }
      if (j.value("format", "") != "spook-recording" || j.value("version", json()) != 1)
        throw SceneError("a spook-recording of version 1 expected");
      recording.scene = parse_scene(j.at("scene").dump(), source, assets_folder());
      if (j.contains("report")) recording.report = j.at("report").dump();
    }
  } catch (const SceneError& error) {
    throw SceneError(source + ":" + std::to_string(number) + ": " + error.what());
  } catch (const json::exception& error) {
    throw SceneError(source + ":" + std::to_string(number) + ": not a line of a recording (" + error.what() + ")");
  }
  if (number == 0) throw SceneError(source + ": empty, a spook-recording expected");
  return recording;
}

ReplayResult replay(const Recording& recording, bool verify, const std::function<void(const World&)>& watch) {
  World world(recording.scene, {false, false});
  ReplayResult result;
  for (const RecordedStep& step : recording.steps) {
    for (const Command& command : step.commands) world.queue(command);
    world.step();
    ++result.steps;
    result.hash = world.hash();
    if (watch) watch(world);
    if (!verify || world.hash() == step.hash) continue;
    result.first_difference = result.steps;
    break;
  }
  return result;
}

}  // namespace spook
