// Repairs per model and school, with nothing but a NATS client: `npm i nats`, this file, and credentials from
// `npm run -s consumer -- add <name> --context repairs > credentials.json`.
//
//   node plain.mjs credentials.json result.json [--once] [--from <position>] [--let-go]
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { connect, nkeyAuthenticator } from 'nats';

const WORDS = {
  AUTHORIZATION_VIOLATION: 'The bus does not let in these credentials',
  CONNECTION_REFUSED: 'The bus does not answer',
  DISCONNECT: 'The bus has ended the connection; has the account been removed?',
};
/** Nothing is lost by it: the next start goes on. */
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

// Result and position are one file: what is counted and how far can never disagree.
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

/** Another whenever somebody has written it. */
function versionOf(path) {
  const file = statSync(path, { throwIfNoEntry: false });
  return file && `${file.ino} ${file.mtimeMs}`;
}

/** After a power cut the old file may be back without it, and what is acknowledged does not come again. Windows cannot do it. */
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

/** A repair counts for the model and the school that its device had when it was completed; a model may be told as ''. */
function count({ type, data }, position) {
  const { deviceId } = data;
  const device = (result.devices[deviceId] ??= { model: 'unknown', school: 'unknown' });
  if (data.model !== undefined) device.model = data.model || 'unknown';
  if (data.school !== undefined) device.school = data.school || 'unknown';
  if (!type.endsWith('.repair-completed') || position <= (result.from ?? 0)) return;
  const schools = (result.repairs[device.model] ??= {});
  schools[device.school] = (schools[device.school] ?? 0) + 1;
}

/** Positions are those of one log: with another's events among them some would be passed over. */
function checkSource({ source }) {
  if (source !== '/repairline/repairs')
    throw new Error(`These credentials tell of ${source} too: make some with --context repairs`);
}

/** A form that this program does not know waits on the bus, unacknowledged, until the program has learnt to read it. */
function checkForm({ type }) {
  if (type.split('.')[3] !== 'v1') throw new Error(`${type} is newer than this program`);
}

/** Counts an event when it is its turn; not yet where its predecessor, which a crashed program had in hand, has not come again. */
function isDone({ event, position }) {
  if (Number(event.predecessor) > result.position) return false;
  // What was counted before, by us or by the one that crashed, is passed over.
  if (position > result.position) {
    checkForm(event);
    count(event, position);
    result.position = position;
  }
  return true;
}

/**
 * All that the bus gives out at once is in hand and none of it is next. What another copy had in hand comes again, so after that
 * time the stream has lost it. Once it has been published again, there is nothing to wait for.
 */
function isLost({ max_ack_pending: most, ack_wait: nanoseconds }) {
  if (inHand.size < most) return false;
  return values['let-go'] || performance.now() - movedAt > (1.5 * nanoseconds) / 1e6;
}

function letGo() {
  const { position } = result;
  const again = `npm run replay -- repairs --from ${position + 1}`;
  if (!values['let-go'])
    throw new Error(`The stream has lost what follows position ${position}: ${again}, then start this with --let-go`);
  // What is let go has been published again, too.
  for (const { message } of inHand.values()) message.ack();
  inHand.clear();
}

const authenticator = nkeyAuthenticator(new TextEncoder().encode(nkey));
const connection = await connect({ servers, authenticator });
const events = await connection.jetstream({ apiPrefix }).consumers.get(stream, consumer);
// The bus gives out no more than 500 before it hears of them.
const inHand = new Map();
let movedAt = performance.now();
let isStopping = false;
process.once('SIGINT', () => (isStopping = true));
while (!isStopping) {
  for await (const message of await events.fetch({ max_messages: 100, expires: 1_000 })) {
    const event = message.json();
    checkSource(event);
    inHand.set(event.position, { message, event, position: Number(event.position) });
  }
  if (versionOf(resultFile) !== kept) throw new Error(`Another copy keeps ${resultFile}: one of them has to end`);
  const before = result.position;
  const done = [...inHand.values()].sort((one, other) => one.position - other.position).filter(isDone);
  if (result.position > before) save();
  for (const { message, event } of done) {
    message.ack();
    inHand.delete(event.position);
  }
  await connection.flush();
  console.log(`position ${result.position}${inHand.size > 0 ? `, ${inHand.size} wait for one before them` : ''}`);
  const { num_pending: waiting, num_ack_pending: givenOut, config } = await events.info();
  if (done.length > 0) movedAt = performance.now();
  else if (isLost(config)) letGo();
  if (values.once && waiting + givenOut === 0) isStopping = true;
}
await connection.close();
console.table(result.repairs);
