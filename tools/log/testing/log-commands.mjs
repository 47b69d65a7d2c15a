import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { storeFolder } from '../../bus/embedded.mjs';
import { eventually } from '../../start/testing/running-copy.mjs';
import { visitor } from '../../start/testing/visitor.mjs';
import { ADMIN, tablesWith } from './product-with-commands.mjs';

const { Client } = createRequire(import.meta.resolve('@repairline/postgres/migrate/migrate'))('pg');
const { connect } = createRequire(import.meta.resolve('@repairline/messaging/bus'))('nats');

/** Proves what holds with any event store. */
export async function testLogCommands(t, product) {
  const seeded = await product.command('seed/seed.mjs', '--devices', '40');
  assert.equal(seeded.code, 0, seeded.errors);
  await testVerify(t, product);
  await testRebuild(t, product);
  await testReplay(t, product);
  await testDeadLetters(t, product);
  await testBeyondTheLog(t, product);
  await testLosses(t, product);
  await testErasure(t, product);
  await testErasureOfStoppedLists(t, product);
}

async function testVerify(t, { command, sql, natsEventsUrl, verify }) {
  await t.test('verify finds that everything is equal, and records it', async () => {
    const { code, output } = await verify();
    assert.match(output, /equal +repairs device-list: 40 rows/);
    assert.match(output, /equal +repairs on the bus/);
    assert.match(output, /equal +analytics completed-repairs/);
    assert.match(output, /Everything is equal\.\n$/);
    assert.equal(code, 0);
    const [{ differences }] = await sql('select differences from repairs.last_verification');
    assert.equal(Number(differences), 0);
  });

  await t.test('verify finds what is on the bus and not in the log, and a replay removes it', async () => {
    const bus = await connect({ servers: natsEventsUrl.split('@')[1], ...credentials(natsEventsUrl) });
    const { streams } = await bus.jetstreamManager();
    const subject = 'repairline.repairs.device.v1.repair-logged';
    const event = (await streams.getMessage('EVENTS', { last_by_subj: subject })).json();
    const forge = (text) => bus.jetstream().publish(subject, text);
    await forge(JSON.stringify({ ...event, data: { ...event.data, deviceId: 'another' } }));
    // Followers ask for what they would have missed, and learn that there is no such event.
    await forge(JSON.stringify({ ...event, position: '999999', predecessor: '999998' }));
    const { seq } = await forge('not json');
    const found = await verify();
    const remedy = `npm run replay -- repairs --from ${event.position}`;
    for (const line of [
      `DIFFERENT  repairs on the bus: 1 events are there but not in the log: 999999`,
      `DIFFERENT  repairs on the bus: 1 events are different there: ${event.position}`,
      `DIFFERENT  repairs on the bus: 1 messages there are not events, by number in the stream: ${seq}`,
      `           ${remedy} puts that right.`,
      '3 differences.',
    ])
      assert.ok(found.output.split('\n').includes(line), `${line} in:\n${found.output}`);
    assert.equal(found.code, 1);
    const replayed = await command('log/replay.mjs', 'repairs', '--from', event.position);
    assert.match(replayed.output, /^3 messages have been removed that were not as the log has them\.$/m);
    assert.equal(replayed.code, 0, replayed.errors);
    const { code, output } = await verify();
    assert.match(output, /equal +identity on the bus: \d+ events$/m);
    assert.match(output, /equal +repairs on the bus: [\d,]+ events in [\d,]+ messages, the repeated recognizable by/);
    assert.equal(code, 0, output);
    await bus.close();
  });

  await t.test('verify finds a wrong predecessor and a stopped view, and its remedies mend them', async () => {
    await sql(`update repairs.relay_cursors set predecessor = 5;
      update repairs.view_checkpoints set state = 'stopped' where view = 'device-list'`);
    const { code, output } = await verify();
    const [, last] =
      /repairs: the relay takes 5 for the last event published, which is (\d+)\. npm run replay -- repairs --from \1 puts that right$/m.exec(
        output,
      ) ?? assert.fail(output);
    assert.match(
      output,
      /repairs: the view device-list has stopped at \d+\. .*npm run rebuild -- repairs device-list$/m,
    );
    assert.match(output, /^2 differences\.$/m);
    assert.equal(code, 1);
    assert.equal((await command('log/replay.mjs', 'repairs', '--from', last)).code, 0);
    assert.equal((await command('log/rebuild.mjs', 'repairs', 'device-list')).code, 0);
    const after = await verify();
    assert.equal(after.code, 0, after.output);
  });

  await t.test('verify names each kind of difference', async () => {
    await sql(`update repairs.device_list set school = 'XX' where device_id = (select min(device_id::text)::uuid from repairs.device_list);
      delete from billing.billed_devices where device_id = (select min(device_id) from billing.billed_devices);
      insert into identity.users (user_id, email, name, role, approved, ever_approved, created_at, updated_at, position)
        select 'nobody', 'x', 'x', role, approved, true, created_at, updated_at, position from identity.users limit 1;
      drop index billing.billing_items_sent;
      update analytics.completed_repairs set turnaround_minutes = -1;
      update billing.view_checkpoints set position = position + 1000 where view = 'billed-devices';
      update repairs.relay_cursors set position = position - 1;
      update billing.technicians set name = 'Somebody Else';
      insert into billing.technicians (user_id, name, email, approved, identity_position) values ('stranger', 'x', 'x', true, 0);
      insert into analytics.dead_letters (follower, position, event_type, event, error, state) values ('from-identity', 1, 'repairline.identity.user.v1.other', '{"type":"repairline.identity.user.v1.other","position":1,"data":{}}', 'TypeError', 'passed over')`);
    const bus = await connect({ servers: natsEventsUrl.split('@')[1], ...credentials(natsEventsUrl) });
    const { streams } = await bus.jetstreamManager();
    // In an unlimited stream the relays would notice the loss and publish the event again before the check.
    await streams.update('EVENTS', { max_msgs: 1_000_000 });
    await streams.deleteMessage('EVENTS', 1);
    await bus.close();
    const { code, output } = await verify();
    for (const difference of [
      /repairs device-list: 1 rows: [0-9a-f-]+ differs in school/,
      /billing billed-devices: 1 rows: [0-9a-f-]+ is missing/,
      /identity users: 1 rows: nobody has no event behind it/,
      /billing billing-items: the index billing_items_sent is missing/,
      /analytics completed-repairs: \d+ rows: .* differs in turnaround_minutes/,
      /billing: the view billed-devices is at \d+, beyond the log, .*\. npm run rebuild -- billing billed-devices$/m,
      /repairs: the relay is at \d+, the log at \d+/,
      /billing technicians: .* is not as identity has it/,
      /billing technicians: stranger is not known to identity/,
      /analytics from-identity: event 1 is a dead letter, passed over/,
      /on the bus: 1 events are missing there: \d+/,
      /The stream is limited \(max_msgs\): new events, also replayed ones, push out its oldest\./,
      /Without limits, npm run replay -- \w+ --from \d+ puts that right\./,
    ]) {
      assert.match(output, difference);
    }
    assert.equal(code, 1);
  });
}

