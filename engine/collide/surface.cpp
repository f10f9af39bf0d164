#include "engine/collide/surface.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace spook {
namespace {

constexpr double flat = 1e-6;  // of a length: a neighbour less than this below the plane lies in it

}  // namespace

Surface::Surface(const ShapeDesc& shape) {
  if (shape.type == ShapeType::heightfield)
    build_grid(shape);
  else
    build_mesh(shape);
  for (const Vec3& vertex : vertices_) box_.extend(vertex);
  connect();
}

void Surface::build_mesh(const ShapeDesc& shape) {
  vertices_ = shape.points;
  for (const auto& corners : shape.triangles) {
    Face face;
    face.corners = corners;
    const Vec3 &p = vertices_[corners[0]], &q = vertices_[corners[1]], &r = vertices_[corners[2]];
    const Vec3 across = (q - p).cross(r - p);
    if (!(across.norm() > 0.0)) continue;
    face.normal = across.normalized();
    Box box;
    box.extend(p), box.extend(q), box.extend(r);
    tree_.insert(box, static_cast<int>(faces_.size()));
    faces_.push_back(face);
  }
  tree_.optimize();
}

// heights[row * columns + column], rows along y, columns along x, centred; each cell in two along its rising diagonal
void Surface::build_grid(const ShapeDesc& shape) {
  rows_ = shape.rows, columns_ = shape.columns, spacing_ = shape.spacing;
  corner_ = -0.5 * spacing_ * Vec2(columns_ - 1, rows_ - 1);
  for (int row = 0; row < rows_; ++row)
    for (int column = 0; column < columns_; ++column)
      vertices_.emplace_back(corner_.x() + column * spacing_, corner_.y() + row * spacing_,
                             shape.heights[row * columns_ + column]);
  for (int row = 0; row + 1 < rows_; ++row)
    for (int column = 0; column + 1 < columns_; ++column) {
      const int at = row * columns_ + column;
      for (const auto& corners : {std::array<int, 3>{at, at + 1, at + columns_ + 1},
                                  std::array<int, 3>{at, at + columns_ + 1, at + columns_}}) {
        Face face;
        face.corners = corners;
        const Vec3& p = vertices_[corners[0]];
        face.normal = (vertices_[corners[1]] - p).cross(vertices_[corners[2]] - p).normalized();
        faces_.push_back(face);
      }
    }
}

void Surface::connect() {
  // sides that two faces share; where corners are given twice at one place they count as one
  std::map<std::array<double, 3>, int> place_of;
  std::vector<int> place(vertices_.size());
  for (std::size_t i = 0; i < vertices_.size(); ++i)
    place[i] = rows_ > 0
                   ? static_cast<int>(i)
                   : place_of.try_emplace({vertices_[i].x(), vertices_[i].y(), vertices_[i].z()}, i).first->second;
  std::map<std::array<int, 2>, std::vector<std::array<int, 2>>> sides;  // ends → face and side
  for (std::size_t f = 0; f < faces_.size(); ++f) {
    Face& face = faces_[f];
    for (int& corner : face.corners) corner = place[corner];
    face.offset = face.normal.dot(vertices_[face.corners[0]]);
    for (int i = 0; i < 3; ++i) {
      const int p = face.corners[i], q = face.corners[(i + 1) % 3];
      sides[{std::min(p, q), std::max(p, q)}].push_back({static_cast<int>(f), i});
    }
  }
  std::vector<std::vector<int>> around(vertices_.size());
  int id = 0;
  for (const auto& [ends, users] : sides) {
    around[ends[0]].push_back(ends[1]), around[ends[1]].push_back(ends[0]);
    for (const auto& [f, i] : users) {
      faces_[f].edges[i] = id;
      // more than two faces at a side: treated as a border of each
      const auto& other = users[users.size() == 2 && users[0][0] == f ? 1 : 0];
      faces_[f].opposite[i] = users.size() == 2 ? faces_[other[0]].corners[(other[1] + 2) % 3] : -1;
    }
    ++id;
  }
  for (const auto& list : around) {
    first_neighbour_.push_back(static_cast<int>(neighbours_.size()));
    neighbours_.insert(neighbours_.end(), list.begin(), list.end());
  }
  first_neighbour_.push_back(static_cast<int>(neighbours_.size()));
  for (Face& face : faces_)
    for (int i = 0; i < 3; ++i) {
      const Vec3& p = vertices_[face.corners[i]];
      const double length = (vertices_[face.corners[(i + 1) % 3]] - p).norm();
      if (face.opposite[i] < 0 || face.normal.dot(vertices_[face.opposite[i]] - p) < -flat * length) face.ridged = true;
    }
}

