// Turns mouse and keys into what the camera, the hand and the selection do.
#pragma once

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

 private:
  enum class Drag { none, orbit, pan, grip };
  void press(AppContext& app, const PickScene& scene);
  void drag(AppContext& app, const PickScene& scene);
  void fly(AppContext& app, Window& window, float seconds);
  void drive(AppContext& app, Window& window);
  HandTool& hand_;
  Machine machine_;
  int world_ = 0;
  Drag drag_ = Drag::none;
  int button_ = 0;
};

}  // namespace spook
