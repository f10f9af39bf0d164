#include "viewer/panels/quantity.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>

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

}  // namespace

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
  char text[32];
  // small ones keep their power of ten: the axis names a unit that may have a prefix of its own
  if (size < 9999.5) {
    std::snprintf(text, sizeof text, "%s%.4g", value < 0.0 ? "−" : "", size);
    return text;
  }
  std::string words = quantity(value, "");
  if (words.back() == ' ') words.pop_back();
  return words;
}

}  // namespace spook
