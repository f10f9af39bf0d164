// Numbers as text, exact both ways: the shortest decimal that reads back to the same bits, never the user's locale.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace spook {

std::string format_number(double value);
// the whole text must be one finite number; a leading '+' is allowed
std::optional<double> parse_number(std::string_view text);
std::optional<int> parse_integer(std::string_view text);

}  // namespace spook
