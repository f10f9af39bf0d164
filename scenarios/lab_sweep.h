// What the files of spook-lab's sweep and merge share: the grid of runs, its rows on disk, and other machines.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/lab.h"

namespace spook::lab {

// one --vary
struct Axis {
  std::string key;
  bool setting = true;  // a solver parameter; otherwise one of the scene's own
  std::vector<std::string> values;
};

// Every combination of the axes' values, numbered from 0; the last axis runs fastest.
class Grid {
 public:
  explicit Grid(const std::vector<std::string>& vary);  // throws UsageError

  std::size_t size() const { return size_; }
  const std::vector<Axis>& axes() const { return axes_; }
  const std::string& value(std::size_t run, std::size_t axis) const;
  SceneChoice scene_of(std::size_t run, const SceneChoice& base) const;

 private:
  std::vector<Axis> axes_;
  std::size_t size_ = 1;
};

// Shard 3 of 40 does the runs 2, 42, 82 …: neighbours in the grid often cost alike, so dealing them out in turn shares
// the work evenly.
struct Shard {
  std::size_t number = 1, count = 1;

  bool has(std::size_t run) const { return run % count == number - 1; }
};

struct SweepChoice : SceneChoice {
  std::vector<std::string> vary;
  double seconds = 0.0;
  int jobs = 1;
  bool times = false, resume = false;
  std::string target, shard;
  // other machines
  int slurm = 0, parallel = 0;  // shards; 0: run here
  bool no_submit = false;
  std::vector<std::string> sbatch;  // more arguments
  std::string hosts = ":";          // as GNU parallel's --sshlogin takes them; ":" is this machine
};

// What a sweep is, as text: two sweeps of the same plan have the same rows.
std::string sweep_plan(const SweepChoice& choice, const Grid& grid);

// ---- rows on disk: see scenarios/SWEEPS.md for the layout and why no lock is needed

// Appends rows to a file that nobody else writes. A row is on its way to the disk when add() returns.
class RowFile {
 public:
  RowFile(const std::string& folder, const Shard& shard);  // a new file: the next try of that shard
  ~RowFile();
  RowFile(const RowFile&) = delete;
  RowFile& operator=(const RowFile&) = delete;

  void add(std::size_t run, const std::string& header, const std::string& row);
  void finish();  // throws where not all of it could be kept

 private:
  void write(const std::string& line);

  std::string path_;
  int file_ = -1;
  bool begun_ = false;
  double synced_ = 0.0;  // s
};

// The folder beside the table, TABLE.rows: the plan, and the rows of every shard and try.
class RowFolder {
 public:
  explicit RowFolder(const std::string& table) : path(table + ".rows"), table_(table) {}

  void begin(const std::string& plan) const;  // makes it, or throws where another sweep's rows are
  std::string plan() const;                   // throws where there is none
  std::size_t tries(const Shard& shard) const;
  void remove() const;

  const std::string path;

 private:
  std::string table_;
};

// Where every finished row stands. A row found twice is taken once; throws where the two differ.
class RowIndex {
 public:
  RowIndex(const RowFolder& folder, std::size_t runs);

  bool has(std::size_t run) const { return places_[run].length > 0; }
  std::size_t count() const { return count_; }
  std::size_t torn() const { return torn_; }          // rows cut short by a crash: as if they had not been done
  void write_table(const std::string& target) const;  // in order; "-" is standard output

 private:
  struct Place {
    std::uint64_t offset = 0;
    std::uint32_t file = 0, length = 0;
  };
  void read(std::uint32_t file);
  void take(std::string_view line, const Place& place);
  std::string row(const Place& place) const;
  bool write_rows(std::FILE* out) const;

  std::vector<std::string> files_;
  std::vector<Place> places_;
  std::string header_;
  std::size_t count_ = 0, torn_ = 0;
};

// ---- other machines

int submit_to_slurm(const SweepChoice& choice, const RowFolder& folder);
int print_parallel_line(const SweepChoice& choice, const RowFolder& folder);

}  // namespace spook::lab
