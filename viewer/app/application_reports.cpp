// Reports of every step, as plots show them: those of the present track, of B, and of the tracks put away.
#include "viewer/app/application.h"
#include "viewer/app/event_log.h"
#include "viewer/app/tracks.h"

namespace spook {
namespace {

constexpr double kept_seconds = 90.0;

bool is_listed(const SimFrame& frame, int number) {
  for (const TrackView& track : *frame.tracks)
    if (track.info.number == number) return true;
  return false;
}

}  // namespace

void Application::change_track() {
  const SimFrame& frame = *context_.frame;
  auto& kept = context_.track_reports;
  if (!context_.now() || !frame.tracks) return;
  if (frame.track != track_) {
    std::deque<StepReport>& left = kept[track_];
    // where the track was left by a step that went elsewhere, its end was put aside before
    if (left.empty() || context_.reports.empty() || left.back().step < context_.reports.back().step)
      left = context_.reports;
    if (const auto found = kept.find(frame.track); found != kept.end()) {
      context_.reports = std::move(found->second);
      kept.erase(found);
    }
    track_ = frame.track;
  }
  if (frame.second_track != second_track_) {
    second_track_ = frame.second_track;
    const auto found = kept.find(second_track_);
    if (frame.second && found != kept.end()) context_.second_reports = found->second;
  }
  std::erase_if(kept, [&](const auto& entry) { return !is_listed(frame, entry.first); });
}

void Application::take_reports() {
  for (const int channel : {0, 1}) {
    const bool first = channel == channel_;
    std::deque<StepReport>& kept = first ? context_.reports : context_.second_reports;
    simulation_.take_reports(news_, channel);
    if (!first && !context_.frame->second) continue;
    for (StepReport& report : news_) {
      if (first && !kept.empty() && kept.back().step > report.step && kept[kept.size() - 1].hash != report.hash)
        context_.track_reports.try_emplace(track_, kept);
      while (!kept.empty() && kept.back().step >= report.step) kept.pop_back();
      if (first)
        for (std::string& text : log_->take(report)) context_.say(std::move(text));
      kept.push_back(std::move(report));
    }
    while (kept.size() > 2 && kept.back().time - kept.front().time > kept_seconds) kept.pop_front();
  }
}

}  // namespace spook
