import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { serviceNode } from './check-node.mjs';
import { runTask } from './task.mjs';
import { eventually } from '../testing/running-copy.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const NOT_CHECKED_IN = new Set(['node_modules', 'dist', '.cache']);
const FILES = ['package.json', 'package-lock.json', 'nx.json', 'libs', 'apps', 'tools'];

const folder = mkdtempSync(join(tmpdir(), 'repairline-checkout-'));
const [bin, dataDir, asked, installed] = ['bin', '.data', 'asked', 'node_modules'].map((name) => join(folder, name));

/** A checkout with nothing installed. */
before(() => {
  const filter = (path) => !NOT_CHECKED_IN.has(basename(path));
  for (const name of FILES) cpSync(join(root, name), join(folder, name), { recursive: true, filter });
  for (const made of [bin, dataDir]) mkdirSync(made);
  writeFileSync(join(dataDir, 'run.json'), JSON.stringify({ databaseAdminUrl: 'postgres://127.0.0.1:1/none' }));
  writeFileSync(join(dataDir, 'secrets.json'), JSON.stringify({ dataKey: '0'.repeat(64) }));
  for (const name of ['file', 'file.keys']) writeFileSync(join(folder, name), '');
});
after(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a command of the checkout, with an npm that records its calls and fails. */
function begin(npm, script, ...args) {
  rmSync(asked, { force: true });
  writeFileSync(join(bin, 'npm'), `#!/bin/sh\n${npm}`, { mode: 0o755 });
  const PATH = [bin, process.env.PATH].join(delimiter);
  return spawn(process.execPath, [join(folder, 'tools', ...script.split('/')), ...args], {
    env: { ...process.env, PATH, DATA_DIR: dataDir, INIT_CWD: folder },
  });
}

async function run(script, ...args) {
  const child = begin(`echo "$1 $2" >> ${asked}\necho no way to the registry\nexit 7\n`, script, ...args);
  const ran = { output: '', errors: '' };
  child.stdout.on('data', (text) => (ran.output += text));
  child.stderr.on('data', (text) => (ran.errors += text));
  const code = await new Promise((resolve) => child.on('close', resolve));
  return { ...ran, code, asked: existsSync(asked) ? readFileSync(asked, 'utf8') : '' };
}

test('every command installs the packages of a fresh checkout, and keeps that output apart from its answer', async () => {
  for (const [script, ...args] of [
    ['start/start.mjs'],
    ['backup/backup.mjs', 'new'],
    ['backup/restore.mjs', 'file'],
    ['bus/consumer.mjs', 'add', 'reports'],
    ['log/dead-letters.mjs', 'list'],
    ['log/erase.mjs', 'device', 'R-1', '--by', 'admin@school.example'],
    ['log/password.mjs', 'admin@school.example'],
    ['log/rebuild.mjs', 'repairs'],
    ['log/replay.mjs', 'repairs', '--from', '1'],
    ['log/verify.mjs'],
    ['seed/seed.mjs', '--devices', '1'],
  ]) {
    const { code, output, errors, asked } = await run(script, ...args);
    assert.deepEqual([script, asked], [script, 'ci --omit=dev\n'], errors);
    assert.match(errors, /no way to the registry\n.*Installing packages from the lockfile failed/);
    assert.doesNotMatch(errors, /Cannot find|\n {4}at /, script);
    assert.deepEqual([script, output, code > 0], [script, '', true]);
  }
});

const CONSUMER_MISUSED = [
  ['Use add, list, remove or rewind.'],
  ['Use add, list, remove or rewind, not shout.', 'shout'],
  ['add takes the name of a subscriber.', 'add'],
  ['remove takes the name of a subscriber.', 'remove'],
  ['add takes only one name, not b as well.', 'add', 'a', 'b'],
  ['list takes no name.', 'list', 'all'],
  ['list takes no --context.', 'list', '--context', 'repairs'],
  [
    'Give one --context, or none for all. For several, add a subscriber for each.',
    'add',
    'reports',
    '--context',
    'identity',
    '--context',
    'billing',
  ],
  ["Unknown option '--what'.", 'add', 'reports', '--what'],
];
const ON_THE_LOG = ['rebuild', 'verify', 'replay', 'dead-letters', 'erase', 'password'].map(
  (name) => `log/${name}.mjs`,
);

test('a command that is asked for help shows its usage and installs nothing', async () => {
  for (const script of [
    ...ON_THE_LOG,
    'seed/seed.mjs',
    'backup/backup.mjs',
    'backup/restore.mjs',
    'bus/consumer.mjs',
  ]) {
    const { code, output, errors, asked } = await run(script, '--help');
    assert.deepEqual([script, code, errors, asked], [script, 0, '', '']);
    assert.match(output, /npm run \S/);
  }
});

test('a wrong use of a command is explained on one line with the right one, and installs nothing', async () => {
  for (const [script, args, said] of [
    ['log/rebuild.mjs', [], 'Which service? Usage: npm run rebuild -- '],
    ['log/rebuild.mjs', ['nobody'], 'There is no service nobody. Usage: npm run rebuild -- '],
    ['log/verify.mjs', ['--what'], "Unknown option '--what'. Usage: npm run verify"],
    ['log/verify.mjs', ['repairs'], 'verify takes no arguments. Usage: npm run verify'],
    ['log/replay.mjs', [], 'Which log? Usage: npm run replay -- '],
    ['log/replay.mjs', ['nobody', '--from', '1'], 'There is no log of nobody. Usage: npm run replay -- '],
    ['log/replay.mjs', ['repairs', '--from', 'x'], 'From which position? --from takes a number. Usage: '],
    ['log/dead-letters.mjs', ['skip', 'repairs'], 'skip takes a service, a name and a position, as list shows them. '],
    ['log/erase.mjs', ['device'], 'Name a device or a student. Usage: npm run erase -- '],
    ['log/erase.mjs', ['device', 'R-1'], 'Who is erasing? --by takes the email of an Admin. Usage: npm run erase -- '],
    ['log/password.mjs', ['somebody'], 'Whose password? Give one email address. Usage: npm run password -- <email>'],
    ['seed/seed.mjs', ['--devices', 'many'], '--devices must be a number from 1 to 1000000. Usage: npm run seed -- '],
    ['backup/backup.mjs', [], 'Into which file, or --into which folder? Usage: npm run backup -- <file>'],
    ['backup/backup.mjs', ['copy', '--keep', '2'], '--keep goes with --into. Usage: npm run backup -- <file>'],
    [
      'backup/backup.mjs',
      ['--into', 'x', '--keep', '0'],
      '--keep takes a number from 1 to 9999. Usage: npm run backup -- <file>',
    ],
    ['backup/restore.mjs', [], 'From which file? Usage: npm run restore -- <file> [--keys <file>]'],
    ...CONSUMER_MISUSED.map(([said, ...args]) => [
      'bus/consumer.mjs',
      args,
      `${said} Usage: npm run -s consumer -- add <name> `,
    ]),
  ]) {
    const { code, output, errors, asked } = await run(script, ...args);
    assert.deepEqual([args, code, output, asked], [args, 2, '', '']);
    assert.ok(errors.startsWith(said), errors);
    assert.match(errors, /^[^\n]+\n$/);
  }
});

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));

