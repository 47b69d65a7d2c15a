import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { REAL_PRODUCT, place } from './testing/running-copy.mjs';
import { visitor } from './testing/visitor.mjs';

const { WebSocket } = createRequire(import.meta.url)('ws');

const SCHOOLS = [
  { code: 'EHS', name: 'East High', level: 'HS', aliases: ['East'] },
  { code: 'WHS', name: 'West High', level: 'HS', aliases: [] },
];
const HEAD = { email: 'head@two.example', password: 'a head of technology' };

/** A time zone where it is currently another day than in UTC. */
const elsewhere = () => (new Date().getUTCHours() < 10 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati');

function firstMessage({ origin, cookie }) {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws`, { headers: { origin, cookie: cookie() } });
  return new Promise((resolve, reject) => {
    socket.on('error', reject).on('message', (data) => resolve(JSON.parse(data.toString())));
  }).finally(() => socket.terminate());
}

test('the product is configured by its variables', async (t) => {
  const { start, port, dataDir } = await place(t, REAL_PRODUCT);
  const schoolsFile = join(dataDir, 'schools.json');
  writeFileSync(schoolsFile, JSON.stringify(SCHOOLS));
  const timeZone = elsewhere();
  await start({
    ...{ ADMIN_EMAIL: 'Head@two.example', ADMIN_PASSWORD: HEAD.password, SCHOOLS_FILE: schoolsFile },
    ...{ SCHOOL_EMAIL_DOMAINS: 'one.example,two.example', DISTRICT_TIMEZONE: timeZone },
    DISTRICT_NAME: 'East and West',
  });
  const head = visitor(port);
  const district = (await head.get('/api/district')).body;

  // proves d.config.admin-credentials d.config.admin-created-approved
  await t.test('the first Admin signs in, approved', async () => {
    const { status, body } = await head.signIn(HEAD.email, HEAD.password);
    assert.equal(status, 200);
    const { email, role, approved } = body.user;
    assert.deepEqual({ email, role, approved }, { email: HEAD.email, role: 'Admin', approved: true });
  });
  // proves d.config.port
  await t.test('the page, the API and live changes are served on PORT', async () => {
    assert.match((await head.get('/')).headers.get('content-type'), /text\/html/);
    assert.deepEqual((await head.get('/api/auth/user')).body.user.email, HEAD.email);
    assert.equal((await firstMessage(head)).type, 'hello');
  });
  // proves d.config.email-domains-list
  await t.test('addresses in the domains may sign in, others not', async () => {
    const typeFor = async (email) => (await visitor(port).signIn(email, 'a long enough secret')).body.type;
    assert.deepEqual(district.emailDomains, ['one.example', 'two.example']);
    assert.equal(await typeFor('ada@one.example'), 'pending_approval');
    assert.equal(await typeFor('ada@two.example'), 'pending_approval');
    assert.equal(await typeFor('ada@school.example'), 'domain_not_allowed');
  });
  // proves d.config.schools-file
  await t.test('the schools are those of SCHOOLS_FILE, by code, alias and level', async () => {
    assert.deepEqual(district.schools, SCHOOLS);
    assert.equal(district.name, 'East and West');
    const schoolOf = async (school) => {
      const { body } = await head.send('POST', '/api/devices', { barcodeNumber: `At ${school}`, school });
      return body.school ?? body.message;
    };
    assert.deepEqual([await schoolOf('WHS'), await schoolOf('East'), await schoolOf('HS')], ['WHS', 'EHS', 'EHS']);
    assert.match(await schoolOf('SHS'), /Valid codes: EHS, WHS$/);
  });
  // proves d.config.timezone
  await t.test('days and times are in DISTRICT_TIMEZONE, in forms, files and figures', async () => {
    const day = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
    const daysBefore = day.format();
    await head.send('POST', '/api/devices/At%20WHS/logs', { issue: 'Hinge', completed: true });
    // One after the other: a person is sent one file at a time.
    const completed = await head.get('/api/billing/export');
    const devices = await head.get('/api/admin/export?type=devices');
    const days = [daysBefore, day.format()];
    const named = /completed-repairs-(.+)\.csv/.exec(completed.headers.get('content-disposition'))?.[1];
    const dated = /\r\n(.+?)T[\d:]+([+-]\d\d:00),At WHS,/.exec(completed.body);
    const offset = timeZone === 'Pacific/Kiritimati' ? '+14:00' : '-11:00';
    assert.equal(district.timeZone, timeZone);
    assert.ok(days.includes(named), named);
    assert.ok(days.includes(dated?.[1]), completed.body);
    assert.equal(dated[2], offset);
    assert.ok(devices.body.includes(offset));
    assert.equal((await head.get('/api/billing/summary')).body.today, 1);
  });
  // proves d.config.public-origin-localhost
  await t.test('on localhost the origin is taken from the request', async () => {
    const other = visitor(port, `http://127.0.0.1:${port}`);
    assert.equal((await other.signIn(HEAD.email, HEAD.password)).status, 200);
    const foreign = await head.send('POST', '/api/logout', {}, { origin: 'http://repairs.school.example' });
    assert.deepEqual([foreign.status, foreign.body.type], [403, 'origin_not_allowed']);
  });
});
