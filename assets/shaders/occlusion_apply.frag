// lays the smoothed shade over the picture; neighbours at another depth do not count
uniform sampler2D depth;
uniform sampler2D shade;
out vec4 result;

float far_from_eye(ivec2 at) { return 1.0 / max(1e-6, 1.0 - texelFetch(depth, at, 0).r); }

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy), last = textureSize(depth, 0) - 1;
  float here = far_from_eye(at);
  float sum = 0.0, weights = 1e-4;
  for (int y = -2; y <= 2; ++y)
    for (int x = -2; x <= 2; ++x) {
      ivec2 there = clamp(at + ivec2(x, y), ivec2(0), last);
      float weight = max(0.0, 1.0 - 60.0 * abs(far_from_eye(there) / here - 1.0));
      sum += weight * texelFetch(shade, there, 0).r, weights += weight;
    }
  float open = weights > 0.01 ? sum / weights : 1.0;
  result = vec4(mix(vec3(0.20, 0.17, 0.16), vec3(1.0), open), 1.0);
}
