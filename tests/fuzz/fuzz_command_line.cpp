// spook-lab's command line, as a shell would give it: whatever the words, it answers within seconds with exit code 0, 1
// or 2, never by a signal, and a refusal is one line.
#include <algorithm>
#include <sstream>

#include "tests/fuzz/driver.h"
#include "tests/paths.h"
#include "tests/system/program.h"

namespace spook::fuzz {
namespace {

constexpr const char* seeds[] = {
    "run pyramid --steps 1 --hash",
    "run pendulum --seconds 0.01 --metrics - --set sweeps=3 --set gravity=0,0,-1.62 --threads 2",
    "run chain --steps 1 --param links=5 --solver split --sweep-kind separate --couplings 2 --trace - --track all",
    "check pyramid.json",
    "export pendulum -",
    "scenes --json",
    "replay none.rec --verify --threads 2",
    "solve none.problem --solver all --history -",
    "bench pendulum --repeat 1 --steps 1 --json -",
    "sweep pendulum --vary sweeps=1:2:2 --seconds 0.01 --out - --jobs 2",
    "paper list",
    "--help",
    "run --version",
};

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

constexpr const char* writing[] = {"--out",     "--metrics", "--state",        "--trace", "--record", "--json",
                                   "--history", "--gallery", "--dump-problem", "--rows",  "--slurm",  "--parallel"};

// what would write into the folder it stands in, or run for minutes, if it came through
bool harmless(const std::vector<std::string>& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    for (const char* option : writing) {
      if (words[i].starts_with(std::string(option) + "=")) return false;
      const std::size_t target = i + (std::string(option) == "--dump-problem" ? 2 : 1);
      if (words[i] == option && target < words.size() && words[target] != "-") return false;
    }
    const bool exports = words[i] == "export" && i + 2 < words.size() && words[i + 2] != "-";
    const bool long_run = words[i] == "paper" && (i + 1 >= words.size() || words[i + 1] != "list");
    if (exports || long_run || words[i] == "--run") return false;
  }
  return true;
}

bool try_text(const std::string& text) {
  if (text.find('\0') != text.npos) return false;
  const std::vector<std::string> words = words_of(text);
  if (!harmless(words)) return false;
  const test::Outcome outcome = test::run_program(test::binary_folder() / "scenarios" / "spook-lab", words,
                                                  {.max_file_bytes = 4'000'000, .max_seconds = 20});
  if (outcome.exit_code < 0 || outcome.exit_code > 2)
    broken("ended by a signal or an unknown code: " + outcome.err, text);
  const auto lines = std::count(outcome.err.begin(), outcome.err.end(), '\n');
  if (outcome.exit_code == 2 && lines != 1) broken("a refusal that is not one line: " + outcome.err, text);
  return true;
}

}  // namespace

Target target() {
  return {"fuzz_command_line",
          {std::begin(seeds), std::end(seeds)},
          {"run",
           "sweep",
           "check",
           "--set",
           "--param",
           "--steps",
           "--seconds",
           "nan",
           "inf",
           "-1",
           "0",
           "1e308",
           "=",
           "sweeps=",
           "=1",
           "gravity=1,2",
           "threads=0",
           "--threads",
           "--",
           "-",
           "",
           "--help",
           "/dev/null",
           "/",
           ".",
           "no_such_scene",
           "--track",
           "1:2:0",
           "a=b=c",
           "\xff",
           "solver=exact",
           "time_step=1e-7"},
          try_text};
}

}  // namespace spook::fuzz
