// Step problems as text, exact to the last bit (hexadecimal floats): what `--dump-problem` writes, `spook-lab solve`
// and the tests' corpus read. Reading throws std::runtime_error with file and line.
#pragma once

#include <filesystem>
#include <string>

#include "engine/solve/step_problem.h"

namespace spook {

std::string problem_text(const StepProblem& problem);
StepProblem parse_problem(const std::string& text, const std::string& source);
void write_problem(const StepProblem& problem, const std::filesystem::path& file);
StepProblem read_problem(const std::filesystem::path& file);

}  // namespace spook
