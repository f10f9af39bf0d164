#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>
#include <set>

#include "engine/parameters.h"
#include "engine/scene/numbers.h"

using namespace spook;

TEST(SceneParameters, EveryNameOfTheCommandsPageIsInTheTable) {
  for (const char* name : {"time_step",
                           "substeps",
                           "compliance",
                           "relaxation_steps",
                           "joint_compliance",
                           "joint_relaxation_steps",
                           "friction",
                           "restitution",
                           "restitution_threshold",
                           "impact_law",
                           "sweeps",
                           "couplings",
                           "sweep_kind",
                           "pivoting",
                           "effort",
                           "friction_law",
                           "friction_compliance",
                           "friction_viscosity",
                           "warm_start",
                           "follow_motion",
                           "discrete_gradient",
                           "geometric_stiffness",
                           "look_ahead",
                           "guard",
                           "preset",
                           "sleeping",
                           "contact_source",
                           "gravity",
                           "solver"})
    EXPECT_NE(find_parameter(name), nullptr) << name;
  EXPECT_EQ(find_parameter("threads"), nullptr);
}

TEST(SceneParameters, NamesAreUniqueAndEveryRowExplainsItself) {
  std::set<std::string_view> names;
  for (const ParameterInfo& info : parameter_table()) {
    EXPECT_TRUE(names.insert(info.name).second) << info.name;
    EXPECT_GT(info.help.size(), 20u) << info.name;
    EXPECT_EQ(info.help.back(), '.') << info.name;
    EXPECT_EQ(info.type == ParameterType::choice, !info.names.empty()) << info.name;
  }
}

TEST(SceneParameters, DefaultsAreInRangeAndSurviveTheirTextForm) {
  for (const ParameterInfo& info : parameter_table()) {
    Parameters parameters;
    const std::string text = get_parameter(parameters, info.name);
    EXPECT_FALSE(text.empty()) << info.name;
    EXPECT_EQ(set_parameter(parameters, info.name, text), "") << info.name;
    EXPECT_EQ(get_parameter(parameters, info.name), text) << info.name;
  }
}

TEST(SceneParameters, DoublesRoundTripToTheBit) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> exponent(-16, 0);
  for (int i = 0; i < 10000; ++i) {
    Parameters written, read;
    written.compliance = std::pow(10.0, exponent(random));
    written.gravity = Vec3(std::pow(10.0, exponent(random)), -std::pow(10.0, exponent(random)), -0.0);
    for (const char* name : {"compliance", "gravity"})
      ASSERT_EQ(set_parameter(read, name, get_parameter(written, name)), "");
    ASSERT_EQ(*read.compliance, *written.compliance);
    ASSERT_EQ(read.gravity, written.gravity);
    ASSERT_TRUE(std::signbit(read.gravity.z()));
  }
}

TEST(SceneParameters, EveryChoiceIsReachedByEachOfItsNames) {
  for (const ParameterInfo& info : parameter_table())
    for (const auto name : info.names) {
      if (name == "own") continue;  // what no preset is
      Parameters parameters;
      EXPECT_EQ(set_parameter(parameters, info.name, name), "");
      EXPECT_EQ(get_parameter(parameters, info.name), name);
    }
  Parameters parameters;
  set_parameter(parameters, "sweep_kind", "block-projection");
  EXPECT_EQ(parameters.sweep_kind, SweepKind::block_projection);
  set_parameter(parameters, "pivoting", "line-search");
  EXPECT_EQ(parameters.pivoting, Pivoting::line_search);
  set_parameter(parameters, "solver", "exact");
  EXPECT_EQ(parameters.solver, SolverKind::exact);
}

TEST(SceneParameters, OverridesCanBeGivenBackToTheScene) {
  Parameters parameters;
  EXPECT_EQ(get_parameter(parameters, "friction"), "scene");
  EXPECT_EQ(set_parameter(parameters, "friction", "0.7"), "");
  EXPECT_EQ(parameters.friction, 0.7);
  EXPECT_EQ(set_parameter(parameters, "friction", "scene"), "");
  EXPECT_FALSE(parameters.friction.has_value());
}

TEST(SceneParameters, BadValuesSayWhatWasExpectedAndChangeNothing) {
  const std::pair<const char*, const char*> bad[] = {
      {"time_step", "0"},     {"time_step", "nan"},    {"time_step", "1e-3x"}, {"time_step", ""},
      {"sweeps", "1.5"},      {"sweeps", "-1"},        {"warm_start", "yes"},  {"solver", "pgs"},
      {"gravity", "0,0"},     {"gravity", "0,0,0,0"},  {"gravity", "0,0,inf"}, {"gravity", "a,b,c"},
      {"restitution", "1.1"}, {"compliance", "-1e-9"}, {"sleeping", "scene"},  {"contact_source", "3"}};
  for (const auto& [name, value] : bad) {
    Parameters parameters;
    const std::string before = get_parameter(parameters, name), error = set_parameter(parameters, name, value);
    EXPECT_NE(error.find("expected"), error.npos) << name << "=" << value << ": " << error;
    EXPECT_NE(error.find(name), error.npos) << error;
    EXPECT_EQ(get_parameter(parameters, name), before);
  }
  Parameters parameters;
  EXPECT_NE(set_parameter(parameters, "sweps", "3").find("'sweps'"), std::string::npos);
}

TEST(SceneNumbers, AreShortestAndExact) {
  EXPECT_EQ(format_number(0.1), "0.1");
  EXPECT_EQ(format_number(1.0 / 60.0), "0.016666666666666666");
  EXPECT_EQ(format_number(-0.0), "-0.0");
  EXPECT_EQ(format_number(1e-8), "1e-08");
  std::mt19937_64 random(3);
  for (int i = 0; i < 100000; ++i) {
    const std::uint64_t bits = random();
    double value;
    std::memcpy(&value, &bits, sizeof value);
    if (!std::isfinite(value)) continue;
    ASSERT_EQ(parse_number(format_number(value)), value);
  }
}
