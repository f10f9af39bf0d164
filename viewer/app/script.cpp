#include "viewer/app/script.h"

#include <imgui.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <span>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "viewer/app/window.h"
#include "viewer/panels/context.h"
#include "viewer/panels/layout.h"
#include "viewer/panels/panel.h"
#include "viewer/panels/widgets.h"
#include "viewer/render/convert.h"

namespace spook {

// one function a command; all are friends of the script's state
struct ScriptCommands {
  using Words = std::span<const std::string>;
  Script& script;
  ScriptStage& stage;
  AppContext& app = stage.app;

  void fail(const std::string& what) const { throw std::runtime_error(what); }

  void then(std::function<void(ScriptStage&)> move) { script.moves_.push_back(std::move(move)); }
  void idle(int frames) {
    for (int i = 0; i < frames; ++i) then([](ScriptStage&) {});
  }

  // the middle of a control, or a share of the way along it
  void go_to_widget(const std::string& id, float along) {
    const auto found = ui::widgets().find(id);
    if (found == ui::widgets().end()) return fail("no control named " + id + " on the screen");
    const ui::WidgetRect& r = found->second;
    script.move_to(r.x0 + along * (r.x1 - r.x0), 0.5f * (r.y0 + r.y1));
  }

  const BodyView& body(const std::string& name) const {
    for (const BodyView& view : app.now()->bodies)
      if (view.look->name == name) return view;
    throw std::runtime_error("no body named " + name);
  }

  void button(int which, bool down) {
    Script* s = &script;
    then([s, which, down](ScriptStage&) { s->button_[which] = down; });
    idle(1);
  }

