// The matrix of a Newton step in body space (numerics §3): contacts condensed a pair, joint rows kept.
#include "engine/cross_matrix.h"
#include "engine/solve/island_view.h"

namespace spook {

namespace {

// [1; x×] S [1; y×]ᵀ: the stiffness S of a point felt by two arms
void add_point_stiffness(const Mat3& S, const Vec3& x, const Vec3& y, double sign, Mat6& K) {
  const Mat3 xS = cross_times(x, S);
  K.topLeftCorner<3, 3>() += sign * S;
  K.topRightCorner<3, 3>() -= sign * times_cross(S, y);
  K.bottomLeftCorner<3, 3>() += sign * xS;
  K.bottomRightCorner<3, 3>() -= sign * times_cross(xS, y);
}

// world stiffness of a contact: k n nᵀ + DᵀC D
Mat3 world_stiffness(const ContactRow& contact, const ContactStiffness& C) {
  Mat3 local;
  local << C.normal, 0, 0, 0, C.c00, C.c01, 0, C.c01, C.c11;
  return contact.frame.transpose() * local * contact.frame;
}

void add_contacts(const IslandView& view, const IslandMemory& memory) {
  Workspace& work = view.work;
  ThreadPool* pool = threads_inside(view.range, work);
  for_each_index(pool, view.range.pair_count, 16, [&](int p) {
    const PairBlock& pair = view.problem.pairs[view.range.first_pair + p];
    const int edge = memory.edge_of_pair[p];
    Mat6 aa = Mat6::Zero(), ab = Mat6::Zero(), bb = Mat6::Zero();
    for (int c = pair.first_contact; c < pair.first_contact + pair.contact_count; ++c) {
      if (work.stiffness[c].zero()) continue;
      const ContactRow& contact = view.problem.contacts[c];
      const Mat3 S = world_stiffness(contact, work.stiffness[c]);
      const Vec3 &a = contact.arm_a, &b = contact.arm_b;
      if (pair.body_a >= 0) add_point_stiffness(S, a, a, 1.0, aa);
      if (pair.body_b >= 0) add_point_stiffness(S, b, b, 1.0, bb);
      if (edge >= 0) add_point_stiffness(S, a, b, -1.0, ab);
    }
    if (edge >= 0) work.coupling[view.range.first_pair + edge] = ab;
    if (pool) {
      work.pair_matrix[view.range.first_pair + p] = {aa, bb};
      return;
    }
    if (pair.body_a >= 0) work.diagonal[pair.body_a] += aa;
    if (pair.body_b >= 0) work.diagonal[pair.body_b] += bb;
  });
  if (!pool) return;
  // each body gathers in the order of pairs, as one thread adds
  for_each_index(pool, view.range.body_count, 16, [&](int body) {
    const int b = view.range.first_body + body;
    for (int k = work.first_side[b]; k < work.first_side[b + 1]; ++k)
      work.diagonal[b] += work.pair_matrix[work.sides[k] / 2][work.sides[k] % 2];
  });
}

// rows of G, none where the impulse is clamped
void gather_rows(const IslandView& view, const IslandMemory& memory) {
  Workspace& work = view.work;
  Vec6* jacobian = work.jacobian.data() + 24 * static_cast<std::ptrdiff_t>(view.range.first_joint);
  double* compliance = work.row_compliance.data() + 6 * static_cast<std::ptrdiff_t>(view.range.first_joint);
  for (int index : memory.joint_of_rows) {
    const JointBlock& joint = view.problem.joints[view.range.first_joint + index];
    for (int k = 0; k < joint.body_count; ++k) {
      for (int i = 0; i < joint.row_count; ++i) {
        *jacobian = Vec6::Zero();
        if (work.row_mode[joint.first_row + i] == RowMode::active) {
          *jacobian = view.problem.jacobians[joint.first_jacobian + k].row(i).transpose();
        }
        ++jacobian;
      }
    }
    for (int i = 0; i < joint.row_count; ++i) {
      const int r = joint.first_row + i;
      *compliance++ = view.problem.rows[r].compliance + work.row_extra[r];
    }
  }
}

}  // namespace

ContactStiffness stiffness_of_mode(const IslandView& view, int c) {
  const Workspace& work = view.work;
  const ContactRow& contact = view.problem.contacts[c];
  const ContactMode mode = work.contact_mode[c];
  ContactStiffness C;
  if (mode.normal) C.normal = 1.0 / contact.compliance;
  if (mode.friction == ContactState::open) return C;
  C.c00 = C.c11 = 1.0 / contact.friction_compliance;
  if (mode.friction == ContactState::sliding) {
    // beyond the disc β = R y/‖y‖: only its direction still turns
    const Vec2 y = work.contact_y[c].tail<2>();
    const double length = y.norm();
    const Vec2 n = y / length;
    const double k = C.c00 * work.disc[c] / length;
    C.c00 = k * n[1] * n[1], C.c01 = -k * n[0] * n[1], C.c11 = k * n[0] * n[0];
  }
  return C;
}

void stiffness_of_modes(const IslandView& view) {
  Workspace& work = view.work;
  view.contacts([&](int c) { work.stiffness[c] = stiffness_of_mode(view, c); });
  view.rows([&](int r) { work.row_extra[r] = 0.0; });
}

void assemble_island(const IslandView& view, const IslandMemory& memory) {
  Workspace& work = view.work;
  view.bodies([&](int b) {
    work.diagonal[b].setZero();
    work.diagonal[b].diagonal().head<3>().setConstant(view.problem.bodies[b].mass);
    work.diagonal[b].bottomRightCorner<3, 3>() = view.problem.bodies[b].inertia;
  });
  add_contacts(view, memory);
  gather_rows(view, memory);
}

void factor_assembled(const IslandView& view, BlockLdlt& factor) {
  const Workspace& work = view.work;
  BlockValues values;
  values.diagonal = work.diagonal.data() + view.range.first_body;
  values.coupling = work.coupling.data() + view.range.first_pair;
  values.jacobian = work.jacobian.data() + 24 * static_cast<std::ptrdiff_t>(view.range.first_joint);
  values.compliance = work.row_compliance.data() + 6 * static_cast<std::ptrdiff_t>(view.range.first_joint);
  factor.factor(values, view.pool);
}

void factor_island(const IslandView& view, const IslandMemory& memory, BlockLdlt& factor) {
  assemble_island(view, memory);
  factor_assembled(view, factor);
}

void solve_island(const IslandView& view, const IslandMemory& memory, BlockLdlt& factor) {
  Workspace& work = view.work;
  double* packed = work.row_packed.data() + 6 * static_cast<std::ptrdiff_t>(view.range.first_joint);
  int k = 0;
  for (int index : memory.joint_of_rows) {
    const JointBlock& joint = view.problem.joints[view.range.first_joint + index];
    for (int i = 0; i < joint.row_count; ++i) packed[k++] = work.row_slack[joint.first_row + i];
  }
  factor.solve(work.step.data() + view.range.first_body, packed, view.pool);
  k = 0;
  for (int index : memory.joint_of_rows) {
    const JointBlock& joint = view.problem.joints[view.range.first_joint + index];
    for (int i = 0; i < joint.row_count; ++i) work.row_step[joint.first_row + i] = -packed[k++];
  }
}

}  // namespace spook
