// Attributes with their defaults behind them.
#include <algorithm>

#include "scenarios/import/mjcf.h"

namespace spook::models {

std::pair<const XmlNode*, const XmlAttribute*> MjcfElement::find(std::string_view key) const {
  const XmlAttribute* own = node_.find(key);
  const XmlAttribute* first = own;
  const XmlNode* owner = &node_;
  // those that are overridden count as read, too
  for (const XmlNode* node : defaults_)
    if (const XmlAttribute* attribute = node->find(key); attribute && !first) first = attribute, owner = node;
  return {owner, first};
}

std::string MjcfElement::text(std::string_view key, const std::string& otherwise) const {
  const auto [owner, attribute] = find(key);
  return attribute ? attribute->value : otherwise;
}

double MjcfElement::number(std::string_view key, double otherwise) const {
  const auto [owner, attribute] = find(key);
  return attribute ? parse_number_of(*owner, key, attribute->value) : otherwise;
}

Vec3 MjcfElement::vector(std::string_view key, const Vec3& otherwise) const {
  const auto [owner, attribute] = find(key);
  return attribute ? parse_vector(*owner, key, attribute->value) : otherwise;
}

std::vector<double> MjcfElement::numbers(std::string_view key, std::size_t min, std::size_t max) const {
  const auto [owner, attribute] = find(key);
  if (!attribute) return {};
  auto values = parse_numbers(*owner, key, attribute->value);
  if (values.size() < min || values.size() > max)
    owner->fail("'" + std::string(key) + "': expected " + std::to_string(min) +
                (min == max ? "" : " to " + std::to_string(max)) + " numbers, found " + std::to_string(values.size()));
  return values;
}

bool MjcfElement::yes(std::string_view key, bool otherwise) const {
  const auto [owner, attribute] = find(key);
  if (!attribute) return otherwise;
  if (attribute->value != "true" && attribute->value != "false")
    owner->fail("'" + std::string(key) + "': expected true or false, found '" + attribute->value + "'");
  return attribute->value == "true";
}

bool MjcfElement::limited(std::string_view key, std::string_view range, const MjcfCompiler& compiler) const {
  const auto [owner, attribute] = find(key);
  const bool has_range = has(range);
  if (!attribute || attribute->value == "auto") return has_range && compiler.autolimits;
  return yes(key, false);
}

void MjcfDefaults::read(const XmlNode& top) {
  main_ = top.attribute("class", "main");
  read_class(top, "");
}

void MjcfDefaults::read_class(const XmlNode& node, const std::string& parent) {
  const std::string name = parent.empty() ? main_ : node.required("class");
  const auto [known, is_new] = classes_.try_emplace(name, Class{parent, {}});
  if (!is_new && !parent.empty()) node.fail("the default class '" + name + "' is defined twice");
  known->second.nodes.push_back(&node);
  for (const XmlNode* child : node.all("default")) read_class(*child, name);
}

void MjcfDefaults::expect(const XmlNode& node, const std::string& name) const {
  if (!name.empty() && !classes_.contains(name)) node.fail("there is no default class '" + name + "'");
}

MjcfElement MjcfDefaults::element(const XmlNode& node, const std::string& childclass,
                                  std::string_view other_tag) const {
  node.read = true;
  std::string name = node.attribute("class");
  expect(node, name);
  if (name.empty()) name = childclass;
  if (name.empty()) name = main_;
  std::vector<const XmlNode*> defaults;
  for (auto found = classes_.find(name); found != classes_.end(); found = classes_.find(found->second.parent))
    for (const std::string_view tag : {std::string_view(node.name), other_tag})
      for (const XmlNode* group : found->second.nodes)
        if (const XmlNode* values = tag.empty() ? nullptr : group->child(tag)) defaults.push_back(values);
  return {node, defaults};
}

}  // namespace spook::models
