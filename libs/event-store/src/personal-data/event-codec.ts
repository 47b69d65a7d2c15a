import type { EventDefinition } from '@repairline/contracts/event';
import type { AnyEvent, ReadOptions } from '../event-store';
import type { EventRegistry } from '../event-registry';
import { UnreadableEvent } from '../unreadable-event';
import type { Keyring, SubjectKey } from './keyring';
import { open, seal } from './sealing';

type Json = Record<string, unknown>;

/**
 * An event as it is stored. Personal fields are not in `data`: if any has a value, `data.$personal` holds `k`, the
 * key's id, and `c`, base64 of iv | tag | ciphertext of their JSON, bound to the event's id.
 */
export interface StoredEvent {
  id: string;
  type: string;
  version: number;
  data: Json;
}

export interface EventCodec<E extends AnyEvent> {
  /** @throws if an event does not fit its definition */
  encode(events: readonly { id: string; event: E }[]): Promise<StoredEvent[]>;
  /**
   * In the newest version; fields whose key was erased are null.
   * @throws {UnreadableEvent} if an event is of an unknown type or version, or has a changed ciphertext
   */
  decode: Decoding<E>;
  /** The same for readers of the log, who must get past such an event: an UnreadableEvent takes its place. */
  decodePage(stored: readonly StoredEvent[], options?: ReadOptions): Promise<E[]>;
}

/** How a store turns what it has read into events: all of them, or with UnreadableEvents among them. */
export type Decoding<E extends AnyEvent> = (stored: readonly StoredEvent[]) => Promise<E[]>;

const NO_KEYS: ReadonlyMap<string, SubjectKey> = new Map();

export function createEventCodec<E extends AnyEvent>(registry: EventRegistry<E>, keyring: Keyring): EventCodec<E> {
  const reader = (keys: ReadonlyMap<string, SubjectKey>) => (event: StoredEvent) => {
    try {
      const data = opened(registry.stored(event.type, event.version), event, keys);
      return registry.upcast(event.type, event.version, data);
    } catch (error) {
      throw new UnreadableEvent(event, error);
    }
  };
  return {
    async encode(events) {
      const drafts = events.map(({ id, event }) => draftOf(registry.newest(event.type), id, event.data));
      const subjects = new Set(drafts.flatMap((draft) => (draft.secret ? [draft.subject] : [])));
      const keys = subjects.size > 0 ? await keyring.keysFor([...subjects]) : NO_KEYS;
      return drafts.map((draft) => sealed(draft, keys));
    },
    async decode(stored) {
      return stored.map(reader(await keysOf(stored, keyring)));
    },
    async decodePage(stored, { redacted = false } = {}) {
      const read = reader(redacted ? NO_KEYS : await keysOf(stored, keyring));
      try {
        return stored.map(read);
      } catch {
        return stored.map((event) => readOrUnreadable(event, read));
      }
    },
  };
}

interface Draft extends StoredEvent {
  subject: string;
  /** The personal fields; null if none has a value. */
  secret: Json | null;
}

function draftOf(definition: EventDefinition, id: string, given: object): Draft {
  const { type, version, personal, subject } = definition;
  const parsed = definition.data.safeParse(given);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`${type} version ${version} is not valid: ${faults.join('; ')}`);
  }
  const data: Json = { ...parsed.data };
  const secret: Json = {};
  for (const field of personal) {
    if (data[field] !== null && data[field] !== undefined) secret[field] = data[field];
    delete data[field];
  }
  const hasSecret = Object.keys(secret).length > 0;
  return { id, type, version, data, subject: String(subject && data[subject]), secret: hasSecret ? secret : null };
}

function sealed(
  { id, type, version, data, subject, secret }: Draft,
  keys: ReadonlyMap<string, SubjectKey>,
): StoredEvent {
  if (!secret) return { id, type, version, data };
  const key = keys.get(subject);
  if (!key) throw new Error(`The keyring gave no key for the subject of ${type} ${id}`);
  const ciphertext = seal(key.key, Buffer.from(JSON.stringify(secret)), id).toString('base64');
  return { id, type, version, data: { ...data, $personal: { k: key.keyId, c: ciphertext } } };
}

/** Only for a page that could not be read as a whole: a long log is read event by event, and each step counts. */
function readOrUnreadable<E extends AnyEvent>(stored: StoredEvent, read: (event: StoredEvent) => E): E {
  try {
    return read(stored);
  } catch (unreadable) {
    // It has the type of one of the log's events, or of one that only another program knows; its data throws.
    return unreadable as E;
  }
}

async function keysOf(stored: readonly StoredEvent[], keyring: Keyring): Promise<ReadonlyMap<string, SubjectKey>> {
  const keyIds = new Set<string>();
  for (const { data } of stored) if (isSealed(data.$personal)) keyIds.add(data.$personal.k);
  return keyIds.size > 0 ? keyring.keys([...keyIds]) : NO_KEYS;
}

function opened(definition: EventDefinition, stored: StoredEvent, keys: ReadonlyMap<string, SubjectKey>): Json {
  if (definition.personal.length === 0) return stored.data;
  const data: Json = {};
  for (const field in stored.data) if (field !== '$personal') data[field] = stored.data[field];
  for (const field of definition.personal) data[field] = null;
  const { $personal } = stored.data;
  const key = isSealed($personal) && keys.get($personal.k);
  if (!key) return data;
  const secret = open(key.key, Buffer.from($personal.c, 'base64'), stored.id).toString();
  return Object.assign(data, JSON.parse(secret) as Json);
}

function isSealed(value: unknown): value is { k: string; c: string } {
  return typeof value === 'object' && value !== null && 'k' in value && 'c' in value;
}
