// Inside one step, in the window: which moment is shown, and what of it is drawn.
#include <algorithm>

#include "viewer/app/application.h"
#include "viewer/render/inside_layer.h"

namespace spook {
namespace {

constexpr double flash_seconds = 0.6;  // chosen: seen at any speed of the film that can be followed

}  // namespace

void Application::take_inside(float seconds) {
  InsideView& view = context_.inside;
  if (view.step != context_.frame->inside) {
    view.step = context_.frame->inside;
    view.playing = false;
    view.go(0);
  }
  if (!view.step || view.step->moments.empty()) return;
  view.since += double(seconds);
  const int last = int(view.step->moments.size()) - 1;
  if (view.playing && view.since > 1.0 / view.speed) {
    if (view.moment == last)
      view.playing = false;
    else
      view.go(view.moment + 1);
  }
  if (context_.stage.shown) return;
  const float flash = float(std::clamp(1.0 - view.since / flash_seconds, 0.0, 1.0));
  show_inside(*view.step, view.moment, layer_scale(*context_.now()), flash,
              view.step->moments[std::size_t(view.moment)].worst_contact, list_);
  show_carried(*view.step, view.moment, view.motion, shapes_, list_);
}

void Application::toggle_inside() {
  if (context_.inside.step) return simulation_.close_step();
  simulation_.open_step();
  if (settings_.open_panels.contains("pivots")) return;  // shows it too
  settings_.open_panels.insert("inside");
  bring_to_front(context_, "inside");
}

}  // namespace spook
