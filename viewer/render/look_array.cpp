#include "viewer/render/look_array.h"

#include "viewer/render/looks.h"

namespace spook {

GlTexture make_look_array() {
  GlTexture looks = make_texture();
  glActiveTexture(GL_TEXTURE1);
  glBindTexture(GL_TEXTURE_2D_ARRAY, looks);
  constexpr int n = look_texture_size, layers = look_count + 1;
  glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, GL_RGBA8, n, n, layers, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  const auto fill = [](int layer, const std::vector<std::uint8_t>& bytes) {
    glTexSubImage3D(GL_TEXTURE_2D_ARRAY, 0, 0, 0, layer, n, n, 1, GL_RGBA, GL_UNSIGNED_BYTE, bytes.data());
  };
  for (int i = 0; i < look_count; ++i) fill(i, look_texture(Look(i)));
  fill(look_count, digit_texture());
  glGenerateMipmap(GL_TEXTURE_2D_ARRAY);
  glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
  glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  return looks;
}

}  // namespace spook
