// An OpenGL context where there is no display: EGL without surfaces, as Mesa and others offer it.
#pragma once

#include <memory>

#include "viewer/app/window.h"

namespace spook {

class Offscreen {
 public:
  Offscreen();  // throws std::runtime_error with one line
  ~Offscreen();
  Offscreen(const Offscreen&) = delete;
  static void* (*loader())(const char*);

 private:
  void *display_ = nullptr, *context_ = nullptr;
};

// Something to draw pictures with: a hidden corner of the display where there is one, else without
class Canvas {
 public:
  Canvas();
  void* (*loader() const)(const char*);

 private:
  std::unique_ptr<Window> window_;
  std::unique_ptr<Offscreen> offscreen_;
};

}  // namespace spook
