// `spook-lab paper [list|NAME|all] [--out DIR]`
#pragma once

#include <filesystem>
#include <string>

namespace spook::papers {

// exit code as in commands.md: 0 good, 1 a row failed, 2 wrong usage
int run_paper_command(const std::string& what, const std::filesystem::path& folder, bool fast);

}  // namespace spook::papers
