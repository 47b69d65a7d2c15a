import { WrongExpectedVersionError } from '@eventstore/db-client';
import type { AppendResult } from '../../event-store';
import type { PreparedAppend } from '../../appending/prepare-append';
import { withTimeout, type Connection } from '../connection';
import type { LogTail } from '../reading/log-tail';
import { toEventData } from '../logged-event';
import { firstEventsMissing, type CommittedEnd, type createStreams, type ReadStream } from '../streams';

export interface RecorderOptions {
  connection: Connection;
  prefix: string;
  tail: Pick<LogTail, 'ready' | 'positionOf'>;
  streams: ReturnType<typeof createStreams>;
}

const ATTEMPTS = 10;
/** None of the commands seen is this one. */
const NONE: ReadStream['ends'] = new Map();

/**
 * Creates the function that records an append at the version its stream was last seen at. If the server says that the
 * stream has moved on, it is read again: either the command is already there, or it is a conflict, or any version will
 * do and the append is tried once more.
 */
export function createRecorder({ connection, prefix, tail, streams }: RecorderOptions) {
  async function settled(append: PreparedAppend, { version, ends }: ReadStream): Promise<AppendResult | null> {
    const done = ends.get(append.commandId);
    if (done) {
      const position = await tail.positionOf(done.commit);
      return { status: 'duplicate', streamVersion: done.streamVersion, position };
    }
    const isConflict = append.expected !== null && append.expected !== version;
    return isConflict ? { status: 'conflict', streamVersion: version } : null;
  }

  async function write(append: PreparedAppend, version: number): Promise<AppendResult | null> {
    const end = await writeAt(connection, prefix, append, version).catch((error: unknown) => {
      streams.versionCache.forget(append.stream);
      throw error;
    });
    if (!end) return null;
    streams.versionCache.appended(append.stream, append.commandId, { from: version, to: end.streamVersion });
    return { status: 'appended', streamVersion: end.streamVersion, position: await tail.positionOf(end.commit) };
  }

  return async (append: PreparedAppend): Promise<AppendResult> => {
    await tail.ready();
    // When any version will do, the stream that was seen may have been deleted since.
    const hint = append.expected === null ? undefined : streams.versionCache.versionFor(append);
    let stream = hint === undefined ? await streams.fresh(append.stream) : { version: hint, ends: NONE };
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const answer = (await settled(append, stream)) ?? (await write(append, stream.version));
      if (answer) return answer;
      stream = await streams.fresh(append.stream);
    }
    throw new Error(`The stream ${append.stream} changed at each of ${ATTEMPTS} attempts`);
  };
}

/** @returns where the append's last event is, or null if the stream is at another version */
async function writeAt(
  { client, credentials }: Connection,
  prefix: string,
  append: PreparedAppend,
  version: number,
): Promise<CommittedEnd | null> {
  const expectedRevision = version === 0 ? 'no_stream' : BigInt(version - 1);
  const appending = client.appendToStream(prefix + append.stream, toEventData(append), {
    expectedRevision,
    credentials,
  });
  try {
    const { success, nextExpectedRevision, position } = await withTimeout(appending);
    if (!success) return null;
    if (!position) throw new Error('EventStoreDB does not say where it has recorded an event');
    const streamVersion = Number(nextExpectedRevision) + 1;
    if (streamVersion !== version + append.events.length) throw firstEventsMissing(append.stream);
    return { streamVersion, commit: Number(position.commit) };
  } catch (error) {
    if (error instanceof WrongExpectedVersionError) return null;
    throw error;
  }
}
