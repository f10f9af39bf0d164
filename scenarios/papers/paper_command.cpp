#include "scenarios/papers/paper_command.h"

#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <stdexcept>

#include "engine/scene/files.h"
#include "scenarios/papers/experiment.h"
#include "scenarios/papers/paper_pages.h"

namespace spook::papers {

namespace {

// one line on a terminal, nothing into a pipe
class ProgressBar {
 public:
  explicit ProgressBar(std::string title) : title_(std::move(title)), shown_(isatty(STDERR_FILENO) != 0) {}
  ~ProgressBar() {
    if (shown_) std::fputs("\r\033[K", stderr);
  }
  bool operator()(double fraction, std::string_view what) const {
    if (!shown_) return true;
    constexpr int width = 30;
    const int full = static_cast<int>(width * std::min(1.0, std::max(0.0, fraction)));
    std::fprintf(stderr, "\r\033[K%-28s [%s%s] %.*s", title_.c_str(), std::string(full, '#').c_str(),
                 std::string(width - full, '.').c_str(), static_cast<int>(what.size()), what.data());
    std::fflush(stderr);
    return true;
  }

 private:
  std::string title_;
  bool shown_;
};

struct Count {
  int printed_pass = 0, our_pass = 0, miss = 0, explained = 0, shown = 0;
  std::array<int, std::size(causes)> by_cause{};
};

Count count(const Report& report) {
  Count result;
  for (const Row& row : report.rows)
    ++(row.verdict == Verdict::pass        ? row.yardstick.printed() ? result.printed_pass : result.our_pass
       : row.verdict == Verdict::fail      ? result.miss
       : row.verdict == Verdict::explained ? result.explained
                                           : result.shown);
  for (const Row& row : report.rows)
    if (row.verdict == Verdict::explained) ++result.by_cause[std::size_t(row.cause)];
  return result;
}

std::string misses_by_cause(const Count& all) {
  std::string text = "missed and explained: " + std::to_string(all.explained);
  for (const Cause cause : causes)
    text += (cause == causes[0] ? " = " : " + ") + std::to_string(all.by_cause[std::size_t(cause)]) + " " +
            std::string(word(cause));
  return text + "\n";
}

void list() {
  for (const Experiment& experiment : experiments())
    std::printf("%-26s %s (%s)\n", experiment.name.c_str(), experiment.what.c_str(), experiment.paper.c_str());
}

struct Ran {
  std::string section, line;
  bool passed = false;
  Count rows;
};

Ran run_one(const Experiment& experiment, const std::filesystem::path& folder, bool fast) {
  const auto start = std::chrono::steady_clock::now();
  Report report;
  {
    const ProgressBar bar(experiment.name);
    ExperimentContext context;
    context.fast = fast;
    context.progress = [&](double fraction, std::string_view what) { return bar(fraction, what); };
    try {
      experiment.run(context, report);
    } catch (const std::exception& problem) {
      report.check("the experiment itself", "", problem.what(), "runs to its end", false);
    }
  }
  Ran ran;
  ran.section = write_report(experiment, report, folder);
  ran.passed = report.passed();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const Count& rows = ran.rows = count(report);
  char text[240];
  std::snprintf(
      text, sizeof text, "%-26s met: %3d printed %3d ours | missed: %3d unexplained %3d explained | %3d shown  %7.1f s",
      experiment.name.c_str(), rows.printed_pass, rows.our_pass, rows.miss, rows.explained, rows.shown, seconds);
  ran.line = text;
  std::puts(text);
  for (const Row& row : report.rows)
    if (row.verdict == Verdict::fail)
      std::printf("  MISS %s: %s says %s, ours %s, bar %s %s\n", row.quantity.c_str(), row.yardstick.kind().c_str(),
                  row.yardstick.value.c_str(), row.ours.c_str(), row.bar.c_str(), row.note.c_str());
  std::fflush(stdout);
  return ran;
}

}  // namespace

int run_paper_command(const std::string& what, const std::filesystem::path& folder, bool fast) {
  if (what == "list") return list(), 0;
  std::vector<const Experiment*> wanted;
  for (const Experiment& experiment : experiments())
    if (what == "all" || experiment.name == what) wanted.push_back(&experiment);
  if (wanted.empty())
    throw std::invalid_argument("no experiment is called '" + what + "': `spook-lab paper list` names them");
  bool passed = true;
  std::string summary, sections;
  Count all;
  for (const Experiment* experiment : wanted) {
    const Ran ran = run_one(*experiment, folder, fast);
    passed &= ran.passed;
    summary += ran.line + "\n";
    sections += ran.section + "\n";
    all.explained += ran.rows.explained;
    for (std::size_t k = 0; k < all.by_cause.size(); ++k) all.by_cause[k] += ran.rows.by_cause[k];
  }
  std::fputs(misses_by_cause(all).c_str(), stdout);
  summary += misses_by_cause(all);
  const std::filesystem::path file = folder / "report.md";
  const std::string pages = what == "all" ? paper_pages() + changed_bars() : std::string();
  write_file(
      file,
      "# The laboratory of papers\n\nEvery row is held either against what a paper prints (the table, figure or "
      "equation is named) or against a check of ours (closed form, theory, more digits), never both. A missed bar "
      "is a miss, explained or not, and makes the command answer 1. What is missed and explained is sorted: *the "
      "print* is wrong or contradicts itself; something a run again needs is *not printed*; theirs is *another method "
      "or machine*; it is *ours*, a limit or a fault; or the cause was looked for and is *unknown*.\n\n```\n" +
          summary + "```\n\n" + pages + sections);
  std::printf("report: %s\n", file.c_str());
  return passed ? 0 : 1;
}

}  // namespace spook::papers
