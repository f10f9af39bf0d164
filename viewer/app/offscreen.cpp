#include "viewer/app/offscreen.h"

#include <dlfcn.h>

#include <cstdlib>
#include <stdexcept>

namespace spook {
namespace {

// EGL's own numbers (khronos.org/registry/EGL): loaded when needed, so that nothing else depends on the library
enum : int {
  egl_none = 0x3038,
  egl_surface_type = 0x3033,
  egl_pbuffer_bit = 0x0001,
  egl_renderable_type = 0x3040,
  egl_opengl_bit = 0x0008,
  egl_context_major = 0x3098,
  egl_context_minor = 0x30FB,
  egl_profile_mask = 0x30FD,
  egl_core_profile = 0x0001,
  egl_surfaceless = 0x31DD
};
constexpr unsigned egl_opengl_api = 0x30A2;

void* (*get_address)(const char*) = nullptr;

template <typename Function>
Function* egl(const char* name) {
  return reinterpret_cast<Function*>(get_address(name));
}

[[noreturn]] void fail(const char* what) {
  throw std::runtime_error(std::string("no display, and no OpenGL 4.1 without one: ") + what);
}

void load() {
  if (get_address) return;
  void* library = dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) fail("libEGL.so.1 is not installed");
  get_address = reinterpret_cast<void* (*)(const char*)>(dlsym(library, "eglGetProcAddress"));
  if (!get_address) fail("libEGL.so.1 has no eglGetProcAddress");
}

}  // namespace

Offscreen::Offscreen() {
  load();
  const auto platform_display = egl<void*(unsigned, void*, const int*)>("eglGetPlatformDisplayEXT");
  if (platform_display) display_ = platform_display(egl_surfaceless, nullptr, nullptr);
  int major = 0, minor = 0;
  const auto initialize = egl<unsigned(void*, int*, int*)>("eglInitialize");
  if (!display_ || !initialize(display_, &major, &minor)) {
    display_ = egl<void*(void*)>("eglGetDisplay")(nullptr);
    if (!display_ || !initialize(display_, &major, &minor)) fail("EGL finds no driver");
  }
  egl<unsigned(unsigned)>("eglBindAPI")(egl_opengl_api);
  const int wanted[] = {egl_surface_type, egl_pbuffer_bit, egl_renderable_type, egl_opengl_bit, egl_none};
  void* config = nullptr;
  int found = 0;
  egl<unsigned(void*, const int*, void**, int, int*)>("eglChooseConfig")(display_, wanted, &config, 1, &found);
  const int version[] = {egl_context_major, 4, egl_context_minor, 1, egl_profile_mask, egl_core_profile, egl_none};
  if (found > 0)
    context_ = egl<void*(void*, void*, void*, const int*)>("eglCreateContext")(display_, config, nullptr, version);
  if (!context_ || !egl<unsigned(void*, void*, void*, void*)>("eglMakeCurrent")(display_, nullptr, nullptr, context_))
    fail("the driver makes no context of that kind");
}

Offscreen::~Offscreen() {
  egl<unsigned(void*, void*, void*, void*)>("eglMakeCurrent")(display_, nullptr, nullptr, nullptr);
  egl<unsigned(void*, void*)>("eglDestroyContext")(display_, context_);
  egl<unsigned(void*)>("eglTerminate")(display_);
}

void* (*Offscreen::loader())(const char*) {
  return get_address;
}

Canvas::Canvas() {
  const auto set = [](const char* name) {
    const char* value = std::getenv(name);
    return value && *value;
  };
  if (set("DISPLAY") || set("WAYLAND_DISPLAY")) {
    try {
      window_ = std::make_unique<Window>(WindowSize{320, 240}, true, false);
      return;
    } catch (const std::runtime_error&) {
      // a display that cannot be used is as good as none
    }
  }
  offscreen_ = std::make_unique<Offscreen>();
}

void* (*Canvas::loader() const)(const char*) {
  return window_ ? Window::loader() : Offscreen::loader();
}

}  // namespace spook
