// planes: a quiet floor with a metric grid that thins out with distance
in vec3 world;
in vec2 metres;
out vec4 result;

uniform sampler2D contact_map;
uniform vec3 normal;
uniform vec3 fade_centre;
uniform float fade_radius;  // 0: to the horizon

// how much of the pixel lines of the given spacing cover, to the exact share: far off they melt into a tint
float lines(vec2 at, vec2 pixel, float spacing, float width) {
  vec2 w = pixel / spacing + 1e-4, p = at / spacing + 0.5 * width / spacing;
  float line = width / spacing;
  vec2 a = p + 0.5 * w, b = p - 0.5 * w;
  vec2 cover = (floor(a) + min(fract(a) / line, 1.0) - floor(b) - min(fract(b) / line, 1.0)) * line / w;
  vec2 seen = 1.0 - smoothstep(0.10, 0.40, w);
  return max(cover.x * seen.x, cover.y * seen.y);
}

void main() {
  vec3 to_eye = eye.xyz - world;
  float far = length(to_eye);
  float haze = 1.0 - exp(-far * far / (options.y * options.y));
  if (haze > 0.995 && fade_radius == 0.0) { result = vec4(tone(sky_horizon.rgb), 1.0); return; }
  vec2 pixel = fwidth(metres);
  float fine = lines(metres, pixel, 1.0, 0.010) * 0.75;
#ifdef LOW
  // decimetres near by, tens of metres far off: never both
  bool near = far < 9.0;
  float other = lines(metres, pixel, near ? 0.1 : 10.0, near ? 0.0012 : 0.018);
  float grid = max(fine, other * (near ? 0.22 - 0.22 * smoothstep(4.0, 9.0, far) : smoothstep(9.0, 14.0, far))) * grid_colour.w;
#else
  float tenth = lines(metres, pixel, 0.1, 0.0012) * 0.22 * (1.0 - smoothstep(4.0, 9.0, far));
  float coarse = lines(metres, pixel, 10.0, 0.018);
  float grid = max(max(fine, tenth), coarse) * grid_colour.w;
#endif

  vec3 floor_colour = mix(ground_colour.rgb, grid_colour.rgb, grid);
  float facing_sun = max(dot(normal, sun_direction.xyz), 0.0);
  float lit = facing_sun > 0.0 ? mix(1.0, sunlight(world, normal), sun_direction.w) : 0.0;
  vec3 ambient = mix(sky_horizon.rgb, sky_top.rgb, 0.6) * 0.60;
  vec2 at = (world.xy - contact.xy) * contact.z;
  if (contact.w > 0.0 && normal.z > 0.75 && max(abs(at.x), abs(at.y)) < 0.5) {
    float shade = textureLod(contact_map, at + 0.5, 0.0).r;
    ambient *= 1.0 - 0.85 * shade;
    lit *= 1.0 - 0.5 * shade;
  }
  vec3 colour = floor_colour * (ambient + sun_colour.rgb * facing_sun * lit);
  // a faint sheen of the sky at grazing angles
  float grazing = 1.0 - max(dot(normal, to_eye / far), 0.0);
  colour += sky_horizon.rgb * 0.10 * grazing * grazing * grazing;
  colour = mix(colour, sky_horizon.rgb, haze);
  float alpha = fade_radius > 0.0 ? 0.8 * (1.0 - smoothstep(0.35, 1.0, distance(world, fade_centre) / fade_radius)) : 1.0;
  result = vec4(tone(colour), alpha);
}
