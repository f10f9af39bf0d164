#include "engine/scene/files.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <system_error>

namespace spook {
namespace {

namespace fs = std::filesystem;

struct Closer {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Closer>;

[[noreturn]] void fail(const std::string& what, const fs::path& file) {
  throw std::runtime_error(what + " " + file.string() + ": " + std::generic_category().message(errno));
}

bool write_all(const fs::path& file, const std::string& contents) {
  File out(std::fopen(file.c_str(), "wb"));
  if (!out) return false;
  const bool written = std::fwrite(contents.data(), 1, contents.size(), out.get()) == contents.size();
  return std::fclose(out.release()) == 0 && written;
}

}  // namespace

std::string read_file(const fs::path& file) {
  errno = 0;
  File in(std::fopen(file.c_str(), "rb"));
  if (!in) fail("cannot read", file);
  std::string contents;
  char buffer[65536];
  while (const std::size_t count = std::fread(buffer, 1, sizeof buffer, in.get())) contents.append(buffer, count);
  if (std::ferror(in.get())) fail("cannot read", file);
  return contents;
}

void write_file(const fs::path& file, const std::string& contents) {
  errno = 0;
  std::error_code none;
  const bool special = fs::exists(file, none) && !fs::is_regular_file(file, none);
  if (special) {
    if (!write_all(file, contents)) fail("cannot write", file);
    return;
  }
  // through a link to the file it names
  const fs::path target = fs::is_symlink(file, none) ? fs::canonical(file, none) : file;
  fs::path beside = target.empty() ? file : target;
  beside += ".part" + std::to_string(::getpid());
  if (!write_all(beside, contents) || std::rename(beside.c_str(), (target.empty() ? file : target).c_str()) != 0) {
    const int reason = errno;
    fs::remove(beside, none);
    errno = reason;
    fail("cannot write", file);
  }
}

}  // namespace spook
