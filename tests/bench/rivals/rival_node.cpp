// Jolt, Rapier and MuJoCo as npm has them, each in a process of Node: node_rival.mjs tells what is said over its pipes.
// WebAssembly runs at perhaps half the speed of native code; what a step costs is counted there.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "engine/scene/names.h"
#include "scenarios/import/export.h"
#include "tests/bench/rivals/rival.h"
#include "tests/paths.h"

namespace spook::rivals {
namespace {

using Json = nlohmann::json;

std::filesystem::path packages() {
  if (const char* named = std::getenv("SPOOK_RIVALS")) return named;
  return test::source_folder() / "build" / "rivals";
}

Json json_of(const Vec3& v) {
  return {v.x(), v.y(), v.z()};
}
Json json_of(const Quat& q) {
  return {q.x(), q.y(), q.z(), q.w()};
}

Json json_of(const Scene& scene, const ShapeDesc& shape) {
  const Material material = mix_materials(scene, shape.material, shape.material);
  Json points = Json::array();
  for (const Vec3& p : shape.points) points.push_back(json_of(p));
  return {{"type", name_of(shape.type)},
          {"position", json_of(shape.pose.position)},
          {"orientation", json_of(shape.pose.orientation)},
          {"friction", material.friction},
          {"restitution", material.restitution},
          {"radius", shape.radius},
          {"half_length", shape.half_length},
          {"half_extents", json_of(shape.half_extents)},
          {"normal", json_of(Vec3(shape.normal.normalized()))},
          {"offset", shape.offset},
          {"points", points}};
}

Json json_of(const Scene& scene, const RivalBody& body) {
  Json shapes = Json::array();
  for (const ShapeDesc& shape : body.shapes) shapes.push_back(json_of(scene, shape));
  return {{"name", body.name},
          {"moves", body.moves},
          {"position", json_of(body.pose.position)},
          {"orientation", json_of(body.pose.orientation)},
          {"velocity", json_of(body.velocity)},
          {"angular_velocity", json_of(body.angular_velocity)},
          {"mass", body.mass},
          {"inertia", json_of(body.inertia)},
          {"linear_damping", body.linear_damping},
          {"angular_damping", body.angular_damping},
          {"shapes", shapes}};
}

Json json_of(const RivalScene& scene, int effort) {
  Json made{{"effort", effort},
            {"time_step", scene.scene.parameters.time_step},
            {"gravity", json_of(scene.scene.parameters.gravity)},
            {"apart", scene.apart},
            {"bodies", Json::array()},
            {"joints", Json::array()}};
  for (const RivalBody& body : scene.bodies) made["bodies"].push_back(json_of(scene.scene, body));
  for (const RivalJoint& described : scene.joints)
    made["joints"].push_back({{"type", name_of(described.joint.type)},
                              {"a", described.a},
                              {"b", described.b},
                              {"anchor", json_of(described.joint.anchor)},
                              {"axis", json_of(Vec3(described.joint.axis.normalized()))}});
  return made;
}

// a process and its two pipes
class Node {
 public:
  explicit Node(const std::string& engine) {
    int to[2], from[2];
    if (pipe(to) != 0 || pipe(from) != 0) throw std::runtime_error("no pipe to Node");
    const std::string script = (test::source_folder() / "tests/bench/rivals/node_rival.mjs").string(),
                      folder = packages().string();
    process_ = fork();
    if (process_ < 0) throw std::runtime_error("Node cannot be started");
    if (process_ == 0) {
      dup2(to[0], 0), dup2(from[1], 1);
      for (const int end : {to[0], to[1], from[0], from[1]}) close(end);
      // WebAssembly compiled once and well, and one thread for all of it
      execlp("node", "node", "--no-liftoff", "--single-threaded-gc", script.c_str(), engine.c_str(), folder.c_str(),
             nullptr);
      _exit(127);
    }
    close(to[0]), close(from[1]);
    to_ = fdopen(to[1], "w"), from_ = fdopen(from[0], "r");
  }
  ~Node() {
    std::fclose(to_), std::fclose(from_);
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;

  Json ask(const std::string& line) {
    std::fprintf(to_, "%s\n", line.c_str());
    std::fflush(to_);
    std::string answer;
    for (int c; (c = std::getc(from_)) != EOF && c != '\n';) answer += static_cast<char>(c);
    Json read = Json::parse(answer, nullptr, false);
    if (read.is_discarded()) read = Json{{"trouble", "it ended: " + answer.substr(0, 100)}};
    return read;
  }

 private:
  pid_t process_;
  std::FILE *to_, *from_;
};

class OfNpm final : public Rival {
 public:
  OfNpm(const std::string& engine, const Json& described) : node_(engine) {
    signal(SIGPIPE, SIG_IGN);  // one that ended is told by its answer
    settings_ = checked(node_.ask(described.dump()))["settings"].get<std::string>();
  }
  void step() override {
    stale_ = true;
    cost_ = checked(node_.ask("step")).get<double>();
  }
  BodyMotion motion(int body) override {
    if (stale_) motions_ = checked(node_.ask("motions")), stale_ = false;
    const auto& m = motions_[body];
    // what is not finite is null in JSON
    const auto at = [&](int k) { return m[k].is_number() ? m[k].get<double>() : std::nan(""); };
    const auto three = [&](int k) { return Vec3(at(k), at(k + 1), at(k + 2)); };
    return {{three(0), Quat(at(6), at(3), at(4), at(5)).normalized()}, three(7), three(10)};
  }
  std::string settings() const override { return settings_; }
  std::optional<double> cost_elsewhere() const override { return cost_; }

 private:
  static Json checked(Json answer) {
    if (answer.is_object() && answer.contains("trouble"))
      throw std::invalid_argument(answer["trouble"].get<std::string>());
    return answer;
  }

  Node node_;
  std::string settings_;
  double cost_ = 0.0;
  Json motions_;
  bool stale_ = true;
};

}  // namespace

bool node_has(const std::string& package) {
  static const bool node = std::system("command -v node >/dev/null 2>&1") == 0;
  return node && std::filesystem::exists(packages() / "node_modules" / package / "package.json");
}

std::unique_ptr<Rival> make_jolt(const RivalScene& scene, int iterations) {
  return std::make_unique<OfNpm>("jolt", json_of(scene, iterations));
}
std::unique_ptr<Rival> make_rapier(const RivalScene& scene, int iterations) {
  return std::make_unique<OfNpm>("rapier", json_of(scene, iterations));
}
std::unique_ptr<Rival> make_mujoco_npm(const RivalScene& scene, int substeps) {
  Json described = json_of(scene, substeps);
  described["mjcf"] = models::export_mjcf(scene.scene).text;
  return std::make_unique<OfNpm>("mujoco", described);
}

}  // namespace spook::rivals