async function testRebuild(t, { launch, command, sql, databaseAdminUrl }) {
  await t.test('after a killed and a refused rebuild, a rebuild repairs the views of every service', async () => {
    const killed = launch('log/rebuild.mjs', 'repairs');
    await eventually(() => killed.output.includes('events'));
    killed.kill('SIGKILL');
    await killed.ended;
    const builder = new Client({ connectionString: databaseAdminUrl });
    await builder.connect();
    const lock = "pg_try_advisory_lock(hashtextextended('repairs:build', 0))";
    await eventually(async () => (await builder.query(`select ${lock} as mine`)).rows[0].mine);
    const refused = await command('log/rebuild.mjs', 'repairs', 'device-list');
    assert.deepEqual([refused.code, refused.errors.split('\n').length], [2, 2]);
    assert.match(refused.errors, /Views of repairs are being built already/);
    await builder.query("select pg_advisory_lock(hashtextextended('repairs:technicians', 0))");
    const second = await command('log/rebuild.mjs', 'repairs', 'technicians');
    const taken = 'The people of repairs are being taken in already. Wait until that is done.\n';
    assert.deepEqual([second.code, second.errors], [2, taken]);
    await builder.end();
    for (const service of ['identity', 'repairs', 'billing', 'analytics']) {
      const { code, output, errors } = await command('log/rebuild.mjs', service);
      assert.equal(code, 0, errors);
      assert.match(output, /is rebuilt: [\d,]+ events.*, [\d,]+ a second/);
    }
    const named = `select 1 from billing.technicians known join identity.users people using (user_id) where known.name <> people.name`;
    assert.deepEqual(await sql(named), []);
    assert.deepEqual(await sql("select 1 from billing.technicians where user_id = 'stranger'"), []);
    await sql('delete from repairs.technicians');
    const people = await command('log/rebuild.mjs', 'repairs', 'technicians');
    assert.match(people.output, /^repairs technicians have been taken in again: [1-9]\d* people\.$/m, people.errors);
  });
}

