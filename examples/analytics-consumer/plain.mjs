// Repairs per model and school, with nothing but a NATS client: `npm i nats`, this file, and credentials from
// `npm run -s consumer -- add <name> --context repairs > credentials.json`.
//
//   node plain.mjs credentials.json result.json [--once] [--from <position>] [--let-go]
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connect, nkeyAuthenticator } from 'nats';

const WORDS = {
  AUTHORIZATION_VIOLATION: 'The bus does not let in these credentials',
  CONNECTION_REFUSED: 'The bus does not answer',
};
/** Exiting loses nothing: the next start continues. */
process.on('uncaughtException', ({ code, message }) => {
  console.error(code in WORDS ? `${WORDS[code]}: ${message}` : message);
  process.exit(1);
});

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { once: { type: 'boolean' }, from: { type: 'string', default: '0' }, 'let-go': { type: 'boolean' } },
});
const [credentialsFile = 'credentials.json', resultFile = 'result.json'] = positionals;
if (!/^\d{1,15}$/.test(values.from)) throw new Error(`--from takes a position, a whole number: not ${values.from}`);
const { servers, nkey, stream, consumer, apiPrefix } = readCredentials(credentialsFile);

// Result and position are in one file, so they can never disagree.
let kept = versionOf(resultFile);
const result = existsSync(resultFile)
  ? JSON.parse(readFileSync(resultFile, 'utf8'))
  : { from: Number(values.from), position: 0, devices: {}, repairs: {} };

function readCredentials(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`${path} holds no credentials: ${error.message}`, { cause: error });
  }
}

/** Changes whenever the file is written. */
function versionOf(path) {
  const file = statSync(path, { throwIfNoEntry: false });
  return file && `${file.ino} ${file.mtimeMs}`;
}

/** Without it a power cut may bring back the old file, but not the acknowledged events. Windows cannot do it. */
function syncFolder(path) {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  fsyncSync(folder);
  closeSync(folder);
}

function save() {
  const file = openSync(`${resultFile}.new`, 'w');
  writeSync(file, JSON.stringify(result));
  fsyncSync(file);
  closeSync(file);
  renameSync(`${resultFile}.new`, resultFile);
  syncFolder(dirname(resultFile));
  kept = versionOf(resultFile);
}

/** A repair counts for the model and school its device had at completion; an event may give the model as ''. */
function count({ type, data }, position) {
  const { deviceId } = data;
  const device = (result.devices[deviceId] ??= { model: 'unknown', school: 'unknown' });
  if (data.model !== undefined) device.model = data.model || 'unknown';
  if (data.school !== undefined) device.school = data.school || 'unknown';
  if (!type.endsWith('.repair-completed') || position <= (result.from ?? 0)) return;
  const schools = (result.repairs[device.model] ??= {});
  schools[device.school] = (schools[device.school] ?? 0) + 1;
}

/**
 * Positions belong to one log: with another log's events among them, some events would be skipped. After a power cut the
 * bus may deliver some although the consumer's filter leaves them out.
 */
function isMeant({ source }, { config }) {
  if (source === '/repairline/repairs') return true;
  if (config.filter_subject?.startsWith('repairline.repairs.')) return false;
  throw new Error(`These credentials tell of ${source} too: make some with --context repairs`);
}

/** An event in a form this program does not know stays on the bus, unacknowledged, until the program can read it. */
function checkForm({ type }) {
  if (type.split('.')[3] !== 'v1') throw new Error(`${type} is newer than this program`);
}

/** Counts an event in its turn: not before its predecessor, which a crashed program may have held, is redelivered. */
function isDone({ event, position }) {
  if (Number(event.predecessor) > result.position) return false;
  // Events counted before, by us or by a program that crashed, are skipped.
  if (position > result.position) {
    checkForm(event);
    count(event, position);
    result.position = position;
  }
  return true;
}

/**
 * The program holds all that the bus hands out, and the next event is not among it. If another copy held that, it is
 * redelivered after the ack wait; after 1.5 times that, the stream has lost it. With --let-go, the lost events have been
 * published again behind those in hand, and there is nothing to wait for.
 */
function isLost({ num_pending: waiting, num_ack_pending: givenOut, config }) {
  const isFull = inHand.size >= config.max_ack_pending;
  if (isFull && values['let-go']) return true;
  const isAll = waiting === 0 && givenOut === inHand.size;
  return (isFull || isAll) && performance.now() - movedAt > (1.5 * config.ack_wait) / 1e6;
}

function letGo({ num_pending: waiting }) {
  const { position } = result;
  const again = `npm run replay -- repairs --from ${position + 1}`;
  if (!values['let-go'] || waiting === 0)
    throw new Error(`The stream has lost what follows position ${position}: ${again}, then start this with --let-go`);
  // The events let go have been published again, too.
  for (const { message } of inHand.values()) message.ack();
  inHand.clear();
}

/**
 * A restart of the bus cuts questions off: they are asked again, while the client reconnects by itself. A bus that has
 * lost its storage has neither stream nor consumer until the product has made them again.
 */
const AWAY = ['DISCONNECT', 'TIMEOUT', '404', '409', '503'];

async function whileAway(error) {
  if (!AWAY.includes(error.code)) throw error;
  await pause(500);
}

async function asked(question) {
  for (;;) {
    try {
      return await question();
    } catch (error) {
      await whileAway(error);
    }
  }
}

const authenticator = nkeyAuthenticator(new TextEncoder().encode(nkey));
const connection = await connect({ servers, authenticator, maxReconnectAttempts: -1 });
// However long the bus is away, only a refusal closes the connection.
void connection.closed().then((error) => {
  if (error) throw new Error(`The bus has ended the connection; has the account been removed?: ${error.message}`);
});
const events = await asked(() => connection.jetstream({ apiPrefix }).consumers.get(stream, consumer));
let { created } = await asked(() => events.info());
// At most 500 events: the bus hands out no more unacknowledged ones.
const inHand = new Map();
let movedAt = performance.now();
let isStopping = false;
process.once('SIGINT', () => (isStopping = true));
while (!isStopping) {
  const known = await asked(() => events.info());
  // The messages in hand are another consumer's, whose acknowledgements would count for other events.
  if (known.created !== created) inHand.clear();
  created = known.created;
  try {
    for await (const message of await events.fetch({ max_messages: 100, expires: 1_000 })) {
      const event = message.json();
      if (isMeant(event, known)) inHand.set(event.position, { message, event, position: Number(event.position) });
      else message.ack();
    }
  } catch (error) {
    await whileAway(error);
  }
  if (versionOf(resultFile) !== kept) throw new Error(`Another copy keeps ${resultFile}: one of them has to end`);
  const before = result.position;
  const done = [...inHand.values()].sort((one, other) => one.position - other.position).filter(isDone);
  if (result.position > before) save();
  for (const { message, event } of done) {
    message.ack();
    inHand.delete(event.position);
  }
  await asked(() => connection.flush());
  console.log(`position ${result.position}${inHand.size > 0 ? `, ${inHand.size} wait for one before them` : ''}`);
  const info = await asked(() => events.info());
  if (done.length > 0 || inHand.size === 0) movedAt = performance.now();
  else if (isLost(info)) letGo(info);
  if (values.once && info.num_pending + info.num_ack_pending === 0) isStopping = true;
}
await connection.close();
console.table(result.repairs);
