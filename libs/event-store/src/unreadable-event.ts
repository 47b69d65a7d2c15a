/**
 * Stands in an envelope for an event that cannot be read: this program does not know its type or version, or its
 * personal data does not open. A reader that must not miss it makes it a dead letter; whoever uses its data unawares
 * gets this error.
 */
export class UnreadableEvent extends Error {
  readonly type: string;

  constructor({ id, type, version }: { id: string; type: string; version: number }, cause: unknown) {
    super(`The event ${id} (${type} version ${version}) cannot be read`, { cause });
    this.name = 'UnreadableEvent';
    this.type = type;
  }

  get data(): never {
    throw this;
  }
}

export function isReadable({ event }: { event: object }): boolean {
  return !(event instanceof UnreadableEvent);
}

/** @throws {UnreadableEvent} */
export function requireReadable({ event }: { event: object }): void {
  if (event instanceof UnreadableEvent) throw event;
}
