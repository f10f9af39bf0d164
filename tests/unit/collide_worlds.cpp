// Whole worlds: order, threads, filters, sleeping pairs, what is remembered; Bullet's chain.
#include <gtest/gtest.h>

#include <map>

#include "tests/unit/collide_scenes.h"

namespace spook::test {
namespace {

// contacts as numbers, to be compared bit by bit
std::vector<double> numbers(const ContactSet& set) {
  std::vector<double> all;
  for (const Contact& c : set.contacts) {
    all.insert(all.end(), {1.0 * c.body_a, 1.0 * c.body_b, 1.0 * c.shape_a, 1.0 * c.shape_b,
                           static_cast<double>(c.key.feature >> 32), static_cast<double>(c.key.feature & 0xffffffff)});
    for (int i = 0; i < 3; ++i) all.insert(all.end(), {c.point_a[i], c.point_b[i], c.normal[i]});
    all.push_back(c.gap);
  }
  return all;
}

// a heap of all shapes over a height field, some of them compounds
std::vector<CollisionBody> heap_bodies() {
  std::vector<CollisionBody> bodies;
  ShapeDesc field;
  field.type = ShapeType::heightfield;
  field.rows = field.columns = 12;
  field.spacing = 0.5;
  for (int i = 0; i < 144; ++i) field.heights.push_back(0.2 * std::sin(0.7 * i));
  bodies.push_back({{field}, Motion::fixed});
  bodies.push_back({{plane()}, Motion::fixed});
  std::mt19937 random(3);
  std::uniform_real_distribution<double> spread(-1.0, 1.0);
  std::vector<Vec3> points;
  for (int i = 0; i < 12; ++i) points.push_back(0.3 * Vec3(spread(random), spread(random), spread(random)));
  const ShapeDesc kinds[] = {sphere(0.3),
                             box({0.3, 0.2, 0.25}),
                             rounded(ShapeType::capsule, 0.15, 0.3),
                             rounded(ShapeType::cylinder, 0.2, 0.3),
                             rounded(ShapeType::cone, 0.25, 0.3),
                             hull(points)};
  for (int i = 0; i < 120; ++i) {
    CollisionBody body{{kinds[i % 6]}, Motion::dynamic};
    if (i % 5 == 0) {
      body.shapes.push_back(kinds[(i + 1) % 6]);
      body.shapes.back().pose.position = Vec3(0.3, 0, 0.1);
    }
    bodies.push_back(body);
  }
  return bodies;
}

std::vector<CollisionState> heap_states(std::size_t count, int step) {
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  std::vector<CollisionState> states(count);
  for (std::size_t i = 2; i < count; ++i) {
    CollisionState& state = states[i];
    state.pose.position = 0.8 * Vec3(normal(random), normal(random), 0.5 * normal(random) + 1.0);
    const Vec3 drift(normal(random), normal(random), normal(random));
    state.pose.orientation = Quat(normal(random), normal(random), normal(random), normal(random)).normalized();
    state.pose.position += 0.01 * step * drift;
    state.velocity = drift;
  }
  return states;
}

bool is_chosen(int body) {
  return body >= 2 && body % 3 == 0;
}

// what overlaps at a later step, of every third body
std::vector<double> look_ahead(CollisionWorld& world, std::size_t count, int step, int threads) {
  std::vector<Pose> poses;
  std::vector<char> chosen;
  for (const CollisionState& state : heap_states(count, step)) {
    chosen.push_back(is_chosen(static_cast<int>(poses.size())));
    poses.push_back(state.pose);
  }
  return numbers(world.look_ahead(poses, chosen, threads));
}

std::vector<std::vector<double>> run_heap(const std::vector<int>& order, int threads, int restart_at = -1,
                                          bool looking_ahead = false) {
  const auto bodies = heap_bodies();
  auto world = std::make_unique<CollisionWorld>();
  auto fill = [&] {
    const auto states = heap_states(bodies.size(), 0);
    for (int id : order) world->add_body(id, bodies[id], states[id].pose);
  };
  fill();
  CollideOptions options;
  options.threads = threads;
  std::vector<std::vector<double>> steps;
  for (int step = 0; step < 12; ++step) {
    if (step == restart_at) {
      const auto memory = world->remember();
      world = std::make_unique<CollisionWorld>();
      fill();
      world->recall(memory);
    }
    steps.push_back(numbers(world->collide(heap_states(bodies.size(), step), options)));
    if (looking_ahead) look_ahead(*world, bodies.size(), step + 7, threads);
  }
  return steps;
}

std::vector<int> in_order(int count) {
  std::vector<int> order(count);
  for (int i = 0; i < count; ++i) order[i] = i;
  return order;
}

TEST(CollisionWorldTest, ContactsDoNotDependOnTheOrderBodiesWereAddedIn) {
  const int count = static_cast<int>(heap_bodies().size());
  std::vector<int> shuffled = in_order(count);
  std::shuffle(shuffled.begin(), shuffled.end(), std::mt19937(9));
  const auto straight = run_heap(in_order(count), 1);
  ASSERT_GT(straight[0].size(), 1000u);
  EXPECT_EQ(straight, run_heap(shuffled, 1));
}

TEST(CollisionWorldTest, ContactsDoNotDependOnTheThreadCount) {
  const auto order = in_order(static_cast<int>(heap_bodies().size()));
  const auto one = run_heap(order, 1);
  EXPECT_EQ(one, run_heap(order, 2));
  EXPECT_EQ(one, run_heap(order, 3));
}

TEST(CollisionWorldTest, ARestoredMemoryRepeatsTheStepsThatFollow) {
  const auto order = in_order(static_cast<int>(heap_bodies().size()));
  EXPECT_EQ(run_heap(order, 1), run_heap(order, 1, 6));
}

TEST(CollisionWorldTest, LookingAheadChangesNothing) {
  const auto order = in_order(static_cast<int>(heap_bodies().size()));
  EXPECT_EQ(run_heap(order, 1), run_heap(order, 2, -1, true));
}

// deepest overlap of each pair with a chosen body
std::map<std::pair<int, int>, double> deepest(const ContactSet& set) {
  std::map<std::pair<int, int>, double> gaps;
  for (const Contact& c : set.contacts) {
    if (!is_chosen(c.body_a) && !is_chosen(c.body_b)) continue;
    double& gap = gaps[{c.body_a, c.body_b}];
    gap = std::min(gap, c.gap);
  }
  return gaps;
}

TEST(CollisionWorldTest, LookingAheadFindsWhatOverlapsThere) {
  // the chosen ones go far, the others as far as their speeds say
  const auto bodies = heap_bodies();
  const auto now = heap_states(bodies.size(), 0), far = heap_states(bodies.size(), 9);
  auto then = heap_states(bodies.size(), 1);
  CollisionWorld here, there;
  std::vector<Pose> poses;
  std::vector<char> chosen;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const int id = static_cast<int>(i);
    if (is_chosen(id)) then[i] = far[i];
    poses.push_back(then[i].pose), chosen.push_back(is_chosen(id));
    here.add_body(id, bodies[i], now[i].pose), there.add_body(id, bodies[i], then[i].pose);
  }
  here.collide(now, {});
  const auto found = deepest(here.look_ahead(poses, chosen, 1));
  CollideOptions touching;
  touching.margin = touching.time_step = 0.0;
  const auto all = deepest(there.collide(then, touching));
  ASSERT_GT(all.size(), 100u);
  ASSERT_EQ(found.size(), all.size());
  // deep inside, which way is out hangs on the way that was remembered
  for (const auto& [pair, gap] : all) {
    ASSERT_TRUE(found.contains(pair));
    if (gap > -0.01) {
      EXPECT_NEAR(found.at(pair), gap, 1e-3) << pair.first << ' ' << pair.second;
    }
  }
}

TEST(CollisionWorldTest, ContactsAreSortedAndGroupedByPair) {
  const auto bodies = heap_bodies();
  CollisionWorld world;
  const auto states = heap_states(bodies.size(), 0);
  for (std::size_t id = 0; id < bodies.size(); ++id) world.add_body(static_cast<int>(id), bodies[id], states[id].pose);
  const ContactSet& set = world.collide(states, {});
  for (std::size_t i = 1; i < set.contacts.size(); ++i) EXPECT_LT(set.contacts[i - 1].key, set.contacts[i].key);
  int covered = 0;
  for (const ContactPair& pair : set.pairs) {
    EXPECT_EQ(pair.first, covered);
    covered += pair.count;
    for (int i = pair.first; i < covered; ++i) {
      EXPECT_LT(set.contacts[i].body_a, set.contacts[i].body_b);
      EXPECT_EQ(set.contacts[i].body_a, pair.body_a);
      EXPECT_EQ(set.contacts[i].body_b, pair.body_b);
      EXPECT_NEAR(set.contacts[i].normal.norm(), 1.0, 1e-12);
      EXPECT_NEAR(set.contacts[i].normal.dot(set.contacts[i].point_a - set.contacts[i].point_b), set.contacts[i].gap,
                  1e-9);
    }
  }
  EXPECT_EQ(covered, static_cast<int>(set.contacts.size()));
}

TEST(CollisionWorldTest, ForbiddenPairsDoNotTouchUntilAllowed) {
  Stage stage;
  const int a = stage.add(sphere(0.5), Vec3::Zero()), b = stage.add(sphere(0.5), Vec3(0.9, 0, 0));
  EXPECT_EQ(stage.collide().contacts.size(), 1u);
  stage.world.forbid(b, a);
  EXPECT_TRUE(stage.collide().contacts.empty());
  stage.world.allow(a, b);
  EXPECT_EQ(stage.collide().contacts.size(), 1u);
}

TEST(CollisionWorldTest, FixedAndKinematicBodiesTouchOnlyDynamicOnes) {
  Stage stage;
  stage.add(box({1, 1, 1}), Vec3::Zero(), Quat::Identity(), Motion::fixed);
  stage.add(box({1, 1, 1}), Vec3(0.5, 0, 0), Quat::Identity(), Motion::kinematic);
  stage.add(box({1, 1, 1}), Vec3(0, 0.5, 0), Quat::Identity(), Motion::fixed);
  EXPECT_TRUE(stage.collide().contacts.empty());
  stage.add(sphere(0.5), Vec3(0, 0, 1.4));
  EXPECT_EQ(stage.collide().pairs.size(), 3u);
}

TEST(CollisionWorldTest, RestingPairsKeepTheirContactsAndRemovedBodiesTakeTheirsAway) {
  Stage stage;
  build_wall(stage, 4, 3);
  const auto before = numbers(stage.collide());
  EXPECT_EQ(numbers(stage.collide()), before);
  EXPECT_EQ(numbers(stage.collide()), before);
  stage.world.remove_body(1);
  for (const Contact& contact : stage.collide().contacts) EXPECT_TRUE(contact.body_a != 1 && contact.body_b != 1);
  stage.world.add_body(1, {{box({0.5, 0.25, 0.25})}, Motion::dynamic}, stage.states[1].pose);
  EXPECT_EQ(numbers(stage.collide()), before);
}

TEST(CollisionWorldTest, ABodyThatIsNotANumberTouchesNothing) {
  Stage stage;
  build_wall(stage, 3, 2);
  stage.states[2].pose.position.x() = std::nan("");
  for (const Contact& contact : stage.collide().contacts) {
    EXPECT_TRUE(contact.body_a != 2 && contact.body_b != 2);
    EXPECT_TRUE(contact.point_a.allFinite());
  }
}

TEST(CollisionWorldTest, RaysMeetTheNearestSurface) {
  Stage stage;
  stage.add(plane(), Vec3::Zero(), Quat::Identity(), Motion::fixed);
  const ShapeDesc shapes[] = {sphere(0.5), box({0.5, 0.5, 0.5}), rounded(ShapeType::capsule, 0.2, 0.3),
                              rounded(ShapeType::cylinder, 0.3, 0.5), rounded(ShapeType::cone, 0.3, 0.5)};
  for (int i = 0; i < 5; ++i) stage.add(shapes[i], Vec3(2.0 * i, 0, 1));
  stage.collide();
  for (int i = 0; i < 5; ++i) {
    const auto hit = stage.world.cast_ray(Vec3(2.0 * i, 0, 10), Vec3(0, 0, -2), 100);
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->body, i + 1);
    EXPECT_NEAR(hit->distance, 8.5, 1e-9);
    EXPECT_NEAR(hit->point.z(), 1.5, 1e-9);
  }
  const auto ground = stage.world.cast_ray(Vec3(-3, 0, 10), Vec3(0, 0, -1), 100);
  ASSERT_TRUE(ground);
  EXPECT_EQ(ground->body, 0);
  EXPECT_NEAR(ground->normal.z(), 1.0, 1e-12);
  EXPECT_FALSE(stage.world.cast_ray(Vec3(-3, 0, 10), Vec3(0, 0, -1), 5));
  const auto side = stage.world.cast_ray(Vec3(-5, 0.1, 1), Vec3(1, 0, 0), 100);
  ASSERT_TRUE(side);
  EXPECT_EQ(side->body, 1);
  EXPECT_NEAR(stage.world.bounds(4).max().x(), 6.3, 1e-12);
}

