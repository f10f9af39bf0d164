// The pages a stranger reads first: short lines, links and pictures that are there, the two commands.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <sstream>

#include "engine/scene/files.h"
#include "tests/paths.h"

using namespace spook;
using namespace spook::test;

namespace {

namespace fs = std::filesystem;

const char* const pages[] = {"README.md", "viewer/KEYS.md", "scenarios/LAB.md", "scenarios/WRITING.md",
                             "third_party/BUILDING.md"};

// what a reader sees as one sign: bytes of UTF-8 but those that continue one
long signs(const std::string& line) {
  return std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xc0) != 0x80; });
}

TEST(Pages, HaveLinesOfAtMost120Signs) {
  for (const char* page : pages) {
    std::istringstream text(read_file(source_folder() / page));
    std::string line;
    for (int number = 1; std::getline(text, line); ++number) EXPECT_LE(signs(line), 120) << page << ":" << number;
  }
}

TEST(Pages, LinkToWhatIsThere) {
  const std::regex link(R"(\]\(([^)#]+)[^)]*\))");
  int links = 0;
  for (const char* page : pages) {
    const fs::path file = source_folder() / page;
    const std::string text = read_file(file);
    for (std::sregex_iterator at(text.begin(), text.end(), link), end; at != end; ++at) {
      const std::string target = (*at)[1].str();
      if (target.starts_with("http")) continue;
      ++links;
      EXPECT_TRUE(fs::exists(file.parent_path() / target)) << page << ": " << target;
    }
  }
  EXPECT_GT(links, 40);
}

TEST(Pages, TheFirstScreenMoves) {
  const std::string text = read_file(source_folder() / "README.md");
  const std::string first = text.substr(0, text.find("## "));
  EXPECT_NE(first.find("sh third_party/bootstrap.sh run"), std::string::npos);
  EXPECT_NE(text.find("sh third_party/bootstrap.sh test"), std::string::npos);
  const std::smatch picture = [&] {
    std::smatch found;
    std::regex_search(first, found, std::regex(R"(!\[[^\]]*\]\(([^)]+\.webp)\))"));
    return found;
  }();
  ASSERT_GT(picture.size(), 1u);
  EXPECT_LT(fs::file_size(source_folder() / picture[1].str()), 4'000'000u);
}

}  // namespace
