// Jolt at its defaults: ten velocity and two position iterations, single precision. What differs: no sleeping, no
// rounding of edges (its convex radius), two bodies of a joint as the scene says. Effort is velocity iterations.
import { readFileSync } from 'node:fs';
import { product } from './node_frames.mjs';

const upright = [Math.SQRT1_2, 0, 0, Math.SQRT1_2]; // its cylinders stand along y: y turned onto our z
const [still, moving] = [0, 1]; // layers

export async function load(modules, scene) {
  const jolt = await (await import(`${modules}/jolt-physics/dist/jolt-physics.wasm-compat.js`)).default();
  const vec = (v) => new jolt.Vec3(...v), place = (v) => new jolt.RVec3(...v), quat = (q) => new jolt.Quat(...q);
  const kept = new jolt.JoltInterface(settings_for(jolt, scene));
  const system = kept.GetPhysicsSystem(), bodies_of = system.GetBodyInterface();
  system.SetGravity(vec(scene.gravity));
  const options = system.GetPhysicsSettings();
  if (scene.effort > 0) options.mNumVelocitySteps = scene.effort;
  system.SetPhysicsSettings(options);

  const filter = new jolt.GroupFilterTable(scene.bodies.length);
  for (const [a, b] of scene.apart) filter.DisableCollision(a, b);
  const bodies = scene.bodies.map((body, i) => {
    const shape = centred(jolt, shape_of(jolt, body));
    const made = new jolt.BodyCreationSettings(shape, place(body.position), quat(body.orientation),
      body.moves ? jolt.EMotionType_Dynamic : jolt.EMotionType_Static, body.moves ? moving : still);
    made.mAllowSleeping = false;
    made.mFriction = body.shapes[0].friction, made.mRestitution = body.shapes[0].restitution;
    made.mLinearDamping = body.linear_damping, made.mAngularDamping = body.angular_damping;
    made.mMaxLinearVelocity = made.mMaxAngularVelocity = 1e6;
    made.mCollisionGroup = new jolt.CollisionGroup(filter, 0, i);
    if (body.moves) {
      made.mLinearVelocity = vec(body.velocity), made.mAngularVelocity = vec(body.angular_velocity);
      made.mOverrideMassProperties = jolt.EOverrideMassProperties_MassAndInertiaProvided;
      made.mMassPropertiesOverride.mMass = body.mass;
      made.mMassPropertiesOverride.mInertia = jolt.Mat44.prototype.sScaleVec3(vec(body.inertia));
    }
    const one = bodies_of.CreateBody(made);
    bodies_of.AddBody(one.GetID(), jolt.EActivation_Activate);
    return one;
  });
  const world = jolt.JoltInterface.prototype.sGetFixedToWorldBody();
  for (const joint of scene.joints) {
    const made = joint_of(jolt, joint, vec, place);
    system.AddConstraint(made.Create(joint.a < 0 ? world : bodies[joint.a], joint.b < 0 ? world : bodies[joint.b]));
  }
  const { version } = JSON.parse(readFileSync(`${modules}/jolt-physics/package.json`));
  return {
    settings: `Jolt (jolt-physics ${version}) single, ${options.mNumVelocitySteps} velocity, ` +
      `${options.mNumPositionSteps} position iterations`,
    step: () => kept.Step(scene.time_step, 1),
    motions: () => bodies.map((body) => {
      const p = body.GetCenterOfMassPosition(), at = [p.GetX(), p.GetY(), p.GetZ()];
      const q = body.GetRotation(), turned = [q.GetX(), q.GetY(), q.GetZ(), q.GetW()];
      if (body.IsStatic()) return [...at, ...turned, 0, 0, 0, 0, 0, 0];
      const v = body.GetLinearVelocity(), speed = [v.GetX(), v.GetY(), v.GetZ()];
      const w = body.GetAngularVelocity();
      return [...at, ...turned, ...speed, w.GetX(), w.GetY(), w.GetZ()];
    }),
  };
}

