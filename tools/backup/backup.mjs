import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { completeCheckout } from '../start/checkout/checkout.mjs';
import { dataDirOf } from '../shared/data-folder.mjs';
import { StartError, isDiskFull, say } from '../shared/say.mjs';
import { untilStopped } from '../start/processes/stopping.mjs';
import { createProgress } from '../shared/progress.mjs';
import { readArguments, ROOT, runCommand, UsageError } from '../shared/run-command.mjs';
import { readProduct } from '../shared/running-product.mjs';
import { checkDataKey } from './data-key.mjs';
import { nameAt, removeOlder, removeUnfinished } from './file/kept.mjs';
import { takeBackup } from './database/take.mjs';
import { undecidedLines } from './database/undecided.mjs';

const USAGE = `npm run backup -- <file>
npm run backup -- --into <folder> [--keep <number>]

Copies the product's logs to <file>, and the keys of personal data and the password hashes to <file>.keys. The product may
keep running. Views, sign-ins and the contents of the message bus are left out: a restored product makes them again.
Keep <file>, <file>.keys and the data folder's secrets.json in three separate places; without secrets.json neither file can
be restored. --into names the file after the time; --keep then removes all but the newest <number> once the new one is
complete. DATA_DIR names the data folder; if no product runs there, DATABASE_URL and DATA_KEY name the database.`;

/** The database of the product running on the data folder, or the one that the environment names, and its key. */
function findDatabase(root, env) {
  const dataDir = dataDirOf(root, env);
  const { run, secrets } = readProduct(dataDir);
  const url = run?.databaseAdminUrl ?? env.DATABASE_URL;
  const kept = secrets?.dataKey;
  const secretsFile = join(dataDir, 'secrets.json');
  const dataKey = env.DATA_KEY?.toLowerCase() || kept;
  if ((run ? run.eventStore?.EVENT_STORE : env.EVENT_STORE) === 'eventstoredb')
    throw new StartError('With EVENT_STORE=eventstoredb the logs are in that server: back them up with its own tools.');
  if (!url)
    throw new StartError(
      `No product is running on ${dataDir}, and DATABASE_URL names no database. Start the product with \`npm start\`, or set DATABASE_URL and DATA_KEY.`,
    );
  if (run && kept && dataKey !== kept) throw new StartError(`DATA_KEY is not the key of the product on ${dataDir}.`);
  if (!dataKey) throw new StartError(`No DATA_KEY: ${secretsFile} does not exist.`);
  return { url, dataKey, from: env.DATA_KEY ? 'the environment' : secretsFile };
}

function readWanted(args) {
  const { values, positionals } = readArguments(args, { into: { type: 'string' }, keep: { type: 'string' } });
  const from = process.env.INIT_CWD ?? '.';
  if (values.into === undefined) {
    if (positionals.length !== 1) throw new UsageError('Into which file, or --into which folder?');
    if (values.keep !== undefined) throw new UsageError('--keep goes with --into.');
    return { file: resolve(from, positionals[0]) };
  }
  if (positionals.length > 0) throw new UsageError('Give a file or --into, not both.');
  if (!/^([1-9]\d{0,3})?$/.test(values.keep ?? '')) throw new UsageError('--keep takes a number from 1 to 9999.');
  const folder = resolve(from, values.into);
  return { file: join(folder, nameAt(new Date())), folder, keep: Number(values.keep ?? 0) };
}

async function main(root, { file, folder, keep }, signal) {
  const keysFile = `${file}.keys`;
  for (const taken of [file, keysFile]) if (existsSync(taken)) throw new StartError(`${taken} already exists.`);
  if (!existsSync(dirname(file))) throw new StartError(`The folder ${dirname(file)} does not exist.`);
  const database = findDatabase(root, process.env);
  await completeCheckout(root);
  await untilStopped(signal, (closers) => backUp({ root, database, file, keysFile, folder, keep, signal }, closers));
}

async function backUp({ root, database, file, keysFile, folder, keep, signal }, closers) {
  const { url, dataKey } = database;
  const { Client } = createRequire(join(root, 'libs', 'postgres', 'package.json'))('pg');
  const client = new Client({ connectionString: url, application_name: 'backup' });
  await client.connect();
  let taking;
  // Closed after the connection, without which it fails and removes what it has written.
  closers.push(() => taking?.catch(() => undefined));
  closers.push(() => client.end());
  await checkDataKey(client, database);
  const startedAt = Date.now();
  let done = 0;
  let progress;
  // Before anything is written: these files may be what fills the disk.
  if (folder)
    removeUnfinished(folder).forEach((name) => say(`Removed ${name}: the run that was writing it was killed.`));
  taking = takeBackup({
    ...{ client, root, dataKey, file, keysFile, signal },
    onEvents: (count, total) => (progress ??= createProgress(total, 'Events'))((done += count)),
  });
  const { events, apart } = await taking.catch((error) => {
    if (!isDiskFull(error)) throw error;
    throw new StartError(`The disk that holds ${file} is full. Free some space and take the backup again.`);
  });
  const counts = Object.entries(events).map(([service, count]) => `${service} ${count}`);
  say(`${file}: events of ${counts.join(', ')}, in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`);
  say(`${keysFile}: ${apart} keys and passwords. Keep it apart from the other file, and secrets.json apart from both.`);
  for (const line of await undecidedLines(client)) say(line);
  if (keep) removeOlder(folder, keep).forEach((name) => say(`Removed ${name}: the newest ${keep} are kept.`));
}

/** What stops a backup is said as it is; what breaks it, as a failure. */
function inWords(error) {
  if (error instanceof StartError) return error;
  return new Error(`The backup failed: ${error.message}`, { cause: error });
}

await runCommand(
  USAGE,
  async (args, signal) => {
    const wanted = readWanted(args);
    await main(ROOT, wanted, signal).catch((error) => {
      throw inWords(error);
    });
  },
  { endsInOrder: true },
);
