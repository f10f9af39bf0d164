#include "tests/system/program.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <stdexcept>

#include "engine/scene/files.h"

namespace spook::test {

namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder() {
  std::string name = (fs::temp_directory_path() / "spook-test-XXXXXX").string();
  if (!::mkdtemp(name.data())) throw std::runtime_error("no temporary folder");
  path = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code none;
  fs::remove_all(path, none);
}

std::size_t TemporaryFolder::file_count() const {
  return std::size_t(std::distance(fs::directory_iterator(path), fs::directory_iterator{}));
}

namespace {

bool redirect(const std::string& file, int to) {
  const int from = ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  return from >= 0 && ::dup2(from, to) >= 0;
}

void limit_files(long bytes) {
  ::signal(SIGXFSZ, SIG_IGN);  // then a write beyond the limit fails instead of killing
  const rlimit limit{rlim_t(bytes), rlim_t(bytes)};
  ::setrlimit(RLIMIT_FSIZE, &limit);
}

void limit_time(long seconds) {
  const rlimit limit{rlim_t(seconds), rlim_t(seconds)};
  ::setrlimit(RLIMIT_CPU, &limit);
}

}  // namespace

Outcome run_program(const fs::path& program, const std::vector<std::string>& arguments,
                    const Surroundings& surroundings) {
  const TemporaryFolder folder;
  const std::string out = folder / "out", err = folder / "err";
  std::vector<std::string> words{program.string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);

  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("cannot fork");
  if (child == 0) {
    const std::string& instead = surroundings.standard_output;
    const bool closed = instead == "closed";
    if (!redirect(closed || instead.empty() ? out : instead, STDOUT_FILENO) || !redirect(err, STDERR_FILENO))
      ::_exit(126);
    if (closed) ::close(STDOUT_FILENO);
    if (surroundings.max_file_bytes != Surroundings::unlimited) limit_files(surroundings.max_file_bytes);
    if (surroundings.max_seconds != Surroundings::unlimited) limit_time(surroundings.max_seconds);
    ::execv(argv[0], argv.data());
    ::_exit(127);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  const bool kept = surroundings.standard_output.empty() || surroundings.standard_output == "closed";
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, kept ? read_file(out) : "", read_file(err)};
}

}  // namespace spook::test
