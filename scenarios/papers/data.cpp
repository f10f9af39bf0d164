#include "scenarios/papers/data.h"

#include <map>
#include <mutex>
#include <span>
#include <stdexcept>
#include <string>

namespace spook::papers {

std::span<const std::pair<std::string_view, std::string_view>> embedded_data();

const nlohmann::json& reference_data(std::string_view name) {
  static std::mutex guard;
  static std::map<std::string, nlohmann::json, std::less<>> parsed;
  const std::lock_guard lock(guard);
  if (const auto known = parsed.find(name); known != parsed.end()) return known->second;
  for (const auto& [key, text] : embedded_data())
    if (key == name) return parsed.emplace(key, nlohmann::json::parse(text)).first->second;
  throw std::invalid_argument("no reference data is called '" + std::string(name) + "'");
}

double reference_number(const nlohmann::json& value) {
  if (value.is_number()) return value.get<double>();
  const std::string text = value.get<std::string>();
  const auto slash = text.find('/');
  if (slash == std::string::npos) return std::stod(text);
  return static_cast<double>(std::stold(text.substr(0, slash)) / std::stold(text.substr(slash + 1)));
}

std::vector<double> reference_numbers(const nlohmann::json& values) {
  std::vector<double> result;
  for (const auto& value : values) result.push_back(reference_number(value));
  return result;
}

}  // namespace spook::papers
