// undersides of the bodies as the ground sees them; depth: height above the ground
layout(location = 0) in vec3 position;
layout(location = 2) in float stretch;
layout(location = 3) in vec4 row0;
layout(location = 4) in vec4 row1;
layout(location = 5) in vec4 row2;
layout(location = 6) in vec4 size;

void main() {
  vec4 local = vec4(position * size.xyz + vec3(0.0, 0.0, stretch * size.w), 1.0);
  vec3 world = vec3(dot(row0, local), dot(row1, local), dot(row2, local));
  // a third of the depth lies below the ground, for what has sunk in
  float height = (world.z - ground_colour.w) / contact.w;
  gl_Position = vec4((world.xy - contact.xy) * contact.z * 2.0, (height * 2.0 + 1.0) / 3.0 * 2.0 - 1.0, 1.0);
}
