import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { NODE_FLAGS, productServices } from '../../start/services.mjs';
import { ACCOUNTS_FILE, accountsFile, COMPOSE_FILE, composeFile } from '../bus-accounts.mjs';
import { problemsOf } from '../testing/compose-schema.mjs';
import { APPS, made, root, stages, variablesOf } from '../testing/what-is-read.mjs';

const FILE = join(root, 'docker-compose.yml');
const text = readFileSync(FILE, 'utf8');
const compose = parse(text, { merge: true });
/** The services that use the image `tools`; only the first runs by itself. */
const OF_TOOLS = ['migrate', 'tools', 'backup', 'restore'];
const OWN = [...APPS, ...OF_TOOLS];
/** Containers that exit by themselves, with their restart policies. */
const ONCE = { migrate: 'on-failure:5', tools: 'no', backup: 'no', restore: 'no', 'nats-volume': 'no' };

const folder = (t) => {
  const path = mkdtempSync(join(tmpdir(), 'repairline-compose-'));
  t.after(() => rmSync(path, { recursive: true }));
  return path;
};
const variablesIn = (file) =>
  Object.fromEntries([...file.matchAll(/^([A-Z_]+)='(.*)'$/gm)].map(([, name, value]) => [name, value]));

test('the Compose file is valid by the schema of Compose', () => assert.deepEqual(problemsOf(compose), []));

test('a key that Compose does not know is found', () => {
  const broken = parse(text, { merge: true });
  broken.services.gateway.helthcheck = {};
  assert.deepEqual(problemsOf(broken), ['/services/gateway must NOT have additional properties']);
});

test('Compose accepts the file with the .env of the script', (t) => {
  const found = spawnSync('docker', ['compose', 'version'], { stdio: 'ignore' });
  if (found.error || found.status !== 0) return t.skip('docker compose is not here');
  const env = join(folder(t), '.env');
  writeFileSync(env, made());
  const config = spawnSync('docker', ['compose', '-f', FILE, '--env-file', env, '--profile', '*', 'config', '-q'], {
    encoding: 'utf8',
  });
  assert.equal(config.status, 0, config.stderr);
});

// proves d.names.compose-project
test('the project is named repairline', () => assert.equal(compose.name, 'repairline'));

test('only the gateway is published, by default on this machine only', () => {
  const published = Object.entries(compose.services).filter(([, { ports }]) => ports);
  assert.deepEqual(
    published.map(([name, { ports }]) => [name, ports]),
    [['gateway', ['${PUBLISH:-127.0.0.1:3000}:3000']]],
  );
  for (const [name, { networks, network_mode: mode }] of Object.entries(compose.services)) {
    if (mode === 'none') continue;
    const open = networks.filter((network) => !compose.networks[network].internal);
    assert.deepEqual(open, name === 'gateway' ? ['door'] : [], name);
  }
  assert.equal(compose.services.gateway.networks.includes('database'), false);
});

test('each container is limited, restarts when it dies, and has a health check', () => {
  const images = stages();
  for (const [name, service] of Object.entries(compose.services)) {
    assert.equal(service.read_only, true, name);
    assert.deepEqual(service.cap_drop, ['ALL'], name);
    assert.ok(service.mem_limit, name);
    assert.equal(service.restart, ONCE[name] ?? 'unless-stopped', name);
    const image = APPS.includes(name) ? images.service : '';
    if (!ONCE[name]) assert.ok(service.healthcheck || image.includes('HEALTHCHECK'), name);
  }
});

test('services wait for migrations, and migrations for the database and the bus', () => {
  const conditions = (name) =>
    Object.fromEntries(Object.entries(compose.services[name].depends_on).map(([on, { condition }]) => [on, condition]));
  for (const name of APPS.filter((app) => app !== 'gateway')) {
    const stores = { nats: 'service_healthy', postgres: 'service_healthy', eventstoredb: 'service_healthy' };
    assert.deepEqual(conditions(name), { ...stores, migrate: 'service_completed_successfully' });
  }
  assert.deepEqual(conditions('migrate'), { nats: 'service_healthy', postgres: 'service_healthy' });
});

