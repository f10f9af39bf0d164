// Masses, inertias and frames beside MuJoCo's own reading of the same file, where Debian's libmujoco-dev is installed.
#include "tests/import/import_test.h"

using namespace spook;
using namespace spook::test;

#ifndef SPOOK_HAVE_MUJOCO

TEST(MujocoReading, IsCompared) {
  GTEST_SKIP() << "MuJoCo is not installed (sh third_party/bootstrap.sh deps-all): not compared with its own reading";
}

#else

#include <mujoco/mujoco.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <cstring>
#include <map>
#include <memory>

#include "tests/import/mujoco_models.h"
#include "tests/import/solids.h"
#include "tests/import/unturned.h"

namespace {

namespace fs = std::filesystem;

constexpr double tolerance = 1e-9;              // of the whole, or of a metre
constexpr double axes_left_by_mujoco = 2e-6;    // rad (unturned.h)
constexpr double single_precision_mesh = 1e-7;  // MuJoCo moves and turns a mesh's points in single precision

struct MujocoModel {
  explicit MujocoModel(const fs::path& file) {
    char error[1000] = "";
    model.reset(mj_loadXML(file.c_str(), nullptr, error, sizeof error));
    if (!model) throw std::runtime_error(std::string("MuJoCo: ") + error);
    data.reset(mj_makeData(model.get()));
    mj_kinematics(model.get(), data.get());
  }
  std::string name(int type, int id) const {
    const char* found = mj_id2name(model.get(), type, id);
    return found ? found : "";
  }

