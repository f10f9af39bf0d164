// The rows of a sweep on disk. One file a shard and try, each written by one process alone and only appended to: no
// lock, no torn file after a kill, and any folder of them can be read while others still write.
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <memory>
#include <sstream>
#include <system_error>
#include <utility>

#include "engine/scene/files.h"
#include "scenarios/lab_sweep.h"

namespace spook::lab {
namespace {

namespace fs = std::filesystem;

constexpr double sync_period = 1.0;  // s: a power cut loses at most the rows of so long; a kill loses none
constexpr std::string_view header_start = "run,", header_end = ",check";

[[noreturn]] void cannot_read(const std::string& path) {
  throw UsageError("cannot read " + path + ": " + std::generic_category().message(errno));
}

[[noreturn]] void cannot_write(const std::string& path) {
  throw WriteError("cannot write " + path + ": " + std::generic_category().message(errno));
}

// FNV-1a, 8 hex digits: tells a whole line from what a crashed disk left of it
std::string check_of(std::string_view line) {
  std::uint32_t hash = 2166136261u;
  for (const char c : line) hash = (hash ^ std::uint8_t(c)) * 16777619u;
  char text[9];
  std::snprintf(text, sizeof text, "%08x", hash);
  return text;
}

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// "0003-of-0040"
std::string shard_name(const Shard& shard) {
  const int width = int(std::to_string(shard.count).size());
  std::ostringstream name;
  name << std::setfill('0') << std::setw(width) << shard.number << "-of-" << shard.count;
  return name.str();
}

std::string try_path(const std::string& folder, const Shard& shard, std::size_t number) {
  return folder + "/" + shard_name(shard) + "." + std::to_string(number) + ".csv";
}

struct Closer {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Closer>;

std::size_t open_files_allowed() {
  constexpr rlim_t others = 32;  // libraries', standard streams
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return 100;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
  ::getrlimit(RLIMIT_NOFILE, &limit);
  return limit.rlim_cur > 2 * others ? limit.rlim_cur - others : others;
}

std::string last_field(const std::string& row) {
  return row.substr(row.rfind(',') + 1);
}

}  // namespace

RowFile::RowFile(const std::string& folder, const Shard& shard) {
  // O_EXCL decides between two that start the same shard at once, also on network file systems
  for (std::size_t number = 1; file_ < 0; ++number) {
    path_ = try_path(folder, shard, number);
    file_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
    if (file_ < 0 && errno != EEXIST) cannot_write(path_);
  }
}

RowFile::~RowFile() {
  if (file_ >= 0) ::close(file_);
  if (!begun_) ::unlink(path_.c_str());
}

void RowFile::finish() {
  const bool synced = ::fdatasync(file_) == 0 || errno == EINVAL;
  if (::close(std::exchange(file_, -1)) != 0 || !synced) cannot_write(path_);
}

void RowFile::add(std::size_t run, const std::string& header, const std::string& row) {
  if (!begun_) write(std::string(header_start) + header + std::string(header_end) + "\n");
  begun_ = true;
  const std::string line = std::to_string(run) + "," + row + ",";
  write(line + check_of(line) + "\n");
  if (const double now = seconds_now(); now - synced_ > sync_period) {
    if (::fdatasync(file_) != 0 && errno != EINVAL) cannot_write(path_);
    synced_ = now;
  }
}

void RowFile::write(const std::string& line) {
  for (std::size_t done = 0; done < line.size();) {
    const ssize_t count = ::write(file_, line.data() + done, line.size() - done);
    if (count < 0 && errno != EINTR) cannot_write(path_);
    if (count > 0) done += std::size_t(count);
  }
}

void RowFolder::begin(const std::string& plan) const {
  std::error_code error;
  fs::create_directory(path, error);
  if (!fs::is_directory(path)) throw UsageError("cannot make the folder " + path + ": " + error.message());
  const std::string file = path + "/sweep.json", beside = file + ".new" + std::to_string(::getpid());
  // many shards may begin at once: the first link counts, the others compare
  write_file(beside, plan);
  const bool first = ::link(beside.c_str(), file.c_str()) == 0;
  const bool linkless = !first && errno != EEXIST;
  if (linkless && !fs::exists(file)) fs::rename(beside, file, error);
  fs::remove(beside, error);
  if (first || this->plan() == plan) return;
  throw UsageError(path + " was begun for another sweep, or by another build of spook-lab: remove that folder, or " +
                   "give another --out than " + table_);
}

std::string RowFolder::plan() const {
  const std::string file = path + "/sweep.json";
  if (!fs::exists(file)) throw UsageError("there is no sweep at " + path + " (no file " + file + ")");
  return read_file(file);
}

std::size_t RowFolder::tries(const Shard& shard) const {
  std::size_t number = 0;
  while (fs::exists(try_path(path, shard, number + 1))) ++number;
  return number;
}

void RowFolder::remove() const {
  std::error_code none;
  fs::remove_all(path, none);
}

RowIndex::RowIndex(const RowFolder& folder, std::size_t runs) : places_(runs) {
  for (const auto& entry : fs::directory_iterator(folder.path))
    if (entry.path().extension() == ".csv") files_.push_back(entry.path().string());
  std::sort(files_.begin(), files_.end());
  for (std::uint32_t file = 0; file < files_.size(); ++file) read(file);
}

void RowIndex::read(std::uint32_t file) {
  std::ifstream in(files_[file], std::ios::binary);
  if (!in) cannot_read(files_[file]);
  std::string line;
  std::uint64_t offset = 0;
  for (bool first = true; std::getline(in, line); first = false) {
    const bool whole = !in.eof();  // otherwise its newline is missing
    if (!first) {
      take(whole ? std::string_view(line) : std::string_view(), {offset, file, 0});
    } else if (whole && line.starts_with(header_start) && line.ends_with(header_end)) {
      const std::string header =
          line.substr(header_start.size(), line.size() - header_start.size() - header_end.size());
      if (header_.empty()) header_ = header;
      if (header != header_) throw UsageError(files_[file] + " has other columns than " + files_[0]);
    } else {
      ++torn_;
      break;
    }
    offset += line.size() + 1;
  }
}

void RowIndex::take(std::string_view line, const Place& place) {
  const std::size_t comma = line.find(','), last = line.rfind(',');
  std::size_t run = 0;
  const bool whole = comma != line.npos && last > comma &&
                     check_of(line.substr(0, last + 1)) == line.substr(last + 1) &&
                     std::from_chars(line.data(), line.data() + comma, run).ptr == line.data() + comma;
  if (!whole || run >= places_.size()) {
    ++torn_;
    return;
  }
  const Place here{place.offset + comma + 1, place.file, std::uint32_t(last - comma - 1)};
  Place& known = places_[run];
  if (known.length == 0) {
    known = here;
    ++count_;
  } else if (last_field(row(known)) != last_field(std::string(line.substr(0, last)))) {
    // by the hash of the final state: times (--times) may differ
    throw UsageError("run " + std::to_string(run) + " came out differently in " + files_[known.file] + " and " +
                     files_[here.file] + ": these machines do not compute alike");
  }
}

std::string RowIndex::row(const Place& place) const {
  std::ifstream in(files_[place.file], std::ios::binary);
  std::string text(place.length, '\0');
  if (!in.seekg(std::streamoff(place.offset)).read(text.data(), place.length)) cannot_read(files_[place.file]);
  return text;
}

bool RowIndex::write_rows(std::FILE* out) const {
  // reading jumps between the shards' files: they stay open, as many as a process may have
  const std::size_t max_open = open_files_allowed();
  std::vector<File> open(files_.size());
  std::size_t opened = 0;
  bool whole = std::fprintf(out, "%s\n", header_.c_str()) > 0;
  std::string line;
  for (const Place& place : places_) {
    if (place.length == 0) continue;
    File& in = open[place.file];
    if (!in && ++opened > max_open) {
      for (File& file : open) file.reset();
      opened = 1;
    }
    if (!in) in.reset(std::fopen(files_[place.file].c_str(), "rb"));
    line.resize(place.length);
    if (!in || ::fseeko(in.get(), off_t(place.offset), SEEK_SET) != 0 ||
        std::fread(line.data(), 1, place.length, in.get()) != place.length)
      cannot_read(files_[place.file]);
    line += '\n';
    whole = whole && std::fwrite(line.data(), 1, line.size(), out) == line.size();
  }
  return whole;
}

void RowIndex::write_table(const std::string& target) const {
  if (target == "-") {
    if (!write_rows(stdout) || std::fflush(stdout) != 0) cannot_write("to standard output");
    return;
  }
  write_file(target, [&](int to) {
    File out(::fdopen(::dup(to), "wb"));
    return out && write_rows(out.get()) && std::fclose(out.release()) == 0;
  });
}

}  // namespace spook::lab
