// Motion made small: whole numbers, what a straight line through the last two misses, bytes of seven bits, deflate,
// base64.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace spook {

// appends the numbers to the bytes; page.html reads them back (readSeries)
void pack_series(std::span<const std::int32_t> values, std::string& bytes);
std::string deflated(const std::string& bytes);  // zlib's format
std::string base64(const std::string& bytes);

}  // namespace spook