  void wait(Words w) { script.wait_frames_ = std::stoi(w[0]); }
  void steps(Words w) {
    if (app.now()) script.wait_step_ = long(app.now()->step) + std::stol(w[0]);
  }
  void seconds(Words w) { script.wait_until_ = steady_seconds() + std::stod(w[0]); }
  // in passing, as the window says things
  void say(Words w) {
    std::string text;
    for (const std::string& word : w) text += (text.empty() ? "" : " ") + word;
    app.say(text);
  }
  void open(Words w) {
    SceneSource source;
    source.scenario = find_scenario(w[0]);
    if (!source.scenario) source.file = w[0];
    for (const std::string& value : w.subspan(1)) {
      const std::size_t sign = value.find('=');
      if (sign == std::string::npos) return fail(value + ": expected NAME=VALUE");
      source.values[value.substr(0, sign)] = std::stod(value.substr(sign + 1));
    }
    script.wait_world_ = app.frame->world;
    app.simulation.open(source);
  }
  void panels(Words w) {
    app.settings.open_panels = {w.begin(), w.end()};
    for (const PanelRow& row : panel_table())
      for (const std::string& id : w)
        if (row.id == id) bring_to_front(app, id.c_str());
  }
  void key(Words w) {
    // by the first word of its label: "F1 or ?" is F1
    for (const KeyRow& row : key_table())
      if (row.label.substr(0, row.label.find(' ')) == w[0]) return app.act(row.action);
    fail("no key " + w[0] + " in the key table");
  }
  void type(Words w) {
    for (std::size_t i = 0; i < w.size(); ++i) {
      if (i) ImGui::GetIO().AddInputCharacter(' ');
      ImGui::GetIO().AddInputCharactersUTF8(w[i].c_str());
    }
  }
  void press_key(Words w) { stage.window.keys.push_back({w[0] == "enter" ? key_enter : std::stoi(w[0]), 0, false}); }
  void hover(Words w) {
    go_to_widget(w[0], w.size() > 1 ? std::stof(w[1]) : 0.5f);
    idle(2);
  }
  void at(Words w) {
    script.move_to(std::stof(w[0]), std::stof(w[1]));
    idle(2);
  }
  void click(Words w) {
    hover(w);
    button(0, true), button(0, false);
  }
  void down(Words) { button(0, true); }
  void up(Words) { button(0, false); }
  void scroll(Words w) {
    const float notches = std::stof(w[0]);
    Script* s = &script;
    then([s, notches](ScriptStage&) { s->wheel_ = notches; });
    idle(2);
  }
  // pull BODY by so many pixels, over so many frames, and hold on
  void pull(Words w) {
    glm::vec2 pixel;
    if (!project(app.view, to_glm(body(w[0]).pose.position), pixel)) return fail(w[0] + " is behind the eye");
    const float dx = std::stof(w[1]), dy = std::stof(w[2]);
    const int frames = w.size() > 3 ? std::stoi(w[3]) : 20;
    Script* s = &script;
    s->move_to(pixel.x, pixel.y);
    idle(2);
    button(0, true);
    for (int i = 1; i <= frames; ++i)
      then([=](ScriptStage&) {
        const float share = float(i) / float(frames);
        s->move_to(pixel.x + dx * share, pixel.y + dy * share);
      });
  }
  void select(Words w) {
    app.selection.bodies.clear();
    for (const std::string& name : w) app.selection.bodies.insert(body(name).id);
  }
  void layers(Words w) {
    app.settings.layers = {};
    for (const std::string& name : w) {
      const auto known = layer_keys();
      const auto key = std::find_if(known.begin(), known.end(), [&](const LayerKey& k) { return k.name == name; });
      if (key == known.end()) return fail("no layer " + name);
      app.settings.layers.*key->field = true;
    }
  }
  void theme(Words w) {
    app.settings.dark = w[0] == "dark";
    stage.apply_look();
  }
  void size(Words w) { stage.window.resize(std::stoi(w[0]), std::stoi(w[1])); }
  void scale(Words w) { app.settings.ui_scale = std::stof(w[0]); }
  void camera(Words w) {
    CameraDesc desc;
    for (int k = 0; k < 3; ++k)
      desc.position[k] = std::stod(w[std::size_t(k)]), desc.target[k] = std::stod(w[std::size_t(k) + 3]);
    app.camera.jump(camera_from(desc));
  }
  // look at a body from so far, from the side it is seen from now
  void look(Words w) {
    Camera camera = app.camera.goal();
    camera.target = to_glm(body(w[0]).pose.position), camera.distance = std::stof(w[1]);
    app.camera.jump(camera);
  }
  void play(Words) { app.simulation.play(true); }
  void pause(Words) { app.simulation.play(false); }
  void set(Words w) {
    Parameters p = *app.now()->parameters;
    const std::size_t sign = w[0].find('=');
    if (sign == std::string::npos) return fail(w[0] + ": expected KEY=VALUE");
    const std::string problem = set_parameter(p, w[0].substr(0, sign), w[0].substr(sign + 1));
    if (!problem.empty()) return fail(problem);
    app.simulation.set_parameters(Side::a, p);
  }
  void drop(Words w) { stage.window.dropped.emplace_back(w[0]); }
  void close_dialogs(Words) { stage.furniture.close_all(); }
  void shot(Words w) {
    app.save_picture(w[0]);
    idle(1);
  }
  void note(Words w) { stage.take_note(w[0]); }
};

namespace {

struct CommandRow {
  std::string_view name;
  std::size_t words;  // at least
  void (ScriptCommands::*act)(ScriptCommands::Words);
};

constexpr CommandRow commands[] = {
    {"wait", 1, &ScriptCommands::wait},       {"steps", 1, &ScriptCommands::steps},
    {"open", 1, &ScriptCommands::open},       {"panels", 0, &ScriptCommands::panels},
    {"key", 1, &ScriptCommands::key},         {"type", 1, &ScriptCommands::type},
    {"press", 1, &ScriptCommands::press_key}, {"hover", 1, &ScriptCommands::hover},
    {"at", 2, &ScriptCommands::at},           {"click", 1, &ScriptCommands::click},
    {"down", 0, &ScriptCommands::down},       {"up", 0, &ScriptCommands::up},
    {"scroll", 1, &ScriptCommands::scroll},   {"pull", 3, &ScriptCommands::pull},
    {"select", 0, &ScriptCommands::select},   {"layers", 0, &ScriptCommands::layers},
    {"theme", 1, &ScriptCommands::theme},     {"size", 2, &ScriptCommands::size},
    {"scale", 1, &ScriptCommands::scale},     {"camera", 6, &ScriptCommands::camera},
    {"look", 2, &ScriptCommands::look},       {"play", 0, &ScriptCommands::play},
    {"pause", 0, &ScriptCommands::pause},     {"set", 1, &ScriptCommands::set},
    {"drop", 1, &ScriptCommands::drop},       {"close", 0, &ScriptCommands::close_dialogs},
    {"shot", 1, &ScriptCommands::shot},       {"note", 1, &ScriptCommands::note},
    {"say", 1, &ScriptCommands::say},         {"seconds", 1, &ScriptCommands::seconds}};

const CommandRow* command_of(const std::string& name) {
  for (const CommandRow& row : commands)
    if (row.name == name) return &row;
  return nullptr;
}

// lines up to the matching "end"; repeats are written out
void read_block(std::istream& in, const std::string& file, int& number, bool inner, std::deque<Script::Line>& lines) {
  std::string text;
  while (std::getline(in, text)) {
    ++number;
    std::istringstream line(text.substr(0, text.find('#')));
    Script::Line read{number, {}};
    for (std::string word; line >> word;) read.words.push_back(word);
    if (read.words.empty()) continue;
    const std::string at = file + ":" + std::to_string(number) + ": ";
    if (read.words[0] == "end") {
      if (inner) return;
      throw std::runtime_error(at + "end without repeat");
    }
    if (read.words[0] == "repeat") {
      if (read.words.size() != 2) throw std::runtime_error(at + "expected repeat COUNT");
      std::deque<Script::Line> block;
      read_block(in, file, number, true, block);
      for (int i = std::atoi(read.words[1].c_str()); i > 0; --i) lines.insert(lines.end(), block.begin(), block.end());
      continue;
    }
    const CommandRow* row = command_of(read.words[0]);
    if (!row) throw std::runtime_error(at + "no command named " + read.words[0]);
    if (read.words.size() < row->words + 1)
      throw std::runtime_error(at + read.words[0] + " needs " + std::to_string(row->words) + " words");
    lines.push_back(std::move(read));
  }
  if (inner) throw std::runtime_error(file + ": a repeat has no end");
}

}  // namespace

Script::Script(const std::filesystem::path& file) : file_(file) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error(file.string() + ": cannot read the script");
  int number = 0;
  read_block(in, file.string(), number, false, lines_);
}

