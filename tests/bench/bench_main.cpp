#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "tests/bench/bench.h"

namespace spook::bench {

std::vector<AddCommand>& commands() {
  static std::vector<AddCommand> list;
  return list;
}

double quantile(std::vector<double> values, double q) {
  if (values.empty()) return 0.0;
  std::sort(values.begin(), values.end());
  return values[std::min(values.size() - 1, std::size_t(q * double(values.size())))];
}

void write_json(const std::string& target, const std::string& text) {
  if (target.empty()) return;
  if (target == "-") {
    std::cout << text << "\n";
    return;
  }
  const std::string beside = target + ".part";
  {
    std::ofstream out(beside);
    out << text << "\n";
    if (!out) throw std::runtime_error("cannot write " + target);
  }
  std::filesystem::rename(beside, target);
}

}  // namespace spook::bench

int main(int argc, char** argv) {
  CLI::App app{"Speed of Spook's parts, beside what they are compared to. Run in Release on a quiet machine."};
  app.require_subcommand(1);
  for (const auto& add : spook::bench::commands()) add(app);
  try {
    CLI11_PARSE(app, argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "spook-bench: %s\n", error.what());
    return 2;
  }
  return 0;
}
