#include "scenarios/papers/reference_state.h"

#include "scenarios/papers/data.h"

namespace spook::papers {

namespace {

reference::Vector vector_of(const nlohmann::json& values) {
  const std::vector<double> numbers = reference_numbers(values);
  return Eigen::Map<const reference::Vector>(numbers.data(), static_cast<Eigen::Index>(numbers.size()));
}

}  // namespace

ReferenceState reference_state(std::string_view path) {
  const nlohmann::json& data = reference_data("benchmarks").at(nlohmann::json::json_pointer(std::string(path)));
  ReferenceState state;
  if (data.contains("t")) state.t = reference_number(data["t"]);
  state.q = vector_of(data.at("q"));
  state.v = vector_of(data.at("v"));
  if (data.contains("a")) state.a = vector_of(data["a"]);
  for (const char* name : {"lam", "lam_thesis_sign"})
    if (data.contains(name)) state.lambda = vector_of(data[name]);
  return state;
}

StateError error_against(const ReferenceState& exact, const reference::SmoothState& state) {
  const auto largest = [](const reference::Vector& a, const reference::Vector& b) {
    return a.size() == b.size() && a.size() > 0 ? (a - b).cwiseAbs().maxCoeff() : 0.0;
  };
  return {largest(exact.q, state.q), largest(exact.v, state.v), largest(exact.lambda, state.lambda)};
}

}  // namespace spook::papers
