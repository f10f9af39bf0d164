#include "scenarios/papers/canvas.h"

#include <algorithm>
#include <cmath>

#include "engine/scene/files.h"
#include "scenarios/png_bytes.h"

namespace spook::papers {

Canvas::Canvas(int width, int height, Colour background)
    : width_(width), height_(height), rgb_(3 * static_cast<std::size_t>(width) * height), mask_(rgb_.size() / 3, 0.0f) {
  for (std::size_t k = 0; k < mask_.size(); ++k) {
    rgb_[3 * k] = background.r;
    rgb_[3 * k + 1] = background.g;
    rgb_[3 * k + 2] = background.b;
  }
  dirty_left_ = width, dirty_top_ = height, dirty_right_ = dirty_bottom_ = -1;
}

void Canvas::fill(const Box& box, Colour colour, double opacity) {
  const int x0 = std::max(0, static_cast<int>(std::lround(box.left)));
  const int x1 = std::min(width_, static_cast<int>(std::lround(box.right)));
  const int y0 = std::max(0, static_cast<int>(std::lround(box.top)));
  const int y1 = std::min(height_, static_cast<int>(std::lround(box.bottom)));
  const float a = static_cast<float>(opacity);
  for (int y = y0; y < y1; ++y)
    for (int x = x0; x < x1; ++x) {
      float* pixel = &rgb_[3 * (static_cast<std::size_t>(y) * width_ + x)];
      pixel[0] += a * (colour.r - pixel[0]);
      pixel[1] += a * (colour.g - pixel[1]);
      pixel[2] += a * (colour.b - pixel[2]);
    }
}

// coverage of a pixel by a line: how far its centre lies inside the line's edge, clamped to one pixel
void Canvas::cover(const Path& path, double half_width, const Box& clip) {
  const double reach = half_width + 1.0;
  for (std::size_t k = 0; k + 1 < path.size() || (k == 0 && path.size() == 1); ++k) {
    const Point a = path[k], b = path[std::min(k + 1, path.size() - 1)];
    const int x0 = static_cast<int>(std::floor(std::max({std::min(a.x, b.x) - reach, clip.left, 0.0})));
    const int x1 = static_cast<int>(std::ceil(std::min({std::max(a.x, b.x) + reach, clip.right, width_ - 1.0})));
    const int y0 = static_cast<int>(std::floor(std::max({std::min(a.y, b.y) - reach, clip.top, 0.0})));
    const int y1 = static_cast<int>(std::ceil(std::min({std::max(a.y, b.y) + reach, clip.bottom, height_ - 1.0})));
    if (x1 < x0 || y1 < y0) continue;
    const double dx = b.x - a.x, dy = b.y - a.y, length2 = dx * dx + dy * dy;
    for (int y = y0; y <= y1; ++y)
      for (int x = x0; x <= x1; ++x) {
        const double px = x + 0.5 - a.x, py = y + 0.5 - a.y;
        const double s = length2 > 0.0 ? std::clamp((px * dx + py * dy) / length2, 0.0, 1.0) : 0.0;
        const double distance = std::hypot(px - s * dx, py - s * dy);
        const double inside = std::min(half_width + 0.5 - distance, std::min(1.0, 2.0 * half_width));
        if (inside <= 0.0) continue;
        float& mask = mask_[static_cast<std::size_t>(y) * width_ + x];
        mask = std::max(mask, static_cast<float>(inside));
      }
    dirty_left_ = std::min(dirty_left_, x0), dirty_right_ = std::max(dirty_right_, x1);
    dirty_top_ = std::min(dirty_top_, y0), dirty_bottom_ = std::max(dirty_bottom_, y1);
  }
}

void Canvas::composite(Colour colour) {
  for (int y = dirty_top_; y <= dirty_bottom_; ++y)
    for (int x = dirty_left_; x <= dirty_right_; ++x) {
      const std::size_t at = static_cast<std::size_t>(y) * width_ + x;
      const float a = mask_[at];
      if (a == 0.0f) continue;
      mask_[at] = 0.0f;
      rgb_[3 * at] += a * (colour.r - rgb_[3 * at]);
      rgb_[3 * at + 1] += a * (colour.g - rgb_[3 * at + 1]);
      rgb_[3 * at + 2] += a * (colour.b - rgb_[3 * at + 2]);
    }
  dirty_left_ = width_, dirty_top_ = height_, dirty_right_ = dirty_bottom_ = -1;
}

void Canvas::stroke(const std::vector<Path>& paths, double line_width, Colour colour, const Box* clip) {
  const Box whole{0, 0, static_cast<double>(width_), static_cast<double>(height_)};
  for (const Path& path : paths) cover(path, 0.5 * line_width, clip ? *clip : whole);
  composite(colour);
}

// even–odd with 4 × 4 samples a pixel: markers are small
void Canvas::fill_polygon(const Path& polygon, Colour colour, const Box* clip) {
  double left = 1e9, right = -1e9, top = 1e9, bottom = -1e9;
  for (const Point& p : polygon) {
    left = std::min(left, p.x), right = std::max(right, p.x);
    top = std::min(top, p.y), bottom = std::max(bottom, p.y);
  }
  if (clip) {
    left = std::max(left, clip->left), right = std::min(right, clip->right);
    top = std::max(top, clip->top), bottom = std::min(bottom, clip->bottom);
  }
  const int x0 = std::max(0, static_cast<int>(std::floor(left))), x1 = std::min(width_ - 1, static_cast<int>(right));
  const int y0 = std::max(0, static_cast<int>(std::floor(top))), y1 = std::min(height_ - 1, static_cast<int>(bottom));
  const auto inside = [&](double x, double y) {
    bool odd = false;
    for (std::size_t k = 0, j = polygon.size() - 1; k < polygon.size(); j = k++) {
      const Point &a = polygon[k], &b = polygon[j];
      if ((a.y > y) != (b.y > y) && x < (b.x - a.x) * (y - a.y) / (b.y - a.y) + a.x) odd = !odd;
    }
    return odd;
  };
  for (int y = y0; y <= y1; ++y)
    for (int x = x0; x <= x1; ++x) {
      int hits = 0;
      for (int row = 0; row < 4; ++row)
        for (int column = 0; column < 4; ++column) hits += inside(x + (column + 0.5) / 4.0, y + (row + 0.5) / 4.0);
      mask_[static_cast<std::size_t>(y) * width_ + x] = static_cast<float>(hits) / 16.0f;
    }
  if (x1 < x0 || y1 < y0) return;
  dirty_left_ = x0, dirty_right_ = x1, dirty_top_ = y0, dirty_bottom_ = y1;
  composite(colour);
}

void Canvas::save(const std::filesystem::path& file) const {
  std::vector<std::uint8_t> bytes(rgb_.size());
  for (std::size_t k = 0; k < rgb_.size(); ++k)
    bytes[k] = static_cast<std::uint8_t>(std::lround(255.0f * std::clamp(rgb_[k], 0.0f, 1.0f)));
  write_file(file, png_bytes(width_, height_, bytes));
}

}  // namespace spook::papers
