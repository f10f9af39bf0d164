// What the layers' colours mean: shared by what is drawn and by the legend that tells.
#pragma once

#include <algorithm>
#include <cmath>
#include <glm/glm.hpp>

namespace spook {

inline const glm::vec4 stick_colour(0.30f, 0.80f, 0.45f, 1), slide_colour(0.98f, 0.65f, 0.20f, 1),
    open_colour(0.66f, 0.70f, 0.76f, 0.9f);
inline const glm::vec4 normal_colour(0.35f, 0.62f, 0.98f, 1), force_colour(0.95f, 0.35f, 0.30f, 1),
    friction_colour(0.98f, 0.72f, 0.25f, 1);
inline const glm::vec4 joint_colour(0.75f, 0.45f, 0.98f, 1), limit_colour(0.98f, 0.45f, 0.75f, 1),
    box_colour(0.55f, 0.60f, 0.68f, 0.9f), inertia_colour(0.35f, 0.78f, 0.35f, 0.9f),
    centre_colour(0.93f, 0.30f, 0.30f, 1);
inline const glm::vec4 axis_colours[3] = {{0.93f, 0.30f, 0.30f, 1}, {0.35f, 0.78f, 0.35f, 1}, {0.32f, 0.55f, 0.95f, 1}};

// cold to hot as t goes from 0 to 1, as seen on the screen
inline glm::vec4 ramp_colour(float t) {
  t = glm::clamp(t, 0.0f, 1.0f);
  const glm::vec4 a(0.24f, 0.40f, 0.80f, 1), b(0.25f, 0.70f, 0.62f, 1), c(0.95f, 0.80f, 0.32f, 1),
      d(0.93f, 0.27f, 0.20f, 1);
  if (t < 0.33f) return glm::mix(a, b, t / 0.33f);
  return t < 0.66f ? glm::mix(b, c, (t - 0.33f) / 0.33f) : glm::mix(c, d, (t - 0.66f) / 0.34f);
}

// a speed's place on the ramp: finer where it is slow, the end at 10 m/s
inline constexpr float fast_enough = 10.0f;
inline float speed_share(float speed) {
  return std::log10(1.0f + 9.0f * std::min(1.0f, speed / fast_enough));
}

}  // namespace spook
