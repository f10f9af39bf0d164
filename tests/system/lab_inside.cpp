// spook-lab matrix, ledger and compliance against closed forms.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "engine/scene/files.h"
#include "tests/system/lab.h"

using namespace spook;
using namespace spook::test;
using Json = nlohmann::json;

namespace {

constexpr double g = 9.81;

class LabInside : public ::testing::Test {
 protected:
  std::string scene(const Json& bodies, const Json& joints, const Json& material, const Json& solver) {
    const Json j{
        {"format", "spook-scene"}, {"version", 1},     {"name", "test"},  {"materials", {{"default", material}}},
        {"solver", solver},        {"bodies", bodies}, {"joints", joints}};
    const std::string file = folder / "test.json";
    write_file(file, j.dump(1));
    return file;
  }
  static Json sphere(const std::string& name, double mass, double radius, std::array<double, 3> at) {
    return {{"name", name},
            {"motion", "dynamic"},
            {"mass", mass},
            {"position", at},
            {"shapes", {{{"type", "sphere"}, {"radius", radius}}}}};
  }
  static Json plane(std::array<double, 3> normal) {
    return {
        {"name", "ground"}, {"motion", "static"}, {"shapes", {{{"type", "plane"}, {"normal", normal}, {"offset", 0}}}}};
  }
  static Json told(const std::vector<std::string>& words) {
    const Outcome outcome = lab(words);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return Json::parse(outcome.out);
  }
  TemporaryFolder folder;
};

}  // namespace

// a ball held at its middle: three times [m 1; 1 −T], and three times its inertia
TEST_F(LabInside, TheMatrixOfOneJointHasItsClosedFormCondition) {
  constexpr double m = 2.0, r = 0.5, epsilon = 1e-5, tau = 2.0, h = 1.0 / 60.0;
  const Json held{{"name", "held"}, {"type", "ball"},      {"a", "ball"},
                  {"b", nullptr},   {"anchor", {0, 0, 1}}, {"compliance", epsilon}};
  const std::string file =
      scene(Json::array({sphere("ball", m, r, {0, 0, 1})}), Json::array({held}), Json::object(), Json::object());
  const Json matrix = told({"matrix", file, "--seconds", "0.1", "--json", "-"});
  const double T = 4.0 * epsilon / (1.0 + 4.0 * tau) / (h * h), root = std::sqrt((m + T) * (m + T) + 4.0);
  const double inertia = 0.4 * m * r * r, plus = 0.5 * (m - T + root), minus = 0.5 * (root - m + T);
  EXPECT_NEAR(double(matrix["largest_eigenvalue"]), std::max({plus, minus, inertia}), 1e-4 * plus);
  EXPECT_NEAR(double(matrix["smallest_eigenvalue"]), std::min({plus, minus, inertia}), 1e-4);
  EXPECT_EQ(matrix["unknowns"], 9);
  EXPECT_EQ(matrix["joint_rows"], 3);
  EXPECT_EQ(matrix["entries"], 6 + 3 + 3) << "two diagonals, and a unit matrix between";
  EXPECT_EQ(matrix["factor_entries"], matrix["entries"]) << "nothing to fill";
}

// a wall in the order of its bodies fills more than in the engine's; the matrix is the same
TEST_F(LabInside, TheEnginesOrderFillsAWallLessThanTheNaturalOne) {
  const auto entries = [&](const char* order) {
    return told({"matrix", "brick_wall", "--seconds", "0.2", "--order", order, "--json", "-"});
  };
  const Json engine = entries("minimum-degree"), natural = entries("natural");
  EXPECT_EQ(engine["entries"], natural["entries"]);
  EXPECT_LT(double(engine["factor_entries"]), 0.8 * double(natural["factor_entries"]));
  EXPECT_NEAR(double(engine["condition"]), double(natural["condition"]), 1e-6 * double(engine["condition"]));
  EXPECT_GT(double(engine["flops"]), 0.0);
  const std::string picture = folder / "matrix.png";
  const Outcome drawn = lab({"matrix", "chain", "--png", picture});
  EXPECT_EQ(drawn.exit_code, 0) << drawn.err;
  EXPECT_NE(drawn.out.find("condition"), std::string::npos);
  EXPECT_EQ(read_file(picture).substr(1, 3), "PNG");
  EXPECT_EQ(lab({"matrix", "chain", "--island", "7"}).exit_code, 2);
}

