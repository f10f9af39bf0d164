in vec4 tint;
in vec2 across;
in float half_width;
out vec4 result;

void main() {
  float cover = clamp(half_width + 0.5 - length(across), 0.0, 1.0);
  result = vec4(tint.rgb, tint.a * cover);
}
