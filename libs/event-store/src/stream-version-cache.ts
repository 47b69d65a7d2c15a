/** What this process has seen of a stream. */
interface SeenStream {
  version: number;
  /** A fingerprint of every command that brought it to this version. */
  commands: Set<number>;
  bytes: number;
  /** Whether it was used again since it became the newest entry. */
  isUsed: boolean;
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
 * The versions of recently used streams, so that a command that has just read its stream can append without a second
 * lookup. A log only grows, so an entry may be outdated but never wrong: if an append at exactly that version succeeds,
 * nothing came between, and its command is none of the earlier ones.
 *
 * 32 bits of each command id are kept. Two ids that share them, one in millions, only cost a lookup in the log.
 *
 * Entries stay in place when they are used; only when room is needed, those used again are spared once (second chance,
 * or CLOCK). Moving each to the end would keep garbage alive (service-kit's README).
 */
export function createStreamVersionCache(mostBytes = MOST_BYTES) {
  const streams = new Map<string, SeenStream>();
  let bytes = 0;

  function forget(stream: string): void {
    bytes -= streams.get(stream)?.bytes ?? 0;
    streams.delete(stream);
  }

  function remember(stream: string, version: number, commands: Set<number>): void {
    const size = STREAM_BYTES + COMMAND_BYTES * commands.size;
    const known = streams.get(stream);
    bytes += size - (known?.bytes ?? 0);
    if (known) {
      known.version = version;
      known.commands = commands;
      known.bytes = size;
      known.isUsed = true;
    } else streams.set(stream, { version, commands, bytes: size, isUsed: false });
    if (bytes > mostBytes) makeRoom();
  }

  function makeRoom(): void {
    for (const [stream, seen] of streams) {
      if (bytes <= mostBytes) return;
      if (seen.isUsed) {
        seen.isUsed = false;
        streams.delete(stream);
        streams.set(stream, seen);
      } else forget(stream);
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
      remember(stream, version, new Set(commandIds.map(fingerprint)));
    },
    /** Records that a command brought the stream from one version to another; forgets it if it was not seen at the first. */
    appended(stream: string, commandId: string, { from, to }: { from: number; to: number }): void {
      const { version, commands } = streams.get(stream) ?? { version: 0, commands: new Set<number>() };
      if (version !== from) return forget(stream);
      remember(stream, to, commands.add(fingerprint(commandId)));
    },
    forget,
  };
}

/** Taken from the end of the UUID, which is random or a hash in every version. */
function fingerprint(commandId: string): number {
  return parseInt(commandId.slice(-8), 16) | 0;
}
