// How the published files of contact problems are laid out; read_cone_problem joins them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/reference/cone_problem.h"

namespace spook::reference {

// W, q, μ in the file's own dimension → a ConeProblem, plane problems padded. Throws where sizes disagree.
ConeProblem make_cone_problem(int dimension, const SparseMatrix& w, const Vector& q, const Vector& friction);
// W = Hᵀ M⁻¹ H, q = Hᵀ M⁻¹ f + b
void reduce_global_form(const SparseMatrix& m, const SparseMatrix& h, const Vector& f, const Vector& b, SparseMatrix& w,
                        Vector& q);

ConeProblem read_cone_text(const std::string& text);

// The datasets of an HDF5 file by their paths, "fclib_local/W/x": numbers only, as FCLIB writes them (superblock 0,
// old-style groups, contiguous little-endian integers of 4 or 8 bytes and doubles). Anything else throws.
std::map<std::string, std::vector<double>> read_hdf5(const std::string& bytes);
ConeProblem read_fclib(const std::string& bytes);

}  // namespace spook::reference
