import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { containersOf, render } from './kustomize.mjs';
import { problemsOf } from './manifest-schema.mjs';
import { root } from '../testing/what-is-read.mjs';

const manifests = render(join(root, 'k8s', 'overlays', 'production'));

/**
 * Stands in for a cluster: answers as kubectl does, keeps what is created, and ends the Job as told. Each call takes
 * the next entry of ENDS or LOGS, the last one for good; a log is cut off where its entry says so.
 */
const KUBECTL = `#!${process.execPath}
const { appendFileSync, existsSync, readFileSync, writeFileSync } = require('node:fs');
const words = process.argv.slice(2).filter((word) => word !== '--namespace' && word !== 'repairline');
const stdin = () => JSON.parse(readFileSync(0, 'utf8'));
const [verb, kind, name] = words;
const nextOf = (name) => {
  const [all, taken] = [JSON.parse(process.env[name]), process.env.DONE + name];
  const count = existsSync(taken) ? readFileSync(taken, 'utf8').length : 0;
  appendFileSync(taken, '.');
  return all[Math.min(count, all.length - 1)];
};
const said = (prefix) => words.find((word) => word.startsWith(prefix))?.slice(prefix.length);
if (verb === 'create' && kind === 'job') {
  const { spec } = JSON.parse(readFileSync(process.env.TEMPLATES, 'utf8'))[said('--from=cronjob/')].jobTemplate;
  console.log(JSON.stringify({ apiVersion: 'batch/v1', kind: 'Job', metadata: { name }, spec }));
} else if (verb === 'patch') {
  const job = stdin();
  for (const { op, path, value } of JSON.parse(said('--patch='))) {
    const [, field] = /^\\/spec\\/template\\/spec\\/containers\\/0\\/(args|command)$/.exec(path);
    if (op !== 'add') throw new Error(op);
    job.spec.template.spec.containers[0][field] = value;
  }
  console.log(JSON.stringify(job));
} else if (verb === 'create') writeFileSync(process.env.CREATED, JSON.stringify(stdin()));
else if ((verb === 'logs' || verb === 'cp') && process.env.HANGS) {
  writeFileSync(process.env.HANGS, '');
  setTimeout(() => {}, 60_000);
} else if (verb === 'logs') {
  const { lines, isCut } = nextOf('LOGS');
  process.stdout.write(lines);
  if (isCut) process.exitCode = 1;
} else if (verb === 'get' && said('--output=').includes('phase')) process.stdout.write(process.env.PHASE);
else if (verb === 'get' && kind === 'pod') {
  // As in a cluster, the pod appears a moment after its Job.
  if (existsSync(process.env.CREATED + '.asked')) process.stdout.write('the-pod');
  writeFileSync(process.env.CREATED + '.asked', '');
} else if (verb === 'get') process.stdout.write(nextOf('ENDS'));
else if (verb === 'describe') console.log('described ' + kind);
else if (verb === 'delete' && process.env.DELETES_NOTHING) process.exitCode = 1;
else if (verb === 'wait' || verb === 'cp' || verb === 'delete') appendFileSync(process.env.DONE, words.join(' ') + '\\n');
else throw new Error(words.join(' '));
`;

/** In front of it for a Job without a log, which runs for RUNS asks and then is in STATE: many calls, none with a Node. */
const SILENT = `#!/bin/sh
case "$3 $4" in
  logs*) exit 1 ;;
  'get job')
    read asked 2>/dev/null < "$DONE.asked" || asked=0
    echo $((asked + 1)) > "$DONE.asked"
    if [ "$asked" -lt "\${RUNS:-0}" ]; then printf '1 '; else printf '%s' "$STATE"; fi ;;
  *) exec "$KUBECTL" "$@" ;;
esac
`;

