#include "viewer/app/pad_dialog.h"

#include "viewer/app/settings.h"

namespace spook {

PadSource source_of(const Settings& settings, const std::string& lever, std::size_t number) {
  const auto chosen = settings.pad_sources.find(lever);
  return chosen != settings.pad_sources.end() ? chosen->second : standard_source(number);
}

void PadDialog::listen(const std::string& lever) {
  listening = lever, forward = -1;
  before = now.value_or(GamepadState{});
}

void PadDialog::hear(Settings& settings) {
  if (!open) listening.clear();
  if (listening.empty() || !now) return;
  const auto heard = touched(before, *now);
  if (!heard) return;
  PadSource source = *heard;
  before = *now;
  if (source.axis < 0 && forward < 0) return void(forward = source.forward);
  if (source.axis < 0) source.backward = source.forward, source.forward = forward;
  settings.pad_sources[listening] = source;
  listening.clear();
}

}  // namespace spook
