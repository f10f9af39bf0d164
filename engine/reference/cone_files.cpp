#include "engine/reference/cone_files.h"

#include <Eigen/SparseLU>
#include <cctype>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace spook::reference {

namespace {

constexpr std::string_view hdf5_signature = "\x89HDF\r\n\x1a\n";

std::string whole_file(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw std::runtime_error("cannot read " + file.string());
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace

bool is_cone_problem(const std::filesystem::path& file) {
  if (!std::filesystem::is_regular_file(file)) return false;
  char head[16] = {};
  std::ifstream stream(file, std::ios::binary);
  stream.read(head, sizeof head);
  const std::string_view start(head, std::size_t(stream.gcount()));
  if (start.starts_with(hdf5_signature)) return true;
  // a text file starts with its dimension
  const std::size_t digit = start.find_first_not_of(" \t\r\n");
  if (digit == std::string_view::npos || digit + 1 >= start.size()) return false;
  return (start[digit] == '2' || start[digit] == '3') && std::isspace(static_cast<unsigned char>(start[digit + 1]));
}

ConeProblem read_cone_problem(const std::filesystem::path& file) {
  const std::string bytes = whole_file(file);
  try {
    ConeProblem problem = bytes.starts_with(hdf5_signature) ? read_fclib(bytes) : read_cone_text(bytes);
    problem.name = file.filename().string();
    return problem;
  } catch (const std::runtime_error& problem) {
    throw std::runtime_error(file.string() + ": " + problem.what());
  }
}

ConeProblem make_cone_problem(int dimension, const SparseMatrix& w, const Vector& q, const Vector& friction) {
  const Eigen::Index n = friction.size(), rows = n * dimension;
  if (dimension != 2 && dimension != 3)
    throw std::runtime_error("the dimension is " + std::to_string(dimension) + ", not 2 or 3");
  if (w.rows() != rows || w.cols() != rows || q.size() != rows)
    throw std::runtime_error("W is " + std::to_string(w.rows()) + " × " + std::to_string(w.cols()) + " and q has " +
                             std::to_string(q.size()) + " entries where " + std::to_string(n) + " contacts need " +
                             std::to_string(rows));
  if (!q.allFinite() || !friction.allFinite() || (n > 0 && friction.minCoeff() < 0.0))
    throw std::runtime_error("q or the friction coefficients are not finite, or negative");
  ConeProblem problem;
  problem.dimension = dimension;
  problem.friction = friction;
  if (dimension == 3) {
    problem.w = w, problem.q = q;
    return problem;
  }
  std::vector<Eigen::Triplet<double>> entries;
  const auto wide = [](Eigen::Index at) { return int(3 * (at / 2) + at % 2); };
  for (Eigen::Index column = 0; column < w.outerSize(); ++column)
    for (SparseMatrix::InnerIterator it(w, column); it; ++it)
      entries.emplace_back(wide(it.row()), wide(it.col()), it.value());
  problem.q = Vector::Zero(3 * n);
  for (Eigen::Index c = 0; c < n; ++c) {
    entries.emplace_back(int(3 * c + 2), int(3 * c + 2), 1.0);
    problem.q.segment<2>(3 * c) = q.segment<2>(2 * c);
  }
  problem.w.resize(3 * n, 3 * n);
  problem.w.setFromTriplets(entries.begin(), entries.end());
  return problem;
}

void reduce_global_form(const SparseMatrix& m, const SparseMatrix& h, const Vector& f, const Vector& b, SparseMatrix& w,
                        Vector& q) {
  if (m.rows() != m.cols() || h.rows() != m.rows() || f.size() != m.rows() || b.size() != h.cols())
    throw std::runtime_error("the sizes of M, H, f and b do not fit each other");
  Eigen::SparseLU<SparseMatrix> factor;
  factor.compute(m);
  if (factor.info() != Eigen::Success) throw std::runtime_error("M of the global form is singular");
  const Matrix moved = factor.solve(Matrix(h));
  w = (h.transpose() * moved).sparseView();
  q = h.transpose() * Vector(factor.solve(f)) + b;
}

}  // namespace spook::reference
