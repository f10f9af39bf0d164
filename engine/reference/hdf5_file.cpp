// The little of HDF5 that FCLIB's containers use, so that no library is needed: superblock version 0, groups by symbol
// tables (B-tree of nodes, names in a local heap), object headers version 1, contiguous datasets of numbers.
#include <cstdint>
#include <cstring>
#include <stdexcept>

#include "engine/reference/cone_files.h"

namespace spook::reference {

namespace {

constexpr std::uint64_t undefined = ~std::uint64_t{0};
enum Message : unsigned { dataspace = 1, datatype = 3, layout = 8, continuation = 16, symbol_table = 17 };

struct DataSet {
  int kind = -1;  // class of the datatype: 0 integer, 1 floating point
  std::size_t size = 0, entries = 1;
  std::uint64_t address = undefined;
  bool little = true, has_sign = true, contiguous = false;
};

struct Header {
  bool group = false;
  std::uint64_t tree = undefined, heap = undefined;
  DataSet data;
};

class File {
 public:
  explicit File(const std::string& bytes) : bytes_(bytes) {
    if (byte(8) != 0 || byte(13) != 8 || byte(14) != 8)
      throw std::runtime_error("this HDF5 file's superblock is not of version 0 with 8-byte addresses");
    // root group's symbol table entry: after 24 bytes of versions and sizes and four addresses
    visit("", number(24 + 32 + 8, 8), 0);
  }
  std::map<std::string, std::vector<double>> take() { return std::move(found_); }

 private:
  void need(std::uint64_t at, std::uint64_t count) const {
    if (at > bytes_.size() || count > bytes_.size() - at) throw std::runtime_error("this HDF5 file is cut off");
  }
  unsigned byte(std::uint64_t at) const { return unsigned(number(at, 1)); }
  std::uint64_t number(std::uint64_t at, unsigned count) const {
    need(at, count);
    std::uint64_t value = 0;
    for (unsigned k = 0; k < count; ++k) value |= std::uint64_t(std::uint8_t(bytes_[at + k])) << (8 * k);
    return value;
  }

  void visit(const std::string& path, std::uint64_t address, int depth) {
    if (depth > 16) throw std::runtime_error("the groups of this HDF5 file lie in each other");
    const Header header = read_header(address);
    if (header.group)
      walk_tree(path, header.tree, number(header.heap + 24, 8), depth);
    else if (header.data.kind == 0 || header.data.kind == 1)
      found_[path] = values(path, header.data);
  }

  Header read_header(std::uint64_t address) {
    if (byte(address) != 1) throw std::runtime_error("an object header of this HDF5 file is not of version 1");
    Header header;
    unsigned messages = unsigned(number(address + 2, 2));
    std::vector<std::pair<std::uint64_t, std::uint64_t>> blocks{{address + 16, number(address + 8, 4)}};
    for (std::size_t block = 0; block < blocks.size(); ++block) {
      auto [at, length] = blocks[block];
      for (const std::uint64_t end = at + length; messages > 0 && at + 8 <= end; --messages) {
        const unsigned type = unsigned(number(at, 2)), size = unsigned(number(at + 2, 2));
        read_message(type, at + 8, header);
        if (type == continuation) blocks.emplace_back(number(at + 8, 8), number(at + 16, 8));
        at += 8 + size;
      }
    }
    return header;
  }

  void read_message(unsigned type, std::uint64_t at, Header& header) {
    DataSet& data = header.data;
    if (type == symbol_table) {
      header.group = true, header.tree = number(at, 8), header.heap = number(at + 8, 8);
    } else if (type == dataspace) {
      const unsigned version = byte(at), rank = byte(at + 1);
      for (unsigned k = 0; k < rank; ++k) data.entries *= number(at + (version == 1 ? 8 : 4) + 8 * k, 8);
    } else if (type == datatype) {
      data.kind = int(byte(at) & 15), data.size = number(at + 4, 4);
      data.little = (byte(at + 1) & 1) == 0, data.has_sign = (byte(at + 1) & 8) != 0;
    } else if (type == layout && byte(at) == 3) {
      data.contiguous = byte(at + 1) == 1;
      data.address = number(at + 2, 8);
    }
  }

  void walk_tree(const std::string& path, std::uint64_t node, std::uint64_t names, int depth) {
    need(node, 24);
    if (bytes_.compare(node, 4, "TREE") != 0) throw std::runtime_error("a group of this HDF5 file has no tree");
    const unsigned level = byte(node + 5), children = unsigned(number(node + 6, 2));
    for (unsigned k = 0; k < children; ++k) {
      const std::uint64_t child = number(node + 24 + 8 + 16 * k, 8);
      if (level > 0)
        walk_tree(path, child, names, depth + 1);
      else
        read_node(path, child, names, depth);
    }
  }

  void read_node(const std::string& path, std::uint64_t node, std::uint64_t names, int depth) {
    const unsigned symbols = unsigned(number(node + 6, 2));
    for (unsigned k = 0; k < symbols; ++k) {
      const std::uint64_t entry = node + 8 + 40 * k, start = names + number(entry, 8);
      need(start, 1);
      std::string child = path.empty() ? "" : path + "/";
      child += bytes_.c_str() + start;
      visit(child, number(entry + 8, 8), depth + 1);
    }
  }

  std::vector<double> values(const std::string& path, const DataSet& data) {
    if (data.address == undefined) return {};  // nothing was written
    const bool known = data.kind == 1 ? data.size == 8 : data.size == 4 || data.size == 8;
    if (!data.contiguous || !data.little || !known)
      throw std::runtime_error("the dataset " + path + " of this HDF5 file is not plain little-endian numbers");
    need(data.address, 0);
    if (data.entries > bytes_.size() / data.size) throw std::runtime_error("this HDF5 file is cut off");
    std::vector<double> result(data.entries);
    for (std::size_t k = 0; k < result.size(); ++k) {
      const std::uint64_t raw = number(data.address + k * data.size, unsigned(data.size));
      if (data.kind == 1)
        std::memcpy(&result[k], &raw, 8);
      else if (data.size == 4)
        result[k] = data.has_sign ? double(std::int32_t(raw)) : double(std::uint32_t(raw));
      else
        result[k] = double(std::int64_t(raw));
    }
    return result;
  }

  const std::string& bytes_;
  std::map<std::string, std::vector<double>> found_;
};

}  // namespace

std::map<std::string, std::vector<double>> read_hdf5(const std::string& bytes) {
  return File(bytes).take();
}

}  // namespace spook::reference
