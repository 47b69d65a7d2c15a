import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from './testing/what-is-read.mjs';

/** Where the lockfile puts packages beside the root's `node_modules`, among what the images run. */
const besideTheRoot = ({ packages }) =>
  Object.keys(packages).filter((place) => /^(apps|libs)\/[^/]+\/node_modules\//.test(place));

test('every package that an app or a lib needs is in the root’s node_modules, the only one that images carry', () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  assert.deepEqual(besideTheRoot(lock), []);
});

test('a second version of a package, which the lockfile puts below a lib, would be noticed', () => {
  const packages = {
    'node_modules/uuid': {},
    'libs/event-store/node_modules/uuid': {},
    'tools/bench/node_modules/uuid': {},
  };
  assert.deepEqual(besideTheRoot({ packages }), ['libs/event-store/node_modules/uuid']);
});
