import { createRequire } from 'node:module';
import { join } from 'node:path';
import { StartError } from '../../shared/say.mjs';

/** Checks an existing EventStoreDB before anything is started on it. */
export async function checkExistingEventStore(root, url) {
  const { connect, readEverything } = createRequire(join(root, 'libs', 'event-store', 'package.json'))(
    '@repairline/event-store/eventstoredb/connection',
  );
  const host = url.replace(/^[^:]+:\/\/(?:[^@/]*@)?/, '').replace(/[/?].*$/, '');
  let connection;
  try {
    connection = connect(url);
  } catch (error) {
    throw new StartError(`EVENTSTOREDB_URL: cannot be used: ${firstLine(error)}`);
  }
  try {
    await readEverything(connection, null, 1);
  } catch (error) {
    const reason = error.type === 'access-denied' ? 'this user may not read all events there' : firstLine(error);
    throw new StartError(`EVENTSTOREDB_URL: no EventStoreDB serves at ${host}: ${reason}`);
  } finally {
    await connection.client.dispose();
  }
}

const firstLine = (error) => String(error.message ?? error).split('\n')[0];
