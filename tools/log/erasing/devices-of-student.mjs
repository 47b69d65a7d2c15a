import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const MOST_SIMILAR = 10;
/** Of the pairs of letters of two names, how many are in both: one wrong letter in ten leaves about 0.8. */
const SIMILAR = 0.5;

/** The text as the product's search compares it, however its letters are composed. */
function comparable(text) {
  const { foldForSearch } = require('@repairline/contracts/texts/folded-text');
  return foldForSearch(text ?? '')
    .trim()
    .replace(/\s+/gu, ' ');
}

/**
 * Every device that has ever borne the student's name, which only the log knows; the ways the name is spelled there;
 * all other names; and the positions of events that cannot be read, since one of them must not keep a student's data
 * from being erased.
 */
export async function devicesOf(store, student) {
  const { logPages } = require('@repairline/event-store/reading/log-pages');
  const { isReadable } = require('@repairline/event-store/unreadable-event');
  const wanted = comparable(student);
  const [devices, spellings, others] = [new Set(), new Set(), new Set()];
  const unreadable = [];
  for await (const page of logPages(store, { after: 0 })) {
    for (const envelope of page) {
      if (!isReadable(envelope)) {
        unreadable.push(envelope.position);
        continue;
      }
      const { studentName, deviceId } = envelope.event.data;
      if (!studentName) continue;
      const isMeant = comparable(studentName) === wanted;
      (isMeant ? spellings : others).add(studentName);
      if (isMeant) devices.add(deviceId);
    }
  }
  return { devices: [...devices], spellings: [...spellings], others: [...others], unreadable };
}

/** Those of the texts that are most like the one wanted, at most ten. */
export function mostSimilar(wanted, texts) {
  const pairs = pairsOf(wanted);
  return texts
    .map((text) => ({ text, similarity: similarityOf(pairs, pairsOf(text)) }))
    .filter(({ similarity }) => similarity >= SIMILAR)
    .sort((one, other) => other.similarity - one.similarity)
    .slice(0, MOST_SIMILAR)
    .map(({ text }) => text);
}

/** Pairs of neighbouring letters and digits; what stands between words does not count. */
function pairsOf(text) {
  const letters = [...comparable(text).replace(/[^\p{L}\p{N}]/gu, '')];
  return new Set(letters.map((letter, place) => letter + (letters[place + 1] ?? '')));
}

/** Sørensen's and Dice's coefficient. */
function similarityOf(one, other) {
  const shared = [...one].filter((pair) => other.has(pair)).length;
  return (2 * shared) / (one.size + other.size);
}
