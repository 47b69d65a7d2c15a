import { createHash } from 'node:crypto';

/** A stream of numbers in [0, 1), the same for the same seed (mulberry32), and choices based on it. */
export function createRandom(seed) {
  let state = createHash('sha256').update(seed).digest().readUInt32LE();
  function next() {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  return {
    next,
    chance: (probability) => next() < probability,
    between: (least, most) => least + next() * (most - least),
    pick: (list) => list[Math.floor(next() * list.length)],
    /** Picks from `[value, weight]` pairs. */
    weighted(pairs) {
      let left = next() * pairs.reduce((sum, [, weight]) => sum + weight, 0);
      return (pairs.find(([, weight]) => (left -= weight) < 0) ?? pairs.at(-1))[0];
    },
    /** A waiting time, exponentially distributed around a mean. */
    wait: (mean) => -Math.log(1 - next()) * mean,
  };
}

/** A UUID (version 5 layout) derived from a name, so that the same seed makes the same district. */
export function namedId(...parts) {
  const bytes = createHash('sha1').update(parts.join('\u0000')).digest().subarray(0, 16);
  bytes[6] = (bytes[6] & 0x0f) | 0x50;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, '$1-$2-$3-$4-$5');
}
