// A parsed JSON text that remembers the line of every value, so that errors of meaning can name their place too.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace spook {

struct JsonNode {
  enum class Kind { null, boolean, number, string, array, object };
  Kind kind = Kind::null;
  int line = 0;
  bool boolean = false;
  bool integral = false;  // a number without fraction or exponent
  double number = 0.0;
  std::string string;
  std::vector<JsonNode> elements;  // of an array; of an object, its values in the text's order
  std::vector<std::string> keys;   // of an object

  const JsonNode* find(std::string_view key) const;
};

// "a number", "an object", … for messages
std::string kind_name(JsonNode::Kind kind);

// throws SceneError "source:line: …" on bad syntax, on a key given twice and on nesting beyond reason
JsonNode parse_json(const std::string& text, const std::string& source);

// a key as it stands in a JSON pointer
std::string escape_pointer(std::string_view key);

// the line of the value a JSON pointer names, or of its nearest ancestor that exists
int line_of(const JsonNode& root, std::string_view pointer);

}  // namespace spook
