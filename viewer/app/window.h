// The window, its OpenGL context and ImGui's backends.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

struct GLFWwindow;

namespace spook {

struct KeyEvent {
  int key, modifiers;
  bool repeated;
};

// what a monitor's own pixels ask for, where the desktop tells no scale: only many and fine ones ask for more
float scale_of_pixels(int pixels_high, int millimetres_high);

struct WindowSize {
  int width, height;
};
// as wanted where the monitor has room for it; 0: nothing was wanted yet. room: of the monitor without its bars
WindowSize fit_to_monitor(WindowSize wanted, WindowSize room, float scale);

class Window {
 public:
  // exact: even where the monitor has no room for it. Throws std::runtime_error with one clear line: no display, no
  // OpenGL 4.1
  Window(WindowSize wanted, bool exact, bool fullscreen);
  ~Window();
  Window(const Window&) = delete;

  void start_panels(float em);  // ImGui, once fonts may be loaded
  bool closing() const;
  void begin_frame();            // events, then a new ImGui frame
  void new_text_size(float em);  // between frames
  void draw_panels();            // what ImGui gathered
  void show();                   // swaps
  void framebuffer_size(int& width, int& height) const;
  void window_size(int& width, int& height) const;
  bool minimised() const;
  // The graphics driver was reset (it hung, or the GPU went away): nothing is drawn any more. In tests it is so while
  // the file exists that SPOOK_CONTEXT_LOST_FILE names.
  bool context_lost() const;
  float scale() const;  // of the monitor
  bool key_down(int key) const;
  void toggle_fullscreen();
  void resize(int width, int height);
  void set_title(const std::string& title);
  static void* (*loader())(const char*);

  std::vector<KeyEvent> keys;                  // since the last frame
  std::vector<std::filesystem::path> dropped;  // files let fall on the window
  bool double_clicked = false;                 // in this frame, by the times of the presses
  double pressed_at = -1.0;
  double frame_began = 0.0, frame_took = 0.0;  // s: what is done with the mouse is seen up to a frame late
  std::function<void()> more_input;            // given to ImGui before a frame of it begins

 private:
  void hold_short_presses();
  std::vector<int> held_;  // keys, for one frame
  GLFWwindow* window_ = nullptr;
  unsigned (*reset_status_)() = nullptr;  // none: this driver tells nothing
  bool panels_started_ = false;
  int windowed_[4] = {0, 0, 1280, 720};
};

}  // namespace spook
