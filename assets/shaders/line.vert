// a segment is a thin quad that faces the screen; its two ends may differ in width; a dot has a negative one
layout(location = 0) in vec4 from;   // xyz, width in pixels
layout(location = 1) in vec4 to;
layout(location = 2) in vec4 colour;

out vec4 tint;
out vec2 across;
out float half_width;

void main() {
  vec4 a = view_projection * vec4(from.xyz, 1.0), b = view_projection * vec4(to.xyz, 1.0);
  // cut at the near plane so that the direction on the screen is right
  const float near = 1e-3;
  if (a.w < near && b.w >= near) a = mix(a, b, (near - a.w) / (b.w - a.w));
  if (b.w < near && a.w >= near) b = mix(b, a, (near - b.w) / (a.w - b.w));
  vec2 pa = a.xy / a.w * viewport.xy, pb = b.xy / b.w * viewport.xy;
  vec2 along = pb - pa;
  float span = length(along);
  vec2 side = span > 1e-4 ? vec2(-along.y, along.x) / span : vec2(1.0, 0.0);
  bool at_end = (gl_VertexID & 2) != 0;
  float sign_across = (gl_VertexID & 1) == 0 ? -1.0 : 1.0;
  vec4 p = at_end ? b : a;
  bool dot_wanted = from.w < 0.0;
  half_width = 0.5 * abs(at_end ? to.w : from.w);
  float reach = half_width + 1.0;
  float sign_along = dot_wanted ? (at_end ? 1.0 : -1.0) : 0.0;
  p.xy += (side * sign_across + vec2(-side.y, side.x) * sign_along) * reach * 2.0 * viewport.zw * p.w;
  p.z -= 2e-4 * p.w;  // lines lie on surfaces: lift them a little
  across = vec2(sign_across, sign_along) * reach;
  tint = colour;
  gl_Position = (a.w < near && b.w < near) ? vec4(2.0, 2.0, 2.0, 1.0) : p;
}
