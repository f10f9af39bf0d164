// A sweep on other machines: the job array for Slurm, the line for GNU parallel.
#include <sys/wait.h>

#include <cstdio>
#include <filesystem>
#include <iostream>
#include <sstream>

#include "engine/scene/files.h"
#include "engine/scene/numbers.h"
#include "scenarios/lab_sweep.h"
#include "scenarios/registry.h"

namespace spook::lab {
namespace {

namespace fs = std::filesystem;

// for a shell: 'it'\''s'
std::string quoted(const std::string& word) {
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

std::string program() {
  return fs::read_symlink("/proc/self/exe").string();
}

// the same sweep as one of many shards, from any folder of any machine that sees the same files
std::string shard_command(const SweepChoice& choice) {
  std::vector<std::string> words{program(), "sweep"};
  words.push_back(find_scenario(choice.scene) ? choice.scene : fs::absolute(choice.scene).string());
  const auto add = [&](const std::string& option, const std::string& value) {
    words.push_back(option);
    words.push_back(value);
  };
  for (const std::string& text : choice.vary) add("--vary", text);
  for (const std::string& text : choice.parameters) add("--param", text);
  for (const std::string& text : choice.settings) add("--set", text);
  if (!choice.solver.empty()) add("--solver", choice.solver);
  if (!choice.sweep_kind.empty()) add("--sweep-kind", choice.sweep_kind);
  if (choice.sweeps != -1) add("--sweeps", std::to_string(choice.sweeps));
  if (choice.couplings != -1) add("--couplings", std::to_string(choice.couplings));
  if (choice.threads != 1) add("--threads", std::to_string(choice.threads));
  if (choice.times) words.push_back("--times");
  add("--seconds", format_number(choice.seconds));
  add("--jobs", std::to_string(choice.jobs));
  add("--out", fs::absolute(choice.target).string());
  words.push_back("--resume");
  std::string line;
  for (const std::string& word : words) line += quoted(word) + " ";
  return line + "--shard ";
}

std::string merge_command(const SweepChoice& choice) {
  return quoted(program()) + " merge " + quoted(fs::absolute(choice.target).string());
}

// what a command says, or nothing where it failed or is not there
std::string answer_of(const std::string& command) {
  std::FILE* pipe = ::popen(command.c_str(), "r");
  if (!pipe) return "";
  std::string answer;
  char buffer[4096];
  while (const std::size_t count = std::fread(buffer, 1, sizeof buffer, pipe)) answer.append(buffer, count);
  const int status = ::pclose(pipe);
  while (!answer.empty() && answer.back() == '\n') answer.pop_back();
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? answer : "";
}

// in an #SBATCH line % starts a pattern
std::string pattern(const std::string& path) {
  std::string text;
  for (const char c : path) text += c == '%' ? std::string("%%") : std::string(1, c);
  return text;
}

std::string array_script(const SweepChoice& choice, const std::string& folder) {
  std::ostringstream script;
  script
      << "#!/bin/sh\n# A shard a task. --requeue: what a node did when it died is kept, the rest is done elsewhere.\n"
      << "#SBATCH --job-name=spook-sweep\n#SBATCH --array=1-" << choice.slurm
      << "\n#SBATCH --cpus-per-task=" << choice.jobs * choice.threads
      << "\n#SBATCH --requeue\n#SBATCH --open-mode=append\n#SBATCH --output=\"" << pattern(folder)
      << "/slurm-%a.log\"\n"
      << "exec " << shard_command(choice) << "\"$SLURM_ARRAY_TASK_ID/" << choice.slurm << "\"\n";
  return script.str();
}

std::string merge_script(const SweepChoice& choice, const std::string& folder) {
  return "#!/bin/sh\n# Runs when every shard has ended; says in merge.log what is missing, if anything is.\n"
         "#SBATCH --job-name=spook-merge\n#SBATCH --output=\"" +
         pattern(folder) + "/merge.log\"\nexec " + merge_command(choice) + "\n";
}

}  // namespace

int submit_to_slurm(const SweepChoice& choice, const RowFolder& folder) {
  const std::string path = fs::absolute(folder.path).string(), array = path + "/array.sh", merge = path + "/merge.sh";
  write_file(array, array_script(choice, path));
  write_file(merge, merge_script(choice, path));
  std::string more;
  for (const std::string& argument : choice.sbatch) more += " " + quoted(argument);
  const std::string submit = "sbatch --parsable" + more + " ";
  if (choice.no_submit) {
    std::cout << submit << quoted(array) << '\n' << submit << "--dependency=afterany:ID " << quoted(merge) << '\n';
    return good;
  }
  const std::string job = answer_of(submit + quoted(array));
  if (job.empty()) throw UsageError("sbatch took no job (see above); its script is ready: " + array);
  const std::string id = job.substr(0, job.find(';'));  // then the cluster's name, where there are several
  const std::string merger = answer_of(submit + "--dependency=afterany:" + id + " " + quoted(merge));
  if (merger.empty())
    throw UsageError("job " + id + " runs the shards, but sbatch took no job to merge them: " + merge);
  std::cout << "job " << id << ": " << choice.slurm << " shards; job " << merger.substr(0, merger.find(';'))
            << ": the table " << choice.target << '\n';
  return good;
}

int print_parallel_line(const SweepChoice& choice, const RowFolder& folder) {
  // one shard a host at a time: --jobs of the sweep fills its processors
  std::cout << "seq " << choice.parallel << " | parallel --sshlogin " << quoted(choice.hosts)
            << " --jobs 1 --retries 3 --joblog " << quoted(fs::absolute(folder.path).string() + "/parallel.log") << " "
            << quoted(shard_command(choice) + "{}/" + std::to_string(choice.parallel)) << " && "
            << merge_command(choice) << '\n';
  return good;
}

}  // namespace spook::lab
