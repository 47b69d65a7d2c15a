import assert from 'node:assert/strict';
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
