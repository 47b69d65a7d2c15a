import { createRequire } from 'node:module';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { withBus } from '../bus/operator.mjs';
import { resolveConnections } from '../shared/running-product.mjs';
import { readArguments, ROOT, runCommand, UsageError } from '../shared/run-command.mjs';
import { writeSecurityLine } from '../shared/security-line.mjs';
import { headOf, openDatabase, openLog, SERVICES } from '../shared/service-log.mjs';
import { devicesOf, mostSimilar } from './erasing/devices-of-student.mjs';
import { writeTablesAnew } from './erasing/write-anew.mjs';

const require = createRequire(import.meta.url);
const PATIENCE_MS = 60_000;
/** The gateway's bucket of answers, as JetStream names it. */
const ANSWERS = 'KV_repairline-answers';
const NO_SUCH_STREAM = 10_059;
const USAGE = `Erases for good what was typed about a device and its students: the key is destroyed, lists and copies are emptied.
The model and the asset number stay, whatever was typed there.

  npm run erase -- device|student <asset number or name> --by <email of an Admin> [--yes]
  npm run erase -- device CB-4711 --by admin@school.example --yes
  npm run erase -- student 'Ada Park' --by admin@school.example    shows the devices; with --yes erases them

Backups made before still hold the key until they are deleted.`;

function readWanted(args) {
  const { values, positionals } = readArguments(args, { by: { type: 'string' }, yes: { type: 'boolean' } });
  const [kind, name, ...more] = positionals;
  if (!['device', 'student'].includes(kind) || !name?.trim() || more.length > 0)
    throw new UsageError('Name a device or a student.');
  if (!values.by) throw new UsageError('Who is erasing? --by takes the email of an Admin.');
  return { kind, name: name.trim(), by: values.by.trim().toLowerCase(), isSure: values.yes === true };
}

/** Finds the Admin to record with the erasure. */
async function findAdmin(product, email) {
  const { pool } = openDatabase(product, 'identity');
  try {
    const { rows } = await pool.query(
      "select user_id, name, email from users where email = $1 and role = 'Admin' and approved",
      [email],
    );
    if (!rows[0]) throw new Error(`${email} is not an Admin.`);
    return { userId: rows[0].user_id, name: rows[0].name || rows[0].email };
  } finally {
    await pool.end();
  }
}

/** @throws with the names most like the one wanted if no device has borne it */
async function findByStudent(store, name) {
  const { devices, spellings, others, unreadable } = await devicesOf(store, name);
  if (unreadable.length > 0)
    console.error(
      `Not searched, because they cannot be read: the events of repairs at ${unreadable.join(', ')}. If they may name the student, erase their devices by number.`,
    );
  if (devices.length === 0) throw notFound('student', name, others);
  if (spellings.some((spelled) => spelled !== name)) console.log(`Found as ${spellings.join(', ')}.`);
  return devices;
}

async function findDevices({ store, pool }, { kind, name }) {
  const { hasAssetNumber, readClaim, readDevice } = require('@repairline/repairs/commands/device-stream');
  if (kind === 'student') return findByStudent(store, name);
  const { holder } = await readClaim(store, name);
  // A number claimed for a device that was then refused it belongs to no device.
  if (holder && hasAssetNumber(await readDevice(store, holder), name)) return [holder];
  const { rows } = await pool.query('select asset_number from device_list');
  throw notFound(
    'device',
    name,
    rows.map(({ asset_number }) => asset_number),
  );
}

function notFound(kind, name, others) {
  const similar = mostSimilar(name, others);
  const hint = similar.length > 0 ? ` Similar: ${similar.join('; ')}.` : '';
  return new Error(`There is no ${kind} ${name}.${hint}`);
}

/**
 * Records the erasure first, since the log can be read until the key is gone: after an interruption the same name still
 * finds what is left. Records it again afterwards: an append made meanwhile has either been read by then, and is
 * emptied, or is refused.
 */
async function eraseDevice(log, deviceId, actor, correlationId) {
  await recordErasure(log, deviceId, actor, correlationId);
  await log.keyring.erase(deviceId);
  return recordErasure(log, deviceId, actor, correlationId);
}

