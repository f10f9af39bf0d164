// spook-bench: speed claims, measured side by side with what they are compared to. One file a subject; each hangs its
// subcommand into the list below.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace spook::bench {

using AddCommand = std::function<void(CLI::App&)>;
std::vector<AddCommand>& commands();

// a file-scope object of this type is all a subject needs to be found
struct Register {
  explicit Register(AddCommand add) { commands().push_back(std::move(add)); }
};

// median and quantiles of milliseconds
double quantile(std::vector<double> values, double q);
// a result goes to a file (written beside, then renamed) or to standard output for "-"
void write_json(const std::string& target, const std::string& text);

}  // namespace spook::bench
