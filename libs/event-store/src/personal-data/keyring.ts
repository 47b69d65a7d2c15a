import { randomBytes, randomUUID } from 'node:crypto';

export interface SubjectKey {
  /** A UUID; stored beside the ciphertext in events. */
  keyId: string;
  /** 32 bytes, for AES-256. */
  key: Buffer;
}

/** Keys of personal data, one per subject (a device with its student, a user), kept apart from the log. */
export interface Keyring {
  /** The keys to encrypt with, by subject; creates a subject's first key. Concurrent processes agree on one key. */
  keysFor(subjects: readonly string[]): Promise<ReadonlyMap<string, SubjectKey>>;
  /** The keys to decrypt with, by key id. An erased key is absent. */
  keys(keyIds: readonly string[]): Promise<ReadonlyMap<string, SubjectKey>>;
  /** From then on nobody can read what was encrypted for the subject. A later event about it gets a new key. */
  erase(subject: string): Promise<void>;
}

export function createInMemoryKeyring(): Keyring {
  const bySubject = new Map<string, SubjectKey>();

  function keyFor(subject: string): SubjectKey {
    const key = bySubject.get(subject) ?? { keyId: randomUUID(), key: randomBytes(32) };
    bySubject.set(subject, key);
    return key;
  }

  return {
    keysFor: (subjects) => Promise.resolve(new Map(subjects.map((subject) => [subject, keyFor(subject)]))),
    keys(keyIds) {
      const wanted = new Set(keyIds);
      const found = [...bySubject.values()].filter(({ keyId }) => wanted.has(keyId));
      return Promise.resolve(new Map(found.map((key) => [key.keyId, key])));
    },
    erase(subject) {
      bySubject.delete(subject);
      return Promise.resolve();
    },
  };
}
