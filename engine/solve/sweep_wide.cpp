#include "engine/solve/sweep_wide.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <memory>
#if defined(__SSE__)
#include <xmmintrin.h>
#endif

#include "engine/solve/contact_forces.h"
#include "engine/solve/sweep_lanes.h"

namespace spook {

namespace {

using namespace sweep_lanes;

constexpr int groups_a_task = 8;
constexpr double rounding = 1e-12;  // of |Δ|²: the six digits of single precision

float* aligned(std::vector<float>& storage, std::size_t count) {
  if (storage.size() < count + 16) storage.resize(count + 16);
  void* start = storage.data();
  std::size_t bytes = sizeof(float) * storage.size();
  return static_cast<float*>(std::align(64, sizeof(float) * count, start, bytes));
}

float* cleared(std::vector<float>& storage, std::size_t count) {
  return static_cast<float*>(std::memset(aligned(storage, count), 0, sizeof(float) * count));
}

}  // namespace

// greedy: the first colour neither body has; a sixty-fifth goes one lane a group
void WideSweeps::colour(const StepProblem& problem, const IslandRange& island) {
  used_.assign(island.body_count, 0);
  colour_of_.resize(island.pair_count);
  for (int p = 0; p < island.pair_count; ++p) {
    const PairBlock& pair = problem.pairs[island.first_pair + p];
    std::uint64_t taken = 0;
    if (pair.body_a >= 0) taken |= used_[pair.body_a - island.first_body];
    if (pair.body_b >= 0) taken |= used_[pair.body_b - island.first_body];
    const int free = std::countr_one(taken);
    colour_of_[p] = free;
    if (free >= 64) continue;
    if (pair.body_a >= 0) used_[pair.body_a - island.first_body] |= std::uint64_t{1} << free;
    if (pair.body_b >= 0) used_[pair.body_b - island.first_body] |= std::uint64_t{1} << free;
  }
  // by colour, the deepest first: a counting sort
  constexpr int depths = 16, keys = 65 * depths;
  const auto key = [&](int p) {
    const int depth = problem.pairs[island.first_pair + p].contact_count;
    return colour_of_[p] * depths + depths - std::min(depth, depths);
  };
  count_.assign(keys + 1, 0);
  for (int p = 0; p < island.pair_count; ++p) ++count_[key(p) + 1];
  for (int k = 0; k < keys; ++k) count_[k + 1] += count_[k];
  order_.resize(island.pair_count);
  for (int p = 0; p < island.pair_count; ++p) order_[count_[key(p)]++] = p;
}

void WideSweeps::place(const StepProblem& problem, const IslandRange& island) {
  groups_.clear(), lanes_.clear(), contact_of_.clear(), first_group_.clear();
  int rows = 0;
  for (std::size_t i = 0; i < order_.size();) {
    const int colour = colour_of_[order_[i]];
    Group group;
    group.first_contact = rows;
    group.depth = problem.pairs[island.first_pair + order_[i]].contact_count;
    const std::size_t begin = i;
    const std::size_t most = colour >= 64 ? 1 : lanes;
    // a sixty-fifth colour's groups may share bodies: each stands alone
    if (i == 0 || colour >= 64 || colour != colour_of_[order_[i - 1]])
      first_group_.push_back(static_cast<int>(groups_.size()));
    for (; i < order_.size() && i - begin < most && colour_of_[order_[i]] == colour; ++i)
      group.depth = std::max(group.depth, problem.pairs[island.first_pair + order_[i]].contact_count);
    for (int l = 0; l < lanes; ++l) lanes_.push_back(begin + l < i ? island.first_pair + order_[begin + l] : -1);
    for (int k = 0; k < group.depth; ++k) {
      for (int l = 0; l < lanes; ++l) {
        const int p = lanes_[lanes_.size() - lanes + l];
        const bool there = p >= 0 && k < problem.pairs[p].contact_count;
        contact_of_.push_back(there ? problem.pairs[p].first_contact + k : -1);
      }
    }
    rows += group.depth;
    groups_.push_back(group);
  }
  first_group_.push_back(static_cast<int>(groups_.size()));
}

void WideSweeps::load(const StepProblem& problem, const IslandRange& island, const Workspace& work,
                      const StepSolution& solution) {
  colour(problem, island);
  place(problem, island);
  pool_ = threads_inside(island, work);
  body_count_ = island.body_count;
  last_change_ = largest_change_ = 0.0, beta_ = 0.0f;
  // bodies, and then the world, once a group: it stays at rest, but groups write to it at the same time
  velocity_ = cleared(velocity_storage_, 8 * (island.body_count + groups_.size()));
  for (int b = 0; b < island.body_count; ++b) {
    const Vec6& v = solution.velocity[island.first_body + b];
    for (int k = 0; k < 3; ++k) {
      velocity_[8 * b + k] = static_cast<float>(v[k]);
      velocity_[8 * b + 4 + k] = static_cast<float>(v[k + 3]);
    }
  }
  pair_data_ = cleared(pair_storage_, groups_.size() * pair_fields * lanes);
  bodies_.resize(groups_.size() * 2 * lanes);
  for_each_index(pool_, static_cast<int>(groups_.size()), groups_a_task,
                 [&](int group) { load_group(problem, island, work, group); });
  contact_data_ = cleared(contact_storage_, contact_of_.size() * contact_fields);
  turn_.resize(contact_of_.size() * 2);
  for_each_index(pool_, static_cast<int>(contact_of_.size()), contacts_a_task,
                 [&](int lane) { load_contact(problem, work, solution, lane); });
}

// bodies of a group's pairs, their inverse masses
void WideSweeps::load_group(const StepProblem& problem, const IslandRange& island, const Workspace& work, int group) {
  const std::size_t g = group;
  float* data = pair_data_ + g * pair_fields * lanes;
  for (int l = 0; l < lanes; ++l) {
    const int p = lanes_[g * lanes + l];
    const int ends[2] = {p < 0 ? -1 : problem.pairs[p].body_a, p < 0 ? -1 : problem.pairs[p].body_b};
    for (int e = 0; e < 2; ++e) {
      bodies_[(2 * g + e) * lanes + l] = ends[e] < 0 ? island.body_count + group : ends[e] - island.first_body;
      if (ends[e] < 0) continue;
      const InverseMass& inverse = work.inverse[ends[e]];
      const Mat3& I = inverse.inertia;
      const double numbers[7] = {inverse.mass, I(0, 0), I(0, 1), I(0, 2), I(1, 1), I(1, 2), I(2, 2)};
      for (int k = 0; k < 7; ++k) data[(e * 7 + k) * lanes + l] = static_cast<float>(numbers[k]);
    }
  }
}

// tangents turned into the axes of B
void WideSweeps::load_contact(const StepProblem& problem, const Workspace& work, const StepSolution& solution,
                              int lane) {
  const std::size_t i = lane;
  float* data = contact_data_ + (i / lanes) * contact_fields * lanes + i % lanes;
  const auto set = [&](int field, double value) { data[field * lanes] = static_cast<float>(value); };
  const int index = contact_of_[i];
  if (index < 0) {
    set(tangent, 1.0), set(tangent + 1, 1.0);
    return;
  }
  const ContactRow& contact = problem.contacts[index];
  const Mat3 A = contact_block(contact, work.inverse);
  // half the angle of (p − r, 2q): the axes of [p q; q r]
  const double across = 2.0 * A(1, 2), along = A(1, 1) - A(2, 2), size = std::sqrt(across * across + along * along);
  const double cosine = size > 0.0 ? along / size : 1.0;
  const double c = std::sqrt(std::max(0.5 * (1.0 + cosine), 0.0));
  const double s = std::copysign(std::sqrt(std::max(0.5 * (1.0 - cosine), 0.0)), across);
  turn_[2 * i] = static_cast<float>(c), turn_[2 * i + 1] = static_cast<float>(s);
  Mat3 F = contact.frame;
  F.row(1) = c * contact.frame.row(1) + s * contact.frame.row(2);
  F.row(2) = c * contact.frame.row(2) - s * contact.frame.row(1);
  const auto turned = [&](double x, double y, double z) { return Vec3(x, c * y + s * z, c * z - s * y); };
  const Vec3 biases = turned(contact.bias, contact.friction_bias[0], contact.friction_bias[1]);
  const Vec3& last = solution.contact_impulse[index];
  const Vec3 now = turned(last[0], last[1], last[2]), column = turned(A(0, 0), A(1, 0), A(2, 0));
  const double middle = 0.5 * (A(1, 1) + A(2, 2));
  for (int k = 0; k < 9; ++k) set(frame + k, F(k / 3, k % 3));
  for (int k = 0; k < 3; ++k) {
    set(arm_a + k, contact.arm_a[k]), set(arm_b + k, contact.arm_b[k]);
    set(bias + k, biases[k]), set(impulse + k, now[k]);
  }
  set(compliance, contact.compliance), set(friction_compliance, contact.friction_compliance);
  set(inverse_normal, 1.0 / (A(0, 0) + contact.compliance));
  set(coupling, column[1]), set(coupling + 1, column[2]);
  set(tangent, middle + 0.5 * size + contact.friction_compliance);
  set(tangent + 1, middle - 0.5 * size + contact.friction_compliance);
  set(friction, contact.friction);
}

// one group's contacts, deepest pair's count of them; conjugate: first the step of the sweep before. Answers |Δ|².
template <bool conjugate>
float WideSweeps::sweep_group(const Group& group, std::size_t g, bool scaled) {
  const std::uint32_t *ia = bodies_.data() + 2 * g * lanes, *ib = ia + lanes;
  const V16* pair = reinterpret_cast<const V16*>(pair_data_) + g * pair_fields;
  const auto row = static_cast<std::size_t>(group.first_contact);
  V16* contact = reinterpret_cast<V16*>(contact_data_) + row * contact_fields;
  Motion a = gather(velocity_, ia), b = gather(velocity_, ib);
  V16 change{};
  for (int k = 0; k < group.depth; ++k, contact += contact_fields) {
    if constexpr (conjugate) {
      V16* before = reinterpret_cast<V16*>(along_data_) + (row + k) * 6;
      for (int i = 0; i < 3; ++i) go_on(contact[impulse + i], before[i], before[3 + i], beta_);
      relax(contact, pair, a, b, scaled);
      for (int i = 0; i < 3; ++i) {
        const V16 moved = contact[impulse + i] - before[i];
        change += moved * moved;
      }
    } else {
      relax(contact, pair, a, b, scaled);
    }
  }
  scatter(a, velocity_, ia);
  scatter(b, velocity_, ib);
  float sum = 0.0f;
  for (int l = 0; l < lanes; ++l) sum += change[l];
  return sum;
}

// Steps that fade away would end in numbers too small for their exponent, which a processor takes a hundred cycles for.
class NoDenormals {
#if defined(__SSE__)
 public:
  NoDenormals() {
    _mm_setcsr(before_ | 0x8040);
  }  // flush to zero, denormals are zero
  ~NoDenormals() {
    _mm_setcsr(before_);
  }

