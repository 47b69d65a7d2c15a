const BITS = 2 ** 25;
const PROBES = 3;

/**
 * Which keys a table may hold, as a Bloom filter of 4 MB, however many keys. It never denies a key that was added; at
 * 1.5 million keys it wrongly affirms one in 500.
 */
export interface KeyBloomFilter {
  add(key: string): void;
  mayContain(key: string): boolean;
}

export function createKeyBloomFilter(): KeyBloomFilter {
  const bits = new Uint32Array(BITS / 32);
  return {
    add(key) {
      const [first, step] = hashes(key);
      for (let probe = 0; probe < PROBES; probe += 1) {
        const bit = (first + probe * step) & (BITS - 1);
        bits[bit >>> 5] = (bits[bit >>> 5] ?? 0) | (1 << (bit & 31));
      }
    },
    mayContain(key) {
      const [first, step] = hashes(key);
      for (let probe = 0; probe < PROBES; probe += 1) {
        const bit = (first + probe * step) & (BITS - 1);
        if (((bits[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return false;
      }
      return true;
    },
  };
}

/** FNV-1a, and its result mixed once more with the finalizer of MurmurHash3. */
function hashes(key: string): [number, number] {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index += 1) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  let other = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  other = Math.imul(other ^ (other >>> 13), 0xc2b2ae35);
  return [hash >>> 0, (other ^ (other >>> 16)) >>> 0];
}
