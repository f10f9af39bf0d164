#include "viewer/app/course.h"

#include <cmath>
#include <cstdio>

#include "viewer/panels/context.h"
#include "viewer/render/convert.h"

namespace spook {
namespace {

const Course* course_of(const AppContext& app, bool& set_up) {
  set_up = false;
  const auto& opened = app.frame->opened;
  if (!opened || !opened->source.scenario) return nullptr;
  const auto value = opened->source.values.find("course");
  set_up = value != opened->source.values.end() && value->second != 0.0;
  return find_course(opened->source.scenario->name);
}

const BodyView* body_named(const Snapshot& now, const std::string& name) {
  for (const BodyView& body : now.bodies)
    if (body.look->name == name) return &body;
  return nullptr;
}

int brought(const Course& course, const Snapshot& now) {
  int count = 0;
  for (const BodyView& body : now.bodies)
    count += body.look->name.starts_with(course.cargo) && body.pose.position.x() < course.line_x;
  return count;
}

}  // namespace

std::string clock_words(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%d:%04.1f", int(seconds / 60.0), std::fmod(seconds, 60.0));
  return text;
}

void open_course(AppContext& app, bool on) {
  SceneSource source = app.frame->opened->source;
  source.values["course"] = on ? 1.0 : 0.0;
  app.simulation.open(source);
}

void CourseRun::begin(const AppContext& app) {
  world_ = app.frame->world;
  running = done = false;
  time = 0.0, count = 0;
  started_ = finished_ = -1.0;
  last_time_ = app.now()->time;
  passed_at_.clear();
  bool set_up = false;
  offered = course_of(app, set_up);
  course = set_up ? offered : nullptr;
  if (!course) return;
  const auto known = app.settings.best_times.find(course->name);
  best = known != app.settings.best_times.end() ? known->second : 0.0;
  if (const BodyView* body = body_named(*app.now(), course->body)) last_ = body->pose.position.head<2>();
}

// what came after that moment has not happened
void CourseRun::go_back(double now) {
  while (!passed_at_.empty() && passed_at_.back() > now) passed_at_.pop_back();
  if (finished_ > now) finished_ = -1.0, done = false;
  if (started_ > now) started_ = -1.0;
}

void CourseRun::judge(AppContext& app) {
  const Snapshot& now = *app.now();
  if (course->gates.empty()) {
    count = brought(*course, now);
  } else if (const BodyView* body = body_named(now, course->body)) {
    const Vec2 at = body->pose.position.head<2>();
    const std::size_t next = passed_at_.size();
    if (now.time > last_time_ && next < course->gates.size() && passes(course->gates[next], last_, at))
      passed_at_.push_back(now.time);
    last_ = at;
    count = int(passed_at_.size());
  }
  if (started_ < 0.0 || done || count < needed()) return;
  done = true, finished_ = now.time;
  const double taken = finished_ - started_;
  const bool record = best == 0.0 || taken < best;
  if (record) app.settings.best_times[course->name] = best = taken;
  app.say("Done in " + clock_words(taken) + (record ? ": your best so far" : ""));
}

void CourseRun::take(AppContext& app) {
  if (app.frame->world != world_) begin(app);
  if (!course) return;
  const double now = app.now()->time;
  if (now < last_time_) go_back(now);
  if (started_ < 0.0 && !done && app.driver == Driver::you && now > 0.0) started_ = now;
  judge(app);
  running = started_ >= 0.0 && !done;
  time = started_ < 0.0 ? 0.0 : (done ? finished_ : now) - started_;
  last_time_ = now;
}

// where a post ends above; no such post: none
std::optional<Vec3> CourseRun::post_top(const Snapshot& now, int number) {
  const BodyView* post = body_named(now, "post_" + std::to_string(number));
  if (!post) return std::nullopt;
  return Vec3(post->pose.position.x(), post->pose.position.y(), post->bounds_max.z());
}

void CourseRun::show(const Snapshot& now, DrawList& list) const {
  if (!course) return;
  const glm::vec4 next(0.98f, 0.72f, 0.28f, 1), passed(0.35f, 0.80f, 0.45f, 0.9f), later(1, 1, 1, 0.65f);
  const auto at = [](const Vec2& p, double z) { return to_glm(Vec3(p.x(), p.y(), z)); };
  for (int i = 0; i < int(course->gates.size()); ++i) {
    const glm::vec4& colour = i < count ? passed : i == count ? next : later;
    const auto right = post_top(now, 2 * i), left = post_top(now, 2 * i + 1);
    if (!right || !left) continue;
    list.line(to_glm(*right), to_glm(*left), colour, i == count ? 5.0f : 2.5f, true);
    list.labels.push_back({to_glm(Vec3(0.5 * (*right + *left) + Vec3(0, 0, 0.3))), std::to_string(i + 1), colour});
  }
  if (!course->gates.empty()) return;
  const double x = course->line_x, half = course->line_half;
  list.line(at({x, -half}, 0.03), at({x, half}, 0.03), done ? passed : next, 5.0f);
}

}  // namespace spook