// A block slides down a slope: friction takes μ / tan θ of what gravity gives, and nothing else takes any.
TEST_F(LabInside, TheLedgerOfABlockOnASlope) {
  constexpr double angle = 0.5, mu = 0.3, half = 0.2;
  const double c = std::cos(angle), s = std::sin(angle);
  Json block{{"name", "block"},
             {"motion", "dynamic"},
             {"mass", 3.0},
             {"position", {half * s, 0, half * c}},
             {"orientation", {std::cos(0.5 * angle), 0, std::sin(0.5 * angle), 0}},
             {"shapes", {{{"type", "box"}, {"half_extents", {half, half, half}}}}}};
  const std::string file = scene({plane({s, 0, c}), block}, Json::array(), {{"friction", mu}}, Json::object());
  const Json ledger = told({"ledger", file, "--seconds", "2", "--json", "-"});
  const double gravity = ledger["work"]["gravity"];
  // ½ g (sin θ − μ cos θ) t² down the slope, so many metres of height
  const double way = 0.5 * g * (s - mu * c) * 4.0;
  EXPECT_NEAR(gravity, 3.0 * g * s * way, 0.02 * gravity);
  EXPECT_NEAR(double(ledger["work"]["friction"]), -gravity * mu * c / s, 0.005 * gravity);
  EXPECT_NEAR(double(ledger["kinetic_gained"]), gravity * (1.0 - mu * c / s), 0.005 * gravity);
  EXPECT_EQ(ledger["work"]["motors"], 0.0);
  EXPECT_LT(std::abs(double(ledger["unexplained"])), 1e-6 * gravity);
}

// A ball let fall: each bounce takes (1 − e²) of what it comes with; in flight nothing is lost.
TEST_F(LabInside, TheLedgerOfABouncingBall) {
  constexpr double m = 2.0, e = 0.7, radius = 0.1, drop = 1.0;
  const std::string file = scene({plane({0, 0, 1}), sphere("ball", m, radius, {0, 0, radius + drop})}, Json::array(),
                                 {{"restitution", e}}, {{"time_step", 0.001}});
  const double fall = std::sqrt(2.0 * drop / g), bounce = 2.0 * e * fall;
  const Json first = told({"ledger", file, "--seconds", std::to_string(fall + 0.5 * bounce), "--json", "-"});
  const double energy = m * g * drop;
  EXPECT_NEAR(double(first["work"]["impacts"]), -(1.0 - e * e) * energy, 0.01 * energy);
  const Json second = told({"ledger", file, "--seconds", std::to_string(fall + 1.5 * bounce), "--json", "-"});
  EXPECT_NEAR(double(second["work"]["impacts"]), -(1.0 - e * e * e * e) * energy, 0.015 * energy);
  EXPECT_LT(std::abs(double(second["unexplained"])), 1e-6 * energy);
  const Outcome table = lab({"ledger", file, "--seconds", "0.1", "--csv", "-"});
  EXPECT_EQ(table.out.substr(0, 10), "t,gravity,") << table.err;
}

