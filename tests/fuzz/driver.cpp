#include "tests/fuzz/driver.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>

#include "engine/scene/files.h"

namespace spook::fuzz {

[[noreturn]] void broken(const std::string& claim, const std::string& input) {
  std::fprintf(stderr, "fuzz: %s\n", claim.c_str());
  std::fwrite(input.data(), 1, std::min<std::size_t>(input.size(), 4000), stderr);
  std::fputc('\n', stderr);
  std::abort();
}

}  // namespace spook::fuzz

#ifdef SPOOK_LIBFUZZER

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const spook::fuzz::Target target = spook::fuzz::target();
  target.try_input({reinterpret_cast<const char*>(data), size});
  return 0;
}

#else

namespace spook::fuzz {
namespace {

// what is being tried, where the handler of a crash finds it
const std::string* tried = nullptr;
std::string crash_file;

extern "C" void keep_input(int signal) {
  const int file = ::open(crash_file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (file >= 0 && tried) [[maybe_unused]]
    const ssize_t done = ::write(file, tried->data(), tried->size());
  const char said[] = "fuzz: the input is kept beside, as NAME.crash\n";
  [[maybe_unused]] const ssize_t done = ::write(2, said, sizeof said - 1);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

class Mutator {
 public:
  Mutator(const Target& target, std::uint64_t seed) : corpus(target.seeds), words_(target.words), random_(seed) {}

  std::vector<std::string> corpus;

  std::string next() {
    std::string text = corpus[below(corpus.size())];
    for (std::size_t edits = 1 + below(4); edits > 0; --edits) edit(text);
    return text;
  }

 private:
  std::vector<std::string> words_;
  std::mt19937_64 random_;

  std::size_t below(std::size_t count) { return count ? random_() % count : 0; }

  // from one delimiter to the next: a token, often
  std::pair<std::size_t, std::size_t> token(const std::string& text) {
    static const char* const ends = " ,:[]{}\n/";
    const std::size_t start = std::min(text.find_first_not_of(ends, below(text.size() + 1)), text.size());
    return {start, std::min(text.find_first_of(ends, start), text.size()) - start};
  }

  void edit(std::string& text) {
    const std::size_t at = below(text.size() + 1), length = below(std::min<std::size_t>(64, text.size() - at + 1));
    switch (below(8)) {
      case 0:
        if (at < text.size()) text[at] = char(random_());
        return;
      case 1:
        text.erase(at, length);
        return;
      case 2:
        text.insert(below(text.size() + 1), text.substr(at, length));
        return;
      case 3: {
        const std::string& other = corpus[below(corpus.size())];
        text.insert(at, other.substr(below(other.size() + 1), below(200)));
        return;
      }
      case 4: {
        const auto [from, to] = std::pair{token(text), token(text)};
        const std::string swapped = text.substr(to.first, to.second);
        text.replace(from.first, from.second, swapped);
        return;
      }
      default: {
        const auto [start, size] = token(text);
        if (!words_.empty()) text.replace(start, size, words_[below(words_.size())]);
        return;
      }
    }
  }
};

int run(int count, char** arguments) {
  Target target = fuzz::target();
  const double seconds = count > 1 ? std::atof(arguments[1]) : 5.0;
  const std::uint64_t seed = count > 2 ? std::strtoull(arguments[2], nullptr, 10) : 1;
  crash_file = target.name + ".crash";
  for (const int signal : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL}) std::signal(signal, keep_input);
  const auto attempt = [&](const std::string& input) {
    tried = &input;
    return target.try_input(input);
  };
  for (const std::string& text : target.seeds)
    if (!attempt(text)) broken("a seed that is not good", text);
  // files of a corpus, or a crash to look at again: good or not
  for (int i = 3; i < count; ++i) target.seeds.push_back(read_file(arguments[i])), attempt(target.seeds.back());

  Mutator mutator(target, seed);
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  std::size_t runs = 0, good = 0;
  double slowest = 0.0;
  for (; std::chrono::duration<double>(Clock::now() - start).count() < seconds; ++runs) {
    std::string input = mutator.next();
    const auto began = Clock::now();
    const bool taken = attempt(input);
    slowest = std::max(slowest, std::chrono::duration<double>(Clock::now() - began).count());
    // what is still good is a start for further mutations
    if (!taken || ++good % 16 != 0 || input.size() > 20000) continue;
    if (mutator.corpus.size() > 500) mutator.corpus.resize(target.seeds.size());
    mutator.corpus.push_back(std::move(input));
  }
  std::printf("%s: %zu inputs, %zu of them good, slowest %.2f s, seed %llu: nothing found\n", target.name.c_str(), runs,
              good, slowest, static_cast<unsigned long long>(seed));
  return 0;
}

}  // namespace
}  // namespace spook::fuzz

int main(int count, char** arguments) {
  return spook::fuzz::run(count, arguments);
}

#endif