TEST(CollisionWorldTest, ChildrenOfACompoundTellOfAPlaceOnce) {
  Stage stage;
  stage.add(box({3, 3, 0.5}), Vec3(0, 0, -0.5), Quat::Identity(), Motion::fixed);
  ShapeDesc left = box({0.5, 0.3, 0.2}), right = left;
  left.pose.position.x() = -0.5, right.pose.position.x() = 0.5;
  stage.add({left, right}, {Vec3(0, 0, 0.2), about(Vec3::UnitZ(), 0.4)});
  EXPECT_EQ(stage.collide().contacts.size(), 6u);  // eight corners, two of them shared at the seam
}

TEST(CollisionWorldTest, ReadsItsStatesWithoutAllocatingBroadphasePairsTwice) {
  Stage stage;
  build_wall(stage, 10, 8);
  const int first = stage.collide().pairs_tested;
  for (int i = 0; i < 50; ++i) EXPECT_EQ(stage.collide().pairs_tested, first);
}

// ---- Bullet's own chain

TEST(BulletSource, FillsTheSameContactsMoreSlowly) {
  Stage stage;
  stage.options.source = ContactSource::bullet;
  stage.add(plane(), Vec3::Zero(), Quat::Identity(), Motion::fixed);
  stage.add(box({0.5, 0.5, 0.5}), Vec3(0, 0, 0.499));
  stage.add({{sphere(0.2), box({0.1, 0.1, 0.1})}}, {Vec3(0, 0, 1.198), Quat::Identity()});
  std::size_t first = stage.collide().contacts.size(), later = 0;
  for (int step = 0; step < 10; ++step) {
    stage.states[1].pose.orientation = about(Vec3(1, 1 + step, 0), 1e-3 * (step % 3));
    const ContactSet& set = stage.collide();
    later = set.contacts.size();
    for (const Contact& contact : set.contacts) {
      EXPECT_LT(contact.body_a, contact.body_b);
      EXPECT_LT(contact.normal.z(), -0.9);
      EXPECT_NEAR(contact.gap, 0.0, 0.01);
    }
    for (std::size_t i = 1; i < set.contacts.size(); ++i) EXPECT_LT(set.contacts[i - 1].key, set.contacts[i].key);
  }
  EXPECT_GE(first, 2u);
  EXPECT_GE(later, first);
  stage.world.forbid(0, 1);
  for (const Contact& contact : stage.collide().contacts) EXPECT_FALSE(contact.body_a == 0 && contact.body_b == 1);
}

}  // namespace
}  // namespace spook::test
