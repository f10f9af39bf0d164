#include "scenarios/import/xml.h"

#include <tinyxml2.h>

#include <algorithm>

#include "engine/scene/files.h"
#include "engine/scene/numbers.h"
#include "engine/scene/scene_io.h"
#include "scenarios/import/notes.h"

namespace spook::models {
namespace {

namespace fs = std::filesystem;

// names end in scene files, which are UTF-8
bool is_unicode(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const std::size_t length = lead < 0x80   ? 1
                               : lead < 0xc2 ? 0
                               : lead < 0xe0 ? 2
                               : lead < 0xf0 ? 3
                               : lead < 0xf5 ? 4
                                             : 0;
    if (length == 0 || i + length > text.size()) return false;
    for (std::size_t k = 1; k < length; ++k)
      if ((static_cast<unsigned char>(text[i + k]) & 0xc0) != 0x80) return false;
    const auto second = length > 2 ? static_cast<unsigned char>(text[i + 1]) : 0;
    const bool too_long = (lead == 0xe0 && second < 0xa0) || (lead == 0xf0 && second < 0x90);
    const bool surrogate = lead == 0xed && second >= 0xa0, beyond = lead == 0xf4 && second >= 0x90;
    if (too_long || surrogate || beyond) return false;
    i += length;
  }
  return true;
}

void expect_unicode(const XmlNode& node) {
  bool good = is_unicode(node.name) && is_unicode(node.text);
  for (const XmlAttribute& a : node.attributes) good = good && is_unicode(a.name) && is_unicode(a.value);
  if (!good) throw SceneError(node.place() + ": expected UTF-8, found bytes of another encoding");
}

struct TreeBuilder {
  std::shared_ptr<const std::string> file;
  const XmlLimits& limits;
  std::size_t elements = 0;

  XmlNode build(const tinyxml2::XMLElement& element) {
    XmlNode node;
    node.name = element.Name();
    node.file = file;
    node.line = element.GetLineNum();
    if (++elements > limits.max_elements)
      node.fail("expected at most " + std::to_string(limits.max_elements) + " elements");
    for (auto* a = element.FirstAttribute(); a; a = a->Next())
      node.attributes.push_back({a->Name(), a->Value(), a->GetLineNum()});
    if (const char* text = element.GetText()) node.text = text;
    expect_unicode(node);
    for (auto* child = element.FirstChildElement(); child; child = child->NextSiblingElement())
      node.children.push_back(build(*child));
    return node;
  }
};

// Parsing would take the square of them. Where quotes do not match, parsing says so.
void expect_few_attributes(const std::string& text, const std::string& source_name, std::size_t max) {
  const auto past = [&](std::size_t at, const std::string& end) { return std::min(text.find(end, at), text.size()); };
  for (std::size_t i = text.find('<'); i < text.size(); i = text.find('<', i)) {
    if (text.compare(i, 4, "<!--") == 0) {
      i = past(i, "-->");
      continue;
    }
    std::size_t values = 0;
    for (; i < text.size() && text[i] != '>'; ++i) {
      if (text[i] != '"' && text[i] != '\'') continue;
      if (++values > max) {
        const auto line = 1 + std::count(text.begin(), text.begin() + std::ptrdiff_t(i), '\n');
        throw SceneError(source_name + ":" + std::to_string(line) + ": expected at most " + std::to_string(max) +
                         " attributes of an element");
      }
      i = past(i + 1, text.substr(i, 1));
    }
  }
}

// tinyxml2's messages name its own internals; the first words are enough for a user
std::string syntax_message(const tinyxml2::XMLDocument& document) {
  switch (document.ErrorID()) {
    case tinyxml2::XML_ERROR_EMPTY_DOCUMENT:
      return "the file is empty";
    case tinyxml2::XML_ERROR_MISMATCHED_ELEMENT:
      return "an element is closed that is not open here";
    case tinyxml2::XML_ELEMENT_DEPTH_EXCEEDED:
      return "elements are nested too deeply";
    case tinyxml2::XML_ERROR_PARSING_ATTRIBUTE:
      return "an attribute is given twice, or is not of the form name=\"value\"";
    default:
      return "this is not well-formed XML";
  }
}

}  // namespace