const ownNode = lock.packages[`node_modules/node-${process.platform}-${process.arch}`]?.version;
test(
  'the product runs on the Node of the lockfile, and no script of a package runs at install',
  { skip: ownNode ? false : 'no Node comes for this platform' },
  () => {
    const version = execFileSync(serviceNode(root), ['--version'], { encoding: 'utf8' });
    assert.equal(version, `v${ownNode}\n`);
    assert.ok(readFileSync(join(root, '.npmrc'), 'utf8').split('\n').includes('ignore-scripts=true'));
  },
);

/** What a command asks of npm where these packages are installed. */
async function askedWith(t, packages, script = 'start/start.mjs', ...args) {
  t.after(() => rmSync(installed, { recursive: true, force: true }));
  mkdirSync(installed, { recursive: true });
  writeFileSync(join(installed, '.package-lock.json'), JSON.stringify({ packages }));
  return (await run(script, ...args)).asked;
}

test('a start needs nothing that only the checks need, and the checks add it without removing anything', async (t) => {
  const entries = Object.entries(lock.packages).filter(([, { dev, devOptional }]) => !dev && !devOptional);
  const packages = Object.fromEntries(entries);
  assert.ok(packages['node_modules/nats'] && !packages['node_modules/jest']);
  assert.equal(await askedWith(t, packages), '');
  assert.equal(await askedWith(t, packages, 'test/test.mjs', 'unit'), 'install --no-save\n');
});

test('packages of another version are replaced, also where they are newer than the lockfile', async (t) => {
  const { 'node_modules/nats': nats, ...others } = lock.packages;
  const older = { ...others, 'node_modules/nats': { ...nats, version: '2.0.0' } };
  assert.equal(await askedWith(t, older), 'ci --omit=dev\n');
  assert.equal(await askedWith(t, others), 'ci --omit=dev\n');
  assert.equal(await askedWith(t, lock.packages), '');
});

test('a start that is interrupted while installing ends the install before it ends', async (t) => {
  const tidyUp = `sleep 0.5; echo tidied up >> ${asked}; exit 1`;
  const npm = `trap '${tidyUp}' TERM\necho began >> ${asked}\nfor _ in $(seq 200); do sleep 0.1; done\n`;
  for (const signal of ['SIGINT', 'SIGTERM']) {
    const start = begin(npm, 'start/start.mjs');
    t.after(() => start.kill('SIGKILL'));
    let errors = '';
    start.stderr.on('data', (text) => (errors += text));
    await eventually(() => existsSync(asked));
    start.kill(signal);
    const code = await new Promise((resolve) => start.on('close', resolve));
    assert.equal(readFileSync(asked, 'utf8'), 'began\ntidied up\n');
    assert.match(errors, /Stopping…\nInstalling packages from the lockfile: stopped\.\n$/);
    assert.equal(code, 1);
  }
});

test('an install that takes more than a minute says what it waits for, and for how long', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval', 'Date'] });
  const said = t.mock.method(process.stderr, 'write', () => true);
  const end = join(folder, 'end');
  const script = `while [ ! -e ${end} ]; do sleep 0.05; done`;
  const task = runTask('Installing', 'sh', ['-c', script], { waitsFor: 'the npm registry' });
  for (let quarter = 1; quarter <= 4; quarter += 1) t.mock.timers.tick(15_000);
  writeFileSync(end, '');
  await task;
  const lines = said.mock.calls.map(({ arguments: [line] }) => line);
  assert.deepEqual(
    [lines[1], lines[4]],
    [
      '  still running after 15 s\n',
      '  still running after 60 s, waiting for the npm registry, whose last answer came 60 s ago\n',
    ],
  );
});
