// a soft line around the mask of selected bodies
uniform sampler2D mask;
uniform vec4 line_colour;
uniform float width;
out vec4 result;

void main() {
  vec2 at = gl_FragCoord.xy * viewport.zw;
  float inside = texture(mask, at).r;
  float around = 0.0;
  for (int i = 0; i < 12; ++i) {
    float angle = float(i) * 0.5235988;
    around = max(around, texture(mask, at + vec2(cos(angle), sin(angle)) * width * viewport.zw).r);
  }
  float edge = around * (1.0 - inside);
  if (edge < 0.02) discard;
  result = vec4(line_colour.rgb, line_colour.a * edge);
}
