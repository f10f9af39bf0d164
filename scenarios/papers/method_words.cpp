#include "scenarios/papers/method_words.h"

#include <cctype>
#include <string_view>
#include <utility>

namespace spook::papers {
namespace {

// a key that begins as another does stands before it
constexpr std::pair<std::string_view, std::string_view> method_words[] = {
    {"hem5", "HEM5"},
    {"phem56", "PHEM56"},
    {"rk4", "RK4"},
    {"rkf45", "RKF4(5)"},
    {"dopri5", "DOPRI5"},
    {"alpha-index2", "generalised-α, index 2"},
    {"alpha-index3", "generalised-α, index 3"},
    {"implicit-midpoint", "implicit midpoint"},
    {"implicit-euler", "implicit Euler"},
    {"rattle", "RATTLE"},
    {"shake", "SHAKE"},
    {"moreau-jean-projected", "Moreau–Jean, projected"},
    {"moreau-jean", "Moreau–Jean"},
    {"anitescu-potra-ahead", "Anitescu–Potra, ahead"},
    {"anitescu-potra", "Anitescu–Potra"},
    {"schatzman-paoli", "Schatzman–Paoli"},
    {"trapezoidal-68", "trapezoidal (68)"},
    {"trapezoidal-70", "trapezoidal (70)"},
    {"spook", "SPOOK"}};

bool of_a_key(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_';
}

}  // namespace

std::string method_in_words(std::string label) {
  for (const auto& [key, words] : method_words)
    for (std::size_t at = 0; (at = label.find(key, at)) != std::string::npos;) {
      const std::size_t end = at + key.size();
      const bool whole = (at == 0 || !of_a_key(label[at - 1])) && (end == label.size() || !of_a_key(label[end]));
      if (whole) label.replace(at, key.size(), words);
      at += whole ? words.size() : key.size();
    }
  return label;
}

}  // namespace spook::papers
