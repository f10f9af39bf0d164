#include "engine/collide/children.h"

namespace spook {
namespace {

constexpr double same_normal = 0.985;       // cosine within which two children's normals are one
constexpr double same_place_within = 1e-3;  // of the size

}  // namespace

double place_size(const Collider& a, const Collider& b) {
  if (a.kind != ColliderKind::convex) return same_place_within * b.convex.size;
  return same_place_within * (b.kind != ColliderKind::convex ? a.convex.size : std::min(a.convex.size, b.convex.size));
}

bool is_told(const ContactSet& set, const ContactPair& pair, int i, double within, const std::vector<char>& doubled) {
  const Contact& contact = set.contacts[i];
  for (int before = pair.first; before < i; ++before) {
    const Contact& other = set.contacts[before];
    if (doubled[before] || (other.shape_a == contact.shape_a && other.shape_b == contact.shape_b)) continue;
    if (other.normal.dot(contact.normal) > same_normal && (other.point_b - contact.point_b).norm() < within)
      return true;
  }
  return false;
}

}  // namespace spook
