// from undersides to a soft shade, one direction at a time
uniform sampler2D source;
uniform vec2 along;
uniform float from_depth;
out vec4 result;

float shade(ivec2 at) {
  float value = texelFetch(source, clamp(at, ivec2(0), textureSize(source, 0) - 1), 0).r;
  float near = clamp(1.5 - 1.5 * value, 0.0, 1.0);
  return mix(value, near * near, from_depth);
}

void main() {
  const float weight[6] = float[6](0.1760, 0.1550, 0.1120, 0.0700, 0.0470, 0.0280);
  ivec2 at = ivec2(gl_FragCoord.xy), step = ivec2(along);
  float sum = weight[0] * shade(at);
  for (int i = 1; i < 6; ++i) sum += weight[i] * (shade(at + step * i) + shade(at - step * i));
  result = vec4(sum);
}
