/** What this process has seen of a stream. */
interface SeenStream {
  version: number;
  /** A fingerprint of every command that brought it to this version. */
  commands: Set<number>;
}

/** The target of an append. */
export interface AppendTarget {
  stream: string;
  /** null for any version. */
  expected: number | null;
  /** A UUID. */
  commandId: string;
}

/** Measured bytes of heap in Node 24: of a stream with its name and first commands, and of each further command. */
const STREAM_BYTES = 750;
const COMMAND_BYTES = 25;
const MOST_BYTES = 8_000_000;

export type StreamVersionCache = ReturnType<typeof createStreamVersionCache>;

/**
 * The versions of the most recently used streams, so that a command that has just read its stream can append without a
 * second lookup. A log only grows, so an entry may be outdated but never wrong: if an append at exactly that version
 * succeeds, nothing came between, and its command is none of the earlier ones.
 *
 * 32 bits of each command id are kept. Two ids that share them, one in millions, only cost a lookup in the log.
 */
export function createStreamVersionCache(mostBytes = MOST_BYTES) {
  const streams = new Map<string, SeenStream>();
  let bytes = 0;

  function forget(stream: string): void {
    bytes -= sizeOf(streams.get(stream));
    streams.delete(stream);
  }

  function remember(stream: string, seen: SeenStream): void {
    streams.set(stream, seen);
    bytes += sizeOf(seen);
    for (const oldest of streams.keys()) {
      if (bytes <= mostBytes) break;
      forget(oldest);
    }
  }

  return {
    /**
     * The version after which the append would be new; 0 for a stream that was never seen and should not exist yet.
     * Undefined if the log has to be asked: nothing is known of the stream at that version, or the command seems to be
     * done.
     */
    versionFor({ stream, expected, commandId }: AppendTarget): number | undefined {
      const known = streams.get(stream);
      if (!known) return expected === 0 ? 0 : undefined;
      const isAsSeen = expected === null || known.version === expected;
      return isAsSeen && !known.commands.has(fingerprint(commandId)) ? known.version : undefined;
    },
    /** Whether the stream was seen, as far as is remembered. */
    knows: (stream: string): boolean => streams.has(stream),
    /**
     * Records what was seen; ignored if something newer was seen before.
     * @param commandIds all commands that brought the stream to its version
     */
    seen(stream: string, version: number, commandIds: readonly string[]): void {
      if ((streams.get(stream)?.version ?? 0) > version) return;
      forget(stream);
      remember(stream, { version, commands: new Set(commandIds.map(fingerprint)) });
    },
    /** Records that a command brought the stream from one version to another; forgets it if it was not seen at the first. */
    appended(stream: string, commandId: string, { from, to }: { from: number; to: number }): void {
      const before = streams.get(stream) ?? { version: 0, commands: new Set<number>() };
      forget(stream);
      if (before.version !== from) return;
      before.commands.add(fingerprint(commandId));
      remember(stream, { version: to, commands: before.commands });
    },
    forget,
  };
}

function sizeOf(seen: SeenStream | undefined): number {
  return seen ? STREAM_BYTES + COMMAND_BYTES * seen.commands.size : 0;
}

/** Taken from the end of the UUID, which is random or a hash in every version. */
function fingerprint(commandId: string): number {
  return parseInt(commandId.slice(-8), 16) | 0;
}
