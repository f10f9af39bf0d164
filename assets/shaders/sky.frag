// a gradient from horizon to zenith with a glow around the sun
in vec4 far_point;
out vec4 result;

void main() {
  vec3 direction = normalize(far_point.xyz / far_point.w - eye.xyz);
  float up = max(direction.z, 0.0);
  vec3 colour = mix(sky_horizon.rgb, sky_top.rgb, 1.0 - (1.0 - up) * (1.0 - up) * (1.0 - up));
  float glow = max(dot(direction, sun_direction.xyz), 0.0);
  float glow8 = pow(glow, 8.0);
  colour += sun_colour.rgb * (0.05 * glow8 + 0.12 * pow(glow8, 16.0));
  result = vec4(tone(colour), 1.0);
}
