// One linear problem with joints and frictional contacts, the core of every nonsmooth method here (numerics §8).
// Unknown: v⁺ (velocities, or accelerations) and the impulses (or forces):
//   H v⁺ = p + Wλ + Σ n ν + Σ Dᵀβ          H inertia, p momentum, W the directions λ acts in
//   G w + γ + ζ λ = 0                      w = weight v⁺ + base: what the rows look at
//   0 ≤ ν ⊥ n·w + b + ε ν ≥ 0
//   0 ≤ β ⊥ D w + s + δ C Cᵀβ + e σ ≥ 0    one row an edge of the friction cone
//   0 ≤ σ ⊥ μ ν + r − eᵀβ ≥ 0
// Joints are eliminated by one factorisation (sparse where it is large), what is left is an LCP.
#pragma once

#include "engine/reference/lcp.h"

namespace spook::reference {

struct ContactRow {
  int gap = 0;            // which of the system's
  Vector normal;          // n as the row of w
  Vector push;            // direction the normal impulse acts in; empty: n (a sliding contact adds −μ t)
  Matrix edges;           // D; no rows: frictionless
  Matrix plane;           // the edges' unit directions in the contact plane, C
  Matrix tangents;        // in space: both tangents, 2 × n, of which the edges are made
  double friction = 0.0;  // μ
  double normal_bias = 0.0, normal_compliance = 0.0;  // b, ε
  Vector edge_bias;                                   // s; empty: 0
  Vector tangent_bias;                                // in space: what s is made of, 2; empty: 0
  double edge_compliance = 0.0;                       // δ
  double bound_bias = 0.0;                            // r

  int unknowns() const { return edges.rows() ? 2 + int(edges.rows()) : 1; }
};

struct VelocityProblem {
  Matrix inertia;
  Vector momentum;
  Matrix joints, reaction;        // G and W; empty W: Gᵀ
  Vector joint_bias;              // γ; empty: 0
  double joint_compliance = 0.0;  // ζ of every row
  Vector joint_compliances;       // or a row each; empty: joint_compliance
  double weight = 1.0;
  Vector base;  // empty: 0
  std::vector<ContactRow> contacts;
};

struct VelocitySolution {
  Vector v;
  Vector joint;                  // λ
  Vector normal;                 // ν a contact
  std::vector<Vector> friction;  // β a contact
  LcpResult lcp;
  bool factored = false;  // false: the joints could not be eliminated
  explicit operator bool() const { return factored && lcp.status == LcpStatus::solved; }
};

// the basis goes in as a guess and comes out as the answer's
VelocitySolution solve(const VelocityProblem& problem, LcpBasis* basis = nullptr, LcpSolver solver = solve_lemke);

// Coulomb's law in space with the round cone: polygons that are turned until one of their edges lies along each slip,
// so that sliding friction opposes it exactly. The same as solve where all contacts are plane.
VelocitySolution solve_round(VelocityProblem& problem, LcpSolver solver = solve_lemke);
inline constexpr int round_edges = 8;  // what these polygons start from

// the row of one of the system's contacts at q: normal, and `edges` directions of friction
// (a plane contact has two whatever is asked; 0: none)
ContactRow contact_row(const System& system, const Vector& q, int gap, int edges);
// a polygon for the circle, made of row.tangents: any number of edges, opposite pairs where the number is even
void shape_polygon(ContactRow& row, int edges, double angle);
// the tangential impulse in the plane of the contact
Vector plane_impulse(const ContactRow& contact, const Vector& beta);

}  // namespace spook::reference
