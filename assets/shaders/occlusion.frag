// how much of the sky a point's neighbours hide, from depth alone
uniform sampler2D depth;
uniform mat4 inverse_view_projection;
uniform float reach;       // of neighbours, in heights of the picture
uniform float pixel_size;  // of a pixel at distance 1
out vec4 result;

vec3 point(ivec2 at) {
  at = clamp(at, ivec2(0), textureSize(depth, 0) - 1);
  vec3 screen = vec3((vec2(at) + 0.5) * viewport.zw, texelFetch(depth, at, 0).r);
  vec4 p = inverse_view_projection * vec4(screen * 2.0 - 1.0, 1.0);
  return p.xyz / p.w;
}

// the side on which the surface goes on
vec3 slope(vec3 here, vec3 before, vec3 after) {
  vec3 a = here - before, b = after - here;
  return dot(a, a) < dot(b, b) ? a : b;
}

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  result = vec4(1.0);
  if (texelFetch(depth, at, 0).r >= 1.0) return;
  vec3 here = point(at);
  vec3 across = slope(here, point(at - ivec2(1, 0)), point(at + ivec2(1, 0)));
  vec3 up = slope(here, point(at - ivec2(0, 1)), point(at + ivec2(0, 1)));
  vec3 normal = normalize(cross(across, up));
  float away = distance(here, eye.xyz);
  float radius = reach * viewport.y;                 // pixels
  float size = radius * pixel_size * away;           // m
  const int taps = 16;
  float turn = 6.2831853 * fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
  float hidden = 0.0;
  for (int i = 0; i < taps; ++i) {
    float share = (float(i) + 0.5) / float(taps), angle = float(i) * 2.3999632 + turn;
    vec3 v = point(at + ivec2(share * radius * vec2(cos(angle), sin(angle)))) - here;
    float square = dot(v, v);
    float falls_off = max(0.0, 1.0 - square / (size * size));
    hidden += falls_off * falls_off * max(0.0, dot(v, normal) - 0.002 * away) * inversesqrt(square + 1e-9);
  }
  result = vec4(clamp(1.0 - 2.2 * hidden / float(taps), 0.0, 1.0));
}
