// bodies: procedural looks laid on along each shape's own axes, sun, sky, soft shadow
in vec3 world;
in vec3 local;
in vec3 local_normal;
flat in vec4 tint;
flat in vec4 detail;
flat in vec3 half_size;
flat in mat3 turn;
out vec4 result;

uniform sampler2DArray looks;  // rg: albedo and gloss around one half, ba: slope

// roughness, metalness, texture repeats a metre, strength of the texture
const vec4 look_table[8] = vec4[8](
  vec4(0.42, 0.0, 1.0, 0.0),    // plain
  vec4(0.62, 0.0, 1.3, 1.0),    // wood
  vec4(0.85, 0.0, 1.9, 1.0),    // brick
  vec4(0.34, 1.0, 1.6, 0.6),    // metal
  vec4(0.90, 0.0, 1.1, 1.0),    // rock
  vec4(0.62, 0.0, 3.0, 0.7),    // rubber
  vec4(0.80, 0.0, 0.8, 0.9),    // concrete
  vec4(0.75, 0.0, 2.0, 0.3));   // paper

// rounds a box's edges by turning the normal near them
vec3 bevelled(vec3 n) {
  vec3 room = half_size - abs(local);
  float width = min(0.035, 0.10 * min(half_size.x, min(half_size.y, half_size.z)) + 0.002);
  float pixel = length(fwidth(local)) * 0.75;
  width = max(width, pixel);
  vec3 bend = sign(local) * (1.0 - smoothstep(vec3(0.0), vec3(width), room)) * (1.0 - step(0.5, abs(n)));
  return normalize(n + bend * 0.75 * min(1.0, width / max(pixel, 1e-6) * 0.5));
}

// stencilled on the six sides of a box, upright as seen from outside; how much of the pixel is paint
float painted(int number, vec3 facing) {
  vec3 outside = sign(local_normal);
  vec2 at = vec2(-local.x * outside.y, local.z), room = half_size.xz;
  if (facing.x > max(facing.y, facing.z)) at = vec2(local.y * outside.x, local.z), room = half_size.yz;
  if (facing.z > max(facing.x, facing.y)) {
    bool along_x = half_size.x >= half_size.y;
    at = along_x ? vec2(local.x * outside.z, local.y) : vec2(local.y * outside.z, -local.x);
    room = along_x ? half_size.xy : half_size.yx;
  }
  int count = number < 10 ? 1 : number < 100 ? 2 : number < 1000 ? 3 : number < 10000 ? 4 : 5;
  const float advance = 0.66;  // of a digit, in heights of one
  float wide = advance * float(count);
  float high = min(1.1 * room.y, 1.6 * room.x / wide);
  vec2 glyph = at / high + vec2(0.5 * wide, 0.5);
  float pixel = 0.6 * length(fwidth(at)) / high;
  float seen = 1.0 - smoothstep(0.10, 0.20, pixel);  // what is a few pixels high is only noise
  if (seen <= 0.0 || glyph.x < 0.0 || glyph.x >= wide || abs(glyph.y - 0.5) > 0.55) return 0.0;
  int place = int(glyph.x / advance);
  for (int i = place + 1; i < count; ++i) number /= 10;
  int digit = number % 10;
  // as digit_texture.cpp lays them out
  vec2 texel = vec2(digit % 4 * 64, digit / 4 * 80) + (vec2(glyph.x - advance * float(place) + 0.07, glyph.y + 0.055)) * 72.0;
  float inside = textureLod(looks, vec3(texel / 256.0, 8.0), max(0.0, log2(pixel * 72.0))).r - 0.5;
  return seen * clamp(0.5 * inside / pixel + 0.5, 0.0, 1.0);
}

