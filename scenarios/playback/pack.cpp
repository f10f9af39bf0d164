#include "scenarios/playback/pack.h"

#include <zlib.h>

#include <stdexcept>

namespace spook {

void pack_series(std::span<const std::int32_t> values, std::string& bytes) {
  std::int64_t last = 0, before = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::int64_t expected = i > 1 ? 2 * last - before : last;
    const std::int64_t missed = values[i] - expected;
    before = last, last = values[i];
    // the sign in the lowest bit, so that small numbers of either sign are short
    std::uint64_t rest = missed < 0 ? std::uint64_t(-missed) * 2 - 1 : std::uint64_t(missed) * 2;
    for (; rest >= 128; rest /= 128) bytes += char(rest % 128 + 128);
    bytes += char(rest);
  }
}

std::string deflated(const std::string& bytes) {
  uLongf size = compressBound(uLong(bytes.size()));
  std::string packed(size, '\0');
  const int status = compress2(reinterpret_cast<Bytef*>(packed.data()), &size,
                               reinterpret_cast<const Bytef*>(bytes.data()), uLong(bytes.size()), Z_BEST_COMPRESSION);
  if (status != Z_OK) throw std::runtime_error("cannot compress the playback: zlib says " + std::to_string(status));
  packed.resize(size);
  return packed;
}

std::string base64(const std::string& bytes) {
  static constexpr char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k)
      group = group << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k) text += i + k <= bytes.size() ? letters[group >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

}  // namespace spook
