// Reading a JSON tree into plain values: each value knows its place, each object which of its keys were asked for.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "engine/scene/json_tree.h"
#include "engine/scene/validate.h"
#include "engine/types.h"

namespace spook::json {

using Kind = JsonNode::Kind;

// a value and the way to it; the pointer is only spelled out when something is wrong
struct Place {
  const JsonNode& node;
  const Place* parent = nullptr;
  std::string_view key = {};
  std::size_t index = 0;

  std::string pointer() const {
    if (!parent) return {};
    const bool in_array = parent->node.kind == Kind::array;
    return parent->pointer() + "/" + (in_array ? std::to_string(index) : escape_pointer(key));
  }
  [[noreturn]] void fail(const std::string& message) const { throw SceneFault{pointer(), message}; }
  void expect(Kind kind) const {
    if (node.kind != kind) fail("expected " + kind_name(kind) + ", found " + kind_name(node.kind));
  }
};

inline void read(const Place& place, double& value) {
  place.expect(Kind::number);
  value = place.node.number;
}

inline void read(const Place& place, int& value) {
  if (place.node.kind != Kind::number || !place.node.integral || std::abs(place.node.number) > 1e9)
    place.fail("expected a whole number");
  value = int(place.node.number);
}

inline void read(const Place& place, bool& value) {
  place.expect(Kind::boolean);
  value = place.node.boolean;
}

inline void read(const Place& place, std::string& value) {
  place.expect(Kind::string);
  value = place.node.string;
}

template <typename Function>
void for_each(const Place& place, Function&& function) {
  place.expect(Kind::array);
  for (std::size_t i = 0; i < place.node.elements.size(); ++i) function(Place{place.node.elements[i], &place, {}, i});
}

template <typename Value>
inline void read(const Place& place, std::vector<Value>& values) {
  for_each(place, [&](const Place& element) { read(element, values.emplace_back()); });
}

inline void read_fixed(const Place& place, double* values, std::size_t count) {
  if (place.node.kind != Kind::array || place.node.elements.size() != count)
    place.fail("expected an array of " + std::to_string(count) + " numbers");
  for_each(place, [&](const Place& element) { read(element, *values++); });
}

inline void read(const Place& place, Vec3& value) {
  read_fixed(place, value.data(), 3);
}
inline void read(const Place& place, std::array<double, 2>& value) {
  read_fixed(place, value.data(), 2);
}

inline void read(const Place& place, Quat& value) {
  double q[4];
  read_fixed(place, q, 4);
  value = Quat(q[0], q[1], q[2], q[3]);
}

inline void read(const Place& place, std::array<std::string, 2>& pair) {
  if (place.node.kind != Kind::array || place.node.elements.size() != 2) place.fail("expected an array of two names");
  std::string* name = pair.data();
  for_each(place, [&](const Place& element) { read(element, *name++); });
}

template <typename Value>
void read(const Place& place, std::optional<Value>& value) {
  read(place, value.emplace());
}

template <typename Function>
void for_each_member(const Place& place, Function&& function) {
  place.expect(Kind::object);
  for (std::size_t i = 0; i < place.node.keys.size(); ++i)
    function(Place{place.node.elements[i], &place, place.node.keys[i], i});
}

// the keys of one object: what is asked for is known, the rest is an error
class Fields {
 public:
  explicit Fields(const Place& place) : place_(place) { place.expect(Kind::object); }

  bool has(std::string_view key) const { return place_.node.find(key) != nullptr; }

  template <typename Function>
  bool with(std::string_view key, Function&& function) {
    known_.push_back(key);
    const JsonNode* node = place_.node.find(key);
    if (node) function(Place{*node, &place_, key, 0});
    return node != nullptr;
  }

  template <typename Value>
  bool optional(std::string_view key, Value&& value) {
    return with(key, [&](const Place& place) { read(place, value); });
  }

  template <typename Value>
  void required(std::string_view key, Value&& value) {
    if (!optional(key, value)) missing(key);
  }

  [[noreturn]] void missing(std::string_view key) const {
    throw SceneFault{place_.pointer() + "/" + escape_pointer(key), "this required key is missing"};
  }

  void no_others() const {
    for_each_member(place_, [&](const Place& member) {
      if (std::find(known_.begin(), known_.end(), member.key) == known_.end())
        member.fail("unknown key '" + std::string(member.key) + "'");
    });
  }

 private:
  const Place& place_;
  std::vector<std::string_view> known_;
};

}  // namespace spook::json
