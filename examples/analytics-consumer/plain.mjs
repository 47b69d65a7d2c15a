// Repairs per model and school, with nothing but a NATS client: `npm i nats`, this file, and credentials from
// `npm run -s consumer -- add <name> --context repairs > credentials.json`.
//
//   node plain.mjs credentials.json result.json [--once] [--from <position>]
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { connect, nkeyAuthenticator } from 'nats';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { once: { type: 'boolean' }, from: { type: 'string', default: '0' } },
});
const [credentialsFile = 'credentials.json', resultFile = 'result.json'] = positionals;
const { servers, nkey, stream, consumer, apiPrefix } = JSON.parse(readFileSync(credentialsFile, 'utf8'));

// Result and position are one file: what is counted and how far can never disagree.
const result = existsSync(resultFile)
  ? JSON.parse(readFileSync(resultFile, 'utf8'))
  : { position: Number(values.from), devices: {}, repairs: {} };

function save() {
  const file = openSync(`${resultFile}.new`, 'w');
  writeSync(file, JSON.stringify(result));
  fsyncSync(file);
  closeSync(file);
  renameSync(`${resultFile}.new`, resultFile);
}

/** A repair counts for the model and the school that its device had when it was completed. */
function count({ type, data }) {
  const { deviceId } = data;
  const device = (result.devices[deviceId] ??= { model: 'unknown', school: 'unknown' });
  if (data.model) device.model = data.model;
  if (data.school) device.school = data.school;
  if (!type.endsWith('.repair-completed')) return;
  const schools = (result.repairs[device.model] ??= {});
  schools[device.school] = (schools[device.school] ?? 0) + 1;
}

/** A form that this program does not know waits on the bus, unacknowledged, until the program has learnt to read it. */
function checkForm({ type }) {
  if (type.split('.')[3] !== 'v1') throw new Error(`${type} is newer than this program`);
}

const authenticator = nkeyAuthenticator(new TextEncoder().encode(nkey));
const connection = await connect({ servers, authenticator });
const events = await connection.jetstream({ apiPrefix }).consumers.get(stream, consumer);
let isStopping = false;
process.once('SIGINT', () => (isStopping = true));
while (!isStopping) {
  const [counted, early] = [[], []];
  for await (const message of await events.fetch({ max_messages: 100, expires: 1_000 })) {
    const event = message.json();
    const [position, predecessor] = [Number(event.position), Number(event.predecessor)];
    // After a crash later events may come before those that the crashed program had in hand.
    if (predecessor > result.position) early.push(message);
    else counted.push(message);
    // What was counted before, by us or by the one that crashed, is passed over.
    if (predecessor > result.position || position <= result.position) continue;
    checkForm(event);
    count(event);
    result.position = position;
  }
  if (counted.length > 0) save();
  for (const message of counted) message.ack();
  for (const message of early) message.nak(500);
  await connection.flush();
  console.log(`position ${result.position}`);
  const { num_pending: waiting, num_ack_pending: inHand } = await events.info();
  if (values.once && waiting + inHand === 0) isStopping = true;
}
await connection.close();
console.table(result.repairs);