function cluster(t) {
  const folder = mkdtempSync(join(tmpdir(), 'repairline-run-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const [program, TEMPLATES, CREATED, DONE] = ['kubectl', 'templates', 'created', 'done'].map((name) =>
    join(folder, name),
  );
  const silent = join(folder, 'silent');
  mkdirSync(silent);
  for (const [path, text] of [
    [program, KUBECTL],
    [join(silent, 'kubectl'), SILENT],
    [join(folder, 'sleep'), '#!/bin/sh\n'],
  ])
    writeFileSync(path, text, { mode: 0o755 });
  const templates = manifests
    .filter(({ kind }) => kind === 'CronJob')
    .map(({ metadata, spec }) => [metadata.name, spec]);
  writeFileSync(TEMPLATES, JSON.stringify(Object.fromEntries(templates)));
  const PATH = `${folder}${delimiter}${process.env.PATH}`;
  const unnamed = (said) => said.replaceAll(/repairline-(tools|backup|restore|fetch|put)-\d+-\d+/g, 'job-of-$1');
  const done = () => unnamed(readFileSync(DONE, 'utf8')).split('\n').filter(Boolean);
  const runWith = (args, more) => {
    const env = { PATH, TEMPLATES, CREATED, DONE, ...more };
    writeFileSync(DONE, '');
    for (const taken of ['ENDS', 'LOGS', '.asked']) rmSync(`${DONE}${taken}`, { force: true });
    const options = { env, encoding: 'utf8' };
    const { status, stdout, stderr } = spawnSync('sh', [join(root, 'k8s', 'run.sh'), ...args], options);
    return {
      status,
      stdout,
      told: unnamed(stderr),
      done: done(),
      created: () => JSON.parse(readFileSync(CREATED, 'utf8')),
    };
  };
  const run = (args, ends = [' SuccessCriteriaMet Complete'], logs = [{ lines: 'what it said\n' }]) =>
    runWith(args, { ENDS: JSON.stringify(ends), LOGS: JSON.stringify(logs) });
  const runSilent = (args, more) => runWith(args, { PATH: `${silent}${delimiter}${PATH}`, KUBECTL: program, ...more });
  /** Ends the script by a signal, as a terminal does, while it copies or shows a log. */
  const interrupt = async (args, signal) => {
    const HANGS = join(folder, 'hangs');
    const env = { PATH, TEMPLATES, CREATED, DONE, HANGS, ENDS: '["1 "]' };
    writeFileSync(DONE, '');
    const child = spawn('sh', [join(root, 'k8s', 'run.sh'), ...args], { env, detached: true });
    const [ended, told] = [once(child, 'close'), text(child.stderr)];
    while (!existsSync(HANGS)) await setTimeout(20);
    rmSync(HANGS);
    process.kill(-child.pid, signal);
    return { ended: await ended, done: done(), told: unnamed(await told) };
  };
  return Object.assign(run, { runSilent, interrupt });
}

test('a command becomes a valid Job with its exact arguments, and ends as the Job does', async (t) => {
  const run = cluster(t);
  const words = ['erase', 'student', 'Ada "the \\ first" O\'Neil $HOME', '--by', 'admin@school.example'];
  const erased = run(['tools', ...words]);
  assert.deepEqual([erased.status, erased.stdout], [0, 'what it said\n']);
  assert.deepEqual(
    erased.done,
    ['delete job job-of-tools --wait=false --ignore-not-found'],
    'the Job with the name of the student is deleted',
  );
  assert.deepEqual(await problemsOf(erased.created()), []);
  assert.deepEqual(containersOf(erased.created())[0].args, words);
  const restored = run(['restore', '/backups/one']);
  assert.deepEqual(containersOf(restored.created())[0].args, ['restore', '/backups/one']);
  assert.match(containersOf(run(['backup']).created())[0].args.join(' '), /^backup --into/);
  assert.deepEqual(restored.done, []);
  assert.equal(run(['tools', 'verify'], [' FailureTarget Failed']).status, 1);
});

test('a log that is cut off resumes where it was, and the result is that of the Job, however late', (t) => {
  const run = cluster(t);
  const { runSilent } = run;
  const whole = { lines: 'one\n\n  two \\ %s\nthree' };
  const logs = [{ lines: '', isCut: true }, { lines: 'one\n\n', isCut: true }, { lines: 'one\n', isCut: true }, whole];
  const late = run(['tools', 'rebuild'], [...Array(15).fill('1 '), ' SuccessCriteriaMet Complete'], logs);
  assert.deepEqual([late.status, late.stdout], [0, 'one\n\n  two \\ %s\nthree\n']);
  assert.equal(late.done.length, 1);
  assert.equal(runSilent(['tools', 'rebuild'], { STATE: ' FailureTarget Failed', RUNS: '135' }).status, 1);
  // Cut after the last output, but before the log ends.
  const last = [{ lines: 'one\n', isCut: true }, { lines: 'one\n', isCut: true }, whole];
  assert.equal(run(['tools', 'verify'], ['1 ', ' Complete'], last).stdout, late.stdout);
});

const PASSWORD = ['tools', 'password', 'head@school.example'];

test('a Job that has not started in time is deleted, so that it does not run unseen', (t) => {
  const { runSilent } = cluster(t);
  for (const PHASE of ['Pending', '']) {
    const { status, done, told } = runSilent(PASSWORD, { STATE: '0 ', PHASE });
    assert.deepEqual([status, done], [1, ['delete job job-of-tools --wait=false --ignore-not-found']]);
    assert.match(told, /^described job\S*\ndescribed pod\n\nThe Job job-of-tools has been deleted/m);
    assert.match(told, /it had not started/);
    assert.doesNotMatch(told, /logs --follow/);
  }
});

test('a Job that may have started, or cannot be deleted, is left, and the script says how to follow it', (t) => {
  const { runSilent } = cluster(t);
  for (const left of [
    { STATE: '0 ', PHASE: 'Running' },
    // As when the cluster cannot be reached.
    { STATE: '', PHASE: 'Pending' },
    { STATE: '0 ', PHASE: 'Pending', DELETES_NOTHING: 'yes' },
  ]) {
    const { status, done, told } = runSilent(PASSWORD, left);
    assert.deepEqual([status, done], [1, []]);
    assert.match(told, /^The Job job-of-tools may be running, or run later\./m);
    assert.match(told, /^ {2}kubectl --namespace repairline logs --follow job\/job-of-tools$/m);
    assert.match(told, /^ {2}kubectl --namespace repairline delete job job-of-tools$/m);
    assert.doesNotMatch(told, /has been deleted/);
  }
});

test('a Job that has ended without a log to read ends the script as it has ended', (t) => {
  const { runSilent } = cluster(t);
  for (const [STATE, code] of [
    [' SuccessCriteriaMet Complete', 0],
    [' FailureTarget Failed', 1],
  ]) {
    const { status, done } = runSilent(PASSWORD, { STATE });
    assert.deepEqual([status, done], [code, ['delete job job-of-tools --wait=false --ignore-not-found']]);
  }
});

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  test(`a copy interrupted by ${signal} leaves no pod`, { timeout: 20_000 }, async (t) => {
    const { ended, done } = await cluster(t).interrupt(['fetch', 'one', './mine'], signal);
    assert.deepEqual(ended, [128 + constants.signals[signal], null]);
    assert.deepEqual(done.slice(1), ['delete job job-of-fetch --wait=false --ignore-not-found']);
  });

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  test(
    `${signal} to a script that follows a Job leaves the Job running, and says so`,
    { timeout: 20_000 },
    async (t) => {
      const { ended, done, told } = await cluster(t).interrupt(['tools', 'erase', 'device', 'CB-1'], signal);
      assert.deepEqual(ended, [128 + constants.signals[signal], null]);
      assert.deepEqual(done, [], 'the running Job is not interrupted');
      assert.match(told, /^The Job job-of-tools is still running\./m);
      assert.match(told, /^ {2}kubectl --namespace repairline logs --follow job\/job-of-tools$/m);
      assert.match(told, /^ {2}kubectl --namespace repairline delete job job-of-tools$/m);
    },
  );

test('backups are copied to this machine and back, with their keys, by a pod that is then removed', async (t) => {
  const run = cluster(t);
  const fetched = run(['fetch', 'one', './mine']);
  assert.deepEqual(await problemsOf(fetched.created()), []);
  const [{ command, args }] = containersOf(fetched.created());
  assert.deepEqual([...command, ...args], ['sleep', '3600']);
  const copying = (from, ...copies) => [
    'wait --for=condition=Ready pod/the-pod --timeout=180s',
    ...copies.map((copy) => `cp ${copy}`),
    `delete job job-of-${from} --wait=false --ignore-not-found`,
  ];
  assert.deepEqual(
    [fetched.status, fetched.done],
    [0, copying('fetch', 'the-pod:/backups/one.keys ./mine.keys', 'the-pod:/backups/one ./mine')],
  );
  const folder = mkdtempSync(join(tmpdir(), 'repairline-fetched-'));
  t.after(() => rmSync(folder, { recursive: true }));
  assert.deepEqual(
    run(['fetch', 'one', folder]).done,
    copying('fetch', `the-pod:/backups/one.keys ${folder}/one.keys`, `the-pod:/backups/one ${folder}/one`),
  );
  const { status, done } = run(['put', './mine']);
  assert.deepEqual(
    [status, done],
    [0, copying('put', './mine.keys the-pod:/backups/mine.keys', './mine the-pod:/backups/mine')],
  );
});

test('an unknown command is refused, and nothing is created', (t) => {
  const run = cluster(t);
  for (const args of [
    [],
    ['tools'],
    ['restore'],
    ['backup', 'now'],
    ['put'],
    ['fetch', 'one'],
    ['delete'],
    ['tools', 'erase', 'two\nlines'],
  ]) {
    const { status, created } = run(args);
    assert.equal(status, 2, args.join(' '));
    assert.throws(created, { code: 'ENOENT' });
  }
});
