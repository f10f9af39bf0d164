// Contacts of a moving heap cost no allocation once it has been seen: on one thread and on two, for every kind of
// ground.
#include <gtest/gtest.h>

#include "tests/count_allocations.h"
#include "tests/unit/collide_scenes.h"

namespace spook::test {
namespace {

ShapeDesc at(ShapeDesc shape, const Vec3& position) {
  shape.pose.position = position;
  return shape;
}

ShapeDesc bumpy_field() {
  ShapeDesc field;
  field.type = ShapeType::heightfield;
  field.rows = field.columns = 25;
  field.spacing = 0.5;
  for (int i = 0; i < 625; ++i) field.heights.push_back(0.1 * std::sin(0.7 * i));
  return field;
}

// every convex shape, compounds among them, over a height field and a floor of flush tiles
void build_heap(Stage& stage) {
  stage.add(bumpy_field(), Vec3(0, 0, -0.3), Quat::Identity(), Motion::fixed);
  std::vector<ShapeDesc> tiles;
  for (int i = 0; i < 16; ++i) tiles.push_back(at(box({0.5, 0.5, 0.1}), Vec3(i % 4, i / 4, -0.1)));
  stage.add(tiles, {}, Motion::fixed);
  const std::vector<Vec3> corners = {{0.2, 0, 0}, {-0.2, 0, 0}, {0, 0.2, 0}, {0, -0.2, 0}, {0, 0, 0.2}, {0, 0, -0.2}};
  const ShapeDesc shapes[] = {sphere(0.2),
                              box({0.2, 0.15, 0.2}),
                              rounded(ShapeType::capsule, 0.12, 0.1),
                              rounded(ShapeType::cylinder, 0.2, 0.2),
                              rounded(ShapeType::cone, 0.2, 0.2),
                              hull(corners)};
  for (int i = 0; i < 150; ++i) {
    const Vec3 place(0.38 * (i % 8), 0.38 * (i / 8 % 6), 0.2 + 0.38 * (i / 48));
    if (i % 5 == 0)
      stage.add({at(box({0.2, 0.1, 0.1}), {0, 0.1, 0}), at(box({0.2, 0.1, 0.1}), {0, -0.1, 0})},
                {place, Quat::Identity()});
    else
      stage.add(shapes[i % 6], place, about(Vec3(1, i % 3, 2), 0.3 * (i % 7)));
  }
}

long cost_of_steps(int threads) {
  Stage stage;
  stage.options.threads = threads;
  build_heap(stage);
  std::size_t contacts = 0;
  long before = 0;
  // a motion that repeats: what the second round meets, the first has met
  for (int step = 0; step < 120; ++step) {
    if (step == 60) before = allocations();
    for (std::size_t i = 2; i < stage.states.size(); ++i)
      stage.states[i].pose.position.x() += 0.002 * (step % 12 < 6 ? 1 : -1) * (i % 3 ? 1 : -1);
    contacts += stage.collide().contacts.size();
  }
  EXPECT_GT(contacts, 120u * 300u);
  return allocations() - before;
}

TEST(CollideAllocations, ASteadyHeapCostsNone) {
  if (!allocations_counted()) GTEST_SKIP() << "sanitizers bring their own operator new";
  EXPECT_EQ(cost_of_steps(1), 0);
  EXPECT_EQ(cost_of_steps(2), 0);
}

}  // namespace
}  // namespace spook::test
