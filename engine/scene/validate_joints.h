// The part of validation that joints and drives need.
#pragma once

#include "engine/scene/checks.h"
#include "engine/scene/name_table.h"
#include "engine/scene/scene.h"

namespace spook {

// fills the table of joints; all throw SceneFault
void check_joints(const check::Path& place, const Scene& scene, const NameTable& bodies, NameTable& joints);
void check_drives(const check::Path& place, const Scene& scene, const NameTable& bodies, const NameTable& joints);

}  // namespace spook