  struct Closer {
    void operator()(mjModel* m) const { mj_deleteModel(m); }
    void operator()(mjData* d) const { mj_deleteData(d); }
  };
  std::unique_ptr<mjModel, Closer> model;
  std::unique_ptr<mjData, Closer> data;
};

Vec3 vector_at(const mjtNum* values, int i) {
  return Vec3(values[3 * i], values[3 * i + 1], values[3 * i + 2]);
}

Mat3 matrix_at(const mjtNum* values, int i) {
  return Eigen::Map<const Eigen::Matrix<mjtNum, 3, 3, Eigen::RowMajor> >(values + 9 * i);
}

struct Welded {
  MassProperties sum;  // in world axes
  std::size_t parts = 0;
};

// what moves as one; `tensors` are said to be truer than MuJoCo's
std::map<int, Welded> welded_masses(const MujocoModel& mujoco, const std::map<std::string, Mat3>& tensors = {}) {
  std::map<int, std::vector<MassProperties> > parts;
  const mjModel& m = *mujoco.model;
  for (int b = 1; b < m.nbody; ++b) {
    const auto given = tensors.find(mujoco.name(mjOBJ_BODY, b));
    const bool is_given = given != tensors.end();
    const Mat3 turn = matrix_at(is_given ? mujoco.data->xmat : mujoco.data->ximat, b);
    const Mat3 tensor = is_given ? given->second : Mat3(vector_at(m.body_inertia, b).asDiagonal());
    parts[m.body_weldid[b]].push_back(
        {m.body_mass[b], vector_at(mujoco.data->xipos, b), turn * tensor * turn.transpose()});
  }
  std::map<int, Welded> sums;
  for (const auto& [weld, masses] : parts)
    if (weld != 0) sums[weld] = {sum_masses(masses), masses.size()};
  return sums;
}

Vec3 principal_moments(const Mat3& inertia) {
  return Eigen::SelfAdjointEigenSolver<Mat3>(inertia).eigenvalues();
}

struct Worst {
  double mass = 0, centre = 0, moments = 0, inertia = 0, unturned = 0, joint = 0;
  int bodies = 0, joints = 0;
};

double inertia_off(const BodyDesc& ours, const Mat3& theirs) {
  return (inertia_tensor(ours) - theirs).norm() / theirs.norm();
}

void compare_bodies(const MujocoModel& mujoco, const Scene& scene, double mesh_tolerance, Worst& worst) {
  for (const auto& [id, welded] : welded_masses(mujoco)) {
    const MassProperties& theirs = welded.sum;
    const std::string name = mujoco.name(mjOBJ_BODY, id);
    if (name.empty()) continue;
    const BodyDesc& ours = body(scene, name);
    if (ours.motion != Motion::dynamic) continue;
    const double mass = std::abs(*ours.mass - theirs.mass) / theirs.mass;
    const double centre = (ours.pose.position - theirs.centre).norm();
    const double off = inertia_off(ours, theirs.inertia);
    EXPECT_LT(mass, mesh_tolerance) << name;
    EXPECT_LT(centre, mesh_tolerance) << name;
    EXPECT_LT(off, axes_left_by_mujoco) << name;
    // an error of the axes alone changes the moments by its square
    if (welded.parts == 1) {
      const double moments =
          (principal_moments(inertia_tensor(ours)) - principal_moments(theirs.inertia)).norm() / theirs.inertia.norm();
      EXPECT_LT(moments, mesh_tolerance) << name;
      worst.moments = std::max(worst.moments, moments);
    }
    worst.mass = std::max(worst.mass, mass);
    worst.centre = std::max(worst.centre, centre);
    worst.inertia = std::max(worst.inertia, off);
    ++worst.bodies;
  }
}

// whole inertias beside MuJoCo's, of the same model put so that it need not turn them
void compare_unturned(const fs::path& file, const Unturned& model, const Scene& scene, Worst& worst) {
  const fs::path other = file.parent_path() / ("unturned_" + file.filename().string());
  std::ofstream(other) << model.text;
  const MujocoModel mujoco(other);
  int bodies = 0;
  for (const auto& [id, welded] : welded_masses(mujoco, model.tensors)) {
    const std::string name = mujoco.name(mjOBJ_BODY, id);
    if (name.empty() || body(scene, name).motion != Motion::dynamic) continue;
    const BodyDesc& ours = body(scene, name);
    const double off = inertia_off(ours, welded.sum.inertia);
    EXPECT_LT(off, tolerance) << name;
    EXPECT_LT(std::abs(*ours.mass - welded.sum.mass), tolerance * welded.sum.mass) << name;
    EXPECT_LT((ours.pose.position - welded.sum.centre).norm(), tolerance) << name;
    worst.unturned = std::max(worst.unturned, off);
    ++bodies;
  }
  EXPECT_EQ(bodies, worst.bodies) << "not all were compared";
}

void compare_joints(const MujocoModel& mujoco, const Scene& scene, Worst& worst) {
  const mjModel& m = *mujoco.model;
  for (int j = 0; j < m.njnt; ++j) {
    const std::string name = mujoco.name(mjOBJ_JOINT, j);
    const int type = m.jnt_type[j];
    if (name.empty() || (type != mjJNT_HINGE && type != mjJNT_SLIDE)) continue;
    const JointDesc* found = nullptr;
    for (const JointDesc& ours : scene.joints)
      if (ours.name == name && (ours.type == JointType::hinge || ours.type == JointType::slider)) found = &ours;
    if (!found) continue;  // several in a row that became one
    const Vec3 axis = vector_at(mujoco.data->xaxis, j), anchor = vector_at(mujoco.data->xanchor, j);
    double off = (found->axis - axis).norm();
    if (type == mjJNT_HINGE) off = std::max(off, (found->anchor - anchor).norm());
    EXPECT_LT(off, tolerance) << name;
    EXPECT_EQ(bool(m.jnt_limited[j]), found->limits.has_value()) << name;
    for (int side = 0; side < 2 && found->limits; ++side) {
      const double limit = m.jnt_range[2 * j + side] - m.qpos0[m.jnt_qposadr[j]];
      EXPECT_NEAR((*found->limits)[std::size_t(side)], limit, tolerance) << name;
    }
    EXPECT_NEAR(found->friction_effort, m.dof_frictionloss[m.jnt_dofadr[j]], tolerance);
    worst.joint = std::max(worst.joint, off);
    ++worst.joints;
  }
}

Worst compare(const fs::path& file, double mesh_tolerance = tolerance) {
  const MujocoModel mujoco(file);
  const models::Imported ours = models::import_model(file, {});
  EXPECT_LT((ours.scene.parameters.gravity - vector_at(mujoco.model->opt.gravity, 0)).norm(), 1e-12);
  Worst worst;
  compare_bodies(mujoco, ours.scene, mesh_tolerance, worst);
  compare_joints(mujoco, ours.scene, worst);
  worst.unturned = worst.inertia;
  if (mesh_tolerance == tolerance) {
    worst.unturned = 0;
    const std::string text = models::read_limited(file, 10u << 20);
    const bool is_urdf = file.extension() == ".urdf";
    compare_unturned(file, is_urdf ? unturned_urdf(text) : unturned_mjcf(text), ours.scene, worst);
  }
  std::printf(
      "  %s: %d bodies, %d joints; largest differences: mass %.1e, centre %.1e m, moments %.1e, inertia %.1e (%.1e "
      "where MuJoCo turns it), joint %.1e m\n",
      file.filename().c_str(), worst.bodies, worst.joints, worst.mass, worst.centre, worst.moments, worst.unturned,
      worst.inertia, worst.joint);
  EXPECT_GT(worst.bodies, 0);
  return worst;
}

}  // namespace

