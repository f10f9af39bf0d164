// Siconos' text files: numbers between white space, in the order
//   dimension, contacts, W, q, μ                   (reduced form)
//   dimension, contacts, M, H, f, b, μ             (global form: told apart by what follows the first matrix)
// A matrix is: storage, rows, columns, then
//   0  rows, columns again, every entry column after column
//   1  blocks, block rows, block columns, running sums of their heights and of their widths, two lengths, the
//   compressed
//      row starts and the block columns, then every block: its number and its entries column after column
#include <algorithm>
#include <charconv>
#include <stdexcept>

#include "engine/reference/cone_files.h"

namespace spook::reference {

namespace {

constexpr long largest_size = 1000000;  // rows or blocks: beyond it the file is not what it says it is

class Numbers {
 public:
  explicit Numbers(const std::string& text) : at_(text.data()), end_(text.data() + text.size()), start_(at_) {}

  double number(const char* what) {
    skip();
    double value = 0.0;
    const auto [after, error] = std::from_chars(at_ + (at_ < end_ && *at_ == '+'), end_, value);
    if (error != std::errc()) fail(what);
    at_ = after;
    return value;
  }
  long whole(const char* what) {
    const double value = number(what);
    if (value != double(long(value)) || value < 0 || value > largest_size) fail(what);
    return long(value);
  }
  Vector vector(long size, const char* what) {
    Vector result(size);
    for (double& value : result) value = number(what);
    return result;
  }
  // numbers that are left, counted without moving on
  long left() const {
    long count = 0;
    for (const char* at = at_; at < end_;) {
      while (at < end_ && blank(*at)) ++at;
      if (at < end_) ++count;
      while (at < end_ && !blank(*at)) ++at;
    }
    return count;
  }

 private:
  static bool blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
  void skip() {
    while (at_ < end_ && blank(*at_)) ++at_;
  }
  [[noreturn]] void fail(const char* what) const {
    const long line = 1 + std::count(start_, at_, '\n');
    throw std::runtime_error("line " + std::to_string(line) + ": " + (at_ < end_ ? "no number for " : "ends before ") +
                             what);
  }
  const char *at_, *end_, *start_;
};

SparseMatrix read_dense(Numbers& in, long rows, long columns) {
  if (in.whole("the rows of a matrix") != rows || in.whole("the columns of a matrix") != columns)
    throw std::runtime_error("a dense matrix gives its size twice, and differently");
  Matrix dense(rows, columns);
  for (double& entry : dense.reshaped()) entry = in.number("an entry of a matrix");
  return dense.sparseView();
}

std::vector<long> read_sums(Numbers& in, long count, long total, const char* what) {
  std::vector<long> sums{0};
  for (long k = 0; k < count; ++k) {
    sums.push_back(in.whole(what));
    if (sums.back() < sums[sums.size() - 2]) throw std::runtime_error(std::string(what) + " shrink");
  }
  if (sums.back() != total) throw std::runtime_error(std::string(what) + " do not add up to the matrix");
  return sums;
}

SparseMatrix read_blocks(Numbers& in, long rows, long columns) {
  const long blocks = in.whole("the number of blocks");
  const long block_rows = in.whole("the block rows"), block_columns = in.whole("the block columns");
  const std::vector<long> top = read_sums(in, block_rows, rows, "the sums of block heights"),
                          left = read_sums(in, block_columns, columns, "the sums of block widths");
  const long starts = in.whole("the length of the row starts"), listed = in.whole("the length of the block columns");
  std::vector<long> start(std::size_t(starts), 0), column(std::size_t(listed), 0);
  for (long& k : start) k = in.whole("a row start");
  for (long& k : column) k = in.whole("a block column");
  if (starts < block_rows + 1 || listed < blocks || start[std::size_t(block_rows)] != blocks)
    throw std::runtime_error("the compressed rows of blocks do not hold as many blocks as were said");
  std::vector<Eigen::Triplet<double>> entries;
  for (long i = 0; i < block_rows; ++i)
    for (long k = start[std::size_t(i)]; k < start[std::size_t(i) + 1]; ++k) {
      const long j = column[std::size_t(k)];
      if (j >= block_columns) throw std::runtime_error("a block lies outside its matrix");
      if (in.whole("the number of a block") != k) throw std::runtime_error("the blocks are not in their order");
      for (long c = left[std::size_t(j)]; c < left[std::size_t(j) + 1]; ++c)
        for (long r = top[std::size_t(i)]; r < top[std::size_t(i) + 1]; ++r)
          entries.emplace_back(int(r), int(c), in.number("an entry of a block"));
    }
  SparseMatrix matrix(rows, columns);
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

SparseMatrix read_matrix(Numbers& in) {
  const long storage = in.whole("the storage of a matrix"), rows = in.whole("the rows of a matrix"),
             columns = in.whole("the columns of a matrix");
  if (storage == 0) return read_dense(in, rows, columns);
  if (storage == 1) return read_blocks(in, rows, columns);
  throw std::runtime_error("storage " + std::to_string(storage) + " of a matrix is neither dense (0) nor blocks (1)");
}

}  // namespace

ConeProblem read_cone_text(const std::string& text) {
  Numbers in(text);
  const long dimension = in.whole("the dimension"), contacts = in.whole("the number of contacts");
  const long rows = dimension * contacts;
  SparseMatrix first = read_matrix(in);
  // one more number may follow: whether a first guess is given
  if (const long left = in.left(); left == rows + contacts || left == rows + contacts + 1) {
    const Vector q = in.vector(rows, "an entry of q");
    return make_cone_problem(int(dimension), first, q, in.vector(contacts, "a friction coefficient"));
  }
  const SparseMatrix h = read_matrix(in);
  const Vector f = in.vector(first.rows(), "an entry of f"), b = in.vector(rows, "an entry of b");
  SparseMatrix w;
  Vector q;
  reduce_global_form(first, h, f, b, w, q);
  return make_cone_problem(int(dimension), w, q, in.vector(contacts, "a friction coefficient"));
}

}  // namespace spook::reference
