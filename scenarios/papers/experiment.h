// A published experiment, run again: what was printed, what comes out here, and a verdict a row.
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

// shown: no bar applies; explained: differs from the bar or the print as the reference data itself does, and the note
// says why
enum class Verdict { pass, fail, shown, explained };

struct Row {
  std::string quantity, published, ours, bar;
  Verdict verdict = Verdict::shown;
  std::string note;
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

  // a row with a bar: passes if ok
  void check(std::string quantity, std::string published, std::string ours, std::string bar, bool ok,
             std::string note = {});
  void show(std::string quantity, std::string published, std::string ours, std::string note = {});
  void explain(std::string quantity, std::string published, std::string ours, std::string why);
  bool passed() const;
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