async function recordErasure({ store }, deviceId, actor, correlationId) {
  const { readDevice } = require('@repairline/repairs/commands/device-stream');
  const { deviceDecider } = require('@repairline/repairs/domain/device.decider');
  const { deviceStream } = require('@repairline/repairs/domain/asset-number');
  for (;;) {
    const { history, state, version } = await readDevice(store, deviceId);
    const ids = (field) => [...new Set(history.map(({ event }) => event.data[field]).filter(Boolean))];
    const command = { type: 'ErasePersonalData', logIds: ids('logId'), repairIds: ids('repairId') };
    const events = deviceDecider.decide(command, state).map((event) => ({ event }));
    const context = { commandId: randomUUID(), correlationId, actor };
    const result = await store.append(deviceStream(deviceId), version, events, context);
    if (result.status === 'appended') return result.position;
  }
}

/** A view that has stopped counts, too: its rows stay as they were before the event it stopped at. */
const SHOWN = 'select min(position) as position from view_checkpoints';
const CONSUMED = "select position from consumed_positions where source = 'repairs'";

/** Waits until lists show the erasure and the services that keep copies have erased theirs. */
async function waitUntilErased(product, position) {
  await waitUntil(product, 'repairs', SHOWN, position);
  await waitUntil(product, 'billing', CONSUMED, position);
  await waitUntil(product, 'billing', SHOWN, await headOf(product, 'billing'));
  await waitUntil(product, 'analytics', SHOWN, position);
}

async function waitUntil(product, service, question, position) {
  const { pool } = openDatabase(product, service);
  try {
    for (const deadline = Date.now() + PATIENCE_MS; ; await pause(100)) {
      if (((await pool.query(question)).rows[0]?.position ?? 0) >= position) return;
      if (Date.now() > deadline)
        throw new Error(
          `${service} has not erased its copy yet; it will as soon as it can. See npm run dead-letters -- list`,
        );
    }
  } finally {
    await pool.end();
  }
}

/** A rebuild that was interrupted may have left rows from before the erasure; one under way takes the erasure in. */
async function dropLeftovers(product) {
  const { emptyBuildSite } = require('@repairline/projections/building/build-site');
  for (const service of SERVICES) {
    const { databaseUrl, pool } = openDatabase(product, service);
    await pool.end();
    await emptyBuildSite(databaseUrl, service);
  }
}

/**
 * Answers kept for repeated requests hold what was typed. Without them a repeated command still takes effect once: its
 * service knows it by its id.
 */
async function forgetAnswers({ natsEventsUrl }) {
  await withBus(natsEventsUrl, async (bus) => {
    const { streams } = await bus.jetstreamManager();
    await streams.purge(ANSWERS).catch((error) => {
      if (error.api_error?.err_code !== NO_SUCH_STREAM) throw error;
    });
  });
}

await runCommand(USAGE, async (args) => {
  const wanted = readWanted(args);
  const product = await resolveConnections(ROOT);
  const actor = await findAdmin(product, wanted.by);
  const log = await openLog(product, 'repairs');
  try {
    const devices = await findDevices(log, wanted);
    const { rows } = await log.pool.query('select asset_number from device_list where device_id = any($1::uuid[])', [
      devices,
    ]);
    const numbers = rows.map(({ asset_number }) => asset_number).join(', ');
    if (!wanted.isSure) {
      console.log(
        `This erases everything ever typed about ${numbers} but model and number, whichever students had them. To continue, add --yes.`,
      );
      return 1;
    }
    let last = 0;
    for (const deviceId of devices) {
      const correlationId = randomUUID();
      last = await eraseDevice(log, deviceId, actor, correlationId);
      writeSecurityLine(product, { kind: 'erasure', outcome: 'done', correlationId, userId: actor.userId, deviceId });
    }
    await waitUntilErased(product, last);
    await dropLeftovers(product);
    await forgetAnswers(product);
    await writeTablesAnew(product);
    console.log(`What was typed about ${numbers} is erased. Recorded as done by ${actor.name}.`);
    return 0;
  } finally {
    await log.close();
  }
});
