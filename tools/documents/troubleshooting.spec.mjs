import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const read = (...path) => readFileSync(join(root, ...path), 'utf8');
const page = read('docs', 'operations', 'troubleshooting.md');
/** The folders whose refusals end `npm start`. */
const OF_THE_START = ['start', 'migrate', 'bus'];

const alertsIn = (text) => [...new Set([...text.matchAll(/\bRepairline[A-Z]\w+/g)].map(([name]) => name))].sort();

/** The longest fixed part of each refusal's text. */
function refusals() {
  const files = OF_THE_START.flatMap((folder) =>
    readdirSync(join(root, 'tools', folder), { recursive: true })
      .filter((name) => name.endsWith('.mjs') && !name.endsWith('.spec.mjs') && !name.startsWith('testing'))
      .map((name) => read('tools', folder, name)),
  );
  const texts = files.flatMap((source) => [...source.matchAll(/new StartError\(\s*([`'"])(.+?)\1[,\s]*\)/gs)]);
  return texts.map(([, , text]) => longestOf(text)).filter((words) => words.length > 7);
}

const longestOf = (text) =>
  text
    .split(/\$\{[^}]*\}/)
    .sort((one, other) => other.length - one.length)[0]
    .trim();

test('the page covers each alert, and no other', () => {
  assert.deepEqual(alertsIn(page), alertsIn(read('docs', 'operations', 'alert-rules.yml')));
});

test('the page covers each message that can end a start', () => {
  const all = refusals();
  assert.ok(all.length > 15);
  assert.deepEqual(
    all.filter((words) => !page.includes(words)),
    [],
  );
});
