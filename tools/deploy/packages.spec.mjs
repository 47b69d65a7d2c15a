import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from './testing/what-is-read.mjs';

/** The paths of packages that the lockfile puts outside the root's `node_modules`, among those the images run. */
const besideTheRoot = ({ packages }) =>
  Object.keys(packages).filter((place) => /^(apps|libs)\/[^/]+\/node_modules\//.test(place));

test('every package of an app or lib is in the root’s node_modules, the only one that images contain', () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  assert.deepEqual(besideTheRoot(lock), []);
});

test('a second version of a package below a lib is found', () => {
  const packages = {
    'node_modules/uuid': {},
    'libs/event-store/node_modules/uuid': {},
    'tools/bench/node_modules/uuid': {},
  };
  assert.deepEqual(besideTheRoot({ packages }), ['libs/event-store/node_modules/uuid']);
});

test('the bill of materials names every package of the lockfile, and marks what a running product does not need', () => {
  const bill = JSON.parse(execFileSync('npm', ['run', '-s', 'sbom'], { cwd: root, encoding: 'utf8', maxBuffer: 64e6 }));
  const isMarked = (wanted) =>
    bill.components
      .find(({ name }) => name === wanted)
      .properties.some(({ name }) => name === 'cdx:npm:package:development');
  assert.deepEqual(['nats', 'pg', 'express', 'zod', 'jest'].filter(isMarked), ['jest']);
});
