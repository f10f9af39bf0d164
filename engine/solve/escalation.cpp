#include "engine/solve/escalation.h"

#include "engine/solve/direct_options.h"

namespace spook {

std::string_view name_of(Rung rung) {
  constexpr std::string_view names[] = {"last sets",   "last impulses", "split",    "feasible fallback",
                                        "free flight", "newton",        "interior", "other start",
                                        "done",        "given up"};
  return names[static_cast<std::size_t>(rung)];
}

std::string_view name_of(Ending ending) {
  constexpr std::string_view names[] = {"solved",
                                        "a row would change its set",
                                        "they do not nearly solve this step",
                                        "too dear for its share of the budget",
                                        "sweeps still gain",
                                        "the budget ended it",
                                        "the budget ended a repeated coupling: the one before stands",
                                        "a number is not finite",
                                        "sets keep changing",
                                        "feasible, and leaves over no more than the effort asks for",
                                        "sets are clear",
                                        "only rounding is left",
                                        "begun again",
                                        "no start is left"};
  return names[static_cast<std::size_t>(ending)];
}

std::span<const DirectOptionInfo> direct_option_table() {
#define SPOOK_ROW(type, name, value, unit, serves, decides) {#name, unit, serves, decides, double(value)},
  static constexpr DirectOptionInfo table[] = {SPOOK_DIRECT_OPTIONS(SPOOK_ROW)};
#undef SPOOK_ROW
  return table;
}

}  // namespace spook
