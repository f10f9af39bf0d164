// Tracks: branches that stay, in the stepping thread and in the window.
#include "viewer/app/tracks.h"

#include <gtest/gtest.h>

#include "driver.h"
#include "simulations.h"
#include "viewer/app/simulation.h"

namespace spook::test {
namespace {

Frame at_step(Simulation& simulation, std::uint64_t step) {
  simulation.seek(step);
  return frame_when(simulation, [step](const SimFrame& f) { return f.current->step == step; });
}

void push_a_brick(Simulation& simulation, double speed) {
  const Snapshot& now = *simulation.frame()->current;
  for (const BodyView& body : now.bodies)
    if (body.look->motion == Motion::dynamic)
      return simulation.edit({SetVelocity{body.id, {0, speed, 0}, Vec3::Zero()}}, "push " + body.look->name);
}

void soften(Simulation& simulation, const char* compliance) {
  Parameters parameters = *simulation.frame()->current->parameters;
  set_parameter(parameters, "compliance", compliance);
  simulation.set_parameters(Side::a, parameters);
}

Frame with_tracks(const Simulation& simulation, std::size_t count) {
  return frame_when(simulation, [count](const SimFrame& f) { return f.tracks && f.tracks->size() == count; });
}

const TrackView* track_of(const Frame& frame, int number) {
  for (const TrackView& track : *frame->tracks)
    if (track.info.number == number) return &track;
  return nullptr;
}

TEST(Tracks, PlayingOnFromThePastWithoutATouchOpensNone) {
  Simulation simulation;
  open_small_wall(simulation);
  const Frame end = after_steps(simulation, 20);
  at_step(simulation, 5);
  const Frame again = after_steps(simulation, 15);
  EXPECT_EQ(again->current->report.hash, end->current->report.hash);
  EXPECT_EQ(again->tracks->size(), 1u);
}

TEST(Tracks, WhatWasStaysAndIsGoneBackToToTheLastBit) {
  Simulation simulation;
  open_small_wall(simulation);
  const Frame first = after_steps(simulation, 30);
  at_step(simulation, 10);
  push_a_brick(simulation, 1.0);
  const Frame second = after_steps(simulation, 15);
  const Frame two = with_tracks(simulation, 2);
  ASSERT_EQ(two->tracks->size(), 2u);
  EXPECT_EQ(two->track, 2);
  const TrackView* mine = track_of(two, 2);
  ASSERT_TRUE(mine);
  EXPECT_EQ(mine->info.parent, 1);
  EXPECT_EQ(mine->info.from, 10u);
  EXPECT_EQ(mine->info.name.rfind("push ", 0), 0u) << mine->info.name;
  EXPECT_EQ(track_of(two, 1)->end_step, 30u);
  // there and back
  simulation.open_track(1);
  const Frame there = frame_when(simulation, [](const SimFrame& f) { return f.track == 1; });
  EXPECT_EQ(there->current->step, 25u) << "at the time one stood at";
  EXPECT_EQ(at_step(simulation, 30)->current->report.hash, first->current->report.hash);
  EXPECT_EQ(after_steps(simulation, 3)->tracks->size(), 2u) << "going on at its end is the same track";
  simulation.open_track(2);
  frame_when(simulation, [](const SimFrame& f) { return f.track == 2; });
  EXPECT_EQ(at_step(simulation, 25)->current->report.hash, second->current->report.hash);
  simulation.rename_track(1, "calm");
  EXPECT_EQ(track_of(frame_when(simulation, [](const SimFrame& f) { return f.tracks->front().info.name == "calm"; }), 1)
                ->info.name,
            "calm");
  simulation.delete_track(1);
  EXPECT_EQ(with_tracks(simulation, 1)->tracks->front().info.number, 2);
}

TEST(Tracks, TheSameInputUnderOtherSettings) {
  Simulation simulation;
  open_small_wall(simulation);
  after_steps(simulation, 10);
  push_a_brick(simulation, 1.5);
  const Frame pushed = after_steps(simulation, 20);
  // the same once more with the same settings comes to the same
  simulation.replay_track(1);
  const Frame same = with_tracks(simulation, 2);
  ASSERT_EQ(same->tracks->size(), 2u);
  frame_when(simulation, [](const SimFrame& f) { return f.current->step >= 30; });
  simulation.play(false);
  EXPECT_EQ(at_step(simulation, 30)->current->report.hash, pushed->current->report.hash);
  // and softer it does not, though the push is there
  soften(simulation, "1e-4");
  simulation.replay_track(1);
  with_tracks(simulation, 3);
  const Frame third = frame_when(simulation, [](const SimFrame& f) { return f.current->step >= 30 && f.track == 3; });
  simulation.play(false);
  ASSERT_EQ(third->tracks->size(), 3u);
  const TrackView* soft = track_of(third, third->track);
  EXPECT_EQ(get_parameter(soft->settings, "compliance"), "1e-04");
  EXPECT_GE(soft->inputs.size(), 1u);
}

TEST(Tracks, AreComparedAsAAndBAndBothRepeatWhatTheyDid) {
  Simulation simulation;
  open_small_wall(simulation);
  after_steps(simulation, 10);
  push_a_brick(simulation, 1.0);
  const Frame first = after_steps(simulation, 20);
  at_step(simulation, 5);
  soften(simulation, "1e-5");
  const Frame second = after_steps(simulation, 25);
  simulation.compare_track(1);
  const Frame both = frame_when(simulation, [](const SimFrame& f) { return f.second != nullptr; });
  ASSERT_TRUE(both->second);
  EXPECT_EQ(both->second->report.hash, first->current->report.hash);
  EXPECT_EQ(both->current->report.hash, second->current->report.hash);
  // scrubbed together, and played to where they were: with the push on B's side alone
  const Frame past = at_step(simulation, 8);
  EXPECT_EQ(past->second->step, 8u);
  const Frame replayed = after_steps(simulation, 22);
  EXPECT_EQ(replayed->second->report.hash, first->current->report.hash);
  EXPECT_EQ(replayed->current->report.hash, second->current->report.hash);
  EXPECT_EQ(replayed->tracks->size(), 2u);
  simulation.exchange_sides();
  const Frame swapped = frame_when(simulation, [](const SimFrame& f) { return f.track == 1 && f.second; });
  EXPECT_EQ(swapped->current->report.hash, first->current->report.hash);
  simulation.join(Side::a);
  const Frame one = frame_when(simulation, [](const SimFrame& f) { return !f.second; });
  EXPECT_EQ(one->track, 1);
  EXPECT_EQ(with_tracks(simulation, 2)->tracks->size(), 2u);
}

TEST(Tracks, TheSideThatIsNotKeptStays) {
  Simulation simulation;
  open_small_wall(simulation);
  after_steps(simulation, 5);
  simulation.split();
  frame_when(simulation, [](const SimFrame& f) { return f.second != nullptr; });
  Parameters other = *simulation.frame()->current->parameters;
  set_parameter(other, "compliance", "1e-4");
  simulation.set_parameters(Side::b, other);
  const Frame two = after_steps(simulation, 10);
  simulation.join(Side::b);
  const Frame one = with_tracks(simulation, 2);
  ASSERT_EQ(one->tracks->size(), 2u);
  EXPECT_EQ(one->current->report.hash, two->second->report.hash);
  simulation.open_track(1);
  const Frame back = frame_when(simulation, [](const SimFrame& f) { return f.track == 1; });
  EXPECT_EQ(at_step(simulation, 15)->current->report.hash, two->current->report.hash);
  EXPECT_EQ(back->tracks->size(), 2u);
}

TEST(Tracks, MemoryIsBoundedWithAWord) {
  Simulation simulation;
  open_small_wall(simulation);
  after_steps(simulation, 1);
  // moments of a megabyte each, of states that differ
  std::vector<std::shared_ptr<const SavedState>> states;
  std::mutex mutex;
  simulation.run([&](World& world) {
    const std::lock_guard lock(mutex);
    for (int i = 0; i < 80; ++i) world.step(), states.push_back(world.save());
  });
  frame_when(simulation, [&](const SimFrame&) {
    const std::lock_guard lock(mutex);
    return states.size() == 80;
  });
  Tracks tracks(std::size_t(30) << 20);
  const Timeline present;
  std::string said;
  for (int number = 1; number <= 2; ++number) {
    Track track;
    track.info.number = number;
    for (std::size_t i = 0; i < 40; ++i)
      track.timeline.add({i + 1, 0, double(i) / 60, states[std::size_t(number - 1) * 40 + i], std::size_t(1) << 20});
    said = tracks.put_away(std::move(track), present);
  }
  EXPECT_LE(tracks.bytes(present), std::size_t(30) << 20);
  EXPECT_NE(said.find("keeps fewer moments"), std::string::npos) << said;
  ASSERT_EQ(tracks.all().size(), 2u);
  for (const Track& track : tracks.all()) {
    EXPECT_EQ(track.timeline.last()->step, 40u) << "its end stays";
    EXPECT_GE(track.timeline.count(), 8u);
  }
}

TEST(TracksWindow, ScrubbedBackAndTouchedATrackOpensIsListedComparedAndDeleted) {
  Sandbox sandbox({"brick_wall", "--param", "bricks=5", "--param", "courses=4"}, R"({"hints_seen": true})");
  sandbox.until([](const json& s) { return s["step"] >= 60 && s["frames"] >= 5; });
  sandbox.click_widget("bar.look_closer");
  sandbox.until([](const json& s) { return s["widgets"].contains("menu.tracks"); });
  sandbox.click_widget("menu.tracks");
  sandbox.key("space");
  const json paused = sandbox.until([](const json& s) { return !bool(s["playing"]) && s["tracks"].size() == 1; });
  const int last = paused["step"];
  sandbox.click_widget("time.scrubber", 0.3);
  sandbox.until([&](const json& s) { return s["step"] < last / 2; });
  // a shot, and time goes on
  sandbox.key_down("shift");
  sandbox.click(640, 250);
  sandbox.key_up("shift");
  sandbox.until([](const json& s) { return !body(s, "shot_1").is_null(); });
  sandbox.key("space");
  const json two = sandbox.until([](const json& s) { return s["tracks"].size() == 2; });
  ASSERT_EQ(two["tracks"].size(), 2u);
  EXPECT_EQ(two["track"], 2);
  EXPECT_EQ(two["tracks"][0]["end_step"], last);
  // a click into the first one's line goes there
  sandbox.until([](const json& s) { return s["widgets"].contains("tracks.lane.1"); });
  sandbox.click_widget("tracks.lane.1", 0.5);
  const json there = sandbox.until([](const json& s) { return s["track"] == 1; });
  EXPECT_EQ(there["track"], 1);
  EXPECT_TRUE(body(there, "shot_1").is_null());
  // the same input here
  sandbox.click_widget("tracks.again.2");
  const json again = sandbox.until([](const json& s) { return !body(s, "shot_1").is_null(); });
  EXPECT_FALSE(body(again, "shot_1").is_null());
  // side by side
  sandbox.until([](const json& s) { return s["widgets"].contains("tracks.compare.2"); });
  sandbox.click_widget("tracks.compare.2");
  EXPECT_TRUE(sandbox.until([](const json& s) { return s.contains("second"); }).contains("second"));
  sandbox.key("x");
  sandbox.until([](const json& s) { return !s.contains("second"); });
  const json before = sandbox.status();
  sandbox.until([](const json& s) { return s["widgets"].contains("tracks.delete.2"); });
  sandbox.click_widget("tracks.delete.2");
  const std::size_t fewer = before["tracks"].size() - 1;
  EXPECT_EQ(sandbox.until([&](const json& s) { return s["tracks"].size() == fewer; })["tracks"].size(), fewer);
  EXPECT_EQ(sandbox.quit(), 0);
}

}  // namespace
}  // namespace spook::test
