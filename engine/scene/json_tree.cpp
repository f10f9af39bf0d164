#include "engine/scene/json_tree.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/scene/scene_io.h"

namespace spook {
namespace {

constexpr std::size_t deepest_nesting = 64;

int count_lines(const char* begin, const char* end) {
  return 1 + int(std::count(begin, end, '\n'));
}

// walks the text for the parser and lets the builder see how far it came
struct Cursor {
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  const char* at = nullptr;
  const char** seen = nullptr;

  reference operator*() const { return *at; }
  Cursor& operator++() {
    ++at;
    if (seen) *seen = at;
    return *this;
  }
  Cursor operator++(int) {
    Cursor before = *this;
    ++*this;
    return before;
  }
  bool operator==(const Cursor& other) const { return at == other.at; }
  bool operator!=(const Cursor& other) const { return at != other.at; }
};

// nlohmann's parser calls these as it reads
class TreeBuilder : public nlohmann::json_sax<nlohmann::json> {
 public:
  TreeBuilder(const std::string& text, const std::string& source)
      : seen(text.data()), source_(source), counted_(text.data()) {}

  const char* seen;  // one past the last character the parser took
  JsonNode root;

  bool null() override { return add(JsonNode::Kind::null), true; }
  bool boolean(bool value) override { return add(JsonNode::Kind::boolean).boolean = value, true; }
  bool number_integer(number_integer_t value) override { return number(double(value), true); }
  bool number_unsigned(number_unsigned_t value) override { return number(double(value), true); }
  bool number_float(number_float_t value, const string_t&) override { return number(value, false); }
  bool string(string_t& value) override { return add(JsonNode::Kind::string).string = value, true; }
  bool binary(binary_t&) override { return false; }

  bool start_object(std::size_t) override { return open(JsonNode::Kind::object); }
  bool start_array(std::size_t) override { return open(JsonNode::Kind::array); }
  bool end_object() override { return open_.pop_back(), true; }
  bool end_array() override { return open_.pop_back(), true; }
  bool key(string_t& name) override {
    if (!open_.back().keys.insert(name).second) fail("the key '" + name + "' stands twice in one object");
    key_ = name;
    return true;
  }

  bool parse_error(std::size_t, const std::string& token, const nlohmann::detail::exception& error) override {
    // their text: "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error while … - …"
    const std::string what = error.what();
    if (what.find("number overflow") != what.npos) fail("'" + token + "' is not a finite number");
    const auto start = what.find("column ");
    const auto colon = what.find(": ", start == what.npos ? 0 : start);
    fail("not valid JSON: " + (colon == what.npos ? what : what.substr(colon + 2)));
  }

 private:
  struct Open {
    JsonNode* node;
    std::set<std::string> keys;
  };

  const std::string& source_;
  const char* counted_;
  int line_ = 1;
  std::vector<Open> open_;
  std::string key_;

  [[noreturn]] void fail(const std::string& message) {
    throw SceneError(source_ + ":" + std::to_string(line()) + ": " + message);
  }

  // the line of the last character taken, or of the one before a number's lookahead
  int line(int lookahead = 0) {
    const char* end = std::max(counted_, seen - 1 - lookahead);
    line_ += count_lines(counted_, end) - 1;
    counted_ = end;
    return line_;
  }

  JsonNode& add(JsonNode::Kind kind, int lookahead = 0) {
    JsonNode* node = &root;
    JsonNode* parent = open_.empty() ? nullptr : open_.back().node;
    if (parent && parent->kind == JsonNode::Kind::object) parent->keys.push_back(key_);
    if (parent) node = &parent->elements.emplace_back();
    node->kind = kind;
    node->line = line(lookahead);
    return *node;
  }

  bool number(double value, bool integral) {
    JsonNode& node = add(JsonNode::Kind::number, 1);
    node.number = value;
    node.integral = integral;
    return true;
  }

  bool open(JsonNode::Kind kind) {
    if (open_.size() == deepest_nesting) fail("nested too deeply");
    open_.push_back({&add(kind), {}});
    return true;
  }
};

}  // namespace

const JsonNode* JsonNode::find(std::string_view key) const {
  for (std::size_t i = 0; i < keys.size(); ++i)
    if (keys[i] == key) return &elements[i];
  return nullptr;
}

std::string kind_name(JsonNode::Kind kind) {
  switch (kind) {
    case JsonNode::Kind::null:
      return "null";
    case JsonNode::Kind::boolean:
      return "true or false";
    case JsonNode::Kind::number:
      return "a number";
    case JsonNode::Kind::string:
      return "a string";
    case JsonNode::Kind::array:
      return "an array";
    case JsonNode::Kind::object:
      return "an object";
  }
  return {};
}

JsonNode parse_json(const std::string& text, const std::string& source) {
  TreeBuilder builder(text, source);
  const char* end = text.data() + text.size();
  nlohmann::json::sax_parse(Cursor{text.data(), &builder.seen}, Cursor{end, nullptr}, &builder);
  return std::move(builder.root);
}

std::string escape_pointer(std::string_view key) {
  std::string escaped;
  for (const char c : key) c == '~' ? escaped += "~0" : c == '/' ? escaped += "~1" : escaped += c;
  return escaped;
}

namespace {

const JsonNode* child(const JsonNode& node, std::string_view escaped) {
  if (node.kind == JsonNode::Kind::array) {
    std::size_t index = 0;
    const auto end = std::from_chars(escaped.data(), escaped.data() + escaped.size(), index).ptr;
    return end == escaped.data() + escaped.size() && index < node.elements.size() ? &node.elements[index] : nullptr;
  }
  for (std::size_t i = 0; i < node.keys.size(); ++i)
    if (escape_pointer(node.keys[i]) == escaped) return &node.elements[i];
  return nullptr;
}

}  // namespace

int line_of(const JsonNode& root, std::string_view pointer) {
  const JsonNode* node = &root;
  while (!pointer.empty()) {
    pointer.remove_prefix(1);
    const auto slash = std::min(pointer.find('/'), pointer.size());
    const JsonNode* next = child(*node, pointer.substr(0, slash));
    if (!next) break;
    node = next;
    pointer.remove_prefix(slash);
  }
  return node->line;
}

}  // namespace spook