async function testReplay(t, { command, databaseAdminUrl }) {
  await t.test('a replay publishes events again', async () => {
    const { code, output } = await command('log/replay.mjs', 'identity', '--from', '1');
    assert.match(output, /events of identity have been published again, from position 1 to \d+/);
    assert.equal(code, 0);
    assert.equal((await command('log/replay.mjs', 'repairs', '--from', '1')).code, 0);
  });

  await t.test('a second replay of the same log is refused, and one of another log is not', async () => {
    const first = new Client({ connectionString: databaseAdminUrl });
    await first.connect();
    await first.query("select pg_advisory_lock(hashtextextended('repairs:replay', 0))");
    const second = await command('log/replay.mjs', 'repairs', '--from', '1');
    const busy = 'The events of repairs are being replayed already. Wait until that is done.\n';
    assert.deepEqual([second.code, second.errors], [2, busy]);
    assert.equal((await command('log/replay.mjs', 'identity', '--from', '1')).code, 0);
    await first.end();
  });
}

async function testDeadLetters(t, { command, sql }) {
  await t.test('dead letters are listed, retried and skipped', async () => {
    const retried = await command('log/dead-letters.mjs', 'retry', 'analytics', 'from-identity', '1');
    assert.equal(retried.code, 0, retried.errors);
    await eventually(async () => (await sql('select 1 from analytics.dead_letters')).length === 0);
    const [{ position }] = await sql("select position from repairs.view_checkpoints where view = 'device-list'");
    await sql(`update repairs.view_checkpoints set state = 'stopped', position = ${position} - 1 where view = 'device-list';
      insert into repairs.dead_letters (follower, position, event_type, error, state) values ('device-list', ${position}, 'RepairLogged', 'TypeError', 'stopped')`);
    const { output } = await command('log/dead-letters.mjs', 'list');
    assert.match(output, new RegExp(`^repairs device-list ${position}  stopped  RepairLogged  TypeError`));
    const skipped = await command('log/dead-letters.mjs', 'skip', 'repairs', 'device-list', position);
    assert.equal(skipped.code, 0, skipped.errors);
    const isLive = "select 1 from repairs.view_checkpoints where view = 'device-list' and state = 'live' and position";
    await eventually(async () => (await sql(`${isLive} = ${position}`)).length === 1);
    assert.match((await command('log/dead-letters.mjs', 'list')).output, /skipped/);
    await sql('delete from repairs.dead_letters');
    assert.equal((await command('log/dead-letters.mjs', 'retry', 'repairs', 'device-list', position)).code, 2);
  });
}

