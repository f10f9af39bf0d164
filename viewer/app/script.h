// A tour written down: lines that drive the program as hands would, for screenshots, soaks and sanitizers. Everything
// goes through the same doors as the mouse and the keys.
#pragma once

#include <deque>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace spook {

struct AppContext;
struct Furniture;
class Window;

// what a script may touch
struct ScriptStage {
  AppContext& app;
  Furniture& furniture;
  Window& window;
  std::function<void()> apply_look;
  std::function<void(const std::string&)> take_note;  // a line of figures, appended to a file
};

class Script {
 public:
  Script() = default;
  // throws std::runtime_error naming file, line and what was expected
  explicit Script(const std::filesystem::path& file);

  bool running() const { return !lines_.empty() || !moves_.empty() || wait_frames_ > 0; }
  void advance(ScriptStage& stage);  // once a frame, after the news were taken
  void feed_input();                 // the mouse as the script holds it, before the panels begin

  static constexpr double patience = 120.0;  // s, for what a line waits for
  using Words = std::vector<std::string>;
  struct Line {
    int number;
    Words words;
  };

 private:
  friend struct ScriptCommands;
  void move_to(float x, float y) { x_ = x, y_ = y, holds_mouse_ = true; }
  std::string where(const Line& line) const;

  std::filesystem::path file_;
  std::deque<Line> lines_;                               // still to do, repeats unrolled
  std::deque<std::function<void(ScriptStage&)>> moves_;  // one a frame, before the next line
  int wait_frames_ = 0, wait_world_ = -1;
  long wait_step_ = -1;
  double give_up_at_ = 0.0, wait_until_ = 0.0;  // steady seconds
  float x_ = 0, y_ = 0, wheel_ = 0;
  bool holds_mouse_ = false, button_[3] = {false, false, false};
};

}  // namespace spook
