// one triangle over the whole view, at the far end
layout(location = 0) in vec3 position;
uniform mat4 inverse_view_projection;
out vec4 far_point;

void main() {
  vec2 corner = vec2((gl_VertexID & 1) * 4 - 1, (gl_VertexID & 2) * 2 - 1);
  far_point = inverse_view_projection * vec4(corner, 1.0, 1.0);
  gl_Position = vec4(corner, 1.0, 1.0);
}