async function testBeyondTheLog(t, { command, sql, port, verify }) {
  await t.test(
    'verify names what is beyond the log it follows, and its remedies take in what was passed over',
    async () => {
      // The projector's lease ends, as at a restore: one that runs would write the positions that it knows.
      await sql(`update billing.consumed_positions set position = position + 1000;
      update analytics.projector set epoch = epoch + 1;
      update analytics.view_checkpoints set position = position + 1000`);
      const { signIn, send } = visitor(port);
      await signIn(ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);
      const device = { barcodeNumber: 'BEYOND-1', school: 'SHS', model: 'HP 11', initialIssue: 'Hinge' };
      assert.equal((await send('POST', '/api/devices', device)).status, 201);
      const done = { issue: 'Hinge', actions: 'Replaced', comments: '', completed: true };
      assert.equal((await send('POST', '/api/devices/BEYOND-1/logs', done)).status, 201);
      assert.equal((await send('PATCH', '/api/profile', { name: 'Ada Beyond' })).status, 200);
      const { code, output } = await verify();
      assert.equal(code, 1);
      const beyond = /^DIFFERENT {2}\w+: .+ is at \d+, beyond the log, .*\. npm run rebuild -- (.+)$/gm;
      const remedies = [...output.matchAll(beyond)].map(([, remedy]) => remedy);
      const figures = ['completed-repairs', 'device-work', 'repair-issues'].map((view) => `analytics ${view}`);
      assert.deepEqual(remedies.toSorted(), [...figures, 'billing reactions', 'billing technicians'], output);
      for (const remedy of remedies) {
        const mended = await command('log/rebuild.mjs', ...remedy.split(' '));
        assert.equal(mended.code, 0, mended.errors);
      }
      const billed = 'select 1 from billing.billing_items join billing.billed_devices using (device_id)';
      await eventually(async () => (await sql(`${billed} where asset_number = 'BEYOND-1'`)).length === 1);
      const after = await verify();
      assert.equal(after.code, 0, after.output);
    },
  );
}

async function testLosses(t, { command, sql, children, dataDir, port, verify }) {
  await t.test('losing the storage of the bus while the product runs loses nothing', async () => {
    await sql('update repairs.relay_cursors set position = (select max(position) from repairs.view_checkpoints)');
    const reports = async () => (await command('bus/consumer.mjs', 'list')).output;
    assert.equal((await command('bus/consumer.mjs', 'add', 'reports')).code, 0);
    rmSync(storeFolder(dataDir), { recursive: true, force: true });
    process.kill(children().nats.pid, 'SIGKILL');
    const { signIn, send } = visitor(port);
    await eventually(async () => (await signIn(ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD)).status === 200, 30_000);
    await eventually(async () => {
      const device = { barcodeNumber: 'AFTER-1', school: 'SHS', model: 'HP 11', initialIssue: 'Hinge' };
      return [200, 201, 409].includes((await send('POST', '/api/devices', device)).status);
    }, 30_000);
    let last;
    await eventually(async () => (last = await verify()).code === 0, 90_000).catch(() => assert.fail(last.output));
    assert.match(last.output, /equal +repairs device-list: 42 rows/);
    await eventually(async () => /^reports {2}all contexts .* [1-9]\d* events waiting/.test(await reports()), 30_000);
  });
}