function settings_for(jolt, scene) {
  const settings = new jolt.JoltSettings();
  settings.mMaxWorkerThreads = 0;
  settings.mMaxBodies = scene.bodies.length + 16;
  settings.mMaxBodyPairs = settings.mMaxContactConstraints = 64 * (scene.bodies.length + 16);
  const pairs = new jolt.ObjectLayerPairFilterTable(2);
  pairs.EnableCollision(still, moving), pairs.EnableCollision(moving, moving);
  const broad = new jolt.BroadPhaseLayerInterfaceTable(2, 2);
  for (const layer of [still, moving]) broad.MapObjectToBroadPhaseLayer(layer, new jolt.BroadPhaseLayer(layer));
  settings.mObjectLayerPairFilter = pairs;
  settings.mBroadPhaseLayerInterface = broad;
  settings.mObjectVsBroadPhaseLayerFilter = new jolt.ObjectVsBroadPhaseLayerFilterTable(broad, 2, pairs, 2);
  return settings;
}

function part(jolt, shape) {
  const made = (settings) => {
    const result = settings.Create();
    if (result.HasError()) throw new Error(`it takes no such ${shape.type}`);
    return result.Get();
  };
  switch (shape.type) {
    case 'sphere': return new jolt.SphereShape(shape.radius);
    case 'box': return made(new jolt.BoxShapeSettings(new jolt.Vec3(...shape.half_extents), 0));
    case 'capsule': return made(new jolt.CapsuleShapeSettings(shape.half_length, shape.radius));
    case 'cylinder': return made(new jolt.CylinderShapeSettings(shape.half_length, shape.radius, 0));
    case 'plane':
      return made(new jolt.PlaneShapeSettings(new jolt.Plane(new jolt.Vec3(...shape.normal), -shape.offset)));
    default: {
      const hull = new jolt.ConvexHullShapeSettings();
      for (const p of shape.points) hull.mPoints.push_back(new jolt.Vec3(...p));
      hull.mMaxConvexRadius = 0;
      return made(hull);
    }
  }
}

function shape_of(jolt, body) {
  const parts = new jolt.StaticCompoundShapeSettings();
  const alone = body.shapes.length === 1; // a compound of one is turned and moved by it
  for (const shape of body.shapes) {
    const round = shape.type === 'capsule' || shape.type === 'cylinder';
    const turned = round ? product(shape.orientation, upright) : shape.orientation;
    const at = new jolt.Vec3(...shape.position), made = part(jolt, shape);
    if (alone && Math.hypot(...shape.position) < 1e-12 && Math.abs(turned[3]) > 1 - 1e-12) return made;
    parts.AddShapeShape(at, new jolt.Quat(...turned), made, 0);
  }
  return parts.Create().Get();
}

// the centre of mass where the scene has it
function centred(jolt, shape) {
  const c = shape.GetCenterOfMass(), off = [c.GetX(), c.GetY(), c.GetZ()];
  if (Math.hypot(...off) < 1e-7) return shape;
  return new jolt.OffsetCenterOfMassShape(shape, new jolt.Vec3(...off.map((x) => -x)));
}

function joint_of(jolt, joint, vec, place) {
  const axis = joint.axis, least = axis.map(Math.abs).indexOf(Math.min(...axis.map(Math.abs)));
  const other = [0, 1, 2].map((k) => (k === least ? 1 : 0));
  const cross = [axis[1] * other[2] - axis[2] * other[1], axis[2] * other[0] - axis[0] * other[2], axis[0] * other[1] - axis[1] * other[0]];
  const length = Math.hypot(...cross), normal = cross.map((x) => x / length);
  if (joint.type === 'fixed') {
    const made = new jolt.FixedConstraintSettings();
    made.mAutoDetectPoint = true;
    return made;
  }
  const kinds = { ball: jolt.PointConstraintSettings, hinge: jolt.HingeConstraintSettings, slider: jolt.SliderConstraintSettings };
  const made = new kinds[joint.type]();
  made.mPoint1 = made.mPoint2 = place(joint.anchor);
  if (joint.type === 'hinge') {
    made.mHingeAxis1 = made.mHingeAxis2 = vec(axis);
    made.mNormalAxis1 = made.mNormalAxis2 = vec(normal);
  } else if (joint.type === 'slider') {
    made.mSliderAxis1 = made.mSliderAxis2 = vec(axis);
    made.mNormalAxis1 = made.mNormalAxis2 = vec(normal);
  }
  return made;
}
