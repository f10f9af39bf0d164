#include "engine/scene/numbers.h"

#include <charconv>
#include <cmath>

namespace spook {

std::string format_number(double value) {
  // readers take "-0" for an integer and lose the sign
  if (value == 0.0) return std::signbit(value) ? "-0.0" : "0";
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  return {buffer, end};
}

namespace {

template <typename Number>
std::optional<Number> parse_whole(std::string_view text) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

std::optional<double> parse_number(std::string_view text) {
  const auto value = parse_whole<double>(text);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

std::optional<int> parse_integer(std::string_view text) {
  return parse_whole<int>(text);
}

}  // namespace spook
