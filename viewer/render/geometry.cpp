#include "viewer/render/geometry.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace spook {
namespace {

const void* at(std::size_t offset) {
  return reinterpret_cast<const void*>(offset);  // NOLINT(performance-no-int-to-ptr): as OpenGL takes it
}

}  // namespace

void BodyGeometry::upload(const ShapeLibrary& shapes, const DrawList& list, const glm::vec3& eye, bool far_first) {
  const bool other_meshes = shapes.generation() != generation_;
  if (other_meshes) meshes_.clear(), generation_ = shapes.generation();
  if (!instances_) instances_ = make_buffer();
  // meshes seen for the first time
  while (meshes_.size() < shapes.meshes().size()) {
    const DrawnMesh& mesh = shapes.meshes()[meshes_.size()];
    GpuMesh gpu{make_vertex_array(), make_buffer(), make_buffer(), int(mesh.indices.size())};
    glBindVertexArray(gpu.vertex_array);
    glBindBuffer(GL_ARRAY_BUFFER, gpu.vertices);
    glBufferData(GL_ARRAY_BUFFER, GLsizeiptr(mesh.vertices.size() * sizeof(MeshVertex)), mesh.vertices.data(),
                 GL_STATIC_DRAW);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, gpu.indices);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, GLsizeiptr(mesh.indices.size() * sizeof(std::uint32_t)), mesh.indices.data(),
                 GL_STATIC_DRAW);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, sizeof(MeshVertex), at(offsetof(MeshVertex, position)));
    glVertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, sizeof(MeshVertex), at(offsetof(MeshVertex, normal)));
    glVertexAttribPointer(2, 1, GL_FLOAT, GL_FALSE, sizeof(MeshVertex), at(offsetof(MeshVertex, stretch)));
    for (GLuint i = 0; i < 3; ++i) glEnableVertexAttribArray(i);
    for (GLuint i = 3; i < 9; ++i) glEnableVertexAttribArray(i), glVertexAttribDivisor(i, 1);
    meshes_.push_back(std::move(gpu));
  }
  // the frame's instances, one buffer for all
  std::swap(staging_, last_);
  staging_.clear(), all_.clear(), selected_.clear(), ghosts_.clear();
  const auto gather = [&](const std::vector<std::vector<Instance>>& lists, std::vector<Run>& runs) {
    for (std::size_t mesh = 0; mesh < lists.size(); ++mesh) {
      if (lists[mesh].empty()) continue;
      runs.push_back({int(mesh), int(lists[mesh].size()), staging_.size() * sizeof(Instance)});
      order_.clear();
      for (std::size_t i = 0; i < lists[mesh].size(); ++i) {
        const Instance& one = lists[mesh][i];
        const glm::vec3 away = glm::vec3(one.row0.w, one.row1.w, one.row2.w) - eye;
        order_.emplace_back(far_first ? -glm::dot(away, away) : glm::dot(away, away), int(i));
      }
      std::sort(order_.begin(), order_.end());
      for (const auto& [distance, i] : order_) staging_.push_back(lists[mesh][std::size_t(i)]);
    }
  };
  gather(list.bodies, all_);
  gather(list.selected, selected_);
  gather(list.ghosts, ghosts_);
  moved_ = other_meshes || staging_.size() != last_.size() ||
           std::memcmp(staging_.data(), last_.data(), staging_.size() * sizeof(Instance)) != 0;
  glBindBuffer(GL_ARRAY_BUFFER, instances_);
  glBufferData(GL_ARRAY_BUFFER, GLsizeiptr(staging_.size() * sizeof(Instance)), staging_.data(), GL_STREAM_DRAW);
}

void BodyGeometry::draw_run(const Run& run) const {
  const GpuMesh& mesh = meshes_[run.mesh];
  glBindVertexArray(mesh.vertex_array);
  glBindBuffer(GL_ARRAY_BUFFER, instances_);
  for (GLuint i = 0; i < 6; ++i)
    glVertexAttribPointer(3 + i, 4, GL_FLOAT, GL_FALSE, sizeof(Instance), at(run.offset + i * sizeof(glm::vec4)));
  glDrawElementsInstanced(GL_TRIANGLES, mesh.index_count, GL_UNSIGNED_INT, nullptr, run.count);
}

void BodyGeometry::draw(Set set) const {
  for (const Run& run : set == Set::all ? all_ : set == Set::selected ? selected_ : ghosts_) draw_run(run);
}

void LineGeometry::draw(const std::vector<Segment>& segments) {
  if (segments.empty()) return;
  if (!vertex_array_) {
    vertex_array_ = make_vertex_array(), buffer_ = make_buffer();
    glBindVertexArray(vertex_array_);
    glBindBuffer(GL_ARRAY_BUFFER, buffer_);
    for (GLuint i = 0; i < 3; ++i) {
      glEnableVertexAttribArray(i), glVertexAttribDivisor(i, 1);
      glVertexAttribPointer(i, 4, GL_FLOAT, GL_FALSE, sizeof(Segment), at(i * sizeof(glm::vec4)));
    }
  }
  glBindVertexArray(vertex_array_);
  glBindBuffer(GL_ARRAY_BUFFER, buffer_);
  glBufferData(GL_ARRAY_BUFFER, GLsizeiptr(segments.size() * sizeof(Segment)), segments.data(), GL_STREAM_DRAW);
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, GLsizei(segments.size()));
}

}  // namespace spook
