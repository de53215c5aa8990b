// The level: solid ground, moving platforms, coins. Lengths are meters, y is up.

/** Counter-clockwise outlines of solid ground: slopes of 30 and 60 degrees, a stair, a pit. */
const GROUND = [[-12, -4], [40, -4], [40, 6], [38, 6], [38, 0], [30, 0], [30, -1.6], [27, -1.6], [27, 0], [20, 0], [18.85, 2], [17, 2], [17, 0], [12.8, 0], [12.8, 1.2], [12.4, 1.2],
  [12.4, 0.9], [12, 0.9], [12, 0.6], [11.6, 0.6], [11.6, 0.3], [11.2, 0.3], [11.2, 0], [7.46, 0], [4, 2], [2, 2], [-1.46, 0], [-10, 0], [-10, 8], [-12, 8]];
const ISLAND = [[21, 4], [26, 4], [26, 4.5], [21, 4.5]];
/** Thin floors that a jump goes through from below. */
const LEDGES = [[6, 3.2, 9], [9.5, 4.6, 12.5], [31, 1.6, 33], [33.5, 3, 35.5]];
const COINS = [[0, 2.2], [3, 4.5], [7.5, 4], [11, 5.4], [14.9, 3.4], [18, 3.2], [22, 5.3], [25, 5.3], [28.5, -0.8], [28.5, 3.2], [32, 2.6], [34.5, 4], [36.7, 0.8]];

/** How the moving parts are at a time: the same in every run. */
const PLATFORMS = [
  { half: [1.2, 0.15], at: (time) => ({ position: [14.9, 1.35 + 1.2 * Math.sin(0.9 * time)], rotation: 0 }) },
  { half: [1.2, 0.15], at: (time) => ({ position: [28.5 + 2.2 * Math.sin(0.7 * time), 0.6], rotation: 0 }) },
  { half: [2, 0.12], at: (time) => ({ position: [-5.5, 2.1], rotation: 0.35 * Math.sin(0.8 * time) }) },
];

export const START = [-8, 0.5];

export function levelOf(carom) {
  const world = new carom.World();
  world.add(new carom.Chain({ rings: [GROUND, ISLAND] }, { solid: true }));
  for (const [left, y, right] of LEDGES) world.add({ min: [left, y - 0.2], max: [right, y] }, { oneWay: { direction: [0, 1], margin: 0.05 } });
  const conveyor = { min: [21.5, 0], max: [25.5, 0.12] };
  world.add(conveyor, { surfaceVelocity: [-1.5, 0] });
  const platforms = PLATFORMS.map(({ half, at }) => ({ half, at, body: world.add({ center: [0, 0], halfSize: half }, { pose: at(0), moving: true }) }));
  const coins = COINS.map((position) => world.add({ center: [0, 0], radius: 0.3 }, { pose: position, sensor: true, data: "coin" }));
  return {
    world, coins, platforms, conveyor, outlines: [GROUND, ISLAND], ledges: LEDGES,
    tick(time, dt) {
      for (const { body, at } of platforms) body.moveTo(at(time), dt);
    },
  };
}
