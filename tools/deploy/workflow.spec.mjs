import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { root } from './testing/what-is-read.mjs';

const folder = join(root, '.github', 'workflows');
const workflows = readdirSync(folder).map((name) => parse(readFileSync(join(folder, name), 'utf8')));
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const jobs = workflows.flatMap((workflow) => Object.values(workflow.jobs));
const commands = jobs.flatMap(({ steps }) => steps.map(({ run }) => run).filter(Boolean));

test('the workflows name scripts and files of this project that exist', () => {
  const named = commands.flatMap((command) =>
    [...command.matchAll(/\bnpm (?:run )?([\w:]+)/g)].map((match) => match[1]),
  );
  assert.deepEqual(
    named.filter((name) => !['ci', ...Object.keys(scripts)].includes(name)),
    [],
  );
  const files = commands.flatMap((command) => command.match(/\btools\/[\w./-]+/g) ?? []);
  assert.ok(files.length > 0);
  assert.deepEqual(
    files.filter((file) => !existsSync(join(root, file))),
    [],
  );
});

test('all checks, the images and the Docker tests run on every change', () => {
  for (const command of ['npm test', 'docker compose build', 'node --test tools/deploy/compose/compose.docker.mjs'])
    assert.ok(commands.includes(command), command);
  for (const { on } of workflows) assert.ok('pull_request' in on && on.push.branches.includes('main'));
});

test('every night the rehearsals run too', () => {
  const nightly = workflows.filter(({ on }) => on.schedule?.length > 0).flatMap(({ jobs }) => Object.values(jobs));
  const rehearsing = nightly.filter(({ steps }) => steps.some(({ run }) => run === 'npm run test:all'));
  assert.deepEqual(
    rehearsing.map((job) => job.if),
    ["github.event_name == 'schedule'"],
  );
});

test('a workflow may only read the sources, and has a time limit', () => {
  for (const { permissions } of workflows) assert.deepEqual(permissions, { contents: 'read' });
  for (const job of jobs) assert.ok(job['timeout-minutes'] <= 60);
});
