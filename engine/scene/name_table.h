// Names in use, each with its place in one list of the scene.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "engine/scene/checks.h"

namespace spook {

class NameTable {
 public:
  // what: of each in messages; list: where they stand. The names given to add() must stay where they are.
  NameTable(std::string what, const check::Path& list) : what_(std::move(what)), list_(list) {}

  void add(const check::Path& place, const std::string& name, std::size_t index) {
    if (name.empty()) check::fail(place, "expected a name, found an empty string");
    const auto [known, is_new] = places_.try_emplace(name, index);
    if (is_new) return;
    const check::Path first = check::at(list_, known->second);
    check::fail(place, "duplicate name '" + name + "', already used at " + check::at(first, "name").text());
  }
  std::optional<std::size_t> find(const std::string& name) const {
    const auto found = places_.find(name);
    return found == places_.end() ? std::nullopt : std::optional(found->second);
  }
  std::size_t expect(const check::Path& place, const std::string& name) const {
    const auto found = find(name);
    if (!found) check::fail(place, "there is no " + what_ + " named '" + name + "'");
    return *found;
  }

 private:
  std::string what_;
  check::Path list_;
  std::unordered_map<std::string_view, std::size_t> places_;
};

}  // namespace spook
