#include "driver.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <utility>

#include "tests/paths.h"

namespace spook::test {
namespace {

void nap(double seconds) {
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string make_folder() {
  std::string name = (std::filesystem::temp_directory_path() / "spook-viewer-XXXXXX").string();
  if (!mkdtemp(name.data())) throw std::runtime_error("cannot make a folder under " + name);
  return name;
}

}  // namespace

Program::Program(const std::vector<std::string>& command, const std::vector<std::string>& environment,
                 const std::string& errors_to) {
  pid_ = fork();
  if (pid_ != 0) return;
  // the child: its own environment on top of ours, then the program
  for (const std::string& entry : environment) {
    const std::size_t sign = entry.find('=');
    if (sign == std::string::npos)
      unsetenv(entry.c_str());
    else
      setenv(entry.substr(0, sign).c_str(), entry.substr(sign + 1).c_str(), 1);
  }
  const int sink = open(errors_to.empty() ? "/dev/null" : errors_to.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  dup2(sink, 2), dup2(sink, 1);
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  execvp(words[0], words.data());
  _exit(127);
}

bool Program::running() {
  if (pid_ <= 0) return false;
  int state = 0;
  if (waitpid(pid_, &state, WNOHANG) != pid_) return true;
  code_ = WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
  pid_ = -1;
  return false;
}

int Program::wait(double seconds) {
  const double end_at = now() + seconds;
  while (running() && now() < end_at) nap(0.02);
  return pid_ > 0 ? -1 : code_;
}

void Program::end() {
  if (!running()) return;
  kill(pid_, SIGTERM);
  if (wait(5.0) >= 0 || pid_ <= 0) return;
  kill(pid_, SIGKILL);
  wait(5.0);
}

std::string sandbox_path() {
  return (std::filesystem::path(binary_folder()) / "viewer" / "spook-sandbox").string();
}

int run_and_read(const std::vector<std::string>& command, const std::vector<std::string>& environment,
                 std::string& errors, double seconds) {
  const std::string folder = make_folder(), file = folder + "/errors";
  Program program(command, environment, file);
  const int code = program.wait(seconds);
  program.end();
  std::ifstream in(file);
  std::ostringstream text;
  text << in.rdbuf();
  errors = text.str();
  std::filesystem::remove_all(folder);
  return code;
}

Sandbox::Sandbox(std::vector<std::string> arguments, const std::string& settings, std::vector<std::string> environment)
    : folder_(make_folder()), environment_(std::move(environment)) {
  std::filesystem::create_directories(folder_ + "/config/spook");
  std::filesystem::create_directories(folder_ + "/Pictures");
  if (!settings.empty()) std::ofstream(folder_ + "/config/spook/settings.json") << settings;
  // a free display, as the server itself finds it
  const std::string number_file = folder_ + "/display";
  server_ = Program({"sh", "-c", "exec Xvfb -displayfd 3 -screen 0 1280x720x24 -nolisten tcp 3>" + number_file}, {});
  const double give_up = now() + 20;
  while (display_.size() < 2 && now() < give_up) {
    nap(0.05);
    std::ifstream in(number_file);
    std::string number;
    if (std::getline(in, number) && !in.eof()) display_ = ":" + number;
  }
  if (display_.size() < 2) throw std::runtime_error("Xvfb did not start");
  start_again(std::move(arguments));
}

void Sandbox::start_again(std::vector<std::string> arguments) {
  std::filesystem::remove(folder_ + "/status.json");
  std::vector<std::string> command{sandbox_path()};
  for (std::string& argument : arguments) command.push_back(std::move(argument));
  for (const char* word : {"--size", "1280x720", "--status"}) command.push_back(word);
  command.push_back(folder_ + "/status.json");
  std::vector<std::string> environment{"DISPLAY=" + display_, "XDG_CONFIG_HOME=" + folder_ + "/config",
                                       "XDG_CACHE_HOME=" + folder_ + "/cache", "HOME=" + folder_, "WAYLAND_DISPLAY"};
  environment.insert(environment.end(), environment_.begin(), environment_.end());
  program_ = Program(command, environment, folder_ + "/errors");
}

Sandbox::~Sandbox() {
  program_.end();
  server_.end();
  std::filesystem::remove_all(folder_);
}

json Sandbox::status() const {
  std::ifstream in(folder_ + "/status.json");
  if (!in) return json::object();
  return json::parse(in, nullptr, false);
}

json Sandbox::until(const std::function<bool(const json&)>& holds, double seconds) const {
  const double give_up = now() + seconds;
  json seen;
  do {
    seen = status();
    if (seen.is_object() && seen.contains("bodies") && holds(seen)) return seen;
    nap(0.05);
  } while (now() < give_up);
  return seen.is_object() ? seen : json::object();
}

json Sandbox::after_frames(int frames) const {
  const int from = status().value("frames", 0);
  return until([&](const json& s) { return s["frames"] >= from + frames; });
}

void Sandbox::tool(const std::vector<std::string>& words) const {
  std::vector<std::string> command{"xdotool"};
  command.insert(command.end(), words.begin(), words.end());
  Program(command, {"DISPLAY=" + display_}).wait(10.0);
}

void Sandbox::key(const std::string& name) const {
  tool({"key", name});
}
void Sandbox::type(const std::string& text) const {
  tool({"type", "--delay", "60", text});
}
void Sandbox::key_down(const std::string& name) const {
  tool({"keydown", name});
}
void Sandbox::key_up(const std::string& name) const {
  tool({"keyup", name});
}
void Sandbox::move(double x, double y) const {
  tool({"mousemove", std::to_string(int(x)), std::to_string(int(y))});
}
void Sandbox::press(int button) const {
  tool({"mousedown", std::to_string(button)});
}
void Sandbox::release(int button) const {
  tool({"mouseup", std::to_string(button)});
}

// a frame must see the cursor there before the button goes down, and the button down before it comes up
void Sandbox::click(double x, double y, int button) const {
  move(x, y);
  after_frames(2);
  press(button);
  after_frames(2);
  release(button);
  after_frames(2);
}

// a widget that still moves (a section above it folds away) is waited for: it must stand where it stood two frames
// before
json Sandbox::place_of(const std::string& id) const {
  json place;
  const json s = until([&](const json& now) {
    if (!now["widgets"].contains(id)) return false;
    const json before = std::exchange(place, now["widgets"][id]);
    if (before == place) return true;
    after_frames(2);
    return false;
  });
  if (!s.contains("widgets") || !s["widgets"].contains(id))
    throw std::runtime_error("no widget " + id + " on the screen");
  return s["widgets"][id];
}

void Sandbox::click_widget(const std::string& id, double along) const {
  const json r = place_of(id);
  click(double(r[0]) + along * (double(r[2]) - double(r[0])), 0.5 * (double(r[1]) + double(r[3])));
}

void Sandbox::drag(double x0, double y0, double x1, double y1, int steps) const {
  move(x0, y0);
  after_frames(2);
  press();
  after_frames(2);
  for (int i = 1; i <= steps; ++i) {
    move(x0 + (x1 - x0) * i / steps, y0 + (y1 - y0) * i / steps);
    nap(0.03);
  }
}

// there is no window manager: the program's own window is the one with a title
void Sandbox::resize(int width, int height) const {
  tool({"search", "--name", "Spook", "windowsize", std::to_string(width), std::to_string(height)});
}

void Sandbox::double_click() const {
  tool({"click", "--repeat", "2", "--delay", "90", "1"});
}

int Sandbox::quit() {
  key("ctrl+q");
  return program_.wait(20.0);
}

json body(const json& status, const std::string& name) {
  if (status.contains("bodies"))
    for (const json& b : status["bodies"])
      if (b["name"] == name) return b;
  return nullptr;
}

}  // namespace spook::test
