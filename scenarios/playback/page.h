// The page a playback is put into, and what it is told of the scene.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/world/world.h"

namespace spook {

std::string_view page_template();  // page.html
std::string_view three_js();       // empty: not there when this was built

struct PageScene {
  const Scene& scene;
  const std::vector<BodyLook>& looks;
  const std::vector<Pose>& start;
  const std::vector<BodyId>&bodies, &moving;
  const std::vector<double>&kinetic, &potential, &total;
  double frames_a_second = 60.0, quantum = 1e-4, turn_quantum = 1.0 / 4096;
};

std::string page_json(const PageScene& page);

}  // namespace spook
