// The plots' own font: strokes on a grid, cap height 10, x height 7, descenders to −3. Each glyph is a few polylines
// (P x y x y …) and elliptical arcs (A cx cy rx ry from to, degrees).
#include <cmath>
#include <map>
#include <sstream>
#include <string>

#include "scenarios/papers/canvas.h"

namespace spook::papers {

namespace {

struct GlyphSource {
  char32_t code;
  double width;
  const char* strokes;
};

constexpr GlyphSource sources[] = {
    {U' ', 2.6, ""},
    {U'0', 6, "A 3 5 3 5 0 360"},
    {U'1', 6, "P 1.2 8 3.4 10 3.4 0"},
    {U'2', 6, "A 3 7 2.9 3 165 -35 P 5.376 5.279 0.2 0 6 0"},
    {U'3', 6, "A 3 7.45 2.6 2.55 155 -90 A 3 2.45 3 2.45 90 -155"},
    {U'4', 6, "P 4.6 0 4.6 10 0 3.2 6.3 3.2"},
    {U'5', 6, "P 5.4 10 1 10 0.7 5.46 A 2.9 3.2 3.1 3.2 135 -150"},
    {U'6', 6, "A 3 3.1 3 3.1 0 360 A 5.2 3.1 5.2 6.9 93 180"},
    {U'7', 6, "P 0 10 6 10 2 0"},
    {U'8', 6, "A 3 7.5 2.5 2.5 0 360 A 3 2.5 3 2.5 0 360"},
    {U'9', 6, "A 3 6.9 3 3.1 0 360 A 0.8 6.9 5.2 6.9 0 -87"},
    {U'A', 7, "P 0 0 3.5 10 7 0 P 1.2 3.4 5.8 3.4"},
    {U'B', 6.3, "P 3.5 0 0 0 0 10 3.5 10 P 0 5 3.5 5 A 3.5 7.5 2.5 2.5 90 -90 A 3.5 2.5 2.8 2.5 90 -90"},
    {U'C', 7.2, "A 4 5 4 5 45 315"},
    {U'D', 6.8, "P 2.5 0 0 0 0 10 2.5 10 A 2.5 5 4.3 5 90 -90"},
    {U'E', 5.5, "P 5.5 10 0 10 0 0 5.5 0 P 0 5.2 4.6 5.2"},
    {U'F', 5.3, "P 5.3 10 0 10 0 0 P 0 5.2 4.4 5.2"},
    {U'G', 7.4, "A 4 5 4 5 48 320 P 7.06 1.8 7.3 4.7 4.4 4.7"},
    {U'H', 6.5, "P 0 0 0 10 P 6.5 0 6.5 10 P 0 5.2 6.5 5.2"},
    {U'I', 0.6, "P 0.3 0 0.3 10"},
    {U'J', 4, "P 4 10 4 2.4 A 2 2.4 2 2.4 0 -170"},
    {U'K', 6.2, "P 0 0 0 10 P 6 10 0 4 P 2.2 6.2 6.2 0"},
    {U'L', 5.2, "P 0 10 0 0 5.2 0"},
    {U'M', 8, "P 0 0 0 10 4 3 8 10 8 0"},
    {U'N', 6.5, "P 0 0 0 10 6.5 0 6.5 10"},
    {U'O', 8, "A 4 5 4 5 0 360"},
    {U'P', 6.2, "P 0 0 0 10 3.5 10 P 3.5 4.6 0 4.6 A 3.5 7.3 2.7 2.7 90 -90"},
    {U'Q', 8, "A 4 5 4 5 0 360 P 5 2.6 7.8 -0.8"},
    {U'R', 6.2, "P 0 0 0 10 3.5 10 P 3.5 4.6 0 4.6 A 3.5 7.3 2.7 2.7 90 -90 P 3.3 4.6 6.2 0"},
    {U'S', 6.2, "A 3.1 7.5 2.7 2.5 30 270 A 3.1 2.5 3.1 2.5 90 -150"},
    {U'T', 7, "P 0 10 7 10 P 3.5 10 3.5 0"},
    {U'U', 6.4, "P 0 10 0 3 P 6.4 3 6.4 10 A 3.2 3 3.2 3 180 360"},
    {U'V', 7, "P 0 10 3.5 0 7 10"},
    {U'W', 9.6, "P 0 10 2.4 0 4.8 9.5 7.2 0 9.6 10"},
    {U'X', 6.4, "P 0 10 6.4 0 P 6.4 10 0 0"},
    {U'Y', 6.8, "P 0 10 3.4 5 6.8 10 P 3.4 5 3.4 0"},
    {U'Z', 6.2, "P 0 10 6.2 10 0 0 6.2 0"},
    {U'a', 5.4, "A 2.7 3.5 2.7 3.5 0 360 P 5.4 7 5.4 0"},
    {U'b', 5.4, "P 0 10 0 0 A 2.7 3.5 2.7 3.5 0 360"},
    {U'c', 5.2, "A 3 3.5 3 3.5 45 315"},
    {U'd', 5.4, "P 5.4 10 5.4 0 A 2.7 3.5 2.7 3.5 0 360"},
    {U'e', 5.8, "P 0 3.6 5.8 3.6 A 2.9 3.5 2.9 3.5 0 320"},
    {U'f', 3.4, "A 3 8 1.6 2 60 180 P 1.4 8 1.4 0 P 0 7 3.2 7"},
    {U'g', 5.4, "A 2.7 3.5 2.7 3.5 0 360 P 5.4 7 5.4 -0.6 A 2.9 -0.6 2.5 2.4 0 -150"},
    {U'h', 5.2, "P 0 10 0 0 A 2.6 4.4 2.6 2.6 180 0 P 5.2 4.4 5.2 0"},
    {U'i', 0.6, "P 0.3 7 0.3 0 P 0.3 9.5 0.3 9.7"},
    {U'j', 1.6, "P 1.3 7 1.3 -1.2 A -0.1 -1.2 1.4 1.7 0 -100 P 1.3 9.5 1.3 9.7"},
    {U'k', 4.9, "P 0 10 0 0 P 4.6 7 0 2.6 P 1.8 4.3 4.9 0"},
    {U'l', 0.6, "P 0.3 10 0.3 0"},
    {U'm', 8, "P 0 7 0 0 A 2 5 2 2 180 0 P 4 5 4 0 A 6 5 2 2 180 0 P 8 5 8 0"},
    {U'n', 5.2, "P 0 7 0 0 A 2.6 4.4 2.6 2.6 180 0 P 5.2 4.4 5.2 0"},
    {U'o', 5.8, "A 2.9 3.5 2.9 3.5 0 360"},
    {U'p', 5.4, "P 0 7 0 -3 A 2.7 3.5 2.7 3.5 0 360"},
    {U'q', 5.4, "P 5.4 7 5.4 -3 A 2.7 3.5 2.7 3.5 0 360"},
    {U'r', 3.3, "P 0 7 0 0 A 2.6 4 2.6 3 180 75"},
    {U's', 4.8, "A 2.4 5.25 2 1.75 30 270 A 2.4 1.75 2.4 1.75 90 -150"},
    {U't', 3.4, "P 1.4 9.4 1.4 1.8 A 3 1.8 1.6 1.8 180 290 P 0 7 3.2 7"},
    {U'u', 5.2, "P 0 7 0 2.6 A 2.6 2.6 2.6 2.6 180 360 P 5.2 7 5.2 0"},
    {U'v', 5.6, "P 0 7 2.8 0 5.6 7"},
    {U'w', 8, "P 0 7 2 0 4 6.6 6 0 8 7"},
    {U'x', 5.2, "P 0 7 5.2 0 P 5.2 7 0 0"},
    {U'y', 5.6, "P 0 7 2.8 0 P 5.6 7 2.2 -1.8 0.6 -3"},
    {U'z', 4.8, "P 0 7 4.8 7 0 0 4.8 0"},
    {U'.', 0.6, "P 0.3 0 0.3 0.25"},
    {U',', 1, "P 0.7 0.3 0.1 -1.6"},
    {U':', 0.6, "P 0.3 0.6 0.3 0.85 P 0.3 5.6 0.3 5.85"},
    {U';', 1, "P 0.7 0.3 0.1 -1.6 P 0.7 5.6 0.7 5.85"},
    {U'!', 0.6, "P 0.3 10 0.3 3 P 0.3 0 0.3 0.25"},
    {U'?', 5, "A 2.5 7.6 2.4 2.4 170 -60 P 3.7 5.5 2.5 4.2 2.5 3 P 2.5 0 2.5 0.25"},
    {U'-', 3.6, "P 0.2 3.8 3.4 3.8"},
    {U'+', 6, "P 0 4 6 4 P 3 1 3 7"},
    {U'=', 6, "P 0 5.4 6 5.4 P 0 2.6 6 2.6"},
    {U'/', 4.4, "P 0 -1 4.4 10.6"},
    {U'\\', 4.4, "P 0 10.6 4.4 -1"},
    {U'(', 2.4, "A 4.2 4.2 4.2 7 130 230"},
    {U')', 2.4, "A -1.8 4.2 4.2 7 50 -50"},
    {U'[', 2.2, "P 2.2 10.8 0 10.8 0 -2 2.2 -2"},
    {U']', 2.2, "P 0 10.8 2.2 10.8 2.2 -2 0 -2"},
    {U'<', 5, "P 5 7.4 0 4 5 0.6"},
    {U'>', 5, "P 0 7.4 5 4 0 0.6"},
    {U'*', 4.4, "P 2.2 10 2.2 5.6 P 0.3 8.9 4.1 6.7 P 4.1 8.9 0.3 6.7"},
    {U'\'', 0.6, "P 0.3 10 0.3 7.4"},
    {U'"', 2.4, "P 0.3 10 0.3 7.4 P 2.1 10 2.1 7.4"},
    {U'_', 5, "P 0 -1.4 5 -1.4"},
    {U'|', 0.6, "P 0.3 11 0.3 -2.4"},
    {U'%', 7.4, "P 6.6 10 0.8 0 A 1.6 8 1.6 2 0 360 A 5.8 2 1.6 2 0 360"},
    {U'#', 6.4, "P 2.4 10 1.2 0 P 5.2 10 4 0 P 0 6.6 6.4 6.6 P 0 3.4 6.2 3.4"},
    {U'&', 7, "P 6.8 0 1.6 6.4 A 3 7.7 2 2.3 210 -40 P 4.5 6.2 2 4.9 A 2.7 2.6 2.7 2.6 110 330"},
    {U'~', 5.6, "A 1.5 3.8 1.4 1.2 180 20 A 4.2 4.4 1.4 1.2 200 360"},
    {U'°', 2.8, "A 1.4 8.6 1.4 1.4 0 360"},
    {U'·', 0.8, "P 0.4 3.9 0.4 4.15"},
    {U'×', 4.6, "P 0 1.6 4.6 6.2 P 0 6.2 4.6 1.6"},
    {U'−', 5.6, "P 0 4 5.6 4"},
    {U'–', 5, "P 0 3.8 5 3.8"},
    {U'±', 6, "P 0 5.2 6 5.2 P 3 2.4 3 8 P 0 0.6 6 0.6"},
    {U'≤', 5, "P 5 8.4 0 5.2 5 2 P 0 0 5 0"},
    {U'≥', 5, "P 0 8.4 5 5.2 0 2 P 0 0 5 0"},
    {U'≈', 5.6, "A 1.5 5 1.4 1.2 180 20 A 4.2 5.6 1.4 1.2 200 360 A 1.5 2.2 1.4 1.2 180 20 A 4.2 2.8 1.4 1.2 200 360"},
    {U'→', 8, "P 0 4 8 4 P 5.4 6.4 8 4 5.4 1.6"},
    {U'‖', 2.2, "P 0.3 11 0.3 -2.4 P 1.9 11 1.9 -2.4"},
    {U'∞', 9, "A 2.3 3.8 2.3 2.3 40 320 A 6.7 3.8 2.3 2.3 -140 140 P 4.06 5.28 4.94 2.32 P 4.06 2.32 4.94 5.28"},
    {U'√', 6, "P 0 4.4 1.4 5 3 0 6 10.6"},
    {U'½', 7.2, "P 0.3 9 1.3 10 1.3 5 P 6 10 1.4 0 A 5.6 3.4 1.3 1.5 165 -35 P 6.7 2.5 4.4 0 7.1 0"},
    {U'α', 6, "A 2.5 3.5 2.5 3.5 45 315 P 4.27 5.97 6 0 P 4.27 1.03 6 7"},
    {U'β', 5.6, "P 0 -3 0 7.5 A 2.4 7.6 2.4 2.4 180 -90 A 2.6 2.6 2.9 2.6 95 -160"},
    {U'γ', 5.6, "P 0 7 2.8 0.6 P 5.6 7 2.8 0.6 2.6 -3"},
    {U'δ', 5.6, "A 2.8 2.9 2.8 2.9 0 360 A 2.6 8.1 1.7 1.9 30 230 P 1.5 6.65 4.2 5.5"},
    {U'ε', 4.8, "A 2.5 5.3 2.1 1.7 40 270 A 2.5 1.8 2.5 1.8 90 320 P 2.5 3.6 3.8 3.6"},
    {U'θ', 5.6, "A 2.8 5 2.8 5 0 360 P 0 5 5.6 5"},
    {U'κ', 4.6, "P 0 7 0 0 P 4.2 7 0 2.6 P 1.6 4.1 4.6 0"},
    {U'λ', 5.6, "P 0.3 10 1.5 10 5.6 0 P 3.1 6 0 0"},
    {U'μ', 5.2, "P 0 7 0 -3 A 2.6 2.6 2.6 2.6 180 360 P 5.2 7 5.2 0"},
    {U'ν', 5.4, "P 0 7 2.6 0 5.4 7"},
    {U'ρ', 5.6, "A 2.8 3.5 2.8 3.5 0 360 P 0 3.5 0 -3"},
    {U'τ', 5.4, "P 0 7 5.4 7 P 2.6 7 2.6 1.6 A 3.9 1.6 1.3 1.6 180 300"},
    {U'φ', 6, "A 3 3.5 3 3.5 0 360 P 3 10 3 -3"},
    {U'ω', 8, "A 2 2.6 2 2.6 125 360 A 6 2.6 2 2.6 180 415 P 4 2.6 4 4.8"},
    {U'Δ', 7, "P 0 0 3.5 10 7 0 0 0"},
    {U'Σ', 6, "P 6 10 0 10 3.2 5 0 0 6 0"},
    {U'Φ', 7, "A 3.5 5 3.5 3.4 0 360 P 3.5 10 3.5 0"},
    {U'Ω', 7.4, "A 3.7 5.6 3.7 4.4 -65 245 P 0 0 2.14 0 2.14 1.6 P 5.26 1.6 5.26 0 7.4 0"},
};

struct Glyph {
  double width = 5.0;
  std::vector<Path> strokes;
};

Path arc(double cx, double cy, double rx, double ry, double from, double to) {
  Path path;
  const int pieces = std::max(4, static_cast<int>(std::abs(to - from) / 12.0));
  for (int k = 0; k <= pieces; ++k) {
    const double angle = (from + (to - from) * k / pieces) * 3.14159265358979 / 180.0;
    path.push_back({cx + rx * std::cos(angle), cy + ry * std::sin(angle)});
  }
  return path;
}

Glyph parse(const GlyphSource& source) {
  Glyph glyph;
  glyph.width = source.width;
  std::istringstream words(source.strokes);
  std::string word;
  double numbers[6];
  int have = 0;
  bool arcs = false;
  while (words >> word) {
    if (word == "P" || word == "A") {
      arcs = word == "A";
      have = 0;
      if (!arcs) glyph.strokes.emplace_back();
      continue;
    }
    numbers[have++] = std::stod(word);
    if (arcs && have == 6)
      glyph.strokes.push_back(arc(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5])), have = 0;
    if (!arcs && have == 2) glyph.strokes.back().push_back({numbers[0], numbers[1]}), have = 0;
  }
  return glyph;
}

const Glyph& glyph_of(char32_t code) {
  static const std::map<char32_t, Glyph> glyphs = [] {
    std::map<char32_t, Glyph> all;
    for (const GlyphSource& source : sources) all.emplace(source.code, parse(source));
    // an empty box for what the font does not have
    all.emplace(0, Glyph{5.0, {{{0, 0}, {0, 9}, {5, 9}, {5, 0}, {0, 0}}}});
    return all;
  }();
  const auto found = glyphs.find(code);
  return found == glyphs.end() ? glyphs.at(0) : found->second;
}

char32_t next_code(std::string_view text, std::size_t& at) {
  const auto byte = [&](std::size_t k) { return k < text.size() ? static_cast<unsigned char>(text[k]) : 0u; };
  const unsigned first = byte(at);
  const int extra = first < 0x80 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
  char32_t code = extra == 0 ? first : first & (0x3fu >> extra);
  for (int k = 1; k <= extra; ++k) code = (code << 6) | (byte(at + k) & 0x3fu);
  at += extra + 1;
  return code;
}

// superscript and subscript characters are drawn as small raised digits
struct Script {
  std::string_view from;
  char to;
  bool raised;
};
constexpr Script scripts[] = {
    {"⁰", '0', true},  {"¹", '1', true},  {"²", '2', true},  {"³", '3', true},  {"⁴", '4', true}, {"⁵", '5', true},
    {"⁶", '6', true},  {"⁷", '7', true},  {"⁸", '8', true},  {"⁹", '9', true},  {"⁻", '-', true}, {"₀", '0', false},
    {"₁", '1', false}, {"₂", '2', false}, {"₃", '3', false}, {"₄", '4', false}, {"₅", '5', false}};

constexpr double letter_gap = 1.9, script_scale = 0.68, raise = 5.2, lower = -2.6;

// walks the text; `visit(glyph, x, y, scale)` in font units; answers the width
template <class Visit>
double lay_out(std::string_view text, Visit&& visit) {
  double x = 0.0, scale = 1.0, y = 0.0;
  int depth = 0;
  for (std::size_t at = 0; at < text.size();) {
    if ((text[at] == '^' || text[at] == '_') && at + 1 < text.size() && text[at + 1] == '{') {
      y = text[at] == '^' ? raise : lower;
      scale = script_scale;
      at += 2, ++depth;
      continue;
    }
    if (depth > 0 && text[at] == '}') {
      y = 0.0, scale = 1.0;
      ++at, --depth;
      continue;
    }
    double own_scale = scale, own_y = y;
    const Glyph* glyph = nullptr;
    for (const Script& script : scripts)
      if (text.substr(at).starts_with(script.from)) {
        glyph = &glyph_of(script.to == '-' ? U'−' : static_cast<char32_t>(script.to));
        own_scale = script_scale, own_y = script.raised ? raise : lower;
        at += script.from.size();
        break;
      }
    if (!glyph) glyph = &glyph_of(next_code(text, at));
    visit(*glyph, x, own_y, own_scale);
    x += own_scale * (glyph->width + letter_gap);
  }
  return std::max(0.0, x - letter_gap);
}

}  // namespace

double text_width(std::string_view text, double size) {
  return lay_out(text, [](const Glyph&, double, double, double) {}) * size / 10.0;
}

void draw_text(Canvas& canvas, Point baseline, std::string_view text, double size, Colour colour, Align align,
               bool upwards, double weight) {
  const double unit = size / 10.0, width = text_width(text, size);
  const double shift = align == Align::left ? 0.0 : align == Align::centre ? -0.5 * width : -width;
  std::vector<Path> paths;
  lay_out(text, [&](const Glyph& glyph, double x, double y, double scale) {
    for (const Path& stroke : glyph.strokes) {
      Path path;
      for (const Point& p : stroke) {
        const double along = shift + unit * (x + scale * p.x), up = unit * (y + scale * p.y);
        path.push_back(upwards ? Point{baseline.x - up, baseline.y - along}
                               : Point{baseline.x + along, baseline.y - up});
      }
      paths.push_back(std::move(path));
    }
  });
  canvas.stroke(paths, weight * std::max(1.15, 0.125 * size), colour);
}

}  // namespace spook::papers
