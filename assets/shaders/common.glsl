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
  vec4 options;          // x: shadow map texel in world units, y: fog distance, z: exposure, w: see-through alpha
};

vec3 sky_light(vec3 direction) {
  float up = clamp(direction.z, 0.0, 1.0);
  float down = clamp(-direction.z, 0.0, 1.0);
  vec3 sky = mix(sky_horizon.rgb, sky_top.rgb, 1.0 - (1.0 - up) * (1.0 - up) * (1.0 - up));
  return mix(sky, ground_colour.rgb, smoothstep(0.0, 0.25, down));
}

vec3 tone(vec3 colour) {
  // a filmic shoulder that leaves the midtones alone, then gamma
  vec3 x = colour * options.z;
  x = x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14);
#ifdef LOW
  return sqrt(clamp(x, 0.0, 1.0));
#else
  return pow(clamp(x, 0.0, 1.0), vec3(1.0 / 2.2));
#endif
}

#ifdef FRAGMENT
#ifdef LOW
uniform sampler2D shadow_map;  // compared here: one texel instead of four
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
  float fade = smoothstep(0.42, 0.5, max(edge.x, edge.y));
#ifdef LOW
  // half a texel to and fro from pixel to pixel: edges dissolve instead of stepping
  float size = float(textureSize(shadow_map, 0).x);
  float to_and_fro = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) - 0.5;
  float lit = step(p.z, texelFetch(shadow_map, ivec2(p.xy * size + to_and_fro), 0).r);
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
  return mix(lit, 1.0, fade);
#endif
}
#endif
