#include "scenarios/import/notes.h"

#include "scenarios/import/xml.h"

namespace spook::models {

std::string printable(std::string text) {
  constexpr char delete_character = 0x7f;
  for (char& c : text)
    if ((c >= 0 && c < ' ') || c == delete_character) c = '?';
  return text;
}

std::string Note::line() const {
  std::string places;
  for (const int number : lines) places += (places.empty() ? "" : ", ") + std::to_string(number);
  return printable(file + ":" + places + ": " + text);
}

void Notes::add(const XmlNode& at, const std::string& text) {
  add(*at.file, at.line, text);
}

void Notes::add(const std::string& file, int line, const std::string& text) {
  const auto [known, is_new] = index_.try_emplace({file, text}, notes_.size());
  if (is_new)
    notes_.push_back({file, {line}, text});
  else if (auto& lines = notes_[known->second].lines; lines.back() != line)
    lines.push_back(line);
}

void add_unread(const XmlNode& root, Notes& notes) {
  if (!root.read) return notes.add(root, "<" + root.name + "> is not imported");
  for (const XmlAttribute& a : root.attributes)
    if (!a.read) notes.add(*root.file, a.line, "<" + root.name + "> '" + a.name + "' is not imported");
  for (const XmlNode& child : root.children) add_unread(child, notes);
}

}  // namespace spook::models
