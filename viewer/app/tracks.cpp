#include "viewer/app/tracks.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace spook {
namespace {

using Seen = std::unordered_set<const SavedState*>;

// bytes of the moments that nobody before held
std::size_t own_bytes(const Timeline& timeline, Seen& seen) {
  std::size_t sum = 0;
  timeline.each([&](const Moment& moment) {
    if (seen.insert(moment.state.get()).second) sum += moment.bytes;
  });
  return sum;
}

}  // namespace

Track* Tracks::find(int number) {
  const auto at = std::find_if(tracks_.begin(), tracks_.end(), [&](const Track& t) { return t.info.number == number; });
  return at == tracks_.end() ? nullptr : &*at;
}

Track Tracks::take(int number) {
  Track taken = std::move(*find(number));
  remove(number);
  return taken;
}

void Tracks::remove(int number) {
  std::erase_if(tracks_, [&](const Track& track) { return track.info.number == number; });
}

std::string Tracks::put_away(Track track, const Timeline& present) {
  track.timeline.forget_second();
  Track* same = find(track.info.number);
  if (!same)
    tracks_.push_back(std::move(track));
  else if (same->session.known_steps() <= track.session.known_steps())
    *same = std::move(track);
  std::sort(tracks_.begin(), tracks_.end(),
            [](const Track& a, const Track& b) { return a.info.number < b.info.number; });
  return stay_within_budget(present);
}

std::size_t Tracks::bytes(const Timeline& present) const {
  Seen seen;
  own_bytes(present, seen);
  std::size_t sum = 0;
  for (const Track& track : tracks_) sum += own_bytes(track.timeline, seen);
  return sum;
}

std::string Tracks::stay_within_budget(const Timeline& present) {
  std::string said;
  while (tracks_.size() > max_tracks) {
    said = "Track " + std::to_string(tracks_.front().info.number) + " was let go: " + std::to_string(max_tracks) +
           " are kept";
    tracks_.erase(tracks_.begin());
  }
  constexpr std::size_t few = 8;  // moments; fewer are no past to look at
  while (!tracks_.empty() && bytes(present) > budget_) {
    const auto largest = std::max_element(tracks_.begin(), tracks_.end(), [](const Track& a, const Track& b) {
      return a.timeline.count() < b.timeline.count();
    });
    const std::string name = "Track " + std::to_string(largest->info.number);
    if (largest->timeline.count() > few) {
      largest->timeline.thin();
      said = name + " keeps fewer moments: tracks may take " + std::to_string(budget_ >> 20) + " MB";
    } else {
      said = name + " was let go: tracks may take " + std::to_string(budget_ >> 20) + " MB";
      tracks_.erase(largest);
    }
  }
  return said;
}

TrackView view_of(const TrackInfo& info, const Timeline& timeline, const Session& session) {
  TrackView view;
  view.info = info;
  const Moment *first = timeline.first(), *last = timeline.last();
  if (!first) return view;
  view.first_time = first->time, view.end_time = last->time, view.end_step = last->step;
  const double step = last->step > first->step ? (last->time - first->time) / double(last->step - first->step) : 0.0;
  for (const std::uint64_t input : session.inputs(first->step))
    view.inputs.push_back(last->time + step * (double(input) - double(last->step)));
  view.settings = session.settings_at(session.known_steps());
  return view;
}

}  // namespace spook
