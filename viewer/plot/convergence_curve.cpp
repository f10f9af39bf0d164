#include "viewer/plot/convergence_curve.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace spook::plot {
namespace {

// a solver without sweeps: the record of the start, if there is one, and direct solves
bool only_direct(std::span<const SweepRecord> history) {
  std::map<int, int> seen;
  for (const SweepRecord& record : history)
    if (seen[record.island]++ && !record.direct) return false;
  return std::any_of(history.begin(), history.end(), [](const SweepRecord& record) { return record.direct; });
}

// where on the axis each record of one island lies: sweeps at 1, 2, 3 …, the start at 0, direct solves between, or,
// where there is nothing to stand between, each a place of its own
std::vector<double> places(const std::vector<const SweepRecord*>& records, bool alone) {
  std::vector<double> at;
  double sweeps = 0.0, between = 0.0;
  if (alone) {
    for (const SweepRecord* record : records) at.push_back(record->direct ? sweeps += 1.0 : 0.0);
    return at;
  }
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (records[i]->direct) {
      between = between == 0.0 ? 0.5 : between + 0.5 * (1.0 - between);  // several in a row: ½, ¾, ⅞ …
      at.push_back(sweeps + between);
      continue;
    }
    if (i) sweeps += 1.0;
    between = 0.0;
    at.push_back(sweeps);
  }
  return at;
}

void add(const SweepRecord& record, bool present, CurvePoint& point) {
  point.normal += record.residual.normal * record.residual.normal;
  point.tangent += record.residual.tangent * record.residual.tangent;
  if (record.residual.worst_contact >= 0 && (point.worst_contact < 0 || record.residual.worst > point.worst))
    point.worst_contact = record.residual.worst_contact, point.worst = record.residual.worst;
  if (!present) return;
  point.changes += record.changes, point.pivots += record.pivots, point.factorisations += record.factorisations;
}

}  // namespace

std::vector<CurvePoint> convergence_curve(std::span<const SweepRecord> history) {
  struct Track {
    std::vector<const SweepRecord*> records;
    std::vector<double> at;
    std::size_t next = 0;
  };
  std::map<int, Track> islands;
  for (const SweepRecord& record : history) islands[record.island].records.push_back(&record);
  const bool alone = only_direct(history);
  std::map<double, bool> axis;  // place, direct
  for (auto& [island, track] : islands) {
    track.at = places(track.records, alone);
    for (std::size_t i = 0; i < track.at.size(); ++i) axis[track.at[i]] |= track.records[i]->direct;
  }
  // an island that has finished, or has not begun, counts with the record nearest before, or its first
  std::vector<CurvePoint> curve;
  for (const auto& [place, direct] : axis) {
    CurvePoint point;
    point.sweeps = place, point.direct = direct, point.alone = alone;
    for (auto& [island, track] : islands) {
      while (track.next < track.at.size() && track.at[track.next] <= place) ++track.next;
      const std::size_t shown = track.next ? track.next - 1 : 0;
      add(*track.records[shown], track.next && track.at[shown] == place, point);
    }
    point.normal = std::sqrt(point.normal), point.tangent = std::sqrt(point.tangent);
    curve.push_back(point);
  }
  return curve;
}

}  // namespace spook::plot
