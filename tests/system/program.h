// Runs one of our programs as a user would and catches what it says.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace spook::test {

struct Outcome {
  int exit_code = -1;  // −1: killed by a signal
  std::string out, err;
};

// what may go wrong around a program
struct Surroundings {
  std::string standard_output = {};  // where it goes instead of Outcome::out; "closed": nowhere
  long max_file_bytes = unlimited;   // no file may grow beyond: as a full disk, to who writes
  long max_seconds = unlimited;      // of processor time; a program that takes more is killed

  static constexpr long unlimited = -1;
};

Outcome run_program(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                    const Surroundings& surroundings = {});
inline std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

// a folder of its own for a test, gone afterwards
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string operator/(const std::string& name) const { return (path / name).string(); }
  std::size_t file_count() const;

  std::filesystem::path path;
};

}  // namespace spook::test
