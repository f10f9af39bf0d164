// a plane: a large quad under the camera
layout(location = 0) in vec3 position;

uniform vec3 centre;
uniform vec3 axis_u;
uniform vec3 axis_v;
uniform float reach;

out vec3 world;
out vec2 metres;

void main() {
  vec3 offset = axis_u * position.x * reach + axis_v * position.y * reach;
  world = centre + offset;
  metres = vec2(dot(world, axis_u), dot(world, axis_v));
  gl_Position = view_projection * vec4(world, 1.0);
}
