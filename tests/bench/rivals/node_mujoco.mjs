// MuJoCo of npm, double precision, at its defaults: the scene in MJCF, as the adapter of Debian's has it. Effort is
// substeps.
import { readFileSync } from 'node:fs';
import { product, rotated } from './node_frames.mjs';

export async function load(modules, scene) {
  const mujoco = await (await import(`${modules}/@mujoco/mujoco/mujoco.js`)).default();
  const model = mujoco.MjModel.from_xml_string(scene.mjcf), data = new mujoco.MjData(model);
  const substeps = Math.max(1, scene.effort);
  model.opt.timestep = scene.time_step / substeps;
  const ids = scene.bodies.map((body) => mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_BODY.value, body.name));
  const inverse = ([x, y, z, w]) => [-x, -y, -z, w];
  ids.forEach((id, i) => {
    const body = scene.bodies[i];
    if (!body.moves || [...body.velocity, ...body.angular_velocity].every((v) => v === 0)) return;
    if (model.body_dofnum[id] !== 6) throw new Error(`the jointed body '${body.name}' starts in motion`);
    const at = model.body_dofadr[id], turning = rotated(inverse(body.orientation), body.angular_velocity);
    for (let k = 0; k < 3; ++k) (data.qvel[at + k] = body.velocity[k]), (data.qvel[at + 3 + k] = turning[k]);
  });
  mujoco.mj_forward(model, data);
  const frame = (id) => {
    const p = data.xpos.slice(3 * id, 3 * id + 3), [w, x, y, z] = data.xquat.slice(4 * id, 4 * id + 4);
    return { p: [...p], q: [x, y, z, w] };
  };
  // our frames in MuJoCo's
  const within = ids.map((id, i) => {
    const f = frame(id), body = scene.bodies[i], back = inverse(f.q);
    return { p: rotated(back, body.position.map((x, k) => x - f.p[k])), q: product(back, body.orientation) };
  });
  const { version } = JSON.parse(readFileSync(`${modules}/@mujoco/mujoco/package.json`));
  const solver = ['PGS', 'CG', 'Newton'][model.opt.solver?.value ?? model.opt.solver] ?? 'its default solver';
  return {
    settings: `MuJoCo ${version} (npm) double, ${solver}, ${substeps} substeps`,
    step: () => {
      for (let i = 0; i < substeps; ++i) mujoco.mj_step(model, data);
    },
    motions: () => {
      mujoco.mj_kinematics(model, data), mujoco.mj_comPos(model, data), mujoco.mj_comVel(model, data);
      return ids.map((id, i) => {
        const f = frame(id), at = within[i], off = rotated(f.q, at.p);
        // its velocities are of the point of the subtree's centre: brought to the body's
        const [wx, wy, wz, vx, vy, vz] = data.cvel.slice(6 * id, 6 * id + 6);
        const root = model.body_rootid[id], c = data.subtree_com.slice(3 * root, 3 * root + 3);
        const p = f.p.map((x, k) => x + off[k]), r = p.map((x, k) => x - c[k]);
        const v = [vx + wy * r[2] - wz * r[1], vy + wz * r[0] - wx * r[2], vz + wx * r[1] - wy * r[0]];
        return [...p, ...product(f.q, at.q), ...v, wx, wy, wz];
      });
    },
  };
}
