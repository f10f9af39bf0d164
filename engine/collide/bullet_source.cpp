#include "engine/collide/bullet_source.h"

#include <btBulletCollisionCommon.h>

#include <algorithm>

#include "engine/collide/surface.h"

namespace spook {
namespace {

btVector3 to_bullet(const Vec3& v) {
  return {v.x(), v.y(), v.z()};
}
Vec3 from_bullet(const btVector3& v) {
  return {v.x(), v.y(), v.z()};
}
btTransform to_bullet(const Pose& pose) {
  const Quat& q = pose.orientation;
  return btTransform(btQuaternion(q.x(), q.y(), q.z(), q.w()), to_bullet(pose.position));
}

// shapes and what they stand on, freed together
struct ShapeStore {
  std::vector<std::unique_ptr<btCollisionShape>> shapes;
  std::vector<std::unique_ptr<btTriangleMesh>> meshes;

  template <class Shape, class... Arguments>
  Shape* make(Arguments&&... arguments) {
    auto shape = std::make_unique<Shape>(std::forward<Arguments>(arguments)...);
    Shape* made = shape.get();
    shapes.push_back(std::move(shape));
    return made;
  }

  btCollisionShape* make_surface(const ShapeDesc& shape) {
    const Surface surface(shape);
    auto mesh = std::make_unique<btTriangleMesh>();
    for (int i = 0; i < surface.face_count(); ++i) {
      const auto& c = surface.triangle(i).corners;
      mesh->addTriangle(to_bullet(c[0]), to_bullet(c[1]), to_bullet(c[2]));
    }
    btCollisionShape* made = make<btBvhTriangleMeshShape>(mesh.get(), true);
    made->setMargin(0.0);
    meshes.push_back(std::move(mesh));
    return made;
  }

  btCollisionShape* make_hull(const ShapeDesc& shape) {
    auto* hull = make<btConvexHullShape>();
    for (const Vec3& point : shape.points) hull->addPoint(to_bullet(point), false);
    hull->setMargin(0.0);
    hull->recalcLocalAabb();
    return hull;
  }

  btCollisionShape* make_shape(const ShapeDesc& shape) {
    btCollisionShape* made = nullptr;
    switch (shape.type) {
      case ShapeType::sphere:
        return make<btSphereShape>(shape.radius);
      case ShapeType::capsule:
        return make<btCapsuleShapeZ>(shape.radius, 2.0 * shape.half_length);
      case ShapeType::box:
        made = make<btBoxShape>(to_bullet(shape.half_extents));
        break;
      case ShapeType::cylinder:
        made = make<btCylinderShapeZ>(btVector3(shape.radius, shape.radius, shape.half_length));
        break;
      case ShapeType::cone:
        made = make<btConeShapeZ>(shape.radius, shape.height);
        break;
      case ShapeType::plane:
        made = make<btStaticPlaneShape>(to_bullet(Vec3(shape.normal.normalized())), shape.offset);
        break;
      case ShapeType::hull:
        return make_hull(shape);
      case ShapeType::mesh:
      case ShapeType::heightfield:
        return make_surface(shape);
    }
    made->setMargin(0.0);
    return made;
  }

  btCollisionShape* make_body(const std::vector<ShapeDesc>& descriptions) {
    const bool bare = descriptions.size() == 1 && descriptions[0].pose.position.isZero(0.0) &&
                      descriptions[0].pose.orientation.vec().isZero(0.0);
    if (bare) return make_shape(descriptions[0]);
    auto* compound = make<btCompoundShape>();
    for (const ShapeDesc& shape : descriptions) compound->addChildShape(to_bullet(shape.pose), make_shape(shape));
    return compound;
  }
};

int id_of(const btCollisionObject* object) {
  return object->getUserIndex();
}
int id_of(const btBroadphaseProxy* proxy) {
  return id_of(static_cast<const btCollisionObject*>(proxy->m_clientObject));
}

struct BulletPairFilter final : btOverlapFilterCallback {
  BulletSource::Filter allowed;
  bool needBroadphaseCollision(btBroadphaseProxy* p, btBroadphaseProxy* q) const override {
    const bool kinds = (p->m_collisionFilterGroup & q->m_collisionFilterMask) != 0 &&
                       (q->m_collisionFilterGroup & p->m_collisionFilterMask) != 0;
    return kinds && allowed(std::min(id_of(p), id_of(q)), std::max(id_of(p), id_of(q)));
  }
};

}  // namespace

struct BulletSource::Implementation {
  ShapeStore store;
  BulletPairFilter filter;
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher{&configuration};
  btDbvtBroadphase broadphase;
  btCollisionWorld world{&dispatcher, &broadphase, &configuration};
  std::vector<std::unique_ptr<btCollisionObject>> objects;
  std::vector<int> shape_counts;  // by body id

