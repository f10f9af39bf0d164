// instances of a unit shape: scaled, stretched along z, placed
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in float stretch;
layout(location = 3) in vec4 row0;    // rotation and place, by rows
layout(location = 4) in vec4 row1;
layout(location = 5) in vec4 row2;
layout(location = 6) in vec4 size;    // half sizes, stretch
layout(location = 7) in vec4 colour;  // linear rgb, look
layout(location = 8) in vec4 extra;   // seed, highlight, long axis; 1: box, 2: cylinder, and 4 (n + 1): a number on it

out vec3 world;
out vec3 local;
out vec3 local_normal;
flat out vec4 tint;
flat out vec4 detail;
flat out vec3 half_size;
flat out mat3 turn;

void main() {
  local = position * size.xyz + vec3(0.0, 0.0, stretch * size.w);
  local_normal = normal / size.xyz;
  turn = transpose(mat3(row0.xyz, row1.xyz, row2.xyz));
  world = turn * local + vec3(row0.w, row1.w, row2.w);
  tint = colour;
  detail = extra;
  half_size = size.xyz;
  gl_Position = view_projection * vec4(world, 1.0);
}
