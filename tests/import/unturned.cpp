#include "tests/import/unturned.h"

#include <tinyxml2.h>

#include <Eigen/Geometry>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace spook::test {
namespace {

using tinyxml2::XMLElement;

void parse(tinyxml2::XMLDocument& document, const std::string& text) {
  if (document.Parse(text.c_str()) != tinyxml2::XML_SUCCESS) throw std::runtime_error(document.ErrorStr());
}

std::string print(const tinyxml2::XMLDocument& document) {
  tinyxml2::XMLPrinter printer;
  document.Print(&printer);
  return printer.CStr();
}

std::vector<double> numbers(const char* text) {
  std::istringstream in(text ? text : "");
  std::vector<double> found;
  for (double number; in >> number;) found.push_back(number);
  return found;
}

Mat3 symmetric(double xx, double yy, double zz, double xy, double xz, double yz) {
  Mat3 tensor;
  tensor << xx, xy, xz, xy, yy, yz, xz, yz, zz;
  return tensor;
}

void part_geoms(XMLElement& body) {
  XMLElement* geom = body.FirstChildElement("geom");
  XMLElement* next = geom ? geom->NextSiblingElement("geom") : nullptr;
  while (next) {
    XMLElement* const moved = next;
    next = next->NextSiblingElement("geom");
    body.InsertNewChildElement("body")->InsertFirstChild(moved);
  }
}

void unturn_bodies(XMLElement& parent, bool from_geoms, Unturned& made) {
  std::vector<XMLElement*> bodies;
  for (XMLElement* b = parent.FirstChildElement("body"); b; b = b->NextSiblingElement("body")) bodies.push_back(b);
  for (XMLElement* body : bodies) {
    unturn_bodies(*body, from_geoms, made);
    const XMLElement* inertial = body->FirstChildElement("inertial");
    if (!inertial || from_geoms) {
      part_geoms(*body);
    } else if (const auto t = numbers(inertial->Attribute("fullinertia")); t.size() == 6) {
      made.tensors[body->Attribute("name")] = symmetric(t[0], t[1], t[2], t[3], t[4], t[5]);
    }
  }
}

}  // namespace

Unturned unturned_mjcf(const std::string& text) {
  tinyxml2::XMLDocument document;
  parse(document, text);
  XMLElement& root = *document.RootElement();
  const XMLElement* compiler = root.FirstChildElement("compiler");
  const char* from_geoms = compiler ? compiler->Attribute("inertiafromgeom") : nullptr;
  Unturned made;
  unturn_bodies(*root.FirstChildElement("worldbody"), from_geoms && std::string_view(from_geoms) == "true", made);
  made.text = print(document);
  return made;
}

Unturned unturned_urdf(const std::string& text) {
  tinyxml2::XMLDocument document;
  parse(document, text);
  XMLElement& root = *document.RootElement();
  root.InsertNewChildElement("mujoco")->InsertNewChildElement("compiler")->SetAttribute("fusestatic", "false");
  Unturned made;
  for (XMLElement* link = root.FirstChildElement("link"); link; link = link->NextSiblingElement("link")) {
    const XMLElement* inertial = link->FirstChildElement("inertial");
    const XMLElement* tensor = inertial ? inertial->FirstChildElement("inertia") : nullptr;
    if (!tensor) continue;
    const auto at = [&](const char* name) { return tensor->DoubleAttribute(name); };
    const XMLElement* origin = inertial->FirstChildElement("origin");
    auto rpy = numbers(origin ? origin->Attribute("rpy") : nullptr);
    rpy.resize(3, 0.0);
    const Mat3 turn = (Eigen::AngleAxisd(rpy[2], Vec3::UnitZ()) * Eigen::AngleAxisd(rpy[1], Vec3::UnitY()) *
                       Eigen::AngleAxisd(rpy[0], Vec3::UnitX()))
                          .toRotationMatrix();
    made.tensors[link->Attribute("name")] =
        turn * symmetric(at("ixx"), at("iyy"), at("izz"), at("ixy"), at("ixz"), at("iyz")) * turn.transpose();
  }
  made.text = print(document);
  return made;
}

}  // namespace spook::test
