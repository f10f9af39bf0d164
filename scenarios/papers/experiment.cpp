#include "scenarios/papers/experiment.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>

namespace spook::papers {

std::string_view word(Cause cause) {
  switch (cause) {
    case Cause::print:
      return "the print";
    case Cause::not_printed:
      return "not printed";
    case Cause::other:
      return "another method or machine";
    case Cause::ours:
      return "ours";
    case Cause::unknown:
      return "unknown";
  }
  return "";
}

void Report::check(std::string quantity, Yardstick yardstick, std::string ours, std::string bar, bool ok,
                   std::string note, const Reason& why) {
  const Verdict verdict = ok ? Verdict::pass : why.text.empty() ? Verdict::fail : Verdict::explained;
  if (!ok && !why.text.empty()) note += (note.empty() ? "" : "; ") + why.text;
  rows.push_back({std::move(quantity), std::move(yardstick), std::move(ours), std::move(bar), verdict, std::move(note),
                  why.cause});
}

void Report::show(std::string quantity, Yardstick yardstick, std::string ours, std::string note) {
  rows.push_back({std::move(quantity), std::move(yardstick), std::move(ours), {}, Verdict::shown, std::move(note), {}});
}

bool Report::passed() const {
  return std::ranges::none_of(
      rows, [](const Row& row) { return row.verdict == Verdict::fail || row.verdict == Verdict::explained; });
}

void ExperimentContext::at(double fraction, std::string_view what) const {
  if (progress && !progress(fraction, what)) throw Cancelled{};
}

std::span<const Experiment> experiments() {
  static const std::vector<Experiment> all = [] {
    std::vector<Experiment> list = smooth_experiments();
    for (auto family : {nonsmooth_experiments, engine_experiments})
      for (Experiment& experiment : family()) list.push_back(std::move(experiment));
    return list;
  }();
  return all;
}

std::string Experiment::title() const {
  std::string text = name;
  for (std::size_t k = 0; k < text.size(); ++k)
    if (text[k] == '_') {
      const bool between_digits = std::isdigit(static_cast<unsigned char>(text[k - 1])) && k + 1 < text.size() &&
                                  std::isdigit(static_cast<unsigned char>(text[k + 1]));
      text[k] = between_digits ? '.' : ' ';
    }
  if (text.starts_with("spook")) return "SPOOK" + text.substr(5);
  if (text.starts_with("lcp")) return "LCP" + text.substr(3);
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

const Experiment* find_experiment(std::string_view name) {
  const auto found = std::ranges::find(experiments(), name, &Experiment::name);
  return found == experiments().end() ? nullptr : &*found;
}

std::string number(double value, int digits) {
  if (value == 0.0) return "0";
  char text[48];
  const double size = std::abs(value);
  const bool plain = size >= 1e-2 && size < 1e5;
  if (plain)
    std::snprintf(text, sizeof text, "%.*f", std::max(0, digits - 1 - static_cast<int>(std::floor(std::log10(size)))),
                  value);
  else
    std::snprintf(text, sizeof text, "%.*e", digits - 1, value);
  return text;
}

std::vector<double> observed_orders(std::span<const double> h, std::span<const double> error) {
  std::vector<double> orders;
  for (std::size_t k = 1; k < h.size(); ++k)
    orders.push_back(std::log(error[k] / error[k - 1]) / std::log(h[k] / h[k - 1]));
  return orders;
}

}  // namespace spook::papers
