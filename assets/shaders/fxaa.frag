// smooths steps along edges of a finished picture (after Lottes' FXAA); green stands for brightness
uniform sampler2D picture;
out vec4 result;
void main() {
  ivec2 at = clamp(ivec2(gl_FragCoord.xy), ivec2(1), textureSize(picture, 0) - 2);
  vec3 middle = texelFetch(picture, at, 0).rgb;
  float m = middle.g;
  float sw = texelFetch(picture, at - 1, 0).g, ne = texelFetch(picture, at + 1, 0).g;
  float nw = texelFetch(picture, at + ivec2(-1, 1), 0).g, se = texelFetch(picture, at + ivec2(1, -1), 0).g;
  float darkest = min(m, min(min(nw, ne), min(sw, se))), brightest = max(m, max(max(nw, ne), max(sw, se)));
  result = vec4(middle, 1.0);
  if (brightest - darkest > max(0.05, brightest * 0.125)) {
    vec2 here = gl_FragCoord.xy * viewport.zw;
    vec2 along = vec2((sw + se) - (nw + ne), (nw + sw) - (ne + se));
    float soften = max((nw + ne + sw + se) * 0.03125, 0.0078125);
    along = clamp(along / (min(abs(along.x), abs(along.y)) + soften), -8.0, 8.0) * viewport.zw;
    vec3 inner = 0.5 * (textureLod(picture, here - along / 6.0, 0.0).rgb +
                        textureLod(picture, here + along / 6.0, 0.0).rgb);
    vec3 outer = 0.5 * inner + 0.25 * (textureLod(picture, here - along * 0.5, 0.0).rgb +
                                       textureLod(picture, here + along * 0.5, 0.0).rgb);
    result.rgb = outer.g < darkest || outer.g > brightest ? inner : outer;
  }
}