void Surface::find(const Box& box, std::vector<int>& faces) const {
  if (rows_ == 0) {
    const std::size_t first = faces.size();
    tree_.find(box, faces);
    std::sort(faces.begin() + first, faces.end());
    return;
  }
  auto cell = [this](double x, double low, int count) {
    return static_cast<int>(std::clamp(std::floor((x - low) / spacing_), -1.0, static_cast<double>(count)));
  };
  const int left = std::max(0, cell(box.min().x(), corner_.x(), columns_));
  const int right = std::min(columns_ - 2, cell(box.max().x(), corner_.x(), columns_));
  const int near = std::max(0, cell(box.min().y(), corner_.y(), rows_));
  const int far = std::min(rows_ - 2, cell(box.max().y(), corner_.y(), rows_));
  for (int row = near; row <= far; ++row)
    for (int column = left; column <= right; ++column)
      for (int half = 0; half < 2; ++half) {
        const int index = 2 * (row * (columns_ - 1) + column) + half;
        double low = 1e300, high = -1e300;
        for (int corner : faces_[index].corners)
          low = std::min(low, vertices_[corner].z()), high = std::max(high, vertices_[corner].z());
        if (low <= box.max().z() && high >= box.min().z()) faces.push_back(index);
      }
}

void Surface::find_along(const Vec3& from, const Vec3& to, std::vector<int>& faces) const {
  if (rows_ == 0) return tree_.find_along(from, to, faces);
  // walk the ray in pieces of a few cells
  const int pieces = 1 + static_cast<int>(std::min(1e4, (to - from).head<2>().norm() / (4.0 * spacing_)));
  for (int k = 0; k < pieces; ++k) {
    Box box;
    box.extend(Vec3(from + (to - from) * k / pieces)), box.extend(Vec3(from + (to - from) * (k + 1) / pieces));
    find(box, faces);
  }
}

Triangle Surface::triangle(int index) const {
  const Face& face = faces_[index];
  Triangle triangle;
  for (int i = 0; i < 3; ++i) {
    triangle.corners[i] = vertices_[face.corners[i]];
    triangle.vertices[i] = face.corners[i];
    triangle.edges[i] = face.edges[i];
  }
  triangle.normal = face.normal;
  return triangle;
}

bool Surface::is_highest(int corner, const Vec3& n) const {
  for (int k = first_neighbour_[corner]; k < first_neighbour_[corner + 1]; ++k) {
    const Vec3 way = vertices_[neighbours_[k]] - vertices_[corner];
    if (n.dot(way) > 10 * flat * way.norm()) return false;
  }
  return true;
}

bool Surface::supports(int index, const Vec3& n) const {
  const Face& face = faces_[index];
  if (n.dot(face.normal) <= 0.0) return false;
  double height[3], top = -1e300, length = 0.0;
  for (int i = 0; i < 3; ++i) {
    height[i] = n.dot(vertices_[face.corners[i]]);
    top = std::max(top, height[i]);
    length = std::max(length, (vertices_[face.corners[(i + 1) % 3]] - vertices_[face.corners[i]]).norm());
  }
  const double level = top - 10 * flat * length;
  for (int i = 0; i < 3; ++i) {
    if (height[i] < level) continue;
    // a side that is level along n: its neighbour must not rise above it
    const int next = (i + 1) % 3;
    if (height[next] >= level && face.opposite[i] >= 0 && n.dot(vertices_[face.opposite[i]]) > top + 10 * flat * length)
      return false;
    if (height[next] < level && height[(i + 2) % 3] < level && !is_highest(face.corners[i], n)) return false;
  }
  return true;
}

}  // namespace spook