 private:
  const unsigned before_ = _mm_getcsr();
#endif
};

// colour by colour; the groups of one are shared out
template <bool conjugate>
void WideSweeps::sweep_colours(bool scaled) {
  const auto run = [&](int begin, int end) {
    const NoDenormals fast;
    for (int g = begin; g < end; ++g) change_of_[g] = sweep_group<conjugate>(groups_[g], g, scaled);
  };
  change_of_.resize(groups_.size());
  for (std::size_t colour = 0; colour + 1 < first_group_.size(); ++colour) {
    const int first = first_group_[colour], count = first_group_[colour + 1] - first;
    const int tasks = pool_ ? std::min(2 * pool_->threads(), count / 4) : 1;
    if (tasks < 2) {
      run(first, first + count);
      continue;
    }
    pool_->run(tasks, [&](int task, int) { run(first + count * task / tasks, first + count * (task + 1) / tasks); });
  }
}

void WideSweeps::sweep(SweepKind kind) {
  sweep_colours<false>(kind == SweepKind::block_tangents_scaled);
}

namespace {

void go_on_all(float* __restrict x, float* __restrict before, float* __restrict p, std::size_t count, float beta) {
  for (std::size_t i = 0; i < count; ++i) go_on(x[i], before[i], p[i], beta);
}

}  // namespace

// Fletcher–Reeves with restarts: β = |Δ|²/|Δ before|², Λ += β p, p = β p + Δ, and velocities, being linear in Λ,
// likewise. That step is taken where the next sweep reads what it moves.
bool WideSweeps::sweep_conjugate(SweepKind kind) {
  const std::size_t rows = contact_of_.size() / lanes, velocities = 8 * static_cast<std::size_t>(body_count_);
  if (last_change_ == 0.0) {
    along_data_ = aligned(along_storage_, rows * 6 * lanes);
    before_velocity_.assign(velocity_, velocity_ + velocities);
    along_velocity_.assign(velocities, 0.0f);
    for_each_index(pool_, static_cast<int>(rows), 64, [&](int row) {
      const float* now = contact_data_ + (static_cast<std::size_t>(row) * contact_fields + impulse) * lanes;
      float* along = along_data_ + static_cast<std::size_t>(row) * 6 * lanes;
      std::memcpy(along, now, sizeof(float) * 3 * lanes);
      std::memset(along + 3 * lanes, 0, sizeof(float) * 3 * lanes);
    });
  }
  go_on_all(velocity_, before_velocity_.data(), along_velocity_.data(), velocities, beta_);
  sweep_colours<true>(kind == SweepKind::block_tangents_scaled);
  double change = 0.0;
  for (const float part : change_of_) change += part;
  beta_ = change < last_change_ ? static_cast<float>(change / last_change_) : 0.0f;
  last_change_ = change, largest_change_ = std::max(largest_change_, change);
  return change > rounding * largest_change_;
}

void WideSweeps::store(const StepProblem& problem, StepSolution& solution) const {
  for_each_index(pool_, static_cast<int>(contact_of_.size()), 4 * contacts_a_task, [&](int lane) {
    const std::size_t i = lane;
    const int index = contact_of_[i];
    if (index < 0) return;
    const float* data = contact_data_ + (i / lanes) * contact_fields * lanes + i % lanes;
    const double nu = data[impulse * lanes], b1 = data[(impulse + 1) * lanes], b2 = data[(impulse + 2) * lanes];
    const double c = turn_[2 * i], s = turn_[2 * i + 1];
    Vec3& out = solution.contact_impulse[index];
    out[0] = nu;
    // single precision may step over the edge of the disc
    out.tail<2>() = project_disc(Vec2(c * b1 - s * b2, s * b1 + c * b2), problem.contacts[index].friction * nu);
  });
}

}  // namespace spook
