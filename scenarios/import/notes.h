// What an import could not say in a scene, each with its place.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace spook::models {

struct XmlNode;

// what others wrote, to be printed: control characters, which a terminal would obey, are '?'
std::string printable(std::string text);

struct Note {
  std::string file;
  std::vector<int> lines;  // where it stands; the same remark on many lines is one note
  std::string text;

  std::string line() const;  // "file:3, 7, 9: text"
};

class Notes {
 public:
  void add(const XmlNode& at, const std::string& text);
  void add(const std::string& file, int line, const std::string& text);
  const std::vector<Note>& list() const { return notes_; }

 private:
  std::vector<Note> notes_;
  std::map<std::pair<std::string, std::string>, std::size_t> index_;  // by file and text
};

// names every element and attribute under the root that nobody has read
void add_unread(const XmlNode& root, Notes& notes);

}  // namespace spook::models
