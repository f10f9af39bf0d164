// FCLIB's containers: a contact problem as the datasets of an HDF5 file.
#include <algorithm>
#include <stdexcept>

#include "engine/reference/cone_files.h"

namespace spook::reference {

namespace {

using DataSets = std::map<std::string, std::vector<double>>;

const std::vector<double>& data_of(const DataSets& all, const std::string& path) {
  const auto found = all.find(path);
  if (found == all.end()) throw std::runtime_error("the container has no " + path);
  return found->second;
}

double one(const DataSets& all, const std::string& path) {
  const std::vector<double>& values = data_of(all, path);
  if (values.size() != 1) throw std::runtime_error(path + " is not one number");
  return values[0];
}

Vector vector_of(const DataSets& all, const std::string& path) {
  const std::vector<double>& values = data_of(all, path);
  return Eigen::Map<const Vector>(values.data(), Eigen::Index(values.size()));
}

// nz ≥ 0: triplets; −1: compressed columns; −2: compressed rows
SparseMatrix matrix_of(const DataSets& all, const std::string& path) {
  const auto rows = long(one(all, path + "/m")), columns = long(one(all, path + "/n")),
             nz = long(one(all, path + "/nz"));
  const std::vector<double>&p = data_of(all, path + "/p"), &i = data_of(all, path + "/i"),
        &x = data_of(all, path + "/x");
  std::vector<Eigen::Triplet<double>> entries;
  const auto add = [&](double row, double column, double value) {
    if (row < 0 || column < 0 || row >= double(rows) || column >= double(columns))
      throw std::runtime_error("an entry of " + path + " lies outside it");
    entries.emplace_back(int(row), int(column), value);
  };
  if (nz >= 0) {
    if (p.size() < std::size_t(nz) || i.size() < std::size_t(nz) || x.size() < std::size_t(nz))
      throw std::runtime_error(path + " holds fewer entries than it says");
    for (std::size_t k = 0; k < std::size_t(nz); ++k) add(i[k], p[k], x[k]);
  } else {
    const std::size_t major = std::size_t(nz == -1 ? columns : rows);
    if (p.size() < major + 1) throw std::runtime_error(path + " has too few starts");
    for (std::size_t k = 0; k < major; ++k) {
      if (p[k] < 0 || p[k + 1] < p[k] || p[k + 1] > double(std::min(i.size(), x.size())))
        throw std::runtime_error(path + " holds fewer entries than it says");
      for (auto e = std::size_t(p[k]); e < std::size_t(p[k + 1]); ++e)
        nz == -1 ? add(i[e], double(k), x[e]) : add(double(k), i[e], x[e]);
    }
  }
  SparseMatrix matrix(rows, columns);
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

}  // namespace

ConeProblem read_fclib(const std::string& bytes) {
  const DataSets all = read_hdf5(bytes);
  const bool local = all.contains("fclib_local/spacedim");
  const std::string top = local ? "fclib_local" : "fclib_global";
  const int dimension = int(one(all, top + "/spacedim"));
  const Vector friction = vector_of(all, top + "/vectors/mu");
  if (local)
    return make_cone_problem(dimension, matrix_of(all, top + "/W"), vector_of(all, top + "/vectors/q"), friction);
  if (all.contains(top + "/G/m")) throw std::runtime_error("the container has bilateral constraints (G): not read");
  SparseMatrix w;
  Vector q;
  reduce_global_form(matrix_of(all, top + "/M"), matrix_of(all, top + "/H"), vector_of(all, top + "/vectors/f"),
                     vector_of(all, top + "/vectors/w"), w, q);
  return make_cone_problem(dimension, w, q, friction);
}

}  // namespace spook::reference
