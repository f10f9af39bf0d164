// A picture with anti-aliased strokes: coverage from the distance to a line, composited once a path.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

namespace spook::papers {

struct Point {
  double x = 0.0, y = 0.0;
};
struct Colour {
  float r = 0, g = 0, b = 0;
};
struct Box {
  double left = 0, top = 0, right = 0, bottom = 0;  // pixels, y downwards
  bool contains(double x, double y) const { return x >= left && x <= right && y >= top && y <= bottom; }
};

using Path = std::vector<Point>;

class Canvas {
 public:
  Canvas(int width, int height, Colour background);
  int width() const { return width_; }
  int height() const { return height_; }

  void fill(const Box& box, Colour colour, double opacity = 1.0);
  // all paths share one coverage, so that overlaps do not darken
  void stroke(const std::vector<Path>& paths, double line_width, Colour colour, const Box* clip = nullptr);
  void fill_polygon(const Path& polygon, Colour colour, const Box* clip = nullptr);
  void save(const std::filesystem::path& file) const;

 private:
  void cover(const Path& path, double half_width, const Box& clip);
  void composite(Colour colour);

  int width_, height_;
  std::vector<float> rgb_, mask_;
  int dirty_left_, dirty_top_, dirty_right_, dirty_bottom_;
};

// text by an own stroke font; sizes are cap heights in pixels. Understands ^{…} and _{…}.
enum class Align { left, centre, right };
double text_width(std::string_view text, double size);
void draw_text(Canvas& canvas, Point baseline, std::string_view text, double size, Colour colour,
               Align align = Align::left, bool upwards = false, double weight = 1.0);

}  // namespace spook::papers
