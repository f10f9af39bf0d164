// Drives the real window: an X server of our own, the real program, a real mouse and keyboard, and the status it
// writes.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace spook::test {

using nlohmann::json;

// a program started with fork and exec, ended by its own id
class Program {
 public:
  Program() = default;
  Program(const std::vector<std::string>& command, const std::vector<std::string>& environment,
          const std::string& errors_to = {});
  Program(Program&& other) noexcept { std::swap(pid_, other.pid_); }
  Program& operator=(Program&& other) noexcept {
    std::swap(pid_, other.pid_);
    return *this;
  }
  ~Program() { end(); }
  void end();  // asks, then insists
  bool running();
  int wait(double seconds);  // exit code; −1: still running
  int pid() const { return pid_; }

 private:
  int pid_ = -1;
  int code_ = -1;
};

std::string sandbox_path();
int run_and_read(const std::vector<std::string>& command, const std::vector<std::string>& environment,
                 std::string& errors, double seconds);

class Sandbox {
 public:
  // arguments beyond --size and --status; settings: text of a settings file to begin with
  explicit Sandbox(std::vector<std::string> arguments, const std::string& settings = {},
                   std::vector<std::string> environment = {});
  ~Sandbox();

  json status() const;  // as last written; empty object before that
  // waits until it holds; the last status seen comes back either way
  json until(const std::function<bool(const json&)>& holds, double seconds = 25.0) const;
  json after_frames(int frames) const;

  void key(const std::string& name) const;  // xdotool's names: "space", "ctrl+o"
  void type(const std::string& text) const;
  void key_down(const std::string& name) const;
  void key_up(const std::string& name) const;
  void move(double x, double y) const;
  void press(int button = 1) const;
  void release(int button = 1) const;
  void click(double x, double y, int button = 1) const;
  void click_widget(const std::string& id, double along = 0.5) const;
  json place_of(const std::string& id) const;
  void resize(int width, int height) const;                                     // the window
  void double_click() const;                                                    // where the cursor is
  void drag(double x0, double y0, double x1, double y1, int steps = 12) const;  // leaves the button down
  void start_again(std::vector<std::string> arguments);  // after quit(): the same user, the same display
  const std::string& folder() const { return folder_; }  // the user's home
  const std::string& display() const { return display_; }
  Program& program() { return program_; }
  int quit();  // by its key; the exit code

 private:
  void tool(const std::vector<std::string>& words) const;
  std::string folder_, display_;
  std::vector<std::string> environment_;
  Program server_, program_;
};

// a body of a status by name; null json where there is none
json body(const json& status, const std::string& name);

}  // namespace spook::test