void main() {
  vec3 n = normalize(local_normal);
  vec3 facing = abs(n);
  int code = int(detail.w + 0.5), kind = code & 3, number = code / 4 - 1;
  if (kind == 1) n = bevelled(n);
  int look = int(tint.w + 0.5);
  vec4 traits = look_table[look];
  vec3 albedo = tint.rgb;
  float roughness = traits.x, metalness = traits.y;

  // a wheel of rubber: slanted blocks around its rim, a pale hub on its sides
  if (look == 5 && kind == 2) {
    float across = length(local.xy) / half_size.x, side = abs(local.z) / half_size.z;
    float blocks = floor(clamp(39.0 * half_size.x, 16.0, 40.0));
    float groove = abs(fract(atan(local.y, local.x) * 0.15915494 * blocks + 0.35 * side) - 0.5) * 2.0;
    float cut = smoothstep(0.62, 0.74, groove) * smoothstep(0.05, 0.12, side);
    float tread = (1.0 - 0.65 * cut) * (0.55 + 0.45 * smoothstep(0.03, 0.08, side));
    float hub = 1.0 - smoothstep(0.50, 0.53, across);
    float flank = 1.0 - 0.45 * smoothstep(0.03, 0.0, abs(across - 0.56)) - 0.25 * smoothstep(0.02, 0.0, abs(across - 0.86));
    albedo = facing.z < 0.5 ? albedo * tread : mix(albedo * flank, vec3(0.42, 0.41, 0.39), hub);
  }

  if (number >= 0) {
    bool pale = dot(albedo, vec3(0.2, 0.7, 0.1)) > 0.38;
    albedo = mix(albedo, pale ? vec3(0.03) : vec3(0.88, 0.86, 0.80), 0.9 * painted(number, facing));
  }

  // lay the texture on the face the normal looks at, its grain along the shape's long axis
  if (traits.w > 0.0) {
    vec3 p = local, f = facing;
    if (detail.z < 0.5) p = p.yzx, f = f.yzx;
    else if (detail.z < 1.5) p = p.zxy, f = f.zxy;
    p = p * traits.z + detail.x * vec3(7.31, 3.77, 5.13);
    vec2 uv;
    float layer = tint.w;
    if (f.z > max(f.x, f.y)) {
      uv = p.xy;
      if (look == 1) {  // end grain: rings around the pith
        vec3 q = local;
        if (detail.z < 0.5) q = q.yzx;
        else if (detail.z < 1.5) q = q.zxy;
        float radius = length(q.xy + 0.02 * vec2(sin(detail.x * 9.0), cos(detail.x * 7.0)));
        uv = vec2(radius * 3.0, 0.15 + detail.x);
        albedo *= vec3(1.12, 1.08, 1.0);
      }
    } else uv = f.x > f.y ? p.yz : p.xz;
    vec4 texel = texture(looks, vec3(uv, layer));
    albedo *= mix(1.0, 0.35 + 1.3 * texel.r, traits.w);
    roughness = clamp(roughness + (texel.g - 0.5) * 0.4 * traits.w, 0.08, 1.0);
#ifndef LOW
    // slopes of the texture, in the plane it was laid on
    vec2 slope = (texel.ba - 0.5) * 0.9 * traits.w;
    vec3 along = f.z > max(f.x, f.y) ? vec3(slope, 0.0) : (f.x > f.y ? vec3(0.0, slope) : vec3(slope.x, 0.0, slope.y));
    if (detail.z < 0.5) along = along.zxy;
    else if (detail.z < 1.5) along = along.yzx;
    n = normalize(n - along);
#endif
  }

  n = turn * n;
  vec3 view = normalize(eye.xyz - world);
  vec3 sun = sun_direction.xyz;
  float facing_sun = max(dot(n, sun), 0.0);
  float lit = facing_sun > 0.0 ? mix(1.0, sunlight(world, n), sun_direction.w) : 0.0;

  // ambient: sky above, ground's bounce below, darker close to the ground
  float near_ground = clamp((world.z - ground_colour.w) * 1.6, 0.0, 1.0);
  float shelter = mix(0.62 + 0.38 * clamp(n.z + 0.6, 0.0, 1.0), 1.0, near_ground);
  vec3 bounce = ground_colour.rgb * vec3(0.62, 0.57, 0.50) * (0.75 + 0.25 * near_ground);
  vec3 ambient = mix(bounce, mix(sky_horizon.rgb, sky_top.rgb, 0.6) * 0.62, 0.5 + 0.5 * n.z) * shelter;
  // a weak light from the eye gives shape to what the sun does not reach
  float facing_eye = max(dot(n, view), 0.0);
  ambient += vec3(0.13, 0.125, 0.12) * facing_eye;
  vec3 diffuse = albedo * (1.0 - 0.85 * metalness);
  vec3 colour = diffuse * (ambient + sun_colour.rgb * facing_sun * lit);

  // gloss: the sun's highlight and the sky mirrored
  vec3 f0 = mix(vec3(0.04), albedo, metalness);
  float grazing = 1.0 - facing_eye;
  float grazing2 = grazing * grazing;
  vec3 fresnel = f0 + (1.0 - f0) * grazing2 * grazing2 * grazing * (1.0 - 0.8 * roughness);
  vec3 halfway = normalize(view + sun);
  float power = 2.0 / max(roughness * roughness * roughness * roughness, 1e-3);
  float highlight = pow(max(dot(n, halfway), 0.0), power) * (power + 4.0) * 0.05;
  colour += fresnel * (sun_colour.rgb * highlight * facing_sun * lit);
  colour += fresnel * sky_light(reflect(-view, n)) * (1.0 - 0.55 * roughness) * shelter;

  // highlight of what is hovered, then haze
  colour = mix(colour, vec3(1.0, 0.82, 0.45) * (0.4 + 0.6 * facing_sun), detail.y * 0.25);
  vec3 away = eye.xyz - world;
  float haze = 1.0 - exp(-dot(away, away) / (options.y * options.y));
  colour = mix(colour, sky_horizon.rgb, haze);
  result = vec4(tone(colour), options.w);
}