// A hanging chain: the k-th joint from below carries k bodies, and gives ε k m g.
TEST_F(LabInside, TheComplianceOfAHangingChain) {
  constexpr double m = 1.5, epsilon = 1e-5;
  constexpr int n = 6;
  Json bodies = Json::array(), joints = Json::array();
  for (int k = 0; k < n; ++k) {
    const std::string name = "link_" + std::to_string(k);
    bodies.push_back(sphere(name, m, 0.1, {0, 0, 5.0 - 0.5 * k}));
    Json joint{{"name", "joint_" + std::to_string(k)}, {"type", "ball"},       {"a", name}, {"b", nullptr},
               {"anchor", {0, 0, 5.25 - 0.5 * k}},     {"compliance", epsilon}};
    if (k) joint["b"] = "link_" + std::to_string(k - 1);
    joints.push_back(joint);
  }
  const Json rows =
      told({"compliance", scene(bodies, joints, Json::object(), Json::object()), "--seconds", "5", "--json", "-"});
  ASSERT_EQ(rows.size(), std::size_t(n));
  double way = 0.0;
  for (const Json& row : rows) {
    const int k = std::stoi(std::string(row["name"]).substr(6));
    EXPECT_NEAR(double(row["force"]), (n - k) * m * g, 1e-3 * m * g) << row;
    EXPECT_NEAR(double(row["measured"]), epsilon, 1e-3 * epsilon) << row;
    EXPECT_EQ(row["predicted"], epsilon);
    EXPECT_EQ(row["reason"], "");
    way += double(row["way"]);
  }
  EXPECT_NEAR(way, epsilon * m * g * n * (n + 1) / 2, 1e-3 * way) << "how much longer the chain has become";
}

// a ball on the ground rests at the depth ε m g
TEST_F(LabInside, TheComplianceOfABallOnTheGround) {
  const Json rows = told({"compliance",
                          scene({plane({0, 0, 1}), sphere("ball", 4.0, 0.3, {0, 0, 0.3})}, Json::array(),
                                {{"compliance", 1e-5}}, Json::object()),
                          "--seconds", "2", "--json", "-"});
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_NEAR(double(rows[0]["way"]), 1e-5 * 4.0 * g, 1e-3 * 1e-5 * 4.0 * g);
  EXPECT_EQ(rows[0]["reason"], "");
}

// A block on four soft points, let go where it touches: a spring of 4/ε and a damper of 4 τ/ε under m.
TEST_F(LabInside, TheDecayAndPeriodOfABlockOnSoftContacts) {
  constexpr double m = 4.0, epsilon = 1e-3, h = 1e-3, tau = 4 * h;
  const Json block{{"name", "block"},
                   {"motion", "dynamic"},
                   {"mass", m},
                   {"position", {0, 0, 0.2}},
                   {"shapes", {{{"type", "box"}, {"half_extents", {0.2, 0.2, 0.2}}}}}};
  const std::string file = scene({plane({0, 0, 1}), block}, Json::array(),
                                 {{"compliance", epsilon}, {"relaxation_steps", tau / h}}, {{"time_step", h}});
  const Json rows = told({"compliance", file, "--seconds", "3", "--json", "-"});
  ASSERT_EQ(rows.size(), 4u);
  const double k = 4.0 / epsilon, c = tau * k, decay = 2.0 * m / c;
  const double period = 2.0 * M_PI / std::sqrt(k / m - 1.0 / (decay * decay));
  for (const Json& row : rows) {
    ASSERT_TRUE(row.contains("fitted")) << row;
    EXPECT_NEAR(double(row["fitted"]["period"]), period, 0.01 * period);
    // what implicit steps take away besides is of the order of h beside τ
    EXPECT_NEAR(double(row["fitted"]["decay"]), decay, 0.2 * decay);
    EXPECT_NEAR(double(row["fitted"]["decay"]), double(row["foretold"]["decay"]), 1e-3 * decay);
    EXPECT_NEAR(double(row["fitted"]["period"]), double(row["foretold"]["period"]), 1e-3 * period);
    EXPECT_NEAR(double(row["fitted"]["rest"]), m * g / k, 1e-3 * m * g / k);
    EXPECT_EQ(row["fitted"]["reason"], "");
  }
}

