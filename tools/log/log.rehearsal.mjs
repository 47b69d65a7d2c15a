import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openBus } from '../bus/operator.mjs';
import { eventually } from '../start/testing/running-copy.mjs';
import { visitor } from '../start/testing/visitor.mjs';
import { testLogCommands } from './testing/log-commands.mjs';
import { ADMIN, productWithCommands } from './testing/product-with-commands.mjs';

test('the commands on the log work on a running product', async (t) => {
  const product = await productWithCommands(t);
  const { command, launch, port, sql } = product;
  const onAProductWithoutBus = await withoutBus(t, product);
  await testLogCommands(t, product);

  const keepDeadLetter = ({ name, state }) =>
    sql(`insert into repairs.dead_letters (follower, position, event_type, error, state)
      values ('${name}', 1, 'DeviceTakenIn', 'TypeError', '${state}')`);

  await t.test('an erasure that was interrupted is finished by the same command', async () => {
    const { signIn, send } = visitor(port);
    await signIn(ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);
    const device = { barcodeNumber: 'ERASE-2', school: 'SHS', studentName: 'Zoé Rook'.normalize('NFD') };
    assert.equal((await send('POST', '/api/devices', device)).status, 201);
    const line = ['log/erase.mjs', 'student', 'ZOÉ  Rook', '--by', ADMIN.ADMIN_EMAIL, '--yes'];
    // This lock blocks appends, but not reads.
    const holding = sql('begin; lock table repairs.events in share mode; select pg_sleep(600)').catch(() => undefined);
    const locks = (which) => sql(`select pid from pg_locks where relation = 'repairs.events'::regclass and ${which}`);
    await eventually(async () => (await locks("mode = 'ShareLock' and granted")).length > 0);
    const erasing = launch(...line);
    await eventually(async () => (await locks('not granted')).length > 0);
    erasing.kill('SIGKILL');
    await erasing.ended;
    for (const which of ['not granted', "mode = 'ShareLock'"])
      for (const { pid } of await locks(which)) await sql(`select pg_terminate_backend(${pid})`);
    await holding;
    const { code, output, errors } = await command(...line);
    assert.deepEqual([code, errors], [0, ''], output);
    const [{ student_name: left }] = await sql(
      "select student_name from repairs.device_list where asset_number = 'ERASE-2'",
    );
    assert.equal(left, null);
  });

  await t.test('a number that a device has claimed but does not have erases nothing', async () => {
    const { signIn, send } = visitor(port);
    await signIn(ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);
    const device = { barcodeNumber: 'ERASE-3', school: 'SHS', studentName: 'Una Rook' };
    // As a rebuild leaves it that was killed.
    await sql(
      'create table repairs_rebuild.device_list as table repairs.device_list; alter table repairs_rebuild.device_list owner to repairline_repairs',
    );
    const { id } = (await send('POST', '/api/devices', device)).body;
    const claim = JSON.stringify({ deviceId: id, assetNumber: 'ERASE-4' });
    await sql(`insert into repairs.events (position, stream, stream_version, id, type, version, data, occurred_at, recorded_at, correlation_id, causation_id, batch_id)
      select max(position) + 1, 'asset-number-erase-4', 1, gen_random_uuid(), 'AssetNumberClaimed', 1, '${claim}', now(), now(), 'test', gen_random_uuid(), gen_random_uuid() from repairs.events`);
    const { code, errors } = await command('log/erase.mjs', 'device', 'ERASE-4', '--by', ADMIN.ADMIN_EMAIL, '--yes');
    assert.equal(code, 2);
    assert.match(errors, /^There is no device ERASE-4\. Similar: .*ERASE-3/);
    const student = "select student_name from repairs.device_list where asset_number = 'ERASE-3'";
    assert.deepEqual(await sql(student), [{ student_name: 'Una Rook' }]);
    assert.equal((await command('log/erase.mjs', 'device', 'erase-3', '--by', ADMIN.ADMIN_EMAIL, '--yes')).code, 0);
    assert.deepEqual(await sql(student), [{ student_name: null }]);
    assert.deepEqual(await sql("select 1 from pg_tables where schemaname = 'repairs_rebuild'"), []);
  });

  await t.test('a lost password is replaced by a new one, and the sign-ins with the old one end', async (t) => {
    const [before, after, unknown] = [visitor(port), visitor(port), visitor(port)];
    const signedIn = await before.signIn(ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);
    assert.equal(signedIn.status, 200);
    const bus = await openBus(product.natsEventsUrl);
    t.after(() => bus.close());
    const announced = [];
    bus.subscribe('repairline.identity.sign-ins-ended', { callback: (_, message) => announced.push(message.json()) });
    await bus.flush();
    const { code, output, errors } = await command('log/password.mjs', ADMIN.ADMIN_EMAIL.toUpperCase());
    assert.deepEqual([code, errors], [0, '']);
    await eventually(() => announced.length > 0);
    assert.deepEqual(announced, [{ userId: signedIn.body.user.id, tokenHash: null }]);
    const [, password] = /^Password of admin@school\.example: +(\S+)$/m.exec(output);
    assert.equal((await before.get('/api/stats')).status, 401);
    assert.equal((await unknown.signIn(ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD)).status, 401);
    assert.equal((await after.signIn(ADMIN.ADMIN_EMAIL, password, 'violet-anchor-40')).status, 200);
    const stranger = await command('log/password.mjs', 'nobody@school.example');
    assert.deepEqual([stranger.code, stranger.errors], [2, 'There is no account nobody@school.example.\n']);
  });

  await t.test('a missing table and a stopped view are differences, and everything else is compared', async () => {
    const [{ position }] = await sql("select position from repairs.view_checkpoints where view = 'work-sessions'");
    const gone = ['repairs.device_list', 'repairs.repair_logs', 'identity.users', 'billing.relay_cursors'];
    const kept = ['analytics.technicians', 'repairs.last_verification'];
    for (const table of [...gone, ...kept]) await sql(`alter table ${table} rename to gone_${table.split('.')[1]}`);
    await sql(`update repairs.view_checkpoints set state = 'stopped', position = ${position} - 1 where view = 'work-sessions';
      insert into repairs.dead_letters (follower, position, event_type, error, state) values ('work-sessions', ${position}, 'WorkStarted', 'TypeError', 'stopped')`);
    const { code, output, errors } = await command('log/verify.mjs');
    assert.deepEqual([code, errors], [1, ''], output);
    for (const line of [
      /^DIFFERENT {2}repairs device-list: there is no such table/m,
      /^DIFFERENT {2}repairs repair-logs: there is no such table/m,
      /^DIFFERENT {2}repairs work-sessions: event \d+ is a dead letter, stopped$/m,
      /^DIFFERENT {2}identity users: there is no such table/m,
      /^DIFFERENT {2}identity people could not be compared: relation "users" does not exist$/m,
      /^DIFFERENT {2}billing relay could not be compared: relation "relay_cursors" does not exist$/m,
      /^DIFFERENT {2}billing on the bus could not be compared: relation "relay_cursors" does not exist$/m,
      /^DIFFERENT {2}repairs last_verification could not be compared: /m,
      /^equal +billing billing-items: /m,
      /^equal +repairs on the bus: /m,
      /^\d+ differences\.$/m,
    ]) {
      assert.match(output, line);
    }
    for (const table of [...gone, ...kept]) {
      const [schema, name] = table.split('.');
      await sql(`alter table ${schema}.gone_${name} rename to ${name}`);
    }
    await sql(`update repairs.view_checkpoints set state = 'live', position = ${position} where view = 'work-sessions';
      delete from repairs.dead_letters`);
    assert.equal((await command('log/verify.mjs')).code, 0);
  });

  await t.test('a retry of an event that a view has skipped asks for a rebuild instead', async () => {
    await keepDeadLetter({ name: 'device-list', state: 'passed over' });
    const { code, output, errors } = await command('log/dead-letters.mjs', 'retry', 'repairs', 'device-list', '1');
    const said = 'The view has already read past it. To include it: npm run rebuild -- repairs device-list\n';
    assert.deepEqual([code, output, errors], [0, said, '']);
    assert.equal((await command('log/rebuild.mjs', 'repairs', 'device-list')).code, 0);
    assert.deepEqual(await sql('select 1 from repairs.dead_letters'), []);
  });

  await t.test('an event that publishing has skipped is not retried and stays skipped', async () => {
    await keepDeadLetter({ name: 'relay', state: 'skipped' });
    const { code, output, errors } = await command('log/dead-letters.mjs', 'retry', 'repairs', 'relay', '1');
    const refusal =
      'Event 1 of repairs has been skipped: subscribers have read past it, so it cannot be published any more.\n';
    assert.deepEqual([code, output, errors], [2, '', refusal]);
    assert.equal((await sql("select 1 from repairs.dead_letters where follower = 'relay'")).length, 1);
    await sql('delete from repairs.dead_letters');
  });

  await t.test('taking people in again ends with the event that cannot be taken in', async () => {
    await sql(`create function public.refuse() returns trigger language plpgsql
        as 'begin raise exception using errcode = ''22000''; end';
      create trigger refuse before insert on billing.technicians for each row execute function public.refuse()`);
    const { code, errors } = await command('log/rebuild.mjs', 'billing', 'technicians');
    const said =
      /^billing cannot take in event 1 of identity, a dead letter\. Retry or skip it, then rebuild: npm run dead-letters -- list\n$/;
    assert.match(errors, said);
    assert.equal(code, 2);
    await sql('drop function public.refuse cascade; delete from billing.dead_letters');
    assert.equal((await command('log/rebuild.mjs', 'billing', 'technicians')).code, 0);
    await sql('delete from billing.dead_letters');
  });

  await t.test('without the bus everything else is compared, and commands that need the bus end at once', async () => {
    const { code, output, errors } = await onAProductWithoutBus('log/verify.mjs');
    assert.deepEqual([code, errors], [1, ''], output);
    for (const service of ['identity', 'repairs', 'billing'])
      assert.match(
        output,
        new RegExp(`^DIFFERENT {2}${service} on the bus could not .*: The message bus does not answer\\.$`, 'm'),
      );
    assert.match(output, /^DIFFERENT {2}analytics figures could not be compared: The message bus does not answer\.$/m);
    assert.match(output, /^equal +repairs device-list: /m);
    assert.match(output, /^4 differences\.$/m);
    const replaced = await onAProductWithoutBus('log/password.mjs', ADMIN.ADMIN_EMAIL);
    assert.deepEqual([replaced.code, replaced.errors], [0, '']);
    assert.match(replaced.output, /^Password of admin@school\.example: +\S+$/m);
    for (const line of [
      ['log/replay.mjs', 'repairs', '--from', '1'],
      ['log/rebuild.mjs', 'analytics'],
      ['seed/seed.mjs', '--devices', '1'],
    ]) {
      const ended = await onAProductWithoutBus(...line);
      assert.deepEqual([ended.code, ended.errors], [2, 'The message bus does not answer.\n'], line.join(' '));
    }
  });

  await t.test('a view that a service does not have is answered with those it has', async () => {
    const { code, errors } = await command('log/rebuild.mjs', 'repairs', 'nothing');
    assert.match(
      errors,
      /^repairs has no view nothing\. It has device-list, [^\n]*Usage: npm run rebuild -- [^\n]*\n$/,
    );
    assert.equal(code, 2);
  });
});

/** No program is given this port by accident: it needs the rights of root. */
const NOBODY_LISTENS = 1;

/** Runs commands on the product with the address of a bus that does not exist, and kills what waits for it. */
async function withoutBus(t, { launchOn, dataDir, run }) {
  const folder = mkdtempSync(join(tmpdir(), 'repairline-no-bus-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const [natsCallsUrl, natsEventsUrl] = [run().natsCallsUrl, run().natsEventsUrl].map((url) =>
    url.replace(/\d+$/, NOBODY_LISTENS),
  );
  writeFileSync(join(folder, 'run.json'), JSON.stringify({ ...run(), natsCallsUrl, natsEventsUrl }));
  copyFileSync(join(dataDir, 'secrets.json'), join(folder, 'secrets.json'));
  return async (...line) => {
    const launched = launchOn({ DATA_DIR: folder }, ...line);
    const patience = setTimeout(() => launched.kill('SIGKILL'), 20_000);
    const ended = await launched.ended;
    clearTimeout(patience);
    return ended;
  };
}