test('only the container that prepares the volume of the bus is root, and it has no network and no secret', () => {
  const images = stages();
  const root = Object.entries(compose.services).filter(([name, { user, image }]) => {
    if (image.startsWith('repairline-')) return !/^USER 10001:10001$/m.test(images.runtime);
    // The image of eventstoredb sets its own user.
    return name !== 'eventstoredb' && (user ?? '0').startsWith('0');
  });
  assert.deepEqual(
    root.map(([name]) => name),
    ['nats-volume'],
  );
  const { cap_add: added, network_mode: mode, environment, volumes } = compose.services['nats-volume'];
  assert.deepEqual([added, mode, environment], [['CHOWN', 'DAC_READ_SEARCH'], 'none', undefined]);
  assert.deepEqual(volumes, compose.services.nats.volumes);
  assert.equal(compose.services.nats.depends_on['nats-volume'].condition, 'service_completed_successfully');
  assert.equal(compose.services['nats-volume'].entrypoint[2], compose.services.nats.user);
  for (const [name, { cap_add: more }] of Object.entries(compose.services))
    assert.ok(!more || name === 'nats-volume', name);
});

test('commands start by hand only, and have only the access that they need', () => {
  for (const name of ['tools', 'backup', 'restore']) {
    const { profiles, image, build, depends_on: needed } = compose.services[name];
    assert.deepEqual([profiles, image], [['tools'], compose.services.migrate.image], name);
    assert.deepEqual(build, compose.services.migrate.build, name);
    assert.ok(name === 'restore' || needed === undefined, 'the command starts no other container');
  }
  const { tools, backup } = compose.services;
  assert.deepEqual([tools.networks, backup.networks], [['bus', 'database'], ['database']]);
  assert.equal(tools.volumes, undefined);
  assert.doesNotMatch(
    JSON.stringify(tools.environment),
    /POSTGRES_PASSWORD/,
    'the command has no password of the database owner',
  );
  assert.match(tools.environment.NATS_EVENTS_URL, /^nats:\/\/repairline:/);
});

test('each variable is read by its program, and none that it requires is missing', async () => {
  for (const name of OWN) {
    const { read, required } = await variablesOf(name);
    const given = Object.keys(compose.services[name].environment);
    assert.deepEqual(
      given.filter((variable) => !read.includes(variable)),
      [],
      name,
    );
    assert.deepEqual(
      required.filter((variable) => !given.includes(variable)),
      [],
      name,
    );
  }
});

test('no secret is in the file, and the script generates each that is referenced', () => {
  const settings = Object.entries(compose.services).flatMap(([name, { environment }]) =>
    Object.entries(environment ?? {}).map(([variable, value]) => [`${name} ${variable}`, String(value)]),
  );
  const isSecret = ([name, value]) => /PASSWORD|SECRET|KEY/.test(name) || (/_URL$/.test(name) && value.includes('@'));
  for (const [name, value] of settings.filter(isSecret)) assert.match(value, /\$\{[A-Z_]+(:[?-][^}]*)?\}/, name);
  assert.doesNotMatch(text, /\$\{\w*(PASSWORD|SECRET|KEY)\w*:?-[^}]/, 'a secret has a default');
  assert.match(text, /\$\{ADMIN_PASSWORD:-\}/, 'every command runs after ADMIN_PASSWORD was removed from .env');
  const values = variablesIn(made());
  const asked = [...text.matchAll(/\$\{([A-Z_]+)(:\?[^}]*)?\}/g)].map((match) => match[1]);
  assert.deepEqual(
    asked.filter((name) => !values[name]),
    [],
  );
});

test('the script generates new secrets each time, keeps existing ones, and prints none', (t) => {
  const [one, other] = [variablesIn(made()), variablesIn(made())];
  const secrets = Object.keys(one).filter((name) => /PASSWORD|SECRET|KEY/.test(name));
  assert.equal(secrets.length, APPS.length + 1 + 4 + 4);
  assert.deepEqual(
    secrets.filter((name) => one[name] === other[name]),
    [],
  );
  assert.deepEqual(
    secrets.filter((name) => one[name].length < 16),
    [],
  );
  const env = join(folder(t), '.env');
  writeFileSync(env, "DATA_KEY='kept'\n");
  const run = () => execFileSync('sh', [join(root, 'tools', 'deploy', 'secrets.sh'), env], { encoding: 'utf8' });
  const said = run();
  const first = readFileSync(env, 'utf8');
  assert.equal(variablesIn(first).DATA_KEY, 'kept');
  assert.deepEqual(
    Object.values(variablesIn(first)).filter((value) => value.length >= 16 && said.includes(value)),
    [],
  );
  run();
  assert.equal(readFileSync(env, 'utf8'), first);
  assert.equal(statSync(env).mode & 0o777, 0o600);
});

