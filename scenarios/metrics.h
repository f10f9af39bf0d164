// What a headless run is judged by: gathered a step at a time, written as the one JSON object of --metrics.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "engine/world/world.h"

namespace spook {

// min, mean and so on of a series of figures
struct Series {
  std::vector<double> values;

  void add(double value) { values.push_back(value); }
  double mean() const;
  double rms() const;
  double maximum() const;
  double quantile(double share) const;  // 0.5: the median
};

class Metrics {
 public:
  explicit Metrics(const World& world);                                  // before the first step
  void add(const World& world);                                          // after every step
  std::string json(const std::string& scene, const World& world) const;  // after the last

  // of the contacts in the step just added, N s: judged afterwards from problem and solution, outside of the step's
  // time
  const Residual& residual() const { return residual_; }

  // the single figures by dotted name, "drift.max_m", in the order of the JSON: what a sweep tabulates
  std::vector<std::pair<std::string, double>> figures(const World& world) const;

 private:
  struct StepTimes {
    Series total, collide, impact, assemble, direct, sweeps, other;
  };

  std::vector<std::pair<BodyId, Vec3>> start_;  // dynamic bodies
  Energies energy_start_;
  double synchronised_ = 0.0, max_gain_ = 0.0, smooth_gain_ = 0.0, most_ = 0.0;  // J; smooth: outside onsets
  double mechanical_ = 0.0, mechanical_gain_ = 0.0;  // J: kinetic and potential alone, synchronised
  int onsets_ = 0, open_ = 0, guarded_ = 0;          // guarded: groups that the step's guard held back
  std::uint64_t steps_ = 0;
  StepTimes ms_;
  Series contacts_, penetration_rms_, penetration_max_, rms_m_, max_m_, rms_rad_, max_rad_, residual_normal_,
      residual_tangent_, pivots_, failed_, factorisations_, effort_, left_over_, rounds_, round_residual_;
  Residual residual_;
  std::vector<std::string> flags_;
  std::set<std::string> known_flags_;

  void add_times(const StepReport& report);
};

// one line for a person: how the run went
std::string summary(const std::string& scene, const Metrics& metrics, const World& world);

}  // namespace spook
