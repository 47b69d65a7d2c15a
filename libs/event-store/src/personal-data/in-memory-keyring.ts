import { randomBytes, randomUUID } from 'node:crypto';
import type { Keyring, SubjectKey } from './keyring';

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
