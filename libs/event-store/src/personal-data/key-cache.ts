import type { SubjectKey } from './keyring';

interface Entry extends SubjectKey {
  subject: string;
  freshUntil: number;
}

const FRESH_MS = 60_000;

/**
 * The most recently used keys, each for 60 s, which setting the system clock back does not prolong. A key that was
 * loaded before a drop may be the dropped one, so `add` accepts a key only with a ticket taken after the last drop.
 */
export function createKeyCache(capacity: number, now: () => number = () => performance.now()) {
  const byId = new Map<string, Entry>();
  const idOfSubject = new Map<string, string>();
  let drops = 0;

  function remove(keyId: string): void {
    const entry = byId.get(keyId);
    if (!entry) return;
    byId.delete(keyId);
    if (idOfSubject.get(entry.subject) === keyId) idOfSubject.delete(entry.subject);
  }

  function find(keyId: string | undefined): SubjectKey | undefined {
    const entry = keyId === undefined ? undefined : byId.get(keyId);
    if (!entry || keyId === undefined) return undefined;
    if (entry.freshUntil < now()) {
      remove(keyId);
      return undefined;
    }
    byId.delete(keyId);
    byId.set(keyId, entry);
    return { keyId, key: entry.key };
  }

  return {
    ticket: () => drops,
    byId: find,
    bySubject: (subject: string) => find(idOfSubject.get(subject)),
    add(ticket: number, subject: string, key: SubjectKey): void {
      if (ticket !== drops) return;
      remove(key.keyId);
      byId.set(key.keyId, { keyId: key.keyId, key: key.key, subject, freshUntil: now() + FRESH_MS });
      idOfSubject.set(subject, key.keyId);
      const oldest = byId.size > capacity ? byId.keys().next().value : undefined;
      if (oldest !== undefined) remove(oldest);
    },
    drop(keyId: string): void {
      drops += 1;
      remove(keyId);
    },
    dropSubject(this: void, subject: string): void {
      drops += 1;
      remove(idOfSubject.get(subject) ?? '');
    },
    clear(): void {
      drops += 1;
      byId.clear();
      idOfSubject.clear();
    },
  };
}
