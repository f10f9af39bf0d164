// The report: every experiment has its own name and its own files.
#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "scenarios/papers/experiment.h"
#include "scenarios/papers/paper_pages.h"

namespace spook::papers {
namespace {

TEST(PaperReport, EveryExperimentHasANameOfItsOwn) {
  std::set<std::string> names;
  for (const Experiment& experiment : experiments()) {
    EXPECT_TRUE(names.insert(experiment.name).second) << experiment.name << " is there twice";
    EXPECT_FALSE(experiment.what.empty()) << experiment.name;
    EXPECT_FALSE(experiment.paper.empty()) << experiment.name;
  }
}

TEST(PaperReport, PrintedAndOwnYardsticksStayApart) {
  Report report;
  report.check("a", printed("Table I", "1"), "1", "1", true);
  report.check("b", "2 (theory)", "2", "2", true);
  report.check("c", "3", "4", "3", false, "", {Cause::print, "a reason"});
  EXPECT_EQ(report.rows[0].yardstick.kind(), "Table I");
  EXPECT_EQ(report.rows[1].yardstick.kind(), "our check");
  EXPECT_EQ(report.rows[2].verdict, Verdict::explained);
  EXPECT_EQ(report.rows[2].cause, Cause::print);
  EXPECT_FALSE(report.passed()) << "an explained miss is a miss";
}

TEST(PaperReport, EveryPageNamesExperimentsThatExist) {
  for (const PaperPage& page : pages())
    for (const PaperItem& item : page.items) {
      const std::string name = item.experiment;
      EXPECT_TRUE(name.empty() || find_experiment(name)) << page.title << ", " << item.what << ": " << name;
      EXPECT_TRUE(item.state != State::misprinted || *item.how) << item.what << " is printed wrongly: how?";
      EXPECT_TRUE(item.state != State::not_reproducible || *item.how) << item.what << " cannot be reproduced: why?";
    }
}

// what an experiment calls a table or figure is unique within it only
TEST(PaperReport, FilesOfTwoExperimentsDoNotMeet) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "spook_paper_report";
  std::filesystem::remove_all(folder);
  Report report;
  report.check("a", "1", "1", "1", true);
  report.tables.push_back({"work", "work", {"x"}, {{"1"}}});
  Figure figure;
  figure.name = "work";
  Panel panel;
  Series series;
  series.x = {0, 1}, series.y = {0, 1};
  panel.series.push_back(series);
  figure.panels.push_back(panel);
  report.figures.push_back(figure);
  for (const char* name : {"first", "second"}) {
    Experiment experiment;
    experiment.name = name;
    const std::string text = write_report(experiment, report, folder);
    EXPECT_NE(text.find(std::string(name) + "_work.png"), std::string::npos);
  }
  std::set<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files.insert(entry.path().filename().string());
  const std::set<std::string> expected{
      "first.csv",  "first.md",  "first_work.csv",  "first_work.png",  "first_work_points.csv",
      "second.csv", "second.md", "second_work.csv", "second_work.png", "second_work_points.csv"};
  EXPECT_EQ(files, expected);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace spook::papers
