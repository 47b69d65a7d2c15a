import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { anchorsOf, filesOf, missingIn } from './mentions.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const files = filesOf(root);
/** The specification is left out: its text is not ours to correct, and its coverage is generated. */
const pages = files.filter((file) => file.endsWith('.md') && !file.startsWith('docs/spec/'));
const missing = (text, page = 'docs/developers.md') => missingIn(root, page, files, text);

test('every link, file and script that a page names exists', () => {
  assert.ok(pages.length > 20);
  assert.deepEqual(
    pages.flatMap((page) => missingIn(root, page, files)),
    [],
  );
});

test('every page is linked from the start of the documentation', () => {
  const start = readFileSync(join(root, 'docs', 'README.md'), 'utf8');
  const guides = pages.filter((page) => page.startsWith('docs/') && page !== 'docs/README.md');
  assert.deepEqual(
    guides.filter((page) => !start.includes(`](${page.slice('docs/'.length)}`)),
    [],
  );
});

test('a broken link is found', () => {
  assert.deepEqual(missing('[a](installing.md) [b](gone.md)'), ['docs/developers.md: the link gone.md']);
  assert.deepEqual(missing('<img src="screenshots/gone.png">'), ['docs/developers.md: the link screenshots/gone.png']);
  assert.deepEqual(missing('[a](../README.md#two-commands) [b](../README.md#gone)'), [
    'docs/developers.md: the link ../README.md#gone',
  ]);
  assert.deepEqual(missing('[a](https://school.example/gone.md)'), []);
});

test('a file, a folder and a script that do not exist are found', () => {
  assert.deepEqual(missing('`apps/billing/src/views/views.ts`, `apps/billing/src/gone/`, `apps/billing/src/gone.ts`'), [
    'docs/developers.md: apps/billing/src/gone/',
    'docs/developers.md: apps/billing/src/gone.ts',
  ]);
  assert.deepEqual(missing('`apps/<service>/src/app.module.ts` `apps/<service>/src/gone.module.ts`'), [
    'docs/developers.md: apps/<service>/src/gone.module.ts',
  ]);
  assert.deepEqual(missing('`npm run verify` `npm run -s consumer -- list` `npm run gone`'), [
    'docs/developers.md: npm run gone',
  ]);
});

test('the README of a folder names files of that folder', () => {
  assert.deepEqual(missing('`log-listener.ts` `device.ts`', 'libs/event-store/README.md'), [
    'libs/event-store/README.md: device.ts',
  ]);
});

test('headings are linked by the names that GitHub gives them', () => {
  assert.deepEqual(anchorsOf('# Add a view\n```\n# no heading\n```\n## What, if “x”?'), ['add-a-view', 'what-if-x']);
});
