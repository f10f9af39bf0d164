#pragma once

#include <cstdint>

namespace spook {

// how a row is to be solved: automatic is as the solver's kind has it
enum class SolveBy : std::uint8_t { automatic, direct, iterative };

}  // namespace spook
