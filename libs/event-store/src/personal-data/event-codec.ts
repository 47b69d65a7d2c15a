import type { EventDefinition } from '@repairline/contracts/event';
import type { AnyEvent, ReadOptions } from '../event-store';
import type { EventRegistry } from '../event-registry';
import { UnreadableEvent } from '../unreadable-event';
import type { Keyring, SubjectKey } from './keyring';
import { open, seal } from '@repairline/service-kit/sealing';

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
   * @throws {UnreadableEvent} if an event is of an unknown type or version, is no object, or has changed personal data
   */
  decode: Decoding<E>;
  /** The same for readers of the log, who must get past such an event: an UnreadableEvent takes its place. */
  decodePage(stored: readonly StoredEvent[], options?: ReadOptions): Promise<E[]>;
}

/** How a store turns what it has read into events: all of them, or with UnreadableEvents among them. */
export type Decoding<E extends AnyEvent> = (stored: readonly StoredEvent[]) => Promise<E[]>;

type Keys = ReadonlyMap<string, SubjectKey>;

const NO_KEYS: Keys = new Map();
/** For readers that look at no personal data, be it sealed as it should or not. */
const REDACTED: Keys = new Map();
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/iu;

export function createEventCodec<E extends AnyEvent>(registry: EventRegistry<E>, keyring: Keyring): EventCodec<E> {
  const reader = (keys: Keys) => (event: StoredEvent) => {
    try {
      const definition = registry.stored(event.type, event.version);
      if (!isObject(event.data)) throw new Error('Its data is no object');
      const data = opened(definition, event.data, event.id, keys);
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
      const read = reader(redacted ? REDACTED : await keysOf(stored, keyring));
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
  const fields: Json = parsed.data;
  const data: Json = {};
  let secret: Json | null = null;
  for (const field in fields) {
    if (!personal.includes(field)) data[field] = fields[field];
    else if (fields[field] !== null && fields[field] !== undefined) (secret ??= {})[field] = fields[field];
  }
  return { id, type, version, data, subject: String(subject && data[subject]), secret };
}

function sealed({ id, type, version, data, subject, secret }: Draft, keys: Keys): StoredEvent {
  if (!secret) return { id, type, version, data };
  const key = keys.get(subject);
  if (!key) throw new Error(`The keyring gave no key for the subject of ${type} ${id}`);
  data.$personal = { k: key.keyId, c: seal(key.key, JSON.stringify(secret), id).toString('base64') };
  return { id, type, version, data };
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

async function keysOf(stored: readonly StoredEvent[], keyring: Keyring): Promise<Keys> {
  const keyIds = new Set<string>();
  for (const { data } of stored) if (isObject(data) && isSealed(data.$personal)) keyIds.add(data.$personal.k);
  // For a single id of another form a keyring fails, and with it the whole page.
  const wanted = [...keyIds].filter((keyId) => UUID.test(keyId));
  return wanted.length > 0 ? keyring.keys(wanted) : NO_KEYS;
}

function opened(definition: EventDefinition, stored: Json, eventId: string, keys: Keys): Json {
  if (definition.personal.length === 0) return stored;
  const data: Json = {};
  for (const field in stored) if (field !== '$personal') data[field] = stored[field];
  for (const field of definition.personal) data[field] = null;
  const { $personal } = stored;
  if ($personal === undefined || keys === REDACTED) return data;
  if (!isSealed($personal)) throw new Error('Its $personal lacks k or c');
  const key = keys.get($personal.k);
  if (!key && !UUID.test($personal.k)) throw new Error(`Its key's id is no UUID`);
  if (!key) return data;
  const secret = open(key.key, Buffer.from($personal.c, 'base64'), eventId).toString();
  return Object.assign(data, JSON.parse(secret) as Json);
}

/** Whoever may write to the log may have put anything there. */
function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);
}

function isSealed(value: unknown): value is { k: string; c: string } {
  return isObject(value) && typeof value.k === 'string' && typeof value.c === 'string';
}
