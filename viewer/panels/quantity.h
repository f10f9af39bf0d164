// Numbers as a person reads them: three digits and a prefix, "10.3 kJ", "−19.6 µJ", "< 1 nm/s".
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace spook {

// below `least` of the unit: "< 1 nm/s"; least is a power of a thousand
std::string quantity(double value, const char* unit, double least = 0.0);
std::string signed_quantity(double value, const char* unit);  // with a + where it is one
std::string power_of_ten(int exponent);                       // "10⁻⁸"
// without a prefix, where the unit takes none: "0.05", "1.5 × 10⁻⁸"
std::string figure(double value, int digits = 3);
// As sliders have it, with the prefix that its size asks for: "10 nm/N", "16.7 ms", "0.25 m"; and read again, as typed
// by hand: "10 nm/N", "1e-8", "1 × 10⁻⁸ m/N".
std::string value_with_unit(double value, std::string_view unit, int digits = 3);
std::optional<double> read_value(std::string text, std::string_view unit);
std::string counted(long count, const char* one);  // "1 pivot", "7 pivots", "2 bodies"
std::string axis_number(double value);             // for axes: "10 k", "−20 k", "0"

}  // namespace spook
