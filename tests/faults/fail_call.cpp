// Loaded before the C library (LD_PRELOAD): makes one chosen system call of a program fail, so that what a full disk, a
// file that shrinks or a lack of memory do can be tried at every place where they may strike.
//
//   SPOOK_FAIL=write:K   the K-th call that makes, writes, names or closes a file in SPOOK_FAIL_FOLDER: no space left
//   SPOOK_FAIL=read:K    the K-th read of a file there finds its end, as if it had been cut
//   SPOOK_FAIL=malloc:K  the K-th allocation after the first file there was opened finds no memory
//   SPOOK_FAIL_COUNT     a file that gets the number of such calls at the end, to know how many there are to try
#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

enum class Kind { none, write, read, malloc };

Kind kind = Kind::none;
long chosen = 0;
const char *folder = nullptr, *count_file = nullptr;
std::atomic<long> calls{0};
std::atomic<bool> started{false};
enum Use : char { not_ours, reads, writes };
std::atomic<Use> uses[1024];  // what a descriptor of a file in the folder is for

template <typename Function>
Function next(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

__attribute__((constructor)) void begin() {
  folder = std::getenv("SPOOK_FAIL_FOLDER"), count_file = std::getenv("SPOOK_FAIL_COUNT");
  const char* what = std::getenv("SPOOK_FAIL");
  if (!what || !folder) return;
  if (std::strncmp(what, "write:", 6) == 0) kind = Kind::write, chosen = std::atol(what + 6);
  if (std::strncmp(what, "read:", 5) == 0) kind = Kind::read, chosen = std::atol(what + 5);
  if (std::strncmp(what, "malloc:", 7) == 0) kind = Kind::malloc, chosen = std::atol(what + 7);
}

__attribute__((destructor)) void end() {
  if (!count_file) return;
  const Kind was = kind;
  kind = Kind::none;
  char text[32];
  const int length = std::snprintf(text, sizeof text, "%ld\n", calls.load());
  const int file = next<int (*)(const char*, int, ...)>("open")(count_file, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (file >= 0 && next<ssize_t (*)(int, const void*, size_t)>("write")(file, text, size_t(length)) < 0) kind = was;
}

// is this the call?
bool strikes(Kind of) {
  return kind == of && ++calls == chosen;
}

bool inside(const char* path) {
  return folder && std::strncmp(path, folder, std::strlen(folder)) == 0;
}

Use use_of(int file) {
  return file >= 0 && file < 1024 ? uses[file].load() : not_ours;
}

}  // namespace

extern "C" {

int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  const bool here = inside(path);
  const bool to_write = (flags & (O_WRONLY | O_RDWR)) != 0;
  if (here && to_write && strikes(Kind::write)) return errno = ENOSPC, -1;
  const int file = next<int (*)(const char*, int, ...)>("open")(path, flags, mode);
  if (file >= 0 && file < 1024) uses[file] = !here ? not_ours : to_write ? writes : reads;
  if (here) started = true;
  return file;
}
int open64(const char* path, int flags, ...) __attribute__((alias("open")));

ssize_t write(int file, const void* data, size_t size) {
  if (use_of(file) == writes && strikes(Kind::write)) return errno = ENOSPC, -1;
  return next<ssize_t (*)(int, const void*, size_t)>("write")(file, data, size);
}

ssize_t read(int file, void* data, size_t size) {
  if (use_of(file) == reads && strikes(Kind::read)) return 0;
  return next<ssize_t (*)(int, void*, size_t)>("read")(file, data, size);
}

int close(int file) {
  const bool fails = use_of(file) == writes && strikes(Kind::write);
  if (file >= 0 && file < 1024) uses[file] = not_ours;
  const int answer = next<int (*)(int)>("close")(file);
  return fails ? (errno = ENOSPC, -1) : answer;
}

int linkat(int from_folder, const char* from, int to_folder, const char* to, int flags) {
  if (inside(to) && strikes(Kind::write)) return errno = ENOSPC, -1;
  return next<int (*)(int, const char*, int, const char*, int)>("linkat")(from_folder, from, to_folder, to, flags);
}

int rename(const char* from, const char* to) {
  if (inside(to) && strikes(Kind::write)) return errno = ENOSPC, -1;
  return next<int (*)(const char*, const char*)>("rename")(from, to);
}

void* malloc(size_t size) {
  static void* (*const real)(size_t) = next<void* (*)(size_t)>("malloc");
  if (started && strikes(Kind::malloc)) return errno = ENOMEM, nullptr;
  return real(size);
}
}
