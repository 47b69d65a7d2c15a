import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { embeddedNats } from './stores/nats.mjs';
import { productServices, serviceEnvironment } from './services.mjs';
import { readSettings } from './settings.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const settingsOf = (env = {}) => readSettings(root, env);

// proves d.config.port-default
test('the product is served on port 3000 by default', async () => {
  assert.equal((await settingsOf()).PORT, 3000);
  assert.equal((await settingsOf({ PORT: '3100' })).PORT, 3100);
});

// proves d.config.data-dir-default
test('data is kept in .data beside the program by default', async () => {
  assert.equal((await settingsOf()).DATA_DIR, join(root, '.data'));
  assert.equal((await settingsOf({ DATA_DIR: '/srv/repairs' })).DATA_DIR, '/srv/repairs');
});

// proves d.config.event-store-default
test('events are stored in PostgreSQL by default', async () => {
  assert.equal((await settingsOf()).EVENT_STORE, 'postgres');
});

// proves d.config.email-domains-default d.config.admin-email-default
const DOMAIN = 'the default domain is school.example, and the default first Admin is admin@ the first domain';
test(DOMAIN, async () => {
  const { SCHOOL_EMAIL_DOMAINS: domains, ADMIN_EMAIL: email } = await settingsOf();
  assert.deepEqual([domains, email], [['school.example'], 'admin@school.example']);
  const several = await settingsOf({ SCHOOL_EMAIL_DOMAINS: ' One.example , two.example,' });
  assert.deepEqual(several.SCHOOL_EMAIL_DOMAINS, ['one.example', 'two.example']);
  assert.equal(several.ADMIN_EMAIL, 'admin@one.example');
});

// proves d.config.session-idle-default d.config.session-max-default
test('by default a sign-in lasts 12 hours without use and 168 hours at most', async () => {
  const { SESSION_IDLE_HOURS: idle, SESSION_MAX_HOURS: most } = await settingsOf();
  assert.deepEqual([idle, most], [12, 168]);
});

test('a maximum below 12 hours also limits the time without use, and a longer time without use is refused', async () => {
  assert.equal((await settingsOf({ SESSION_MAX_HOURS: '8' })).SESSION_IDLE_HOURS, 8);
  await assert.rejects(settingsOf({ SESSION_MAX_HOURS: '8', SESSION_IDLE_HOURS: '9' }), {
    message: 'SESSION_IDLE_HOURS: must not be more than SESSION_MAX_HOURS',
  });
});

/** Each value is refused with its own line. */
async function areRefused(values) {
  for (const [env, line] of values) {
    await assert.rejects(settingsOf(env), ({ name, message }) => {
      assert.equal(name, 'StartError');
      assert.match(message, line);
      return !message.includes('\n');
    });
  }
}

// proves d.config.bad-value-stops
test('a bad value of any variable is refused with one line', () =>
  areRefused([
    [{ PORT: 'http' }, /^PORT: must be a port number$/],
    [{ PORT: '70000' }, /^PORT: must be 1 to 65535$/],
    [{ DATABASE_URL: 'mysql://localhost' }, /^DATABASE_URL: must look like postgres:/],
    [{ DATABASE_URL: 'postgres://localhost/repairs?user=owner' }, /^DATABASE_URL: must look like postgres:/],
    [{ EVENT_STORE: 'memory' }, /^EVENT_STORE: must be 'postgres' or 'eventstoredb'$/],
    [{ EVENT_STORE: 'eventstoredb' }, /^EVENTSTOREDB_URL: is needed/],
    [{ SCHOOL_EMAIL_DOMAINS: 'not a domain' }, /^SCHOOL_EMAIL_DOMAINS: must be domains/],
    [{ DISTRICT_TIMEZONE: 'Mars/Olympus' }, /^DISTRICT_TIMEZONE: must be a time zone/],
    [{ SCHOOLS_FILE: '/nowhere/schools.json' }, /^SCHOOLS_FILE: \/nowhere\/schools\.json does not exist$/],
    [{ PUBLIC_ORIGIN: 'https://school.example/path' }, /^PUBLIC_ORIGIN: must be an origin/],
    [{ EVENT_STORE: 'eventstoredb', EVENTSTOREDB_URL: 'http://x' }, /^EVENTSTOREDB_URL: must look like esdb:/],
    [{ NATS_URL: 'http://localhost' }, /^NATS_URL: must look like nats:/],
    [{ NATS_URL: 'nats://localhost:4222,nats://bus:p#1@localhost' }, /^NATS_URL: must look like nats:/],
    [{ NATS_TLS: 'yes' }, /^NATS_TLS: must be 'required' or absent$/],
    [{ NATS_REPLICAS: '2' }, /^NATS_REPLICAS: must be 1, 3 or 5$/],
    [{ ADMIN_EMAIL: 'someone' }, /^ADMIN_EMAIL: must be an email address$/],
    [{ SESSION_MAX_HOURS: '0' }, /^SESSION_MAX_HOURS: must be more than 0$/],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL: must be one of/],
    [{ DATA_KEY: 'short' }, /^DATA_KEY: must be 32 bytes/],
    [{ SESSION_SECRET: 'short' }, /^SESSION_SECRET: must have at least 32 characters$/],
    [{ SESSION_IDLE_HOURS: 'long' }, /^SESSION_IDLE_HOURS: must be a number of hours$/],
  ]));