// A weight on a light chain swings up and down as on n springs in a row, and none of its joints as its own link would.
TEST_F(LabInside, ThePeriodOfAWeightOnALightChain) {
  constexpr double m = 100.0, light = 0.02, epsilon = 1e-6, h = 1e-3;
  constexpr int n = 4;
  Json bodies = Json::array(), joints = Json::array();
  for (int k = 0; k < n; ++k) {
    const std::string name = "link_" + std::to_string(k);
    bodies.push_back(sphere(name, k + 1 < n ? light : m, 0.1, {0, 0, 5.0 - 0.5 * k}));
    Json joint{{"name", "joint_" + std::to_string(k)}, {"type", "ball"},       {"a", name}, {"b", nullptr},
               {"anchor", {0, 0, 5.25 - 0.5 * k}},     {"compliance", epsilon}};
    if (k) joint["b"] = "link_" + std::to_string(k - 1);
    joints.push_back(joint);
  }
  const std::string file = scene(bodies, joints, Json::object(), {{"time_step", h}});
  const Json rows = told({"compliance", file, "--seconds", "1", "--json", "-"});
  ASSERT_EQ(rows.size(), std::size_t(n));
  const double period = 2.0 * M_PI * std::sqrt(m * n * epsilon);
  for (const Json& row : rows) {
    ASSERT_TRUE(row.contains("fitted")) << row;
    EXPECT_NEAR(double(row["fitted"]["period"]), period, 0.01 * period) << row;
    EXPECT_NEAR(double(row["fitted"]["rest"]), epsilon * m * g, 0.01 * epsilon * m * g) << row;
  }
  const auto reason = [&](const std::string& name) {
    for (const Json& row : rows)
      if (row["name"] == name) return std::string(row["fitted"]["reason"]);
    return std::string("no such joint");
  };
  EXPECT_EQ(reason("joint_0").rfind("mass ratio: it carries", 0), 0u) << reason("joint_0");
  const Outcome table = lab({"compliance", file, "--seconds", "1"});
  EXPECT_NE(table.out.find("came to rest"), std::string::npos) << table.out;
}

// every contact's impulse after every entry of the history: the last entry is the answer, and the residual's history
// has as many
TEST_F(LabInside, SolveTellsImpulsesASweep) {
  const std::string problem = folder / "wall.problem", history = folder / "h.csv", impulses = folder / "i.csv";
  ASSERT_EQ(lab({"run", "brick_wall", "--param", "bricks=3", "--param", "courses=2", "--steps", "5", "--dump-problem",
                 "5", problem})
                .exit_code,
            0);
  const Outcome solved =
      lab({"solve", problem, "--solver", "sweeps", "--sweeps", "4", "--history", history, "--impulses", impulses});
  ASSERT_EQ(solved.exit_code, 0) << solved.err;
  const auto lines = [](const std::string& file) {
    const std::string text = read_file(file);
    return std::count(text.begin(), text.end(), '\n') - 1;
  };
  const auto of_island = [](const std::string& file) {
    std::istringstream in(read_file(file));
    std::string line;
    std::getline(in, line);
    std::map<std::string, int> contacts;
    while (std::getline(in, line)) {
      std::istringstream fields(line);
      std::string solver, index, kind, island, contact;
      std::getline(fields, solver, ','), std::getline(fields, index, ','), std::getline(fields, kind, ',');
      std::getline(fields, island, ','), std::getline(fields, contact, ',');
      ++contacts[contact];
    }
    return contacts;
  };
  const auto contacts = of_island(impulses);
  ASSERT_FALSE(contacts.empty());
  for (const auto& [contact, entries] : contacts) EXPECT_EQ(entries, 1 + 4) << "the start and four sweeps: " << contact;
  EXPECT_EQ(lines(impulses), long(contacts.size()) * 5);
  EXPECT_EQ(lines(history) % 5, 0);
}
