#include "viewer/render/shape_library.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>

#include "scenarios/rock_skin.h"
#include "viewer/render/convert.h"
#include "viewer/render/looks.h"

namespace spook {
namespace {

enum UnitMesh { sphere_unit, box_unit, capsule_unit, cylinder_unit, cone_unit, first_custom };

int longest(const glm::vec4& size) {
  if (size.x >= size.y && size.x >= size.z) return 0;
  return size.y >= size.z ? 1 : 2;
}

std::string key_of(const ShapeDesc& shape) {
  std::string key(1, char('a' + int(shape.type)));
  const auto append = [&](const void* data, std::size_t bytes) { key.append(static_cast<const char*>(data), bytes); };
  for (const Vec3& p : shape.points) append(p.data(), sizeof(double) * 3);
  append(shape.triangles.data(), shape.triangles.size() * sizeof(shape.triangles[0]));
  append(shape.heights.data(), shape.heights.size() * sizeof(double));
  append(&shape.rows, sizeof shape.rows), append(&shape.spacing, sizeof shape.spacing);
  return key;
}

}  // namespace

ShapeLibrary::ShapeLibrary() {
  meshes_ = {sphere_mesh(32), box_mesh(), capsule_mesh(24), cylinder_mesh(40), cone_mesh(40)};
}

int ShapeLibrary::new_generation() {
  static std::atomic<int> last{0};
  return ++last;
}

int ShapeLibrary::custom_mesh(const ShapeDesc& shape) {
  const auto [entry, fresh] = custom_.try_emplace(key_of(shape), int(meshes_.size()));
  if (!fresh) return entry->second;
  if (shape.type == ShapeType::hull)
    meshes_.push_back(hull_mesh(shape.points));
  else if (shape.type == ShapeType::mesh)
    meshes_.push_back(surface_mesh(shape.points, shape.triangles));
  else
    meshes_.push_back(heightfield_mesh(shape));
  return entry->second;
}

ShapeModel ShapeLibrary::shape_model(const ShapeDesc& shape) {
  ShapeModel model;
  model.place = to_glm(shape.pose);
  const float r = float(shape.radius), l = float(shape.half_length);
  switch (shape.type) {
    case ShapeType::sphere:
      model.mesh = sphere_unit, model.size = {r, r, r, 0};
      break;
    case ShapeType::box:
      model.mesh = box_unit, model.size = {to_glm(shape.half_extents), 0}, model.box = true;
      break;
    case ShapeType::capsule:
      model.mesh = capsule_unit, model.size = {r, r, r, l};
      break;
    case ShapeType::cylinder:
      model.mesh = cylinder_unit, model.size = {r, r, l, 0}, model.rim = true;
      break;
    case ShapeType::cone:
      model.mesh = cone_unit, model.size = {r, r, 0.5f * float(shape.height), 0};
      break;
    case ShapeType::plane:
      break;
    case ShapeType::hull:
    case ShapeType::mesh:
    case ShapeType::heightfield:
      model.mesh = custom_mesh(shape), model.size = {1, 1, 1, 0};
      break;
  }
  if (model.box) model.long_axis = longest(model.size);
  if (model.mesh >= first_custom) {
    model.reach = 0;
    for (const MeshVertex& v : meshes_[model.mesh].vertices)
      model.reach = std::max(model.reach, glm::length(v.position));
    model.inscribed = 0.5f * model.reach;
  } else {
    model.reach = glm::length(glm::vec3(model.size)) + model.size.w;
    model.inscribed = std::min({model.size.x, model.size.y, model.size.z});
  }
  return model;
}

const BodyModel& ShapeLibrary::model(const std::shared_ptr<const BodyLook>& look) {
  BodyModel& model = models_[look.get()];
  if (!model.owner.expired()) return model;
  model = {};
  model.owner = look;
  model.skinned = has_rock_skin(look->look, look->shapes);
  if (model.skinned) {
    ShapeDesc stone;
    stone.type = ShapeType::hull;
    stone.points = rock_skin(look->shapes);
    model.shapes.push_back(shape_model(stone));
  } else {
    for (const ShapeDesc& shape : look->shapes) model.shapes.push_back(shape_model(shape));
  }
  const BodySurface surface = surface_of(*look);
  model.look = int(surface.look), model.colour = surface.colour, model.seed = surface.seed;
  return model;
}

void ShapeLibrary::forget_gone() {
  std::erase_if(models_, [](const auto& entry) { return entry.second.owner.expired(); });
  // meshes are shared by content; with no model left that uses them they can go
  if (models_.empty() && !custom_.empty()) {
    generation_ = new_generation();
    custom_.clear();
    meshes_.resize(first_custom);
  }
}

}  // namespace spook
