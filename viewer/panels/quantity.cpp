#include "viewer/panels/quantity.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <utility>

namespace spook {
namespace {

struct Prefix {
  double size;
  const char* name;
};
constexpr Prefix prefixes[] = {{1e12, "T"}, {1e9, "G"},  {1e6, "M"},  {1e3, "k"},  {1.0, ""},
                               {1e-3, "m"}, {1e-6, "µ"}, {1e-9, "n"}, {1e-12, "p"}};

// the largest that leaves a digit before the point, of what three digits make of it
const Prefix& prefix_of(double size) {
  for (const Prefix& prefix : prefixes)
    if (size >= 0.9995 * prefix.size) return prefix;
  return *std::rbegin(prefixes);
}

std::string in_digits(double size, const char* unit) {
  const Prefix& prefix = prefix_of(size);
  char text[48];
  // "1.00e+03" is 1000: what rounds up to the next prefix has gone there already, but for the largest
  std::snprintf(text, sizeof text, size < 999.5 * prefix.size ? "%.3g %s%s" : "%.0f %s%s", size / prefix.size,
                prefix.name, unit);
  return text;
}

// units that are read with a prefix; "kg" has one, and "steps" or "×" are counts
constexpr std::string_view prefixed_units[] = {"m", "s", "m/N", "N", "J", "W", "m/s", "N m", "N/m", "N s", "m/(N s)"};

constexpr std::string_view superscripts[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};

void replace(std::string& text, std::string_view what, std::string_view by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
}

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

// "1.5 × 10⁻⁸" as "1.5e-8", "m³" as "m^3"
std::string powers_written_out(std::string text) {
  replace(text, "−", "-"), replace(text, "⁻", "^-"), replace(text, "μ", "µ"), replace(text, " × ", "×");
  for (int i = 0; i < 10; ++i) replace(text, superscripts[i], "^" + std::to_string(i));
  const std::size_t ten = text.find("10^");
  if (ten == std::string::npos) return text;
  std::string exponent;
  std::size_t after = ten + 2;
  for (; after + 1 < text.size() && text[after] == '^'; after += 2) exponent += text[after + 1];
  std::string mantissa = text.substr(0, ten);
  replace(mantissa, "×", "");
  if (mantissa.empty() || mantissa == "-") mantissa += "1";
  return mantissa + "e" + exponent + text.substr(after);
}

std::string in_general(double value, int digits) {
  char text[48];
  std::snprintf(text, sizeof text, "%.*g", digits, value);
  return text;
}

}  // namespace

std::string power_of_ten(int exponent) {
  std::string text = exponent < 0 ? "10⁻" : "10";
  for (const char digit : std::to_string(std::abs(exponent))) text += superscripts[digit - '0'];
  return text;
}

std::string figure(double value, int digits) {
  std::string text = in_general(value, digits);
  const std::size_t e = text.find('e');
  if (e != std::string::npos) {
    const std::string mantissa = text.substr(0, e), power = power_of_ten(std::atoi(text.c_str() + e + 1));
    text = mantissa == "1" ? power : mantissa == "-1" ? "-" + power : mantissa + " × " + power;
  }
  replace(text, "-", "−");
  return text;
}

std::string value_with_unit(double value, std::string_view unit, int digits) {
  if (unit == "mm") return value_with_unit(1e-3 * value, "m", digits);
  if (unit == "deg") return figure(value, digits) + "°";
  const double size = std::abs(value);
  const bool prefixed =
      std::find(std::begin(prefixed_units), std::end(prefixed_units), unit) != std::end(prefixed_units);
  // chosen: 0.25 m stays, 20 mm is better than 0.02 m
  if (!prefixed || value == 0.0 || (size >= 0.1 && size < 1e4))
    return figure(value, digits) + (unit.empty() ? "" : " ") + std::string(unit);
  const Prefix& prefix = prefix_of(size);
  return figure(value / prefix.size, digits) + " " + prefix.name + std::string(unit);
}

std::optional<double> read_value(std::string text, std::string_view unit) {
  if (unit == "mm" && text.find('m') != std::string::npos) {
    const std::optional<double> metres = read_value(std::move(text), "m");
    return metres ? std::optional(1e3 * *metres) : std::nullopt;
  }
  text = powers_written_out(std::move(text));
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  if (end == text.c_str() || !std::isfinite(number)) return std::nullopt;
  const std::string rest(without_blanks(end)), plain = powers_written_out(std::string(unit));
  if (rest.empty() || rest == plain || (unit == "deg" && rest == "°")) return number;
  for (const Prefix& prefix : prefixes)
    if (rest == prefix.name + plain || (*prefix.name && rest == prefix.name)) return number * prefix.size;
  return std::nullopt;
}

std::string quantity(double value, const char* unit, double least) {
  if (!std::isfinite(value)) return "–";
  const double size = std::abs(value);
  if (size < least) return "< " + in_digits(least, unit);
  if (size < 1e-15) return std::string("0 ") + unit;
  return (value < 0.0 ? "−" : "") + in_digits(size, unit);
}

std::string signed_quantity(double value, const char* unit) {
  return (value > 0.0 ? "+" : "") + quantity(value, unit);
}

std::string counted(long count, const char* one) {
  std::string words = std::to_string(count) + " " + one;
  if (count == 1) return words;
  if (words.back() == 'y') words.pop_back(), words += "ie";
  return words + "s";
}

std::string axis_number(double value) {
  const double size = std::abs(value);
  // small ones keep their power of ten: the axis names a unit that may have a prefix of its own
  if (size < 9999.5) {
    return figure(value, 4);
  }
  std::string words = quantity(value, "");
  if (words.back() == ' ') words.pop_back();
  return words;
}

}  // namespace spook
