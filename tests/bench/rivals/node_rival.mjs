// One engine of npm, driven by rival_node.cpp: node node_rival.mjs ENGINE FOLDER, where FOLDER/node_modules holds it.
// The first line of standard input is the scene; then "step" is answered by the milliseconds it took and "motions" by
// position, orientation (x y z w), velocity and angular velocity of every centre of mass, in world axes.
import { readSync } from 'node:fs';

function* lines() {
  const chunk = Buffer.alloc(1 << 16);
  let text = '';
  for (let count; (count = readSync(0, chunk)) > 0; ) {
    text += chunk.toString('utf8', 0, count);
    for (let end; (end = text.indexOf('\n')) >= 0; text = text.slice(end + 1)) yield text.slice(0, end);
  }
}

const say = (answer) => process.stdout.write(JSON.stringify(answer) + '\n');
const [name, folder] = process.argv.slice(2);
const input = lines();
const warm_up = 500; // ms: what WebAssembly compiles as it is first run is no cost of a step
try {
  const engine = await import(`./node_${name}.mjs`), modules = `${folder}/node_modules`;
  const scene = JSON.parse(input.next().value);
  const warming = await engine.load(modules, scene), began = performance.now();
  for (let i = 0; i < 60 && performance.now() < began + warm_up; ++i) warming.step();
  warming.motions();
  const world = await engine.load(modules, scene);
  say({ settings: world.settings });
  for (const line of input) {
    if (line === 'step') {
      const before = process.cpuUsage();
      world.step();
      const { user, system } = process.cpuUsage(before);
      say((user + system) / 1000);
    } else {
      say(world.motions());
    }
  }
} catch (error) {
  say({ trouble: String(error?.message ?? error) });
}
