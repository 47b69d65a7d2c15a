/**
 * What a process has seen of a stream: that it was at a version, and every command that had brought it there. A log only
 * grows, so this may be outdated and is never wrong: where an append at just that version goes through, nothing has come
 * between, and its command is none of those before.
 */
export interface Standing<End extends CommandEnd> {
  /** 0 for a stream that does not exist. */
  version: number;
  /** By command id. */
  commands: Map<string, End>;
}

/** Where a command's last event stands. */
export interface CommandEnd {
  streamVersion: number;
}

/** Of commands, with the streams themselves: some 130 bytes each. */
const MOST_REMEMBERED = 50_000;

export type StreamStandings<End extends CommandEnd> = ReturnType<typeof createStreamStandings<End>>;

/** The standings of the streams used last, so that a command that has just read its stream can append without a second look. */
export function createStreamStandings<End extends CommandEnd>(most = MOST_REMEMBERED) {
  const standings = new Map<string, Standing<End>>();
  let remembered = 0;

  function forget(stream: string): void {
    remembered -= sizeOf(standings.get(stream));
    standings.delete(stream);
  }

  return {
    /** @param expected null for any. A stream that should not exist yet holds nothing. */
    at(stream: string, expected: number | null): Standing<End> | undefined {
      const known = standings.get(stream);
      if (known && (expected === null || known.version === expected)) return known;
      return expected === 0 && !known ? { version: 0, commands: new Map() } : undefined;
    },
    /** Whether it was ever seen, as far as is remembered. */
    knows: (stream: string): boolean => standings.has(stream),
    /** What was seen before something newer says nothing. */
    seen(stream: string, standing: Standing<End>): void {
      if ((standings.get(stream)?.version ?? 0) > standing.version) return;
      forget(stream);
      standings.set(stream, standing);
      remembered += sizeOf(standing);
      for (const oldest of standings.keys()) {
        if (remembered <= most) break;
        forget(oldest);
      }
    },
    appended(stream: string, before: Standing<End>, commandId: string, end: End): void {
      forget(stream);
      this.seen(stream, { version: end.streamVersion, commands: before.commands.set(commandId, end) });
    },
    forget,
  };
}

function sizeOf(standing: Standing<CommandEnd> | undefined): number {
  return standing ? 1 + standing.commands.size : 0;
}
