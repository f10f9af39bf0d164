// A page a paper: every table and figure, every printed formula that was found wrong, and its state here. So that
// nothing is silently absent.
#pragma once

#include <span>
#include <string>

namespace spook::papers {

enum class State { reproduced, partly, misprinted, not_reproducible, not_yet };

struct PaperItem {
  const char* what;     // "Table I", "(72)", "9.1"
  const char* content;  // what it shows
  State state;
  const char* how;         // where it stands here, how the print is wrong, why it cannot be done, what is missing
  const char* experiment;  // of spook-lab paper; "": none
};

struct PaperPage {
  const char* title;
  std::span<const PaperItem> items;
};

std::span<const PaperPage> pages();
const char* word(State state);

std::string paper_pages();   // Markdown
std::string changed_bars();  // every bar that was changed when printed and own yardsticks were set apart, and why

}  // namespace spook::papers