  ~Implementation() {
    for (const auto& object : objects) world.removeCollisionObject(object.get());
  }

  void add(const BodyView& body) {
    auto object = std::make_unique<btCollisionObject>();
    object->setCollisionShape(store.make_body(*body.shapes));
    object->setUserIndex(body.id);
    const bool moves = body.motion == Motion::dynamic;
    object->setCollisionFlags(moves                              ? 0
                              : body.motion == Motion::kinematic ? btCollisionObject::CF_KINEMATIC_OBJECT
                                                                 : btCollisionObject::CF_STATIC_OBJECT);
    object->setActivationState(DISABLE_DEACTIVATION);
    const int all = btBroadphaseProxy::AllFilter, still = btBroadphaseProxy::StaticFilter;
    world.addCollisionObject(object.get(), moves ? btBroadphaseProxy::DefaultFilter : still, moves ? all : all ^ still);
    objects.push_back(std::move(object));
    if (body.id >= static_cast<int>(shape_counts.size())) shape_counts.resize(body.id + 1, 1);
    shape_counts[body.id] = static_cast<int>(body.shapes->size());
  }

  // compounds name their child; of a lone mesh the index is a triangle's
  int shape_of(int body, int index) const { return index >= 0 && index < shape_counts[body] ? index : 0; }

  // Bullet keeps what is hung on a point for as long as it keeps the point
  void name_points(btPersistentManifold& manifold) {
    std::uintptr_t highest = 0;
    for (int i = 0; i < manifold.getNumContacts(); ++i)
      highest = std::max(highest, reinterpret_cast<std::uintptr_t>(manifold.getContactPoint(i).m_userPersistentData));
    for (int i = 0; i < manifold.getNumContacts(); ++i) {
      void*& name = manifold.getContactPoint(i).m_userPersistentData;
      if (!name) name = reinterpret_cast<void*>(++highest);  // NOLINT(performance-no-int-to-ptr)
    }
  }

  void read(btPersistentManifold& manifold, double margin, std::vector<Contact>& contacts) {
    name_points(manifold);
    const int first = id_of(manifold.getBody0()), second = id_of(manifold.getBody1());
    const bool swapped = second < first;
    for (int i = 0; i < manifold.getNumContacts(); ++i) {
      const btManifoldPoint& point = manifold.getContactPoint(i);
      if (point.getDistance() > margin) continue;
      Contact contact;
      contact.body_a = swapped ? second : first, contact.body_b = swapped ? first : second;
      contact.shape_a = shape_of(contact.body_a, swapped ? point.m_index1 : point.m_index0);
      contact.shape_b = shape_of(contact.body_b, swapped ? point.m_index0 : point.m_index1);
      contact.point_a = from_bullet(swapped ? point.getPositionWorldOnB() : point.getPositionWorldOnA());
      contact.point_b = from_bullet(swapped ? point.getPositionWorldOnA() : point.getPositionWorldOnB());
      contact.normal = (swapped ? -1.0 : 1.0) * from_bullet(point.m_normalWorldOnB);
      contact.gap = point.getDistance();
      contact.key = {static_cast<std::uint32_t>(contact.body_a), static_cast<std::uint32_t>(contact.body_b),
                     static_cast<std::uint16_t>(contact.shape_a), static_cast<std::uint16_t>(contact.shape_b),
                     reinterpret_cast<std::uintptr_t>(point.m_userPersistentData)};
      contacts.push_back(contact);
    }
  }
};

BulletSource::BulletSource(const std::vector<BodyView>& bodies, Filter filter)
    : implementation_(std::make_unique<Implementation>()) {
  implementation_->filter.allowed = std::move(filter);
  implementation_->broadphase.getOverlappingPairCache()->setOverlapFilterCallback(&implementation_->filter);
  for (const BodyView& body : bodies) implementation_->add(body);
}

BulletSource::~BulletSource() = default;

void BulletSource::collide(std::span<const CollisionState> states, const CollideOptions& options,
                           std::vector<Contact>& contacts) {
  Implementation& source = *implementation_;
  for (const auto& object : source.objects) {
    const Pose& pose = states[id_of(object.get())].pose;
    if (pose.position.allFinite() && pose.orientation.coeffs().allFinite()) object->setWorldTransform(to_bullet(pose));
  }
  source.world.getDispatchInfo().m_timeStep = options.time_step;
  source.world.performDiscreteCollisionDetection();
  contacts.clear();
  for (int i = 0; i < source.dispatcher.getNumManifolds(); ++i)
    source.read(*source.dispatcher.getManifoldByIndexInternal(i), options.margin, contacts);
  std::sort(contacts.begin(), contacts.end(), [](const Contact& p, const Contact& q) { return p.key < q.key; });
}

}  // namespace spook
