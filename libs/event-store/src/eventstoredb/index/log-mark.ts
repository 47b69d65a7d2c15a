import { randomUUID } from 'node:crypto';
import { jsonEvent, WrongExpectedVersionError } from '@eventstore/db-client';
import type { Pool } from 'pg';
import { readWholeStream, withTimeout, type Connection } from '../connection';

interface Row {
  id: string;
  is_written: boolean;
}

/** Storage format: this stream holds one event. Outside the service's streams it takes no position. */
export const markStreamOf = (service: string): string => `repairline_installation-${service}`;
const MARK = 'LogMarked';

export type LogMark = ReturnType<typeof createLogMark>;

/**
 * Ties the service's database to its server by an event whose id both have. Written at the first use, and in an
 * installation from before there were marks when it next finds its log empty.
 */
export function createLogMark(connection: Connection, pool: Pool, stream: string) {
  let written: string | undefined;

  async function proposed(): Promise<Row> {
    const mark = [stream, randomUUID()];
    await pool.query('INSERT INTO log_mark (stream, id) VALUES ($1, $2) ON CONFLICT DO NOTHING', mark);
    const { rows } = await pool.query<Row>('SELECT id, is_written FROM log_mark WHERE stream = $1', [stream]);
    return rows[0] as Row;
  }

  async function write(id: string): Promise<boolean> {
    const { client, credentials } = connection;
    const event = jsonEvent({ id, type: MARK, data: {} });
    try {
      // To the server, the same id again is a repetition, which succeeds.
      await withTimeout(client.appendToStream(stream, event, { expectedRevision: 'no_stream', credentials }));
    } catch (error) {
      if (error instanceof WrongExpectedVersionError) return false;
      throw error;
    }
    await pool.query('UPDATE log_mark SET is_written = true WHERE stream = $1', [stream]);
    return true;
  }

  return {
    /** Writes the mark if that was never done. @returns 'others' if the server has one already, 'none' if ours is gone */
    async look(): Promise<'ours' | 'others' | 'none'> {
      if (!written) {
        // Asked anew until it is written: another process may have done so, on another server.
        const { id, is_written: isWritten } = await proposed();
        if (!isWritten) return (await write(id)) ? 'ours' : 'others';
        written = id;
      }
      const [mark] = await readWholeStream(connection, stream);
      return mark?.id === written ? 'ours' : 'none';
    },
  };
}
