import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';
import { containersOf, render } from './kustomize.mjs';
import { problemsOf } from './manifest-schema.mjs';
import { root } from './testing/what-is-read.mjs';

const manifests = render(join(root, 'k8s', 'overlays', 'production'));

/** In place of a cluster: answers as kubectl does, keeps what is created, and lets the Job end as it is told. */
const KUBECTL = `#!${process.execPath}
const { appendFileSync, existsSync, readFileSync, writeFileSync } = require('node:fs');
const words = process.argv.slice(2).filter((word) => word !== '--namespace' && word !== 'repairline');
const stdin = () => JSON.parse(readFileSync(0, 'utf8'));
const [verb, kind, name] = words;
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
else if (verb === 'logs') console.log('what it said');
else if (verb === 'get' && kind === 'pod') {
  // As in a cluster it is there a moment after its Job.
  if (existsSync(process.env.CREATED + '.asked')) process.stdout.write('the-pod');
  writeFileSync(process.env.CREATED + '.asked', '');
} else if (verb === 'get') process.stdout.write(process.env.ENDS);
else if (verb === 'wait' || verb === 'cp' || verb === 'delete') appendFileSync(process.env.DONE, words.join(' ') + '\\n');
else throw new Error(words.join(' '));
`;

function cluster(t) {
  const folder = mkdtempSync(join(tmpdir(), 'repairline-run-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const [program, TEMPLATES, CREATED, DONE] = ['kubectl', 'templates', 'created', 'done'].map((name) =>
    join(folder, name),
  );
  writeFileSync(program, KUBECTL);
  chmodSync(program, 0o755);
  const templates = manifests
    .filter(({ kind }) => kind === 'CronJob')
    .map(({ metadata, spec }) => [metadata.name, spec]);
  writeFileSync(TEMPLATES, JSON.stringify(Object.fromEntries(templates)));
  return (args, ENDS = 'SuccessCriteriaMet Complete') => {
    const PATH = `${folder}${delimiter}${process.env.PATH}`;
    const env = { PATH, TEMPLATES, CREATED, DONE, ENDS };
    writeFileSync(DONE, '');
    const { status, stdout } = spawnSync('sh', [join(root, 'k8s', 'run.sh'), ...args], { env, encoding: 'utf8' });
    const done = readFileSync(DONE, 'utf8')
      .replaceAll(/repairline-(\w+)-\d+/g, 'job-of-$1')
      .split('\n')
      .filter(Boolean);
    return { status, stdout, done, created: () => JSON.parse(readFileSync(CREATED, 'utf8')) };
  };
}

test('a command becomes a Job that Kubernetes knows, with its arguments to the letter, and ends as the Job does', async (t) => {
  const run = cluster(t);
  const words = ['erase', 'student', 'Ada "the \\ first" O\'Neil $HOME', '--by', 'admin@school.example'];
  const erased = run(['tools', ...words]);
  assert.deepEqual([erased.status, erased.stdout], [0, 'what it said\n']);
  assert.deepEqual(erased.done, ['delete job job-of-tools --wait=false'], 'the name of the student stays nowhere');
  assert.deepEqual(await problemsOf(erased.created()), []);
  assert.deepEqual(containersOf(erased.created())[0].args, words);
  const restored = run(['restore', '/backups/one']);
  assert.deepEqual(containersOf(restored.created())[0].args, ['restore', '/backups/one']);
  assert.match(containersOf(run(['backup']).created())[0].args.join(' '), /^backup --into/);
  assert.deepEqual(restored.done, []);
  assert.equal(run(['tools', 'verify'], 'FailureTarget Failed').status, 1);
});

test('backups go to this machine and back, with their keys, by a pod that is gone then', async (t) => {
  const run = cluster(t);
  const fetched = run(['fetch', 'one', './mine']);
  assert.deepEqual(await problemsOf(fetched.created()), []);
  const [{ command, args }] = containersOf(fetched.created());
  assert.deepEqual([...command, ...args], ['sleep', '3600']);
  const copying = (from, ...copies) => [
    'wait --for=condition=Ready pod/the-pod --timeout=180s',
    ...copies.map((copy) => `cp ${copy}`),
    `delete job job-of-${from} --wait=false`,
  ];
  assert.deepEqual(
    [fetched.status, fetched.done],
    [0, copying('fetch', 'the-pod:/backups/one.keys ./mine.keys', 'the-pod:/backups/one ./mine')],
  );
  const { status, done } = run(['put', './mine']);
  assert.deepEqual(
    [status, done],
    [0, copying('put', './mine.keys the-pod:/backups/mine.keys', './mine the-pod:/backups/mine')],
  );
});

test('what is no command is told, and nothing is made', (t) => {
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
