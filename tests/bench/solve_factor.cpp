// `factor` and `sweeps`: the linear algebra of the solver alone, on walls and log piles laid by procedure. Eigen's
// SimplicialLDLT factors the very same matrix in the same run.
#include <CLI/CLI.hpp>
#include <Eigen/SparseCholesky>
#include <Eigen/SparseCore>
#include <chrono>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/solve/island_view.h"
#include "engine/solve/sweep_wide.h"
#include "tests/bench/bench.h"
#include "tests/unit/random_problem.h"

namespace spook::bench {

namespace {

template <class F>
double median_ms(int repeat, F&& f) {
  std::vector<double> times;
  for (int i = 0; i < repeat; ++i) {
    const auto start = std::chrono::steady_clock::now();
    f();
    times.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
  }
  return quantile(times, 0.5);
}

struct Case {
  std::string name;
  StepProblem problem;
};

std::vector<Case> cases() {
  std::vector<Case> list;
  test::WallOptions wall;
  list.push_back({"wall 10 x 10", test::make_wall(wall)});
  wall.courses = 25, wall.columns = 40;
  list.push_back({"wall 25 x 40", test::make_wall(wall)});
  test::LogOptions logs;
  logs.logs = 500;
  list.push_back({"500 logs", test::make_logs(logs)});
  return list;
}

// the matrix of a Newton step with every contact closed and sticking
struct Matrix {
  Workspace work;
  IslandMemory memory;
  IslandView view;
  explicit Matrix(const StepProblem& problem) : view{problem, problem.islands[0], work, true, nullptr} {
    work.resize(problem);
    analyse_island(problem, problem.islands[0], memory);
    for (auto& mode : work.contact_mode) mode = {true, ContactState::sticking};
    stiffness_of_modes(view);
    assemble_island(view, memory);
  }
};

Eigen::SparseMatrix<double> lower_triangle(const Matrix& m) {
  std::vector<Eigen::Triplet<double>> entries;
  const int n = static_cast<int>(m.work.diagonal.size());
  for (int b = 0; b < n; ++b) {
    for (int i = 0; i < 6; ++i) {
      for (int j = 0; j <= i; ++j) entries.emplace_back(6 * b + i, 6 * b + j, m.work.diagonal[b](i, j));
    }
  }
  for (std::size_t e = 0; e < m.memory.pattern.edges.size(); ++e) {
    auto [a, b] = m.memory.pattern.edges[e];
    Mat6 K = m.work.coupling[e];
    if (a < b) std::swap(a, b), K.transposeInPlace();
    for (int i = 0; i < 6; ++i) {
      for (int j = 0; j < 6; ++j) entries.emplace_back(6 * a + i, 6 * b + j, K(i, j));
    }
  }
  Eigen::SparseMatrix<double> A(6 * n, 6 * n);
  A.setFromTriplets(entries.begin(), entries.end());
  return A;
}

void run_factor(int repeat, const std::string& json) {
  nlohmann::json out = nlohmann::json::array();
  std::printf("%-14s %7s %7s %9s %9s %9s %9s %9s %7s\n", "case", "bodies", "pairs", "Mflop", "analyse", "assemble",
              "factor", "solve", "ratio");
  for (const Case& c : cases()) {
    Matrix m(c.problem);
    BlockLdlt& factor = m.memory.factor[1];
    const double analyse = median_ms(3, [&] { analyse_island(c.problem, c.problem.islands[0], m.memory); });
    const double assemble = median_ms(repeat, [&] { assemble_island(m.view, m.memory); });
    const double ours = median_ms(repeat, [&] { factor_assembled(m.view, factor); });
    for (Vec6& v : m.work.step) v.setOnes();
    const double solve = median_ms(repeat, [&] { solve_island(m.view, m.memory, factor); });
    const Eigen::SparseMatrix<double> A = lower_triangle(m);
    Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>, Eigen::Lower> theirs;
    theirs.analyzePattern(A);
    const double eigen = median_ms(std::max(3, repeat / 3), [&] { theirs.factorize(A); });
    const double flops = factor.tree().flops * 1e-6;
    std::printf("%-14s %7zu %7zu %9.1f %9.3f %9.3f %9.3f %9.3f %7.2f\n", c.name.c_str(), c.problem.bodies.size(),
                c.problem.pairs.size(), flops, analyse, assemble, ours, solve, eigen / ours);
    out.push_back({{"case", c.name},
                   {"analyse_ms", analyse},
                   {"assemble_ms", assemble},
                   {"factor_ms", ours},
                   {"solve_ms", solve},
                   {"eigen_simplicial_ldlt_ms", eigen},
                   {"ratio", eigen / ours},
                   {"mflop", flops}});
  }
  write_json(json, out.dump(2));
}

void run_sweeps(int repeat, const std::string& json) {
  nlohmann::json out = nlohmann::json::array();
  std::printf("%-14s %8s %12s %12s %9s\n", "case", "rows", "wide ns/row", "scalar", "load ms");
  test::WallOptions large;  // 20 000 rows
  large.courses = 18, large.columns = 32;
  std::vector<Case> list = cases();
  list.push_back({"20 000 rows", test::make_wall(large)});
  for (const Case& c : list) {
    Workspace work;
    work.resize(c.problem);
    for (std::size_t i = 0; i < c.problem.contacts.size(); ++i) {
      work.block[i] = contact_block(c.problem.contacts[i], work.inverse);
    }
    StepSolution solution;
    solution.contact_impulse.assign(c.problem.contacts.size(), Vec3::Zero());
    rebuild_velocities(c.problem, solution);
    WideSweeps sweeps;
    const IslandRange& island = c.problem.islands[0];
    const double load = median_ms(repeat, [&] { sweeps.load(c.problem, island, work, solution); });
    const double wide = median_ms(10 * repeat, [&] { sweeps.sweep(SweepKind::block_tangents); });
    const double scalar =
        median_ms(repeat, [&] { sweep_scalar(c.problem, island, SweepKind::block_tangents, false, work, solution); });
    const double rows = 3.0 * static_cast<double>(c.problem.contacts.size());
    std::printf("%-14s %8.0f %12.2f %12.2f %9.3f\n", c.name.c_str(), rows, wide * 1e6 / rows, scalar * 1e6 / rows,
                load);
    out.push_back({{"case", c.name},
                   {"rows", rows},
                   {"wide_ns_a_row", wide * 1e6 / rows},
                   {"scalar_ns_a_row", scalar * 1e6 / rows},
                   {"load_ms", load}});
  }
  write_json(json, out.dump(2));
}

template <class Run>
void add_command(CLI::App& app, const char* name, const char* help, Run run) {
  CLI::App* command = app.add_subcommand(name, help);
  const auto repeat = std::make_shared<int>(15);
  const auto json = std::make_shared<std::string>();
  command->add_option("--repeat", *repeat, "Times each is measured; the median counts")->check(CLI::PositiveNumber);
  command->add_option("--json", *json, "Results to a file, or - for standard output");
  command->callback([=] { run(*repeat, *json); });
}

const Register factor_command([](CLI::App& app) {
  add_command(app, "factor", "Our factorisation beside Eigen's SimplicialLDLT on the same matrix", run_factor);
});
const Register sweeps_command([](CLI::App& app) {
  add_command(app, "sweeps", "Nanoseconds a row a sweep, 16 pairs wide and scalar", run_sweeps);
});

}  // namespace

}  // namespace spook::bench
