#include "viewer/app/window.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <stdexcept>
#include <utility>

#include "viewer/app/theme.h"
#include "viewer/interact/keys.h"

namespace spook {
namespace {

std::string last_error;

Window* of(GLFWwindow* window) {
  return static_cast<Window*>(glfwGetWindowUserPointer(window));
}

void on_key(GLFWwindow* window, int key, int, int action, int mods) {
  if (action == GLFW_RELEASE) return;
  int modifiers = 0;
  if (mods & GLFW_MOD_SHIFT) modifiers |= with_shift;
  if (mods & (GLFW_MOD_CONTROL | GLFW_MOD_SUPER)) modifiers |= with_control;
  of(window)->keys.push_back({key, modifiers, action == GLFW_REPEAT});
}

void on_button(GLFWwindow* window, int button, int action, int) {
  if (button != GLFW_MOUSE_BUTTON_LEFT || action != GLFW_PRESS) return;
  const double now = glfwGetTime();
  of(window)->double_clicked |= now - of(window)->pressed_at < 0.35 + of(window)->frame_took;
  of(window)->pressed_at = now;
}

void on_drop(GLFWwindow* window, int count, const char** paths) {
  for (int i = 0; i < count; ++i) of(window)->dropped.emplace_back(paths[i]);
}

}  // namespace

WindowSize fit_to_monitor(WindowSize wanted, WindowSize room, float scale) {
  constexpr int title_bar = 40;  // pixels; chosen: what desktops put above a window
  if (wanted.width <= 0 || wanted.height <= 0) wanted = {int(1600 * scale), int(900 * scale)};
  if (room.width <= 0 || room.height <= 0) return wanted;
  const int high = wanted.height + title_bar <= room.height ? wanted.height : room.height - title_bar;
  return {std::min(wanted.width, room.width), std::max(240, high)};
}

namespace {

float scale_of(GLFWmonitor* monitor) {
  float x = 1, y = 1;
  glfwGetMonitorContentScale(monitor, &x, &y);
  if (x != 1.0f) return x;
  int wide = 0, high = 0;
  glfwGetMonitorPhysicalSize(monitor, &wide, &high);
  return scale_of_pixels(glfwGetVideoMode(monitor)->height, high);
}

}  // namespace

Window::Window(WindowSize wanted, bool exact, bool fullscreen) {
  glfwSetErrorCallback([](int, const char* text) { last_error = text; });
  if (!glfwInit()) throw std::runtime_error("no display to open a window on; spook-lab runs scenes without one");
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 1);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  GLFWmonitor* monitor = fullscreen ? glfwGetPrimaryMonitor() : nullptr;
  auto [width, height] = wanted;
  if (monitor) {
    const GLFWvidmode* mode = glfwGetVideoMode(monitor);
    width = mode->width, height = mode->height;
  } else if (GLFWmonitor* own = exact ? nullptr : glfwGetPrimaryMonitor()) {
    int x, y;
    WindowSize room{0, 0};
    glfwGetMonitorWorkarea(own, &x, &y, &room.width, &room.height);
    const WindowSize fitting = fit_to_monitor(wanted, room, scale_of(own));
    width = fitting.width, height = fitting.height;
  }
  // a driver that is reset says so and draws nothing from then on, instead of ending the program
  glfwWindowHint(GLFW_CONTEXT_ROBUSTNESS, GLFW_LOSE_CONTEXT_ON_RESET);
  window_ = glfwCreateWindow(width, height, "Spook", monitor, nullptr);
  if (!window_) {
    glfwWindowHint(GLFW_CONTEXT_ROBUSTNESS, GLFW_NO_ROBUSTNESS);
    window_ = glfwCreateWindow(width, height, "Spook", monitor, nullptr);
  }
  if (!window_) {
    glfwTerminate();
    throw std::runtime_error("OpenGL 4.1 is needed, and this display does not offer it (" + last_error + ")");
  }
  glfwSetWindowUserPointer(window_, this);
  glfwSetKeyCallback(window_, on_key);
  glfwSetDropCallback(window_, on_drop);
  glfwSetMouseButtonCallback(window_, on_button);
  glfwMakeContextCurrent(window_);
  glfwSwapInterval(1);
  for (const auto& [extension, name] : {std::pair("GL_KHR_robustness", "glGetGraphicsResetStatus"),
                                        std::pair("GL_ARB_robustness", "glGetGraphicsResetStatusARB")})
    if (!reset_status_ && glfwExtensionSupported(extension))
      reset_status_ = reinterpret_cast<unsigned (*)()>(glfwGetProcAddress(name));
}

bool Window::context_lost() const {
  static const char* const pretended = std::getenv("SPOOK_CONTEXT_LOST_FILE");
  std::error_code none;
  return (reset_status_ && reset_status_() != 0) || (pretended && std::filesystem::exists(pretended, none));
}

void Window::start_panels(float em) {
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;  // the furniture remembers its own places
  ImGui::GetIO().ConfigWindowsMoveFromTitleBarOnly = true;
  load_fonts(em);
  ImGui_ImplGlfw_InitForOpenGL(window_, true);
  ImGui_ImplOpenGL3_Init("#version 410 core");
  panels_started_ = true;
}

