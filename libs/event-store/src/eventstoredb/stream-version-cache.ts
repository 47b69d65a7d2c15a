/** What this process has seen of a stream. */
interface SeenStream {
  version: number;
  /** Ids of all commands that brought it to this version. */
  commands: Set<string>;
}

/** The target of an append. */
export interface AppendTarget {
  stream: string;
  /** null for any version. */
  expected: number | null;
  commandId: string;
}

/** Some 13 MB at most. */
const CAPACITY = 20_000;

/**
 * The versions of the most recently used streams, so that a command that has just read its stream can append without
 * reading it again. A log only grows, so an entry may be outdated but never wrong: if an append at exactly that version
 * succeeds, nothing came between, and its command is none of the earlier ones.
 * @param capacity how many streams and commands to remember, together
 */
export function createStreamVersionCache(capacity = CAPACITY) {
  const streams = new Map<string, SeenStream>();
  let size = 0;

  const sizeOf = ({ commands }: SeenStream) => 1 + commands.size;

  function forget(stream: string): void {
    const known = streams.get(stream);
    if (!known) return;
    size -= sizeOf(known);
    streams.delete(stream);
  }

  function remember(stream: string, seen: SeenStream): void {
    streams.set(stream, seen);
    size += sizeOf(seen);
    for (const oldest of streams.keys()) {
      if (size <= capacity) return;
      forget(oldest);
    }
  }

  return {
    /**
     * The version after which the append would be new; 0 for a stream that was never seen and should not exist yet.
     * Undefined if the log has to be asked: nothing is known of the stream at that version, or the command is done.
     */
    versionFor({ stream, expected, commandId }: AppendTarget): number | undefined {
      const known = streams.get(stream);
      if (!known) return expected === 0 ? 0 : undefined;
      const isAsSeen = expected === null || known.version === expected;
      return isAsSeen && !known.commands.has(commandId) ? known.version : undefined;
    },
    /** @param commandIds all commands that brought the stream to its version */
    seen(stream: string, version: number, commandIds: readonly string[]): void {
      forget(stream);
      remember(stream, { version, commands: new Set(commandIds) });
    },
    /** Records that a command brought the stream from one version to another; forgets it if it was not seen at the first. */
    appended(stream: string, commandId: string, { from, to }: { from: number; to: number }): void {
      const { version, commands } = streams.get(stream) ?? { version: 0, commands: new Set<string>() };
      forget(stream);
      if (version === from) remember(stream, { version: to, commands: commands.add(commandId) });
    },
    forget,
  };
}
