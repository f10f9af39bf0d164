// Numbers as a person reads them: three digits and a prefix, "10.3 kJ", "−19.6 µJ", "< 1 nm/s".
#pragma once

#include <string>

namespace spook {

// below `least` of the unit: "< 1 nm/s"; least is a power of a thousand
std::string quantity(double value, const char* unit, double least = 0.0);
std::string signed_quantity(double value, const char* unit);  // with a + where it is one
std::string counted(long count, const char* one);             // "1 pivot", "7 pivots", "2 bodies"
std::string axis_number(double value);                        // for axes: "10 k", "−20 k", "0"

}  // namespace spook
