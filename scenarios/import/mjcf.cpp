#include "scenarios/import/mjcf.h"

#include <set>

namespace spook::models {
namespace {

namespace fs = std::filesystem;

// every <include> becomes what the file's root holds
void expand_includes(XmlNode& node, const ModelFolder& folder, std::set<fs::path>& seen) {
  std::vector<XmlNode> children;
  for (XmlNode& child : node.children) {
    if (child.name != "include") {
      expand_includes(child, folder, seen);
      children.push_back(std::move(child));
      continue;
    }
    const fs::path file = folder.resolve(child, child.required("file"));
    if (!seen.insert(file).second) child.fail("the file '" + file.filename().string() + "' is included twice");
    XmlNode included = read_xml(file);
    expand_includes(included, folder, seen);
    for (XmlNode& part : included.children) children.push_back(std::move(part));
  }
  node.children = std::move(children);
}

}  // namespace

void MjcfReader::read_compiler(const XmlNode& node) {
  const MjcfElement element(node, {});
  const std::string angle = element.text("angle", compiler.degrees ? "degree" : "radian");
  if (angle != "degree" && angle != "radian") element.fail("'angle': expected degree or radian");
  compiler.degrees = angle == "degree";
  const std::string coordinate = element.text("coordinate", compiler.global ? "global" : "local");
  if (coordinate != "local" && coordinate != "global") element.fail("'coordinate': expected local or global");
  compiler.global = coordinate == "global";
  compiler.euler_sequence = element.text("eulerseq", compiler.euler_sequence);
  if (compiler.euler_sequence.size() != 3) element.fail("'eulerseq': expected three letters of xyzXYZ");
  compiler.autolimits = element.yes("autolimits", compiler.autolimits);
  compiler.strip_path = element.yes("strippath", compiler.strip_path);
  compiler.balance_inertia = element.yes("balanceinertia", compiler.balance_inertia);
  compiler.mesh_folder = element.text("meshdir", element.text("assetdir", compiler.mesh_folder));
  compiler.min_mass = element.number("boundmass", compiler.min_mass);
  compiler.min_inertia = element.number("boundinertia", compiler.min_inertia);
  compiler.total_mass = element.number("settotalmass", compiler.total_mass);
  if (const std::string from = element.text("inertiafromgeom"); !from.empty()) {
    using FromGeom = MjcfCompiler::FromGeom;
    if (from != "true" && from != "false" && from != "auto")
      element.fail("'inertiafromgeom': expected true, false or auto");
    compiler.inertia_from_geom = from == "true"    ? FromGeom::yes
                                 : from == "false" ? FromGeom::no
                                                   : FromGeom::where_missing;
  }
  if (const auto groups = element.numbers("inertiagrouprange", 2, 2); !groups.empty())
    compiler.first_group = int(groups[0]), compiler.last_group = int(groups[1]);
}

void MjcfReader::read_option(const XmlNode& node) {
  const MjcfElement element(node, {});
  model.gravity = element.vector("gravity", model.gravity);
  if (element.has("timestep"))
    notes.add(node, "'timestep' " + node.attribute("timestep") +
                        " is not imported: the scene steps at 1/60 s (--set time_step=…)");
  const XmlNode* flags = node.child("flag");
  if (flags && flags->attribute("gravity") == "disable") model.gravity = Vec3::Zero();
}

Model read_mjcf(XmlNode& root, const fs::path& file, const ImportOptions& options, Notes& notes) {
  MjcfReader reader{.options = options, .notes = notes, .folder = ModelFolder(file, options.package_folders)};
  std::set<fs::path> seen{fs::weakly_canonical(file)};
  expand_includes(root, reader.folder, seen);

  reader.model.name = root.attribute("model", file.stem().string());
  for (const XmlNode* node : root.all("compiler")) reader.read_compiler(*node);
  for (const XmlNode* node : root.all("option")) reader.read_option(*node);
  for (const XmlNode* node : root.all("default")) reader.defaults.read(*node);
  for (const XmlNode* node : root.all("asset")) reader.read_assets(*node);
  ModelLink world;
  world.name = "world";
  world.at = &root;
  reader.model.links.push_back(world);
  reader.link_of_body["world"] = 0;
  for (const XmlNode* node : root.all("worldbody")) reader.read_bodies(*node, {});
  reader.finish_masses();
  for (const XmlNode* node : root.all("equality")) reader.read_equalities(*node);
  for (const XmlNode* node : root.all("actuator")) reader.read_actuators(*node);
  for (const XmlNode* node : root.all("contact")) reader.read_contacts(*node);
  return std::move(reader.model);
}

}  // namespace spook::models