void XmlNode::fail(const std::string& message) const {
  throw SceneError(printable(place() + ": <" + name + ">: " + message));
}

const XmlAttribute* XmlNode::find(std::string_view key) const {
  for (const XmlAttribute& a : attributes)
    if (a.name == key) {
      a.read = true;
      return &a;
    }
  return nullptr;
}

const XmlNode* XmlNode::child(std::string_view element) const {
  for (const XmlNode& node : children)
    if (node.name == element) {
      node.read = true;
      return &node;
    }
  return nullptr;
}

std::vector<const XmlNode*> XmlNode::all(std::string_view element) const {
  std::vector<const XmlNode*> found;
  for (const XmlNode& node : children)
    if (node.name == element) {
      node.read = true;
      found.push_back(&node);
    }
  return found;
}

std::string XmlNode::attribute(std::string_view key, const std::string& otherwise) const {
  const XmlAttribute* found = find(key);
  return found ? found->value : otherwise;
}

std::string XmlNode::required(std::string_view key) const {
  const XmlAttribute* found = find(key);
  if (!found) fail("attribute '" + std::string(key) + "' is missing");
  return found->value;
}

void XmlNode::mark_all_read() const {
  read = true;
  for (const XmlAttribute& a : attributes) a.read = true;
  for (const XmlNode& node : children) node.mark_all_read();
}

std::vector<double> parse_numbers(const XmlNode& node, std::string_view what, const std::string& text) {
  constexpr std::string_view space = " \t\r\n";
  std::vector<double> numbers;
  for (std::size_t start = text.find_first_not_of(space); start != text.npos;) {
    const std::size_t end = std::min(text.find_first_of(space, start), text.size());
    const std::string_view word = std::string_view(text).substr(start, end - start);
    const auto number = parse_number(word);
    if (!number)
      node.fail("'" + std::string(what) + "': expected a finite number, found '" + std::string(word.substr(0, 40)) +
                "'");
    numbers.push_back(*number);
    start = text.find_first_not_of(space, end);
  }
  return numbers;
}

double parse_number_of(const XmlNode& node, std::string_view what, const std::string& text) {
  const auto numbers = parse_numbers(node, what, text);
  if (numbers.size() != 1)
    node.fail("'" + std::string(what) + "': expected one number, found " + std::to_string(numbers.size()));
  return numbers[0];
}

Vec3 parse_vector(const XmlNode& node, std::string_view what, const std::string& text) {
  const auto numbers = parse_numbers(node, what, text);
  if (numbers.size() != 3)
    node.fail("'" + std::string(what) + "': expected three numbers, found " + std::to_string(numbers.size()));
  return Vec3(numbers[0], numbers[1], numbers[2]);
}

std::string read_limited(const fs::path& file, std::size_t max_bytes) {
  try {
    return read_file(file, max_bytes);
  } catch (const std::runtime_error& failure) {
    throw SceneError(failure.what());
  }
}

XmlNode parse_xml(const std::string& text, const std::string& source_name, const XmlLimits& limits) {
  if (text.find('\0') != text.npos) throw SceneError(source_name + ": expected text, found a zero byte");
  expect_few_attributes(text, source_name, limits.max_attributes);
  tinyxml2::XMLDocument document(true, tinyxml2::COLLAPSE_WHITESPACE);
  if (document.Parse(text.data(), text.size()) != tinyxml2::XML_SUCCESS)
    throw SceneError(source_name + ":" + std::to_string(std::max(1, document.ErrorLineNum())) + ": " +
                     syntax_message(document));
  const tinyxml2::XMLElement* root = document.RootElement();
  if (!root) throw SceneError(source_name + ":1: expected an XML element, found none");
  TreeBuilder builder{std::make_shared<const std::string>(source_name), limits};
  return builder.build(*root);
}

XmlNode read_xml(const fs::path& file, const XmlLimits& limits) {
  return parse_xml(read_limited(file, limits.max_bytes), file.string(), limits);
}

}  // namespace spook::models
