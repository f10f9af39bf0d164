// The published tables, constants and reference states, compiled in from scenarios/papers/data.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

namespace spook::papers {

// name without .json: benchmarks, hem5, phem56, rkf45, dopri5, generalized_alpha
const nlohmann::json& reference_data(std::string_view name);
// a number that the file keeps as a string of 20 digits, an exact fraction, or a plain number
double reference_number(const nlohmann::json& value);
std::vector<double> reference_numbers(const nlohmann::json& values);

}  // namespace spook::papers