test('the script adds whole lines, even after a last line without a line break', (t) => {
  const env = join(folder(t), '.env');
  writeFileSync(env, "PUBLIC_ORIGIN='https://repairs.school.example'\nDISTRICT_NAME=East and West");
  execFileSync('sh', [join(root, 'tools', 'deploy', 'secrets.sh'), env], { stdio: 'ignore' });
  const text = readFileSync(env, 'utf8');
  assert.ok(text.split('\n').includes('DISTRICT_NAME=East and West'), text.split('\n')[1]);
  assert.deepEqual(Object.keys(variablesIn(text)).sort(), Object.keys(variablesIn(made())).sort());
});

test('a file begun by hand gets the password of the first Admin once, and not again after it was removed', (t) => {
  const env = join(folder(t), '.env');
  const run = () => execFileSync('sh', [join(root, 'tools', 'deploy', 'secrets.sh'), env], { stdio: 'ignore' });
  for (const begun of ['DISTRICT_NAME=East and West\n', `DATA_KEY='${'0'.repeat(64)}'\n`]) {
    writeFileSync(env, begun);
    run();
    const first = readFileSync(env, 'utf8');
    assert.match(variablesIn(first).ADMIN_PASSWORD ?? '', /^\w{4}(-\w{4}){3}$/, begun);
    const taken = first.replace(/^ADMIN_PASSWORD=.*\n/m, '').replace(/^SESSION_SECRET=.*\n/m, '');
    writeFileSync(env, taken);
    run();
    assert.ok(variablesIn(readFileSync(env, 'utf8')).SESSION_SECRET);
    assert.equal(variablesIn(readFileSync(env, 'utf8')).ADMIN_PASSWORD, undefined);
  }
});

test('settings of the environment that differ from the file are reported, without any secret', (t) => {
  const env = join(folder(t), '.env');
  const begun =
    "PUBLIC_ORIGIN=http://old.example # until May\nADMIN_EMAIL='head@school.example'\nDATA_KEY=the-old-key\n";
  writeFileSync(env, begun);
  const run = (given) => {
    const script = join(root, 'tools', 'deploy', 'secrets.sh');
    const told = spawnSync('sh', [script, env], { env: { PATH: process.env.PATH, ...given }, encoding: 'utf8' });
    assert.equal(told.status, 0);
    return told.stderr.replaceAll(env, '.env').split('\n').filter(Boolean);
  };
  const same = {
    ADMIN_EMAIL: 'head@school.example',
    ADMIN_PASSWORD: 'chosen by the head',
    DISTRICT_TIMEZONE: 'Etc/UTC',
  };
  assert.deepEqual(run({ ...same, PUBLIC_ORIGIN: 'http://old.example', DATA_KEY: 'the-old-key' }), []);
  writeFileSync(env, readFileSync(env, 'utf8').replace(/^ADMIN_PASSWORD=.*\n/m, ''));
  const secret = { DATA_KEY: 'another-key', ADMIN_PASSWORD: 'another-password', POSTGRES_PASSWORD: 'a-third' };
  assert.deepEqual(run({ ...same, ...secret, PUBLIC_ORIGIN: 'http://new.example' }), [
    "PUBLIC_ORIGIN from the environment is ignored: .env already has 'http://old.example'",
    'ADMIN_PASSWORD from the environment is ignored: it is used only at the first start, from .env',
    'DATA_KEY from the environment is ignored: .env already has another value',
    'POSTGRES_PASSWORD from the environment is ignored: .env already has another value',
  ]);
  assert.ok(readFileSync(env, 'utf8').startsWith(begun));
});

