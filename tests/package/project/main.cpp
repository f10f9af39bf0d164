// On a bare machine with the packages: a scene of the library runs for a second.
#include <cstdio>

#include "spook/registry.h"
#include "spook/version.h"
#include "spook/world.h"

int main() {
  spook::World world(spook::build_scenario(*spook::find_scenario("card_house")));
  for (int step = 0; step < 60; ++step) world.step();
  std::printf("spook %s: %.2f s, %d contacts\n", spook::library_version_text().data(), world.time(),
              world.report().contacts);
  return spook::library_fits() && world.report().contacts > 10 ? 0 : 1;
}
