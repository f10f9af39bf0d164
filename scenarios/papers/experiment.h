// A published experiment, run again: what it is measured by, what comes out here, and a verdict a row.
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/scene/scene.h"
#include "scenarios/papers/figure.h"

namespace spook::papers {

// shown: no bar applies; fail: the bar is missed; explained: it is missed too, and the note says why or what was tried.
// Both kinds of miss make the command answer 1; the tests accept those that are explained.
enum class Verdict { pass, fail, shown, explained };

// Why a bar is missed, in five sorts. print: the print is wrong or contradicts itself. not_printed: what a run again
// would need (parameters, digits, a rule) is not printed. other: another method or machine than theirs. ours: a limit
// or a fault of ours. unknown: looked for and not found.
enum class Cause { print, not_printed, other, ours, unknown };
inline constexpr Cause causes[] = {Cause::print, Cause::not_printed, Cause::other, Cause::ours, Cause::unknown};
std::string_view word(Cause cause);
struct Reason {
  Cause cause = Cause::unknown;
  std::string text;  // empty: there is no reason
};

// What a row is held against. Printed: a number or statement of the paper, with the table, figure or equation it stands
// in. Ours: a closed form, a theorem's consequence, an extrapolation, an integration with more digits. Never both.
struct Yardstick {
  std::string value;
  std::string source;                                      // "Table I"; empty: a check of ours
  Yardstick(const char* text) : value(text) {}             // NOLINT: plain text is a check of ours
  Yardstick(std::string text) : value(std::move(text)) {}  // NOLINT
  Yardstick(std::string where, std::string text) : value(std::move(text)), source(std::move(where)) {}
  bool printed() const { return !source.empty(); }
  std::string kind() const { return printed() ? source : "our check"; }
};
inline Yardstick printed(std::string source, std::string value) {
  return {std::move(source), std::move(value)};
}

struct Row {
  std::string quantity;
  Yardstick yardstick = "";
  std::string ours, bar;
  Verdict verdict = Verdict::shown;
  std::string note;
  Cause cause = Cause::unknown;  // of a miss that is explained
};

struct Table {
  std::string name;  // file name without .csv
  std::string caption;
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
};

// bodies moved through recorded poses; lanes stand side by side, one an integrator. Poses are those of the motion
// itself: whoever draws sets the lanes apart.
inline constexpr int every_lane = -1;  // what all of them see: a wall, a floor, a surface
struct AnimatedBody {
  std::string name;
  int lane = 0;
  std::vector<ShapeDesc> shapes;  // in the body's frame
  std::vector<Pose> poses;        // one a frame; the last one stays
  std::string look;               // of a scene's own body; empty: the lane's colour
  bool scenery = false;           // stands where it is, and needs no room of its own
};
struct Animation {
  double frame_time = 1.0 / 60.0;
  double slowness = 1.0;  // seconds shown a second of motion
  std::vector<std::string> lanes;
  std::vector<AnimatedBody> bodies;
};

struct Report {
  std::vector<std::string> remarks;  // Markdown paragraphs: what was done, what the printed formulas do instead
  std::vector<Row> rows;
  std::vector<Table> tables;
  std::vector<Figure> figures;
  Animation animation;

  // a row with a bar: passes if ok. A bar comes from the paper or from theory, before the run. `why`: the reason of a
  // miss that is known; without one a miss is a failure of the tests too.
  void check(std::string quantity, Yardstick yardstick, std::string ours, std::string bar, bool ok,
             std::string note = {}, const Reason& why = {});
  void show(std::string quantity, Yardstick yardstick, std::string ours, std::string note = {});
  bool passed() const;  // no bar is missed, explained or not
};

struct ExperimentContext {
  bool fast = false;  // the subset the tests run: same bars, fewer or coarser rows, seconds at most
  std::function<bool(double fraction, std::string_view what)> progress;  // false: the user cancelled
  // reports progress; throws Cancelled where the user gave up
  void at(double fraction, std::string_view what = {}) const;
};
struct Cancelled {};

struct Experiment {
  std::string name;   // as in `spook-lab paper NAME`, snake_case
  std::string paper;  // where it comes from
  std::string what;   // one line
  std::function<void(const ExperimentContext&, Report&)> run;
  std::string title() const;  // the name as a heading
};

// the families; experiments() joins them in this order
std::vector<Experiment> smooth_experiments();
std::vector<Experiment> nonsmooth_experiments();
std::vector<Experiment> engine_experiments();

std::span<const Experiment> experiments();
const Experiment* find_experiment(std::string_view name);

// numbers as tables print them: 3 significant digits, 1.23e-05
std::string number(double value, int digits = 3);
// slope of log(error) against log(h) between successive entries
std::vector<double> observed_orders(std::span<const double> h, std::span<const double> error);

// writes NAME.md, its CSV and PNG files into folder; the Markdown section also comes back
std::string write_report(const Experiment& experiment, const Report& report, const std::filesystem::path& folder);

}  // namespace spook::papers
