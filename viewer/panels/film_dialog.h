// What the film dialog asks for, and how far it has come.
#pragma once

#include <functional>
#include <string>

namespace spook {

struct AppContext;

struct FilmDialog {
  bool open = false, just_opened = false;
  std::string name = "spook";  // without an ending
  float seconds = 10.0f;
  int size = 1;  // of film_sizes
  bool blur = false;
  bool as_film = true;  // asked for: else an animation

  // asked of the application
  std::function<void(const FilmDialog&)> start;
  std::function<void()> cancel;
  bool busy = false;
  double share = 0.0;
  std::string target;
};

struct FilmSize {
  const char* name;
  int width, height;
};
inline constexpr FilmSize film_sizes[] = {
    {"1280 × 720", 1280, 720}, {"1920 × 1080", 1920, 1080}, {"3840 × 2160", 3840, 2160}};

void draw_film_dialog(AppContext& app, FilmDialog& dialog);

}  // namespace spook
