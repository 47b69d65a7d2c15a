import { createStreamStandings, type CommandEnd, type Standing } from '../stream-standings';
import { readWholeStream, type Connection } from './connection';
import { fromRecorded, type LoggedEvent } from './logged-event';

export interface CommittedEnd extends CommandEnd {
  commit: number;
}

/** Streams as they are read, and their standings. */
export function createStreams(connection: Connection, prefix: string) {
  const standings = createStreamStandings<CommittedEnd>();

  async function read(stream: string): Promise<LoggedEvent[]> {
    const recorded = await readWholeStream(connection, prefix + stream);
    const events = recorded.map((event) => fromRecorded(prefix, event));
    if ((events[0]?.streamVersion ?? 1) !== 1) throw beginsLater(stream);
    // Somebody may have deleted what was seen before.
    standings.forget(stream);
    standings.seen(stream, standingOf(events));
    return events;
  }

  return {
    standings,
    read,
    fresh: async (stream: string): Promise<Standing<CommittedEnd>> => standingOf(await read(stream)),
  };
}

/** Somebody has deleted the stream, or cut it off: what is left says nothing true of what it is about. */
export function beginsLater(stream: string): Error {
  return new Error(`EventStoreDB no longer holds the first events of ${stream}`);
}

function standingOf(events: readonly LoggedEvent[]): Standing<CommittedEnd> {
  const commands = new Map(
    events.map(({ causationId, streamVersion, commit }) => [causationId, { streamVersion, commit }]),
  );
  return { version: events.length, commands };
}
