import { createStreamVersionCache } from './stream-version-cache';
import { readWholeStream, type Connection } from './connection';
import { fromRecorded, type LoggedEvent } from './logged-event';

/** Version and commit position of a command's last event. */
export interface CommittedEnd {
  streamVersion: number;
  commit: number;
}

/** A stream's version, and where each command that may be looked up by its id ended. */
export interface ReadStream {
  version: number;
  ends: ReadonlyMap<string, CommittedEnd>;
}

/** Reads streams and caches their versions. */
export function createStreams(connection: Connection, prefix: string) {
  const versionCache = createStreamVersionCache();

  async function read(stream: string): Promise<LoggedEvent[]> {
    const recorded = await readWholeStream(connection, prefix + stream);
    const events = recorded.map((event) => fromRecorded(prefix, event));
    if ((events[0]?.streamVersion ?? 1) !== 1) throw firstEventsMissing(stream);
    versionCache.seen(
      stream,
      events.length,
      events.map(({ causationId }) => causationId),
    );
    return events;
  }

  return {
    versionCache,
    read,
    async fresh(stream: string): Promise<ReadStream> {
      const events = await read(stream);
      const ends = new Map(
        events.map(({ causationId, streamVersion, commit }) => [causationId, { streamVersion, commit }]),
      );
      return { version: events.length, ends };
    },
  };
}

/** Somebody has deleted or truncated the stream: what is left does not give its true state. */
export function firstEventsMissing(stream: string): Error {
  return new Error(`EventStoreDB no longer holds the first events of ${stream}`);
}
