#include "engine/scene/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>
#include <utility>

namespace spook {
namespace {

namespace fs = std::filesystem;

std::string reason(int error) {
  return std::generic_category().message(error);
}

[[noreturn]] void cannot_read(const fs::path& file, const std::string& why) {
  throw std::runtime_error("cannot read " + file.string() + ": " + why);
}

// an open file, closed on every way out
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() { close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  bool good() const { return number_ >= 0; }
  int number() const { return number_; }
  // some file systems tell of a full disk only here
  bool close() {
    const int number = std::exchange(number_, -1);
    return number < 0 || ::close(number) == 0;
  }

 private:
  int number_;
};

using Put = std::function<bool(int)>;

bool put_all(int to, const std::string& contents) {
  std::size_t done = 0;
  while (done < contents.size()) {
    const ssize_t count = ::write(to, contents.data() + done, contents.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    done += std::size_t(count);
  }
  return true;
}

void unlink_keeping_errno(const fs::path& name) {
  const int error = errno;
  ::unlink(name.c_str());
  errno = error;
}

constexpr mode_t everyone_as_umask_says = 0666;

// The file has no name until all of it is there: killed before, nothing is left behind. Not every file system can.
bool write_nameless(const fs::path& name, const Put& put) {
  const fs::path folder = name.has_parent_path() ? name.parent_path() : fs::path(".");
  Descriptor out(::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, everyone_as_umask_says));
  if (!out.good() || !put(out.number())) return false;
  const std::string self = "/proc/self/fd/" + std::to_string(out.number());
  if (::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) != 0) return false;
  if (out.close()) return true;
  unlink_keeping_errno(name);
  return false;
}

bool write_named(const fs::path& name, const Put& put) {
  Descriptor out(::open(name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, everyone_as_umask_says));
  return out.good() && put(out.number()) && out.close();
}

bool write_special(const fs::path& file, const Put& put) {
  Descriptor out(::open(file.c_str(), O_WRONLY | O_CLOEXEC));
  return out.good() && put(out.number()) && out.close();
}

// A file that is there already is replaced by a rename, which needs a second name for a moment.
bool write_beside(const fs::path& target, const Put& put) {
  struct stat old {};
  const bool replaces = ::stat(target.c_str(), &old) == 0;
  if (!replaces && write_nameless(target, put)) return true;
  if (!replaces && errno == ENOSPC) return false;
  fs::path beside = target;
  beside += ".part" + std::to_string(::getpid());
  if ((write_nameless(beside, put) || (errno != ENOSPC && write_named(beside, put))) &&
      (!replaces || ::chmod(beside.c_str(), old.st_mode & 07777) == 0) &&
      std::rename(beside.c_str(), target.c_str()) == 0)
    return true;
  unlink_keeping_errno(beside);
  return false;
}

// through a link to the file it names, which need not be there yet
fs::path behind_links(const fs::path& file) {
  std::error_code failed;
  if (!fs::is_symlink(file, failed)) return file;
  const fs::path target = fs::weakly_canonical(file, failed);
  return failed ? file : target;
}

}  // namespace

std::string read_file(const fs::path& file, std::uint64_t max_bytes) {
  // without waiting: to open a pipe would hang until someone writes into it
  Descriptor in(::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  struct stat facts {};
  if (!in.good() || ::fstat(in.number(), &facts) != 0) cannot_read(file, reason(errno));
  if (S_ISDIR(facts.st_mode)) cannot_read(file, reason(EISDIR));
  if (!S_ISREG(facts.st_mode)) cannot_read(file, "not a regular file");
  const auto check_size = [&](std::uint64_t size) {
    if (size > max_bytes)
      cannot_read(file, "larger than the " + std::to_string(max_bytes / megabyte) + " MB that are read of such a file");
  };
  check_size(std::uint64_t(facts.st_size));

  std::string contents;
  contents.reserve(std::size_t(facts.st_size));
  char buffer[65536];
  while (true) {
    const ssize_t count = ::read(in.number(), buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) cannot_read(file, reason(errno));
    if (count == 0) return contents;
    contents.append(buffer, std::size_t(count));
    check_size(contents.size());  // it may grow while it is read
  }
}

void write_file(const fs::path& file, const Put& put) {
  std::error_code none;
  const bool special = fs::exists(file, none) && !fs::is_regular_file(file, none);
  errno = 0;
  if (special ? write_special(file, put) : write_beside(behind_links(file), put)) return;
  throw WriteError("cannot write " + file.string() + ": " + reason(errno));
}

void write_file(const fs::path& file, const std::string& contents) {
  write_file(file, [&](int to) { return put_all(to, contents); });
}

}  // namespace spook
