// What all fuzz targets share: each defines target(), the driver feeds it. Whatever the input, a target answers with
// what it was or a clear error; anything else is broken().
//
// With any compiler the driver mutates seeds deterministically; with clang's libFuzzer (SPOOK_LIBFUZZER) it is guided
// by coverage. tests/fuzz/run.sh builds and runs them all under the sanitizers.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace spook::fuzz {

struct Target {
  std::string name;
  std::vector<std::string> seeds;                     // all of them good
  std::vector<std::string> words;                     // to put in the place of others
  std::function<bool(const std::string&)> try_input;  // true: it was good
};

Target target();

// names what was claimed and is not so, with the input, and aborts
[[noreturn]] void broken(const std::string& claim, const std::string& input);

}  // namespace spook::fuzz