void Window::new_text_size(float em) {
  ImGui::GetIO().Fonts->Clear();
  load_fonts(em);
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui_ImplOpenGL3_CreateFontsTexture();
}

Window::~Window() {
  if (panels_started_) {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
  }
  glfwDestroyWindow(window_);
  glfwTerminate();
}

bool Window::closing() const {
  return glfwWindowShouldClose(window_);
}

void Window::begin_frame() {
  keys.clear(), dropped.clear();
  double_clicked = false;
  const double now = glfwGetTime();
  frame_took = now - std::exchange(frame_began, now);
  glfwPollEvents();
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  hold_short_presses();
  if (more_input) more_input();
  ImGui::NewFrame();
}

// a key pressed and let go within one slow frame is held for this frame: ImGui only looks at what is down
void Window::hold_short_presses() {
  ImGuiIO& io = ImGui::GetIO();
  for (const int key : held_) io.KeysDown[key] = key_down(key);
  if (!held_.empty()) {
    io.KeyCtrl = key_down(GLFW_KEY_LEFT_CONTROL) || key_down(GLFW_KEY_RIGHT_CONTROL);
    io.KeyShift = key_down(GLFW_KEY_LEFT_SHIFT) || key_down(GLFW_KEY_RIGHT_SHIFT);
  }
  held_.clear();
  for (const KeyEvent& event : keys) {
    if (event.key < 0 || event.key > GLFW_KEY_LAST || key_down(event.key)) continue;
    io.KeysDown[event.key] = true;
    io.KeyCtrl |= (event.modifiers & with_control) != 0, io.KeyShift |= (event.modifiers & with_shift) != 0;
    held_.push_back(event.key);
  }
}

void Window::draw_panels() {
  ImGui::Render();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

void Window::show() {
  glfwSwapBuffers(window_);
}
void Window::framebuffer_size(int& width, int& height) const {
  glfwGetFramebufferSize(window_, &width, &height);
}
void Window::window_size(int& width, int& height) const {
  glfwGetWindowSize(window_, &width, &height);
}

bool Window::minimised() const {
  int w, h;
  framebuffer_size(w, h);
  return glfwGetWindowAttrib(window_, GLFW_ICONIFIED) || w < 1 || h < 1;
}

namespace {

// where the window's middle is
GLFWmonitor* monitor_of(GLFWwindow* window) {
  int x, y, w, h, count = 0;
  glfwGetWindowPos(window, &x, &y);
  glfwGetWindowSize(window, &w, &h);
  GLFWmonitor** monitors = glfwGetMonitors(&count);
  for (int i = 0; i < count; ++i) {
    int mx, my;
    glfwGetMonitorPos(monitors[i], &mx, &my);
    const GLFWvidmode* mode = glfwGetVideoMode(monitors[i]);
    const bool inside =
        x + w / 2 >= mx && y + h / 2 >= my && x + w / 2 < mx + mode->width && y + h / 2 < my + mode->height;
    if (inside) return monitors[i];
  }
  return glfwGetPrimaryMonitor();
}

}  // namespace

float scale_of_pixels(int pixels_high, int millimetres_high) {
  if (pixels_high < 1400) return 1.0f;
  // so many pixels are far away, or fine: text of 15 of them is too small for either
  const float at_least = pixels_high >= 2000 ? 1.5f : 1.0f;
  if (millimetres_high < 100) return at_least;
  const float per_inch = 25.4f * float(pixels_high) / float(millimetres_high);
  return per_inch < 125 ? at_least : std::clamp(std::round(4.0f * per_inch / 96.0f) / 4.0f, at_least, 3.0f);
}

float Window::scale() const {
  float x = 1, y = 1;
  glfwGetWindowContentScale(window_, &x, &y);
  if (GLFWmonitor* monitor = x == 1.0f ? monitor_of(window_) : nullptr) {
    int wide = 0, high = 0;
    glfwGetMonitorPhysicalSize(monitor, &wide, &high);
    x = scale_of_pixels(glfwGetVideoMode(monitor)->height, high);
  }
  return std::clamp(x, 0.75f, 4.0f);
}

bool Window::key_down(int key) const {
  return glfwGetKey(window_, key) == GLFW_PRESS;
}
void Window::set_title(const std::string& title) {
  glfwSetWindowTitle(window_, title.c_str());
}

void Window::toggle_fullscreen() {
  if (glfwGetWindowMonitor(window_)) {
    glfwSetWindowMonitor(window_, nullptr, windowed_[0], windowed_[1], windowed_[2], windowed_[3], 0);
    return;
  }
  glfwGetWindowPos(window_, &windowed_[0], &windowed_[1]);
  glfwGetWindowSize(window_, &windowed_[2], &windowed_[3]);
  GLFWmonitor* monitor = glfwGetPrimaryMonitor();
  if (!monitor) return;
  const GLFWvidmode* mode = glfwGetVideoMode(monitor);
  glfwSetWindowMonitor(window_, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
}

void Window::resize(int width, int height) {
  glfwSetWindowSize(window_, width, height);
}

void* (*Window::loader())(const char*) {
  return reinterpret_cast<void* (*)(const char*)>(glfwGetProcAddress);
}

}  // namespace spook