async function testErasure(t, { command, sql, erasers, port, verify }) {
  await t.test(
    'after an erasure no table holds what was typed about a student, and the views still match the log',
    async () => {
      const student = 'Zacharias Quill';
      const device = {
        barcodeNumber: 'ERASE-1',
        school: 'SHS',
        model: 'HP 11',
        studentName: student,
        initialIssue: `Dropped by ${student}`,
      };
      const { signIn, send } = visitor(port);
      await signIn(ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);
      assert.equal((await send('POST', '/api/devices', { ...device, notes: `${student} is sorry` })).status, 201);
      const done = {
        issue: `Screen of ${student}`,
        actions: `Told ${student}`,
        comments: `${student} again`,
        completed: true,
      };
      assert.equal((await send('POST', '/api/devices/ERASE-1/logs', done)).status, 201);
      await eventually(async () => (await tablesWith(sql, student)).length >= 4);
      const by = ['--by', ADMIN.ADMIN_EMAIL];
      assert.equal((await command('log/erase.mjs', 'student', student, ...by)).code, 1);
      const erased = await command('log/erase.mjs', 'student', student.toUpperCase(), ...by, '--yes');
      assert.deepEqual([erased.code, erased.errors], [0, '']);
      await eventually(async () => (await tablesWith(sql, student)).length === 0);
      // Recorded before the key is destroyed, and after.
      assert.deepEqual(await erasers(), ['Ada Beyond', 'Ada Beyond']);
      const { code, output } = await verify();
      assert.equal(code, 0, output);
    },
  );
}

async function testErasureOfStoppedLists(t, { command, launch, sql, port }) {
  const { signIn, send } = visitor(port);
  await signIn(ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);
  const takeIn = async (barcodeNumber, studentName) => {
    const device = { barcodeNumber, school: 'SHS', model: 'HP 11', studentName };
    assert.equal((await send('POST', '/api/devices', device)).status, 201);
  };
  const complete = (barcodeNumber, issue) => {
    const done = { issue, actions: 'Replaced', comments: '', completed: true };
    return send('POST', `/api/devices/${barcodeNumber}/logs`, done);
  };
  for (const [service, view, table, number] of [
    ['repairs', 'device-list', 'repairs.device_list', 'STOPPED-1'],
    ['billing', 'billing-items', 'billing.billing_items', 'STOPPED-2'],
  ]) {
    await t.test(`an erasure is not over before ${view}, which has stopped, no longer shows the texts`, async () => {
      const student = `Quintus of ${number}`;
      await takeIn(number, student);
      await takeIn(`${number}-B`);
      assert.equal((await complete(number, `Screen of ${student}`)).status, 201);
      await eventually(async () => (await tablesWith(sql, student)).includes(table));
      await sql(`create function public.refuse() returns trigger language plpgsql
          as 'begin raise exception using errcode = ''22000''; end';
        create trigger refuse before insert or update on ${table} for each row execute function public.refuse()`);
      await complete(`${number}-B`, 'Hinge');
      const letters = () => sql(`select position from ${service}.dead_letters where follower = '${view}'`);
      await eventually(async () => (await letters()).length === 1);
      await sql('drop function public.refuse cascade');

      const erasing = launch('log/erase.mjs', 'device', number, '--by', ADMIN.ADMIN_EMAIL, '--yes');
      await eventually(async () => String(await tablesWith(sql, student)) === table);
      await askedAgain(sql, service);
      const [{ position }] = await letters();
      assert.equal((await command('log/dead-letters.mjs', 'retry', service, view, position)).code, 0);
      const { code, output, errors } = await erasing.ended;
      assert.deepEqual(await tablesWith(sql, student), []);
      assert.deepEqual([code, errors], [0, ''], output);
    });
  }
}

/** Until a command has asked so often how far a service's views are that it must be waiting for them. */
async function askedAgain(sql, service) {
  const asked = new Set();
  await eventually(async () => {
    const rows = await sql(`select query_start::text as at from pg_stat_activity where application_name = 'log tools'
      and usename = 'repairline_${service}' and query like '%view_checkpoints%'`);
    for (const { at } of rows) asked.add(at);
    return asked.size > 10;
  });
}

function credentials(url) {
  const { username: user, password: pass } = new URL(url);
  return { user, pass };
}
