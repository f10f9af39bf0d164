// Quaternions (x y z w), for the adapters of npm's engines.
export function product([ax, ay, az, aw], [bx, by, bz, bw]) {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

export function rotated(q, [x, y, z]) {
  const back = [-q[0], -q[1], -q[2], q[3]];
  return product(product(q, [x, y, z, 0]), back).slice(0, 3);
}

// turns z onto a unit vector
export function onto([x, y, z]) {
  if (z < -1 + 1e-12) return [1, 0, 0, 0];
  const w = Math.sqrt((1 + z) / 2);
  return [-y / (2 * w), x / (2 * w), 0, w];
}