// proves d.config.admin-email-outside-domains
test('an address of the first Admin outside the domains is refused with one line', () =>
  areRefused([
    [{ ADMIN_EMAIL: 'someone@elsewhere.example' }, /^ADMIN_EMAIL: must be an address of school\.example$/],
    [
      { SCHOOL_EMAIL_DOMAINS: 'one.example,two.example', ADMIN_EMAIL: 'someone@school.example' },
      /^ADMIN_EMAIL: must be an address of one\.example or two\.example$/,
    ],
  ]));

// proves d.config.admin-password-rules
test('a password of the first Admin that breaks the rules is refused with one line', () =>
  areRefused([
    [{ ADMIN_PASSWORD: 'short' }, /^ADMIN_PASSWORD: must have at least 8 characters$/],
    [{ ADMIN_PASSWORD: 'x'.repeat(129) }, /^ADMIN_PASSWORD: must have at most 128 characters$/],
    [{ ADMIN_PASSWORD: 'Password123' }, /^ADMIN_PASSWORD: is too common/],
    [{ ADMIN_PASSWORD: 'Admin@school.example' }, /^ADMIN_PASSWORD: must not be the email address$/],
  ]));

// proves d.config.public-origin-required
test('in production an origin is needed, and nothing else', async () => {
  await areRefused([[{ NODE_ENV: 'production' }, /^PUBLIC_ORIGIN: is needed in production/]]);
  const PUBLIC_ORIGIN = 'https://repairs.school.example';
  for (const typed of ['https://Repairs.School.Example', `${PUBLIC_ORIGIN}:443/`])
    assert.equal((await settingsOf({ PUBLIC_ORIGIN: typed })).PUBLIC_ORIGIN, PUBLIC_ORIGIN);
  assert.equal((await settingsOf({ NODE_ENV: 'production', PUBLIC_ORIGIN })).PUBLIC_ORIGIN, PUBLIC_ORIGIN);
});

test('the product and its bus cannot have the same port, which a bus outside does not take', async () => {
  const same = { PORT: '3473', NATS_PORT: '3473' };
  await assert.rejects(settingsOf(same), {
    message: 'NATS_PORT: must not be the same as PORT: choose another for one of them',
  });
  await assert.rejects(settingsOf({ NATS_PORT: '3000' }), { message: /^NATS_PORT: must not be the same as PORT/ });
  assert.equal((await settingsOf({ ...same, NATS_URL: 'nats://bus.example:4222' })).PORT, 3473);
});

// proves d.config.timezone-default
test('the time zone is that of the machine by default', async () => {
  const script = `import('${join(root, 'tools/start/settings.mjs')}')
    .then(({ readSettings }) => readSettings('${root}', {}))
    .then(({ DISTRICT_TIMEZONE }) => process.stdout.write(DISTRICT_TIMEZONE))`;
  for (const TZ of ['Asia/Tokyo', 'America/Denver']) {
    assert.equal(execFileSync(process.execPath, ['-e', script], { env: { ...process.env, TZ }, encoding: 'utf8' }), TZ);
  }
  assert.equal((await settingsOf({ DISTRICT_TIMEZONE: 'Asia/Kolkata' })).DISTRICT_TIMEZONE, 'Asia/Kolkata');
});

test('an empty variable counts as unset', async () => {
  const { PORT, SCHOOLS_FILE } = await settingsOf({ PORT: ' ', SCHOOLS_FILE: '' });
  assert.deepEqual([PORT, SCHOOLS_FILE], [3000, undefined]);
});

test('every service gets the zone, the schools and the domains, and only identity the first Admin', async () => {
  const settings = await settingsOf({ DISTRICT_TIMEZONE: 'Asia/Kolkata', SCHOOL_EMAIL_DOMAINS: 'one.example' });
  for (const service of productServices(root)) {
    const firstAdmin = { password: 'violet-anchor-39', isGenerated: false };
    const addresses = { callsUrlOf: String, eventsUrlOf: String };
    const given = serviceEnvironment(service, { settings, secrets: {}, ...addresses, root, firstAdmin });
    assert.equal(given.DISTRICT_TIMEZONE, 'Asia/Kolkata');
    assert.equal(given.SCHOOL_EMAIL_DOMAINS, 'one.example');
    assert.equal(given.ADMIN_PASSWORD, service.name === 'identity' ? 'violet-anchor-39' : undefined);
  }
});