std::string Script::where(const Line& line) const {
  return file_.string() + ":" + std::to_string(line.number) + ": ";
}

void Script::advance(ScriptStage& stage) {
  const AppContext& app = stage.app;
  if (!app.now()) return;
  if (give_up_at_ == 0.0) give_up_at_ = steady_seconds() + patience;
  if (steady_seconds() > give_up_at_ && !lines_.empty())
    throw std::runtime_error(where(lines_.front()) + "the line before it waited in vain");
  // what the last line waits for
  if (wait_frames_ > 0 && wait_frames_-- > 0) return;
  if (steady_seconds() < wait_until_) return;
  if (wait_world_ >= 0 && app.frame->world == wait_world_ && stage.furniture.error_text.empty()) return;
  wait_world_ = -1;
  if (wait_step_ >= 0 && long(app.now()->step) < wait_step_) return;
  wait_step_ = -1;
  if (!moves_.empty()) {
    const auto move = std::move(moves_.front());
    moves_.pop_front();
    return move(stage);
  }
  if (lines_.empty()) return;
  give_up_at_ = steady_seconds() + patience;
  const Line line = std::move(lines_.front());
  lines_.pop_front();
  ScriptCommands hands{*this, stage};
  try {
    (hands.*command_of(line.words[0])->act)(std::span(line.words).subspan(1));
  } catch (const std::exception& error) {
    throw std::runtime_error(where(line) + error.what());
  }
}

void Script::feed_input() {
  if (!holds_mouse_) return;
  ImGuiIO& io = ImGui::GetIO();
  io.MousePos = {x_, y_};
  for (int i = 0; i < 3; ++i) io.MouseDown[i] = button_[i];
  io.MouseWheel += std::exchange(wheel_, 0.0f);
}

}  // namespace spook
