import type { Pool } from 'pg';
import { ConfigurationError } from '@repairline/service-kit/configuration-error';
import { readEverything, type Connection } from '../connection';
import { placeOf } from './index-table';
import type { KnownLog } from './known-log';
import type { LogMark } from './log-mark';

/** This EventStoreDB holds another log than the one that the database belongs to. */
export class AnotherLogError extends ConfigurationError {
  /** Named like the types of the client's own errors. */
  readonly type = 'another-log';

  constructor(problem: string) {
    super('EVENTSTOREDB_URL', problem);
  }
}

const NOT_THIS_LOG =
  'this EventStoreDB does not hold the log that belongs to the database; use the one that does, or start with an empty database and an empty EventStoreDB';
const ANOTHERS_LOG =
  'this EventStoreDB holds the log of another database; use an empty one, or the database that belongs to this one';

/**
 * In a log other than the one the index was built from, positions would mean other events. An empty log has no event to
 * recognize it by, hence the mark.
 * @throws {AnotherLogError} if the newest known event is not where it was, or the mark of an empty log is not there
 */
export async function checkSameLog(
  connection: Connection,
  prefix: string,
  { index, lastEvent }: KnownLog,
  mark: LogMark,
): Promise<void> {
  const [commit, id] = [index.last(), lastEvent()];
  if (index.count() === 0) return checkMark(mark);
  const [event] = await readEverything(connection, placeOf(commit), 1);
  const isThere = event?.streamId.startsWith(prefix) && Number(event.position?.commit) === commit;
  if (isThere && (id === null || event?.id === id)) return;
  throw new AnotherLogError(NOT_THIS_LOG);
}

async function checkMark(mark: LogMark): Promise<void> {
  const found = await mark.look();
  if (found !== 'ours') throw new AnotherLogError(found === 'others' ? ANOTHERS_LOG : NOT_THIS_LOG);
}

/**
 * For a database without an index. The first process that finds no events saves one before it appends any, so events
 * are its own if there is an index by now; or if there are keys, as after the loss of the index alone.
 * @throws {AnotherLogError} if they belong to another database, which has the keys to what they say
 */
export async function checkOwnLog(pool: Pool, { index }: KnownLog): Promise<void> {
  if (index.count() === 0) return;
  const { rowCount } = await pool.query(
    'SELECT 1 FROM commit_index UNION ALL SELECT 1 FROM personal_data_keys LIMIT 1',
  );
  if (rowCount !== 0) return;
  throw new AnotherLogError(ANOTHERS_LOG);
}
