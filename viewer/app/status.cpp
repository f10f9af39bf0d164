// --status: what happened and what is where, as JSON, so that a test can drive the window with a real mouse.
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "engine/constraint/joint_rows.h"
#include "engine/scene/files.h"
#include "viewer/app/application.h"
#include "viewer/app/course.h"
#include "viewer/app/event_log.h"
#include "viewer/app/insight.h"
#include "viewer/app/tools.h"
#include "viewer/app/tracks.h"
#include "viewer/interact/hand_words.h"
#include "viewer/panels/widgets.h"
#include "viewer/render/convert.h"

namespace spook {
namespace {

using nlohmann::json;

json triple(const Vec3& v) {
  return {v.x(), v.y(), v.z()};
}

json body_status(const AppContext& app, const BodyView& body) {
  const Quat& q = body.pose.orientation;
  json j{{"name", body.look->name},
         {"position", triple(body.pose.position)},
         {"orientation", {q.w(), q.x(), q.y(), q.z()}},
         {"velocity", triple(body.velocity)},
         {"angular_velocity", triple(body.angular_velocity)},
         {"selected", app.selection.bodies.contains(body.id)},
         {"mass", body.look->mass},
         {"bounds", {triple(body.bounds_min), triple(body.bounds_max)}}};
  glm::vec2 at;
  if (project(app.view, to_glm(body.pose.position), at)) j["pixel"] = {at.x, at.y};
  return j;
}

json joint_status(const AppContext& app, const JointView& joint) {
  json j{{"name", joint.name},         {"type", joint_type_info(joint.type).name},
         {"force", joint.force},       {"torque", joint.torque},
         {"position", joint.position}, {"speed", joint.speed}};
  if (joint.break_force) j["break_force"] = *joint.break_force;
  if (joint.break_torque) j["break_torque"] = *joint.break_torque;
  glm::vec2 at;
  if (project(app.view, to_glm(Vec3(0.5 * (joint.anchor_a + joint.anchor_b))), at)) j["pixel"] = {at.x, at.y};
  return j;
}

json course_status(const AppContext& app) {
  const CourseRun& run = *app.course;
  if (!run.course) return {};
  return {{"name", run.course->name}, {"time", run.time},   {"running", run.running}, {"done", run.done},
          {"count", run.count},       {"of", run.needed()}, {"best", run.best}};
}

// the papers' gallery: what runs, how it went, what stands on the stage
json papers_status(const AppContext& app) {
  json j;
  const PaperRun run = app.papers.run();
  const PaperStage& stage = app.stage;
  j["running"] = run.running, j["cancelled"] = run.cancelled, j["fraction"] = run.fraction, j["what"] = run.what;
  j["experiment"] = stage.experiment ? stage.experiment->name : "";
  if (!stage.report) return j;
  const VerdictCount count = count_verdicts(*stage.report);
  j["verdicts"] = {{"pass", count.pass}, {"fail", count.fail}, {"explained", count.explained}, {"shown", count.shown}};
  j["rows"] = stage.report->rows.size(), j["figures"] = stage.report->figures.size();
  j["stage"] = {{"shown", stage.shown},
                {"playing", stage.playing},
                {"time", stage.time},
                {"duration", stage.duration()},
                {"lanes", stage.report->animation.lanes}};
  return j;
}

// how the window is set up, and what it has just said
json window_status(const AppContext& app, const Furniture& furniture) {
  const Settings& s = app.settings;
  json j{{"em", app.em},
         {"dark", s.dark},
         {"open_panels", s.open_panels},
         {"docks", {s.left_width, s.right_width, s.bottom_height}},
         {"recording", furniture.recording},
         {"help_open", furniture.help_open},
         {"hints_left", 3 - std::popcount(app.hints_followed)},
         {"outline", {app.outline.x, app.outline.y, app.outline.z}},
         {"film", {{"open", furniture.film.open}, {"busy", furniture.film.busy}, {"share", furniture.film.share}}},
         {"hovered_contact", app.hovered_contact}};
  for (const LayerKey& key : layer_keys()) j["layers"][std::string(key.name)] = s.layers.*key.field;
  j["said"] = json::array();
  for (const Furniture::Toast& toast : furniture.toasts) j["said"].push_back(toast.text);
  return j;
}

json parameters_status(const Parameters& parameters) {
  json j = json::object();
  for (const ParameterInfo& info : parameter_table()) j[std::string(info.name)] = get_parameter(parameters, info.name);
  return j;
}

long resident_kilobytes() {
  std::ifstream in("/proc/self/statm");
  long pages = 0, resident = 0;
  in >> pages >> resident;
  return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

json inside_status(const AppContext& app) {
  const InsideStep& step = *app.inside.step;
  json j{{"step", step.step},
         {"moments", step.moments.size()},
         {"parts", step.parts.size()},
         {"moment", app.inside.moment},
         {"playing", app.inside.playing},
         {"repeated", step.repeated},
         {"ms", step.ms}};
  if (step.moments.empty()) return j;
  const InsideMoment& now = step.moments[std::size_t(app.inside.moment)];
  j["title"] = now.title, j["residual"] = {now.normal, now.tangent}, j["changes"] = now.changes;
  double impulse = 0.0;
  for (const Vec3& contact : now.impulses) impulse += contact[0];
  j["normal_impulse"] = impulse, j["worst"] = now.worst, j["contacts"] = now.impulses.size();
  return j;
}

// what the panels under "Look closer" show
json insight_status(const AppContext& app) {
  const Magnifier& magnifier = app.insight->magnifier;
  json j{
      {"magnifier", {{"times", magnifier.times}, {"motion", magnifier.motion}, {"since", magnifier.reference_time}}}};
  if (app.settings.open_panels.contains("magnifier"))
    for (const Deformation& one : deformations(*app.now()))
      for (const auto& [kind, name] : {std::pair{Give::overlap, "overlap"}, std::pair{Give::joint_gap, "joint_gap"},
                                       std::pair{Give::held_slip, "held_slip"}})
        if (one.kind == kind) j["magnifier"][name] = std::max(one.size, j["magnifier"].value(name, 0.0));
  const LessonProgress& lesson = app.insight->lessons;
  j["lesson"] = {{"which", lesson.lesson}, {"stage", lesson.stage},       {"acted", lesson.acted},
                 {"done", lesson.done},    {"finished", lesson.finished}, {"ticked", lesson.ticked}};
  if (const Agreement& agreement = app.insight->agreement; app.settings.open_panels.contains("agreement")) {
    j["agreement"] = {{"rows", agreement.rows.size()},
                      {"within", agreement.within},
                      {"fitted", agreement.fitted},
                      {"fitted_within", agreement.fitted_within}};
    j["agreement"]["chosen"] = agreement.chosen.has_value();
  }
  if (const MatrixPicture* matrix = app.insight->matrix.shown(); matrix && !app.insight->matrix.busy())
    j["matrix"] = {{"unknowns", matrix->study.unknowns},
                   {"factor_entries", matrix->study.factor_entries},
                   {"order", int(app.insight->matrix.order())}};
  if (const auto cells = app.insight->sweep.cells(); !cells.empty()) {
    j["sweep"] = {
        {"cells", cells.size()}, {"done", app.insight->sweep.done()}, {"running", app.insight->sweep.running()}};
    for (const SweepCell& cell : cells) j["sweep"]["overlap"].push_back(cell.values[0]);
  }
  j["picking"] = app.insight->picking;
  j["picked"] = app.insight->picked.valid();
  if (const int at = app.insight->picked.valid() ? find_picked(*app.now(), app.insight->picked) : -1; at >= 0) {
    const ContactView& contact = app.now()->contacts[std::size_t(at)];
    j["picked_names"] = between_words(*app.now(), contact.body_a, contact.body_b, "on");
  }
  if (app.inside.step && app.insight->pivots_of == app.inside.step) {
    const PivotTable& table = app.insight->pivots;
    j["pivots"] = {{"rows", table.rows.size()}, {"moments", table.moments}, {"flipping", table.flipping}};
    if (!table.rows.empty())
      j["pivots"]["first"] = {{"name", table.rows.front().name},
                              {"flips", table.rows.front().flips},
                              {"height", table.rows.front().point.z()}};
  }
  if (app.insight->friction) {
    const FrictionPath path = app.insight->friction->path();
    j["friction"] = {{"samples", path.samples.size()}, {"touching", path.touching}, {"creep", path.creep()}};
    if (!path.samples.empty()) {
      const FrictionSample& now = path.samples.back();
      j["friction"]["bound"] = now.bound(), j["friction"]["used"] = now.tangent.norm();
      j["friction"]["state"] = int(now.state), j["friction"]["stored"] = now.stored.norm();
      j["friction"]["held"] = now.held, j["friction"]["held_bound"] = now.held_bound;
      for (const Vec3& swept : now.swept) j["friction"]["swept"].push_back(triple(swept));
    }
  }
  if (app.insight->ledger) {
    const LedgerAccount account = app.insight->ledger->account();
    j["ledger"] = {{"lines", account.lines.size()},
                   {"substeps", account.substeps},
                   {"began", account.began},
                   {"share_unexplained", account.share_unexplained()}};
    if (!account.lines.empty()) {
      const LedgerLine& line = account.lines.back();
      j["ledger"]["kinetic"] = line.kinetic, j["ledger"]["turnover"] = line.turnover;
      for (const LedgerRow& row : ledger_rows()) j["ledger"]["work"][row.key] = line.work[std::size_t(row.entry)];
    }
  }
  return j;
}

// A/B: the other side's state, and how far the two are apart
json comparison_status(const AppContext& app) {
  const Snapshot& second = *app.frame->second;
  char hash[20];
  std::snprintf(hash, sizeof hash, "%016llx", static_cast<unsigned long long>(second.report.hash));
  json j{{"hash", hash},
         {"step", second.step},
         {"time", second.time},
         {"split", app.frame->split},
         {"scene", (app.frame->second_opened ? app.frame->second_opened : app.frame->opened)->scene.name},
         {"two_scenes", app.two_scenes()},
         {"hand_here", app.side_of_hand == Side::b},
         {"selected", app.second_selection.bodies.size()},
         {"largest", app.comparison.largest},
         {"rms", app.comparison.rms},
         {"farthest", app.comparison.farthest},
         {"shown", int(app.comparison.shown)},
         {"edits", app.comparison.edits == Side::b ? "b" : "a"},
         {"reports", app.second_reports.size()},
         {"middle", app.split_area.left},
         {"left_of_a", app.view.area.left},
         {"physics_ms", second.report.ms.total}};
  if (second.parameters) j["parameters"] = parameters_status(*second.parameters);
  for (const GripView& grip : second.grips)
    j["grips"].push_back({{"force", grip.force}, {"point", triple(grip.point)}});
  for (const JointView& joint : second.joints) j["joints"].push_back({{"name", joint.name}, {"speed", joint.speed}});
  for (const BodyView& body : second.bodies)
    if (body.look->motion == Motion::dynamic) {
      json one{{"name", body.look->name}, {"position", triple(body.pose.position)}};
      glm::vec2 at;  // the same camera, in the other half
      if (project(app.view, to_glm(body.pose.position), at))
        one["pixel"] = {at.x + app.split_area.left - app.view.area.left, at.y};
      j["bodies"].push_back(std::move(one));
    }
  return j;
}

}  // namespace

void append_note(const std::string& file, const AppContext& app, const RunFigures& figures) {
  std::ofstream out(file, std::ios::app);
  out << json{{"frames", figures.frames},
              {"world", app.frame->world},
              {"scene", app.frame->opened ? app.frame->opened->scene.name : ""},
              {"resident_kb", resident_kilobytes()},
              {"gl_names", gl_names_in_use()}}
      << "\n"
      << std::flush;
  if (!out) throw WriteError("cannot write " + file);
}

void write_status(const std::string& file, const AppContext& app, const RunFigures& figures,
                  const Furniture& furniture) {
  const SimFrame& frame = *app.frame;
  json j{
      {"frames", figures.frames},       {"mean_frame_ms", figures.timed ? figures.frame_ms_sum / figures.timed : 0.0},
      {"physics_ms", frame.physics_ms}, {"real_time_factor", frame.real_time_factor},
      {"keeps_pace", frame.keeps_pace}, {"pace", frame.pace.value_or(0.0)},
      {"left_over", frame.left_over},   {"device", app.device},
      {"playing", frame.playing},       {"speed", frame.speed},
      {"world", frame.world},           {"undo_depth", frame.undo_depth},
      {"redo_depth", frame.redo_depth}, {"undo_label", frame.undo_label},
      {"redo_label", frame.redo_label}, {"branches", frame.branches},
      {"error", furniture.error_text},  {"gallery_open", furniture.gallery_open}};
  constexpr const char* drivers[] = {"", "autopilot", "you"};
  j["driver"] = drivers[int(app.driver)];
  j["levers"] = app.levers;
  j["tool"] = {{"name", row_of(app.tools->tool()).id},
               {"words", app.tools->words(app)},
               {"blast_strength", app.tools->blast_strength}};
  j["log"] = json::array();
  for (const EventLog::Event& event : app.log->events) j["log"].push_back(event.text);
  j["course"] = course_status(app);
  j["window"] = window_status(app, furniture);
  j["study_curves"] = app.study_curves;
  j["history"] = {{"first_step", frame.first_step},
                  {"last_step", frame.last_step},
                  {"moments", frame.history_moments},
                  {"bytes", frame.history_bytes}};
  double scene_ms = 0, panel_ms = 0;
  for (const DrawTime& t : app.draw_times)
    scene_ms += t.scene / double(app.draw_times.size()), panel_ms += t.panels / double(app.draw_times.size());
  j["draw_ms"] = {{"scene", scene_ms}, {"panels", panel_ms}};
  const CameraDesc camera = describe_camera(app.camera.camera());
  j["camera"] = {
      {"position", triple(camera.position)}, {"target", triple(camera.target)}, {"vertical_fov", camera.vertical_fov}};
  if (const Snapshot* now = app.now()) {
    char hash[20];
    std::snprintf(hash, sizeof hash, "%016llx", static_cast<unsigned long long>(now->report.hash));
    j["scene"] = frame.opened->scene.name, j["hash"] = hash, j["step"] = now->step, j["time"] = now->time;
    double friction = 0;
    for (const ContactView& contact : now->contacts) friction = std::max(friction, contact.friction);
    j["contact_friction"] = friction;
    j["joint_max_m"] = now->report.joint_max_m;
    j["contacts"] = now->contacts.size(), j["flags"] = now->report.flags;
    if (now->parameters) j["parameters"] = parameters_status(*now->parameters);
    j["wind"] = triple(now->wind);
    for (const JointView& joint : now->joints) j["joints"].push_back(joint_status(app, joint));
    for (const GripView& grip : now->grips)
      j["grips"].push_back({{"force", grip.force},
                            {"cap", grip.cap},
                            {"slack", grip.slack},
                            {"words", grip_in_words(grip.force, grip.cap, grip.slack)},
                            {"orientation_locked", app.holds_orientation},
                            {"point", triple(grip.point)},
                            {"target", triple(grip.target)}});
    for (const BodyView& body : now->bodies)
      if (body.look->motion == Motion::dynamic) j["bodies"].push_back(body_status(app, body));
  }
  if (app.now()) j["insight"] = insight_status(app);
  if (app.inside.step) j["inside"] = inside_status(app);
  j["track"] = frame.track, j["replaying"] = frame.replaying, j["track_bytes"] = frame.track_bytes;
  if (frame.tracks)
    for (const TrackView& track : *frame.tracks)
      j["tracks"].push_back({{"number", track.info.number},
                             {"name", track.info.name},
                             {"parent", track.info.parent},
                             {"from", track.info.from},
                             {"present", track.present},
                             {"inputs", track.inputs.size()},
                             {"end_step", track.end_step}});
  j["reports"] = app.reports.size();
  if (frame.solving)
    for (const SolvingMark& mark : *frame.solving)
      j["solving"].push_back(
          {{"of", mark_in_words(mark)}, {"by", mark.by == SolveBy::direct ? "direct" : "iterative"}});
  j["solving_figures"] = {{"automatic", app.insight->solving.automatic.residual},
                          {"now", app.insight->solving.now.residual},
                          {"steps", app.insight->solving.now.steps}};
  if (frame.second) j["second"] = comparison_status(app);
  j["papers"] = papers_status(app);
  for (const auto& [id, r] : ui::widgets()) j["widgets"][id] = {r.x0, r.y0, r.x1, r.y1};
  write_file(file, j.dump(1) + "\n");
}

}  // namespace spook