test('the script keeps every variable of the district that is set, as Compose reads it back', (t) => {
  const place = folder(t);
  const env = join(place, '.env');
  const run = (given) =>
    spawnSync('sh', [join(root, 'tools', 'deploy', 'secrets.sh'), env], {
      cwd: place,
      env: { PATH: process.env.PATH, ...given },
      encoding: 'utf8',
    });
  const page = readFileSync(join(root, 'docs', 'configuration.md'), 'utf8');
  const [, district] = /^## The district\n(.*?)^## /ms.exec(page);
  const documented = [...district.matchAll(/^\| `([A-Z_]+)` /gm)].map(([, name]) => name);
  const given = Object.fromEntries(documented.map((name) => [name, `${name} of ours`]));
  const difficult = { DISTRICT_NAME: `St. Mary's "East" \\ $5 # 2`, ADMIN_PASSWORD: 'a "$HOME" \\ # of it' };
  Object.assign(given, difficult, { SCHOOLS_FILE: 'schools.json' });
  assert.equal(run(given).status, 0);
  const lines = readFileSync(env, 'utf8').split('\n');
  const expected = { ...given, SCHOOLS_FILE: join(realpathSync(place), 'schools.json') };
  for (const name of documented.filter((each) => each !== 'DISTRICT_NAME'))
    assert.ok(lines.includes(`${name}='${expected[name]}'`), name);
  assert.ok(lines.includes('DISTRICT_NAME="St. Mary\'s \\"East\\" \\\\ \\$5 # 2"'));
  const again = run(given);
  assert.deepEqual([again.stdout, again.stderr], [`${env} has everything already\n`, '']);
  assert.match(run({ ...given, LOG_LEVEL: 'debug' }).stderr, /^LOG_LEVEL from the environment is ignored: /);
});

for (const [TZ, zone] of [
  ['America/Chicago', /^America\/Chicago$/],
  [':America/Chicago', /^America\/Chicago$/],
  [':/etc/localtime', /^\w+(\/\w+)*$/],
]) {
  test(`the time zone is that of the machine, by the name that services know: TZ=${TZ}`, (t) => {
    const env = join(folder(t), '.env');
    const given = { PATH: process.env.PATH, TZ };
    execFileSync('sh', [join(root, 'tools', 'deploy', 'secrets.sh'), env], { env: given, stdio: 'ignore' });
    assert.match(variablesIn(readFileSync(env, 'utf8')).DISTRICT_TIMEZONE, zone);
  });
}

for (const domains of ['=real.org', "='real.org,other.org'", '="real.org" # ours', '= real.org , other.org', '=']) {
  test(`the address of the first Admin is in the domain that the file names: ${domains}`, (t) => {
    const env = join(folder(t), '.env');
    writeFileSync(env, `SCHOOL_EMAIL_DOMAINS${domains}\n`);
    execFileSync('sh', [join(root, 'tools', 'deploy', 'secrets.sh'), env], { stdio: 'ignore' });
    const domain = domains === '=' ? 'school.example' : 'real.org';
    assert.equal(variablesIn(readFileSync(env, 'utf8')).ADMIN_EMAIL, `admin@${domain}`);
  });
}

test('the image of each app is a target, runs as an unprivileged user, and has the packages of that app only', () => {
  const targets = stages();
  for (const name of OWN) {
    const target = OF_TOOLS.includes(name) ? 'tools' : name;
    assert.equal(compose.services[name].build.target, target);
    assert.match(targets[`${target}-packages`], /npm ci --ignore-scripts --omit=dev --workspace @repairline\//);
    assert.match(targets[target], new RegExp(`COPY --from=${target}-packages /repairline/node_modules node_modules`));
    assert.match(targets[target], /^(CMD|ENTRYPOINT) \["node"/m);
    assert.doesNotMatch(targets[target], /USER 0(?![^]*USER 10001)/);
  }
  assert.match(targets.runtime, /^USER 10001:10001$/m);
  const manifests = ['libs', 'apps'].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => `${group}/${name}`),
  );
  for (const name of manifests) assert.ok(targets.packages.includes(`COPY ${name}/package.json ${name}/`), name);
});

test('an app in its image is started with the flags of `npm start`', () => {
  for (const { name } of productServices(root)) {
    const [, command] = /^CMD (\[.*\])$/m.exec(stages()[name]);
    assert.deepEqual(JSON.parse(command), ['node', ...NODE_FLAGS, `apps/${name}/dist/main.js`], name);
  }
});

test('the permissions file of the bus is the one generated from the table', () => {
  assert.equal(readFileSync(ACCOUNTS_FILE, 'utf8'), accountsFile());
});

test('a changed configuration of the bus changes its container, so that an upgrade gets the new users', () => {
  const text = readFileSync(COMPOSE_FILE, 'utf8');
  assert.match(parse(text, { merge: true }).services.nats.labels['repairline.bus'], /^[0-9a-f]{12}$/);
  assert.equal(text, composeFile());
});
