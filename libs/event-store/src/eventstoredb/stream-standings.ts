import { readWholeStream, type Connection } from './connection';
import { fromRecorded, type LoggedEvent } from './logged-event';

export interface Standing {
  /** 0 for a stream that does not exist. */
  version: number;
  /** Where each command's last event stands, by command id. */
  commands: Map<string, { streamVersion: number; commit: number }>;
}

const MOST_STREAMS = 2_000;

/**
 * What the streams used last hold, so that a command that has just read its stream can append without reading it again.
 * Only a hint: an append is recorded at the version that was looked at, or not at all.
 */
export function createStreamStandings(connection: Connection, prefix: string) {
  const standings = new Map<string, Standing>();

  function remember(stream: string, standing: Standing): Standing {
    standings.delete(stream);
    standings.set(stream, standing);
    const oldest = standings.size > MOST_STREAMS ? standings.keys().next().value : undefined;
    if (oldest !== undefined) standings.delete(oldest);
    return standing;
  }

  async function read(stream: string): Promise<LoggedEvent[]> {
    const recorded = await readWholeStream(connection, prefix + stream);
    const events = recorded.map((event) => fromRecorded(prefix, event));
    if ((events[0]?.streamVersion ?? 1) !== 1) throw beginsLater(stream);
    remember(stream, standingOf(events));
    return events;
  }

  return {
    read,
    fresh: async (stream: string): Promise<Standing> => standingOf(await read(stream)),
    /** From memory, where a stream is expected at just that version; one that should not exist yet holds nothing. */
    hint(stream: string, expected: number | null): Standing | undefined {
      const known = standings.get(stream);
      if (known?.version === expected) return known;
      return expected === 0 && !known ? standingOf([]) : undefined;
    },
    appended(stream: string, before: Standing, command: string, end: { streamVersion: number; commit: number }): void {
      remember(stream, { version: end.streamVersion, commands: before.commands.set(command, end) });
    },
    forget: (stream: string) => void standings.delete(stream),
  };
}

/** Somebody has deleted the stream, or cut it off: what is left says nothing true of what it is about. */
export function beginsLater(stream: string): Error {
  return new Error(`EventStoreDB no longer holds the first events of ${stream}`);
}

function standingOf(events: readonly LoggedEvent[]): Standing {
  const commands = new Map(
    events.map(({ causationId, streamVersion, commit }) => [causationId, { streamVersion, commit }]),
  );
  return { version: events.length, commands };
}
