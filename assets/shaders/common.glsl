// shared by every shader: the frame's uniforms, sky, light and tone
layout(std140) uniform Frame {
  mat4 view_projection;
  mat4 shadow_matrix;    // world to the shadow map's texture space
  vec4 eye;              // xyz
  vec4 sun_direction;    // towards the sun; w: strength of shadows
  vec4 sun_colour;
  vec4 sky_top;
  vec4 sky_horizon;
  vec4 ground_colour;    // w: height of the ground, for the soft darkening near it
  vec4 grid_colour;      // w: strength
  vec4 viewport;         // pixels: width, height, 1/width, 1/height
  vec4 contact;          // the ground's contact map: middle x, y, 1/width, range in metres; 0: none
  vec4 options;          // x: shadow map texel in world units, y: fog distance, z: exposure, w: see-through alpha
};

vec3 sky_light(vec3 direction) {
  float up = clamp(direction.z, 0.0, 1.0);
  float down = clamp(-direction.z, 0.0, 1.0);
  vec3 sky = mix(sky_horizon.rgb, sky_top.rgb, 1.0 - (1.0 - up) * (1.0 - up) * (1.0 - up));
  return mix(sky, ground_colour.rgb, smoothstep(0.0, 0.25, down));
}

// colours keep their hue up to a white that is reached softly (after Khronos' neutral curve), then gamma
vec3 tone(vec3 colour) {
  vec3 x = colour * options.z;
  float peak = max(x.r, max(x.g, x.b));
  const float knee = 0.72;
  if (peak > knee) {
    float tamed = 1.0 - (1.0 - knee) * (1.0 - knee) / (peak + 1.0 - 2.0 * knee);
    x = mix(x * (tamed / peak), vec3(tamed), 1.0 - 1.0 / (0.15 * (peak - tamed) + 1.0));
  }
#ifdef LOW
  x = sqrt(max(x, 0.0));
#else
  x = pow(max(x, 0.0), vec3(1.0 / 2.2));
#endif
  return mix(x, x * x * (3.0 - 2.0 * x), 0.3);  // a little more contrast
}

#ifdef FRAGMENT
#ifdef LOW
uniform sampler2D shadow_map;  // compared and smoothed here
#else
uniform sampler2DShadow shadow_map;
#endif

float sunlight(vec3 world, vec3 normal) {
#ifdef NO_SHADOWS
  return 1.0;
#else
  // step off the surface by a texel or two so that it does not shade itself
  vec3 lifted = world + normal * options.x * 1.5;
  vec3 p = (shadow_matrix * vec4(lifted, 1.0)).xyz;
  vec3 edge = abs(p - 0.5);
  if (max(edge.x, max(edge.y, edge.z)) >= 0.5) return 1.0;
#ifdef LOW
  // four texels around, each by its share of the square
  vec2 at = p.xy * vec2(textureSize(shadow_map, 0)) - 0.5, part = fract(at);
  vec4 open = step(vec4(p.z), textureGather(shadow_map, p.xy));  // left above, right above, right, here
  vec2 column = mix(open.wx, open.zy, part.x);
  float lit = mix(column.x, column.y, part.y);
  lit = lit * lit * (3.0 - 2.0 * lit);
#else
  // a spiral of taps turned a pixel: soft, without bands
  const int taps = 14;
  vec2 texel = 1.0 / vec2(textureSize(shadow_map, 0));
  float turn = 6.2831853 * fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
  float lit = 0.0;
  for (int i = 0; i < taps; ++i) {
    float radius = sqrt((float(i) + 0.5) / float(taps)) * 2.6;
    float angle = float(i) * 2.3999632 + turn;
    lit += texture(shadow_map, vec3(p.xy + radius * texel * vec2(cos(angle), sin(angle)), p.z));
  }
  lit /= float(taps);
#endif
  return mix(lit, 1.0, smoothstep(0.42, 0.5, max(edge.x, edge.y)));
#endif
}
#endif
