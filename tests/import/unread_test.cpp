// Nothing of a model is dropped silently: an attribute or element that no reader knows, put anywhere, is named with its
// line.
#include <tinyxml2.h>

#include "tests/import/import_test.h"
#include "tests/import/mujoco_models.h"

using namespace spook;
using namespace spook::test;

namespace {

using tinyxml2::XMLElement;

const char* const sdf_model = R"(<sdf version="1.6"><world name="w"><gravity>0 0 -9</gravity><model name="m">
  <static>false</static><pose>0 0 1 0 0 0</pose><link name="a"><pose>0 0 0 0 0 0</pose>
  <inertial><pose>0 0 0 0 0 0</pose><mass>1</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial>
  <collision name="c"><geometry><box><size>1 1 1</size></box></geometry>
  <surface><friction><ode><mu>1</mu></ode></friction></surface></collision></link>
  <link name="b"><inertial><mass>1</mass></inertial>
  <collision name="c"><geometry><cylinder><radius>1</radius><length>1</length></cylinder></geometry></collision></link>
  <joint name="j" type="revolute"><parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz>
  <limit><lower>-1</lower><upper>1</upper></limit><dynamics><damping>1</damping></dynamics></axis></joint>
  </model></world></sdf>)";

void collect(XMLElement& element, std::vector<XMLElement*>& all) {
  all.push_back(&element);
  for (XMLElement* child = element.FirstChildElement(); child; child = child->NextSiblingElement())
    collect(*child, all);
}

// the model, each element in a line of its own
std::string in_lines(const tinyxml2::XMLDocument& document) {
  tinyxml2::XMLPrinter printer;
  document.Print(&printer);
  return printer.CStr();
}

int line_of(const std::string& text, const std::string& word) {
  return 1 + int(std::count(text.begin(), text.begin() + std::ptrdiff_t(text.find(word)), '\n'));
}

// it, or what it stands in, where that is named as a whole; or the model is refused for it, with the place
bool is_named(const std::string& name, const std::string& text, int line) {
  try {
    const models::Imported imported = import_text(name, text);
    const auto says = [&](const models::Note& n, int at) {
      return std::find(n.lines.begin(), n.lines.end(), at) != n.lines.end();
    };
    return std::any_of(imported.notes.begin(), imported.notes.end(), [&](const models::Note& n) {
      if (n.text.starts_with("<inertial> is not read")) return says(n, line) || says(n, line - 1);
      return n.text.find("strange") != n.text.npos && says(n, line);
    });
  } catch (const SceneError& error) {
    return std::string(error.what()).find(":" + std::to_string(line) + ": ") != std::string::npos;
  }
}

void put_strange_things_into(const std::string& name, const std::string& text) {
  tinyxml2::XMLDocument document;
  ASSERT_EQ(document.Parse(text.c_str()), tinyxml2::XML_SUCCESS) << name;
  std::vector<XMLElement*> all;
  collect(*document.RootElement(), all);
  for (XMLElement* element : all) {
    element->SetAttribute("strange", "1");
    std::string changed = in_lines(document);
    EXPECT_TRUE(is_named(name, changed, line_of(changed, "strange")))
        << name << ", an attribute of " << element->Name();
    element->DeleteAttribute("strange");
    XMLElement* child = element->InsertNewChildElement("strange");
    changed = in_lines(document);
    EXPECT_TRUE(is_named(name, changed, line_of(changed, "<strange"))) << name << ", inside of " << element->Name();
    element->DeleteChild(child);
  }
}

}  // namespace

TEST(Unread, WhatNoReaderKnowsIsNamedWithItsLineWhereverItStands) {
  for (const NamedModel& model : mujoco_models) put_strange_things_into(model.name, model.text);
  put_strange_things_into("model.sdf", sdf_model);
}
