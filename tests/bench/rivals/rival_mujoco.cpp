// MuJoCo 2.2.2, double precision (Debian): the scene as scenarios/import writes it in MJCF, at MuJoCo's defaults
// (Newton, pyramidal cones, soft contacts by its solref and solimp, joints as a kinematic tree that cannot stretch).
// Substeps cost.
#include <mujoco/mujoco.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "scenarios/import/export.h"
#include "tests/bench/rivals/rival.h"

namespace spook::rivals {
namespace {

// this version keeps room for so many contacts, and a matrix of as many rows squared
std::string with_room(std::string xml, int bodies) {
  const std::string size = "<size njmax=\"" + std::to_string(600 + 45 * bodies) + "\" nconmax=\"" +
                           std::to_string(200 + 15 * bodies) + "\" nstack=\"" +
                           std::to_string(4000000 + 1500L * bodies * bodies) + "\"/>\n  ";
  return xml.insert(xml.find("<option"), size);
}

class Mujoco final : public Rival {
 public:
  Mujoco(const RivalScene& scene, int substeps) : scene_(scene), substeps_(std::max(1, substeps)) {
    mju_user_warning = [](const char*) {};  // no log file
    const std::string xml = with_room(models::export_mjcf(scene.scene).text, static_cast<int>(scene.bodies.size()));
    mjVFS files;
    mj_defaultVFS(&files);
    mj_makeEmptyFileVFS(&files, "scene.xml", static_cast<int>(xml.size()));
    std::copy(xml.begin(), xml.end(), static_cast<char*>(files.filedata[0]));
    char error[1000] = "";
    model_ = mj_loadXML("scene.xml", &files, error, sizeof error);
    mj_deleteVFS(&files);
    if (!model_) throw std::invalid_argument(std::string("MuJoCo: ") + error);
    model_->opt.timestep /= substeps_;
    data_ = mj_makeData(model_);
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) start(scene.bodies[i]);
    mj_forward(model_, data_);
    for (std::size_t i = 0; i < scene.bodies.size(); ++i)
      within_.push_back(frame(static_cast<int>(i)).inverse() * scene.bodies[i].pose);
  }
  ~Mujoco() override {
    if (data_) mj_deleteData(data_);
    if (model_) mj_deleteModel(model_);
  }
  Mujoco(const Mujoco&) = delete;
  Mujoco& operator=(const Mujoco&) = delete;

  void step() override {
    for (int i = 0; i < substeps_; ++i) mj_step(model_, data_);
    stale_ = true;
  }
  BodyMotion motion(int i) override {
    if (stale_) refresh();
    const auto bad = {mjWARN_BADQPOS, mjWARN_BADQVEL, mjWARN_BADQACC, mjWARN_CONTACTFULL, mjWARN_CNSTRFULL};
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (const auto warning : bad)  // it began anew by itself, or left contacts out: that is no run any more
      if (data_->warning[warning].number > 0)
        return {{Vec3::Constant(nan), Quat::Identity()}, Vec3::Zero(), Vec3::Zero()};
    mjtNum v[6];
    mj_objectVelocity(model_, data_, mjOBJ_BODY, ids_[i], v, 0);  // of the centre of mass, world axes
    return {frame(i) * within_[i], {v[3], v[4], v[5]}, {v[0], v[1], v[2]}};
  }
  std::string settings() const override {
    constexpr const char* solvers[] = {"PGS", "CG", "Newton"};
    return std::string("MuJoCo ") + mj_versionString() + " double, " + solvers[model_->opt.solver] + ", " +
           (model_->opt.cone == mjCONE_ELLIPTIC ? "elliptic" : "pyramidal") + " cones, " + std::to_string(substeps_) +
           " substeps";
  }

 private:
  void start(const RivalBody& body) {
    const int id = mj_name2id(model_, mjOBJ_BODY, body.name.c_str());
    if (id < 0) throw std::invalid_argument("MuJoCo: it has no body '" + body.name + "'");
    ids_.push_back(id);
    if (!body.moves || body.velocity.norm() + body.angular_velocity.norm() == 0.0) return;
    if (model_->body_dofnum[id] != 6)
      throw std::invalid_argument("MuJoCo: the jointed body '" + body.name + "' starts in motion");
    mjtNum* v = data_->qvel + model_->body_dofadr[id];
    const Vec3 turning = body.pose.orientation.conjugate() * body.angular_velocity;
    for (int k = 0; k < 3; ++k) v[k] = body.velocity[k], v[3 + k] = turning[k];
  }
  Pose frame(int i) const {
    const mjtNum *x = data_->xpos + 3 * ids_[i], *q = data_->xquat + 4 * ids_[i];
    return {{x[0], x[1], x[2]}, Quat(q[0], q[1], q[2], q[3])};
  }
  // a step leaves the poses of its beginning
  void refresh() {
    mj_kinematics(model_, data_);
    mj_comPos(model_, data_);
    mj_comVel(model_, data_);
    stale_ = false;
  }

  const RivalScene& scene_;
  int substeps_;
  mjModel* model_ = nullptr;
  mjData* data_ = nullptr;
  std::vector<int> ids_;
  std::vector<Pose> within_;  // our frames in MuJoCo's
  bool stale_ = true;
};

}  // namespace

std::unique_ptr<Rival> make_mujoco(const RivalScene& scene, int substeps) {
  return std::make_unique<Mujoco>(scene, substeps);
}

}  // namespace spook::rivals
