// XML of others as a tree that knows the file and line of everything, and what of it has been read: whatever nobody
// asked for can be named afterwards, so nothing is dropped silently.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/types.h"

namespace spook::models {

struct XmlAttribute {
  std::string name, value;
  int line = 0;
  mutable bool read = false;
};

struct XmlNode {
  std::string name, text;
  std::shared_ptr<const std::string> file;
  int line = 0;
  std::vector<XmlAttribute> attributes;
  std::vector<XmlNode> children;
  mutable bool read = false;  // somebody knew what this element is

  std::string place() const { return *file + ":" + std::to_string(line); }
  [[noreturn]] void fail(const std::string& message) const;  // SceneError "file:line: <name>: message"

  const XmlAttribute* find(std::string_view attribute) const;    // marks it as read
  const XmlNode* child(std::string_view element) const;          // the first of that name, marked as read
  std::vector<const XmlNode*> all(std::string_view name) const;  // every child of that name, marked as read
  std::string attribute(std::string_view key, const std::string& otherwise = {}) const;
  std::string required(std::string_view key) const;
  void mark_all_read() const;  // the whole subtree: it is named in another way
};

// numbers in text, each finite; node and what name the place where they are not
std::vector<double> parse_numbers(const XmlNode& node, std::string_view what, const std::string& text);
double parse_number_of(const XmlNode& node, std::string_view what, const std::string& text);
Vec3 parse_vector(const XmlNode& node, std::string_view what, const std::string& text);

struct XmlLimits {
  std::size_t max_bytes = 64u << 20;     // of a file; chosen: the largest robot models have a few megabytes
  std::size_t max_elements = 1'000'000;  // of all files together
  std::size_t max_attributes = 1000;     // of an element: tinyxml2 compares each with all before
};

// A regular file, no larger than the limit, well formed. Entities are never expanded beyond XML's own five.
XmlNode read_xml(const std::filesystem::path& file, const XmlLimits& limits = {});  // throws SceneError
XmlNode parse_xml(const std::string& text, const std::string& source_name, const XmlLimits& limits = {});

// the bytes of a regular file of at most so many; throws SceneError
std::string read_limited(const std::filesystem::path& file, std::size_t max_bytes);

}  // namespace spook::models
