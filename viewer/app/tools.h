// Tools for the hand: what a left click or drag does instead of pulling. What they do goes to the world as edits, so
// that undo takes it back and a recording replays it.
#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "engine/world/commands.h"
#include "viewer/interact/keys.h"
#include "viewer/interact/picking.h"

namespace spook {

struct AppContext;
struct DrawList;

enum class Tool { hand, cut, glue, rope, blast, wind, bricks, logs };

struct ToolRow {
  Tool tool;
  Action action;
  const char *id, *name, *hint;
};
std::span<const ToolRow> tool_table();
const ToolRow& row_of(Tool tool);

// a point of a body, as the cursor picked it
struct PickedPoint {
  BodyId body;
  std::string name;
  Vec3 at = Vec3::Zero();  // world
  bool moves = false;
};

class ToolBox {
 public:
  Tool tool() const { return tool_; }
  void choose(Tool tool);

  // the left button, while another tool than the hand is chosen
  void press(AppContext& app, const PickScene& scene);
  void drag(AppContext& app, const PickScene& scene);
  void release(AppContext& app, const PickScene& scene);
  bool cancel();                               // what was begun; false: nothing was
  bool wheel(AppContext& app, float notches);  // false: it is the camera's

  void show(const AppContext& app, const PickScene& scene, DrawList& list);
  std::string words(const AppContext& app) const;  // beside the cursor; may be empty

  double blast_strength = 1000.0, blast_reach = 6.0;  // N s/m² at a metre; m

 private:
  void sweep_joints(const AppContext& app, glm::vec2 from, glm::vec2 to);
  void cut(AppContext& app);
  void glue(AppContext& app, const PickedPoint& other);
  void tie(AppContext& app, const PickedPoint& other);
  void lay(const AppContext& app, const PickScene& scene);
  std::optional<Vec3> wind_asked(const AppContext& app) const;
  BodyDesc brick(const AppContext& app, const Pose& pose, std::size_t number) const;

  Tool tool_ = Tool::hand;
  bool pressed_ = false;
  glm::vec2 began_{0}, last_{0};
  std::optional<PickedPoint> first_;  // of glue and rope
  std::set<JointId> crossed_;
  std::vector<Pose> laid_;
  std::optional<Vec3> row_from_;
};

}  // namespace spook