test('only services with a log get the key of personal data, and only the gateway gets the session secret', async () => {
  const settings = await settingsOf({});
  const secrets = { dataKey: 'the data key', sessionSecret: 'the session secret' };
  const told = productServices(root).map((service) => {
    const addresses = { callsUrlOf: String, eventsUrlOf: String };
    const { DATA_KEY, SESSION_SECRET } = serviceEnvironment(service, {
      settings,
      secrets,
      ...addresses,
      root,
      firstAdmin: {},
    });
    return [service.name, ...[DATA_KEY, SESSION_SECRET].filter(Boolean)];
  });
  assert.deepEqual(told, [
    ['identity', 'the data key'],
    ['repairs', 'the data key'],
    ['billing', 'the data key'],
    ['analytics'],
    ['gateway', 'the session secret'],
  ]);
});

/** A service's addresses for calls and for everything else. */
function addressesOf(name, settings, bus) {
  const service = productServices(root).find((one) => one.name === name);
  const given = serviceEnvironment(service, { settings, secrets: {}, ...bus, root, firstAdmin: {} });
  return [given.NATS_CALLS_URL, given.NATS_EVENTS_URL];
}

test('a service gets the addresses of its two users of the embedded bus', async () => {
  const settings = await settingsOf({});
  const bus = { dataDir: root, host: '127.0.0.1', port: 4222, passwords: { repairs: 'secret', gateway: 'other' } };
  const of = (name) => addressesOf(name, settings, embeddedNats(bus));
  assert.deepEqual(of('repairs'), [
    'nats://repairs:secret@127.0.0.1:4222',
    'nats://repairs-events:secret@127.0.0.1:4222',
  ]);
  assert.equal(of('gateway')[1], 'nats://gateway-events:other@127.0.0.1:4222');
});

test('NATS_CALLS_URL is for calls, NATS_EVENTS_URL for everything else, NATS_URL for whichever is absent; a service has its own before them', async () => {
  const [all, calls, events] = ['nats://all@bus:4222', 'nats://calls@bus:4222', 'nats://events@bus:4222'];
  const [NATS_URL, NATS_CALLS_URL, NATS_EVENTS_URL] = [all, calls, events];
  const of = async (env) => {
    const settings = await settingsOf(env);
    const { callsUrl, eventsUrl } = settings.givenBus;
    return { operators: [callsUrl, eventsUrl], repairs: addressesOf('repairs', settings, settings.givenBus) };
  };
  assert.deepEqual(await of({ NATS_URL }), { operators: [all, all], repairs: [all, all] });
  assert.deepEqual(await of({ NATS_CALLS_URL, NATS_EVENTS_URL }), {
    operators: [calls, events],
    repairs: [calls, events],
  });
  assert.deepEqual(await of({ NATS_URL, NATS_CALLS_URL }), { operators: [calls, all], repairs: [all, all] });
  const repairs = { REPAIRS_NATS_URL: 'nats://repairs@bus:4222' };
  const both = [repairs.REPAIRS_NATS_URL, repairs.REPAIRS_NATS_URL];
  assert.deepEqual((await of({ NATS_URL, NATS_CALLS_URL, ...repairs })).repairs, both);
  const apart = { ...repairs, REPAIRS_NATS_EVENTS_URL: events };
  assert.deepEqual((await of({ NATS_URL, ...apart })).repairs, [both[0], events]);
  assert.deepEqual((await of({ NATS_URL, ...apart, REPAIRS_NATS_CALLS_URL: calls })).repairs, [calls, events]);
  assert.equal((await settingsOf({ NATS_CALLS_URL })).givenBus, undefined);
});

test('with NATS_TLS all addresses of a bus run elsewhere are of servers with TLS', async () => {
  const given = { NATS_URL: 'nats://all:nats@a:4222,b:4222', REPAIRS_NATS_EVENTS_URL: 'tls://repairs@a:4222' };
  const settings = await settingsOf({ ...given, NATS_TLS: 'required' });
  const [all, events] = ['tls://all:nats@a:4222,tls://b:4222', 'tls://repairs@a:4222'];
  assert.equal(settings.givenBus.eventsUrl, all);
  assert.deepEqual(addressesOf('repairs', settings, settings.givenBus), [all, events]);
  assert.deepEqual(addressesOf('billing', settings, settings.givenBus), [all, all]);
});
