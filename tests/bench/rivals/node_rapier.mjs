// Rapier at its defaults: four solver iterations, single precision. What differs: no sleeping. Effort is iterations.
import { readFileSync } from 'node:fs';
import { onto, product, rotated } from './node_frames.mjs';

const [ground_width, ground_depth] = [100, 1]; // m, half edges
const upright = [-Math.SQRT1_2, 0, 0, Math.SQRT1_2]; // its cylinders stand along y: our z, turned onto it
const xyz = ([x, y, z]) => ({ x, y, z });
const xyzw = ([x, y, z, w]) => ({ x, y, z, w });

export async function load(modules, scene) {
  const rapier = (await import(`${modules}/@dimforge/rapier3d-compat/rapier.mjs`).catch(
    () => import(`${modules}/@dimforge/rapier3d-compat/dist/rapier.mjs`))).default;
  await rapier.init();
  const world = new rapier.World(xyz(scene.gravity));
  world.timestep = scene.time_step;
  if (scene.effort > 0) world.numSolverIterations = scene.effort;

  // axes of every body are the world's as it begins, so that a joint's axis is the same in both
  const bodies = scene.bodies.map((body) => {
    const kind = body.moves ? rapier.RigidBodyDesc.dynamic() : rapier.RigidBodyDesc.fixed();
    kind.setTranslation(...body.position).setCanSleep(false);
    if (body.moves) {
      kind.setLinvel(...body.velocity).setAngvel(xyz(body.angular_velocity));
      kind.setLinearDamping(body.linear_damping).setAngularDamping(body.angular_damping);
      kind.setAdditionalMassProperties(body.mass, xyz([0, 0, 0]), xyz(body.inertia), xyzw(body.orientation));
    }
    return world.createRigidBody(kind);
  });
  const index = new Map(bodies.map((body, i) => [body.handle, i]));
  scene.bodies.forEach((body, i) => body.shapes.forEach((shape) => {
    const made = collider(rapier, shape);
    const turned = product(body.orientation, product(shape.orientation, made.turn));
    const at = rotated(body.orientation, made.offset
      ? shape.position.map((p, k) => p + made.offset[k]) : shape.position);
    made.desc.setTranslation(...at).setRotation(xyzw(turned)).setDensity(0);
    made.desc.setFriction(shape.friction).setRestitution(shape.restitution);
    made.desc.setActiveHooks(rapier.ActiveHooks.FILTER_CONTACT_PAIRS);
    world.createCollider(made.desc, bodies[i]);
  }));

  const ground = world.createRigidBody(rapier.RigidBodyDesc.fixed());
  for (const joint of scene.joints) {
    const ends = [joint.a, joint.b].map((b) => (b < 0 ? ground : bodies[b]));
    const arms = [joint.a, joint.b].map((b) =>
      xyz(joint.anchor.map((x, k) => (b < 0 ? x : x - scene.bodies[b].position[k]))));
    const none = { x: 0, y: 0, z: 0, w: 1 };
    const data = {
      ball: () => rapier.JointData.spherical(...arms),
      hinge: () => rapier.JointData.revolute(...arms, xyz(joint.axis)),
      slider: () => rapier.JointData.prismatic(...arms, xyz(joint.axis)),
      fixed: () => rapier.JointData.fixed(arms[0], none, arms[1], none),
    }[joint.type]();
    world.createImpulseJoint(data, ...ends, true);
  }
  const apart = new Set(scene.apart.map(([a, b]) => `${a} ${b}`));
  const hooks = {
    filterContactPair(c1, c2, b1, b2) {
      const [a, b] = [index.get(b1), index.get(b2)].sort((x, y) => x - y);
      return apart.has(`${a} ${b}`) ? null : rapier.SolverFlags.COMPUTE_IMPULSE;
    },
    filterIntersectionPair: () => true,
  };
  const { version } = JSON.parse(readFileSync(`${modules}/@dimforge/rapier3d-compat/package.json`));
  return {
    settings: `Rapier ${version} single, ${world.numSolverIterations} solver iterations`,
    step: () => (apart.size > 0 ? world.step(undefined, hooks) : world.step()),
    motions: () => bodies.map((body, i) => {
      const p = body.translation(), q = body.rotation(), v = body.linvel(), w = body.angvel();
      return [p.x, p.y, p.z, ...product([q.x, q.y, q.z, q.w], scene.bodies[i].orientation), v.x, v.y, v.z, w.x, w.y, w.z];
    }),
  };
}

function collider(rapier, shape) {
  const desc = rapier.ColliderDesc;
  const as_is = (made) => ({ desc: made, turn: [0, 0, 0, 1] });
  switch (shape.type) {
    case 'sphere': return as_is(desc.ball(shape.radius));
    case 'box': return as_is(desc.cuboid(...shape.half_extents));
    case 'capsule': return { desc: desc.capsule(shape.half_length, shape.radius), turn: upright };
    case 'cylinder': return { desc: desc.cylinder(shape.half_length, shape.radius), turn: upright };
    case 'plane': { // it has no half-space in JavaScript: a large box stands for it
      const n = shape.normal, turn = onto(n);
      const offset = rotated(shape.orientation, n.map((x) => x * (shape.offset - ground_depth)));
      return { desc: desc.cuboid(ground_width, ground_width, ground_depth), turn, offset };
    }
    default: return as_is(desc.convexHull(new Float32Array(shape.points.flat())));
  }
}