TEST(MujocoReading, GeneratedModelsAreReadAlike) {
  const ModelFiles files;
  for (const NamedModel& model : mujoco_models) compare(files.write(model.name, model.text));
}

TEST(MujocoReading, RandomTreesAreReadAlike) {
  const ModelFiles files;
  for (unsigned seed = 1; seed <= 20; ++seed)
    compare(files.write("random" + std::to_string(seed) + ".xml", random_mjcf(seed)));
}

// the mass is given here, but for the box: 2.2.2 weighs a mesh as the box with its inertia (closed forms of meshes of
// known density: mesh_mass_test.cpp)
TEST(MujocoReading, ConvexMeshesAreReadAlikeToSinglePrecision) {
  const ModelFiles files;
  write_solids(files);
  compare(files.write("mesh.xml", R"(<mujoco><asset><mesh name="t" file="tip.obj" scale="0.5 1 2"/>
    <mesh name="b" file="box.obj" scale="0.5 1 2"/></asset><worldbody>
    <body name="a" pos="1 2 3" euler="10 20 30"><freejoint/><geom type="mesh" mesh="t" mass="5" pos="0.1 0.2 0.3" euler="40 50 60"/></body>
    <body name="b" pos="3 2 3" euler="20 30 10"><freejoint/><geom type="mesh" mesh="b" density="70" pos="0.1 0.2 0.3" euler="50 60 40"/></body>
    </worldbody></mujoco>)"),
          single_precision_mesh);
}

// robots that Debian packages as examples (dart-doc), without their meshes: MuJoCo looks for those elsewhere
TEST(MujocoReading, PackagedRobotsAreReadAlike) {
  const fs::path data = "/usr/share/doc/dart/data";
  if (!fs::exists(data)) GTEST_SKIP() << "the package dart-doc is not installed: no packaged robots to read";
  const ModelFiles files;
  for (const char* name : {"urdf/wam/wam.urdf", "urdf/KR5/KR5 sixx R650.urdf", "urdf/drchubo/drchubo.urdf",
                           "sdf/atlas/atlas_v3_no_head.urdf", "sdf/atlas/atlas_v3.urdf"}) {
    if (!fs::exists(data / name)) continue;
    std::string text = models::read_limited(data / name, 10u << 20);
    for (const std::string element : {"visual", "collision"})
      for (auto at = text.find("<" + element); at != text.npos; at = text.find("<" + element, at)) {
        const std::string end = "</" + element + ">";
        text.erase(at, text.find(end, at) + end.size() - at);
      }
    try {
      compare(files.write(fs::path(name).filename().string(), text));
    } catch (const std::runtime_error& error) {
      if (std::strncmp(error.what(), "MuJoCo: ", 8) != 0) throw;
      std::printf("  %s: left out, %s\n", name, error.what());
    }
  }
}

#endif
