// The table of what the README promises names a test for each promise: all of them must be there.
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <set>

#include "engine/scene/files.h"
#include "tests/paths.h"

using namespace spook;
using namespace spook::test;

namespace {

// "TEST(Suite, Name)" and its kin, as "Suite.Name"
std::set<std::string> tests_in_sources() {
  std::set<std::string> names;
  const std::regex test(R"(TEST(?:_F|_P)?\(\s*(\w+),\s*(\w+)\))");
  for (const auto& entry : std::filesystem::recursive_directory_iterator(source_folder() / "tests")) {
    if (entry.path().extension() != ".cpp") continue;
    const std::string text = read_file(entry.path());
    for (std::sregex_iterator at(text.begin(), text.end(), test), end; at != end; ++at)
      names.insert((*at)[1].str() + "." + (*at)[2].str());
  }
  return names;
}

}  // namespace

TEST(Promises, EachNamesATestThatIsThere) {
  const std::set<std::string> known = tests_in_sources();
  const std::string table = read_file(source_folder() / "tests" / "system" / "PROMISES.md");
  const std::regex row(R"(\n\|[^\n|]+\| `(\w+\.\w+)` \|)");
  int rows = 0;
  for (std::sregex_iterator at(table.begin(), table.end(), row), end; at != end; ++at, ++rows)
    EXPECT_TRUE(known.contains((*at)[1].str())) << (*at)[1].str() << " is promised and not there";
  EXPECT_GE(rows, 40);
}

// and the rows of what nothing can break
TEST(Promises, RowsOfTheTestsPageNameTestsThatAreThere) {
  const std::set<std::string> known = tests_in_sources();
  const std::string page = read_file(source_folder() / "tests" / "README.md");
  const std::regex named(R"(`([A-Z]\w+\.[A-Z]\w+)`)");
  int names = 0;
  for (std::sregex_iterator at(page.begin(), page.end(), named), end; at != end; ++at, ++names)
    EXPECT_TRUE(known.contains((*at)[1].str())) << (*at)[1].str() << " is named and not there";
  EXPECT_GE(names, 25);
}
