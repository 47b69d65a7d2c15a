/** What a process has seen of a stream. */
interface Standing {
  version: number;
  /** A fingerprint of every command that had brought it there. */
  commands: Set<number>;
}

/** Where an append may go. */
export interface Appendix {
  stream: string;
  /** null for any. */
  expected: number | null;
  /** A UUID. */
  commandId: string;
}

/** In bytes, as a process of Node 24 was measured to grow: a stream with its name and its first commands, and each further command. */
const STREAM = 750;
const COMMAND = 25;
const MOST_BYTES = 8_000_000;

export type StreamStandings = ReturnType<typeof createStreamStandings>;

/**
 * The standings of the streams used last, so that a command that has just read its stream can append without a second look.
 * A log only grows, so what was seen may be outdated and is never wrong: where an append at just that version goes through,
 * nothing has come between, and its command is none of those before.
 *
 * Of a command 32 bits of its id are kept. Two that share them only cost a look at the log, for one in millions.
 */
export function createStreamStandings(mostBytes = MOST_BYTES) {
  const standings = new Map<string, Standing>();
  let bytes = 0;

  function forget(stream: string): void {
    bytes -= sizeOf(standings.get(stream));
    standings.delete(stream);
  }

  function remember(stream: string, standing: Standing): void {
    standings.set(stream, standing);
    bytes += sizeOf(standing);
    for (const oldest of standings.keys()) {
      if (bytes <= mostBytes) break;
      forget(oldest);
    }
  }

  return {
    /**
     * The version behind which the append is new, whatever was never seen: 0 for a stream that should not exist yet. Undefined
     * where the log has to be asked: nothing is known of the stream at that version, or the command seems to be done.
     */
    versionFor({ stream, expected, commandId }: Appendix): number | undefined {
      const known = standings.get(stream);
      if (!known) return expected === 0 ? 0 : undefined;
      const isAsSeen = expected === null || known.version === expected;
      return isAsSeen && !known.commands.has(fingerprint(commandId)) ? known.version : undefined;
    },
    /** Whether it was ever seen, as far as is remembered. */
    knows: (stream: string): boolean => standings.has(stream),
    /** What was seen before something newer says nothing. @param commandIds all that brought the stream to its version */
    seen(stream: string, version: number, commandIds: readonly string[]): void {
      if ((standings.get(stream)?.version ?? 0) > version) return;
      forget(stream);
      remember(stream, { version, commands: new Set(commandIds.map(fingerprint)) });
    },
    /** A command has brought the stream from the one version, as `versionFor` gave it, to the other. */
    appended(stream: string, commandId: string, { from, to }: { from: number; to: number }): void {
      const before = standings.get(stream) ?? { version: 0, commands: new Set<number>() };
      forget(stream);
      if (before.version !== from) return;
      before.commands.add(fingerprint(commandId));
      remember(stream, { version: to, commands: before.commands });
    },
    forget,
  };
}

function sizeOf(standing: Standing | undefined): number {
  return standing ? STREAM + COMMAND * standing.commands.size : 0;
}

/** Of a UUID's end: whatever its version, that is where it is random, or a hash. */
function fingerprint(commandId: string): number {
  return parseInt(commandId.slice(-8), 16) | 0;
}
