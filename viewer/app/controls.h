// Turns mouse and keys into what the camera, the hand and the selection do.
#pragma once

#include <array>

#include "viewer/interact/hand.h"
#include "viewer/interact/machine.h"
#include "viewer/panels/context.h"

namespace spook {

class Window;

class Controls {
 public:
  explicit Controls(HandTool& hand) : hand_(hand) {}
  // after the panels were drawn: what they did not want is ours
  void update(AppContext& app, const PickScene& scene, Window& window, float seconds);
  bool busy() const { return drag_ != Drag::none; }
  bool let_go(AppContext& app);  // of what is held or begun; false: nothing is
  void drive(AppContext& app, Window& window, float seconds, Side side);

 private:
  enum class Drag { none, touch, orbit, pan, grip, tool };
  void press(AppContext& app, const PickScene& scene);
  void drag(AppContext& app, const PickScene& scene);
  void hold(AppContext& app, const PickScene& scene);
  void finish(AppContext& app, const PickScene& scene);
  void wheel(AppContext& app);
  void fly(AppContext& app, Window& window, float seconds);
  HandTool& hand_;
  std::array<Machine, 2> machines_;  // of A, and of B's own scene
  int world_ = 0;
  Drag drag_ = Drag::none;
  int button_ = 0;
  // a press is a click until the cursor has moved; a body that is pressed on for a while is held
  BodyId touched_;
  Vec3 touched_at_ = Vec3::Zero();  // in the body
  double touched_since_ = 0.0;
  float moved_ = 0.0f;  // pixels
  int frames_ = 0;      // since the press
};

}  // namespace spook
