// spook-lab matrix: what a direct solve of an island factors: its matrix, the factor's fill, fronts, work, condition.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <iomanip>
#include <iostream>
#include <nlohmann/json.hpp>

#include "engine/world/world.h"
#include "scenarios/lab.h"
#include "scenarios/matrix_study.h"
#include "scenarios/png_bytes.h"

namespace spook::lab {
namespace {

struct MatrixChoice : SceneChoice {
  double seconds = 1.0;
  int island = -1;  // the one with most unknowns
  std::string order = "minimum-degree", json, png;
};

// a point an entry: grey what the matrix has, orange what the factor adds
std::string picture(const MatrixStudy& study) {
  const Eigen::SparseMatrix<double>& ordered = study.ordered;
  constexpr int most = 1400;  // pixels a side
  const int n = int(ordered.cols()), pixels = std::min(n, most), dot = n <= 350 ? std::max(1, 700 / std::max(n, 1)) : 1;
  const int side = pixels * dot;
  std::vector<std::uint8_t> rgb(std::size_t(side) * std::size_t(side) * 3, 255);
  const auto paint = [&](int row, int column, std::array<std::uint8_t, 3> colour) {
    const int y = int(long(row) * pixels / n) * dot, x = int(long(column) * pixels / n) * dot;
    for (int i = 0; i < dot; ++i)
      for (int k = 0; k < dot; ++k)
        std::copy(colour.begin(), colour.end(), rgb.begin() + 3 * (std::ptrdiff_t(y + i) * side + x + k));
  };
  for (int column = 0; column < n; ++column)
    for (const int row : study.factor[std::size_t(column)]) paint(row, column, {242, 163, 60});
  for (int column = 0; column < n; ++column)
    for (Eigen::SparseMatrix<double>::InnerIterator entry(ordered, column); entry; ++entry)
      paint(int(entry.row()), column, {60, 72, 88});
  return png_bytes(side, side, rgb);
}

void print(const MatrixStudy& t, const MatrixChoice& choice, int island, std::size_t islands) {
  std::cout << std::setprecision(4) << "Island " << island << " of " << islands << ": " << t.bodies << " bodies, "
            << t.joint_rows << " joint rows, " << t.contacts << " contacts (" << t.pushing << " push)\n"
            << "  unknowns            " << t.unknowns << "\n"
            << "  entries             " << t.entries << " of the matrix (one half), "
            << 100.0 * double(t.entries) / (0.5 * t.unknowns * (t.unknowns + 1.0)) << " % full\n"
            << "  entries of L        " << t.factor_entries << ", order " << choice.order << ": fill × "
            << double(t.factor_entries) / double(std::max(1L, t.entries)) << "\n";
  if (choice.order == "minimum-degree")
    std::cout << "  fronts              " << t.fronts << ", the largest " << t.largest_front << " high\n"
              << "  work to factor      " << t.flops / 1e6 << " Mflop\n";
  std::cout << "  condition           " << t.plain.number() << ", scaled by its diagonal " << t.balanced.number()
            << "\n"
            << "  eigenvalues, size   " << t.plain.smallest << " to " << t.plain.largest << "\n";
}

nlohmann::json as_json(const MatrixStudy& t, const MatrixChoice& choice, int island) {
  return {{"island", island},
          {"order", choice.order},
          {"bodies", t.bodies},
          {"joint_rows", t.joint_rows},
          {"contacts", t.contacts},
          {"pushing", t.pushing},
          {"unknowns", t.unknowns},
          {"entries", t.entries},
          {"factor_entries", t.factor_entries},
          {"fronts", t.fronts},
          {"largest_front", t.largest_front},
          {"flops", t.flops},
          {"condition", t.plain.number()},
          {"condition_scaled", t.balanced.number()},
          {"smallest_eigenvalue", t.plain.smallest},
          {"largest_eigenvalue", t.plain.largest}};
}

MatrixOrder order_named(const std::string& name) {
  if (name == "natural") return MatrixOrder::natural;
  if (name == "nested-dissection") return MatrixOrder::nested_dissection;
  return name == "minimum-degree" ? MatrixOrder::minimum_degree : MatrixOrder::approximate_minimum_degree;
}

int tell_matrix(const MatrixChoice& choice) {
  check_target(choice.json), check_target(choice.png);
  check_different({choice.json, choice.png}, choice.scene);
  StepProblem problem;
  StepSolution solution;
  const Scene scene = open_scene(choice);
  World world(scene);
  for (long i = std::max(1L, steps_of(choice.seconds, scene.parameters.time_step)); i > 0; --i) world.step();
  problem = world.last_problem(), solution = world.last_solution();
  const int number = choice.island >= 0 ? choice.island : largest_island(problem);
  if (number < 0 || number >= int(problem.islands.size()))
    throw UsageError("matrix: there are " + std::to_string(problem.islands.size()) + " islands" +
                     (problem.islands.empty() ? " (everything sleeps or stands still)" : ", counted from 0"));
  const MatrixStudy told = study_matrix(problem, solution, number, order_named(choice.order));
  if (choice.json != "-") print(told, choice, number, problem.islands.size());
  if (!choice.json.empty()) write_result(choice.json, as_json(told, choice, number).dump(1) + "\n");
  if (!choice.png.empty()) write_result(choice.png, picture(told));
  return good;
}

}  // namespace

void add_matrix_command(CLI::App& app, Command& chosen) {
  CLI::App* command =
      app.add_subcommand("matrix", "The matrix of an island's direct solve: sparsity, fill, fronts, work, condition");
  const auto choice = std::make_shared<MatrixChoice>();
  add_scene_argument(*command, *choice);
  add_param_option(*command, *choice);
  add_solver_options(*command, *choice);
  command->add_option("--seconds", choice->seconds, "When")->type_name("S")->check(number_in(0.0, 1e6));
  command->add_option("--island", choice->island, "Which, from 0; else the largest")->type_name("N");
  command
      ->add_option("--order", choice->order,
                   "minimum-degree (the engine's), approximate-minimum-degree, nested-dissection, natural")
      ->type_name("NAME")
      ->check(CLI::IsMember({"minimum-degree", "approximate-minimum-degree", "nested-dissection", "natural"})
                  .description(""));
  command->add_option("--json", choice->json, "The figures")->type_name("FILE|-");
  command->add_option("--png", choice->png, "A picture: the matrix grey, what the factor fills in orange")
      ->type_name("FILE.png");
  command->footer("Example: spook-lab matrix brick_wall --seconds 1 --png wall.png");
  command->callback([&chosen, choice] { chosen = [choice] { return tell_matrix(*choice); }; });
}

}  // namespace spook::lab
