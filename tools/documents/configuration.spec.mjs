import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { APPS, root, variablesOf } from '../deploy/testing/what-is-read.mjs';
import { settingsSchema } from '../start/settings.mjs';

const PAGE = join('docs', 'configuration.md');
/** Variables that Compose itself reads. */
const OF_COMPOSE = ['COMPOSE_PROFILES'];

/** `{ name, standard }` of each variable, from the first cells of the page's tables. */
function told(page) {
  const rows = [...page.matchAll(/^\| (`[A-Z_`, ]+`) +\| (.*?) +\|/gm)];
  return rows.flatMap(([, names, standard]) =>
    [...names.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => ({ name, standard })),
  );
}

async function ofTheStart() {
  const { z } = await import('zod');
  return z.toJSONSchema(await settingsSchema(root), { io: 'input', unrepresentable: 'any' }).properties;
}

async function read() {
  const apps = await Promise.all(
    [...APPS, 'migrate', 'tools', 'backup', 'restore'].map(async (app) => (await variablesOf(app)).read),
  );
  const compose = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
  const ofCompose = [...compose.matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name);
  return [...new Set([...apps.flat(), ...Object.keys(await ofTheStart()), ...ofCompose, ...OF_COMPOSE])];
}

async function faults(page) {
  const [names, known] = [told(page).map(({ name }) => name), await read()];
  return [
    ...known.filter((name) => !names.includes(name)).map((name) => `${name} is not told`),
    ...names.filter((name) => !known.includes(name)).map((name) => `${name} is read by nobody`),
    ...names.filter((name, index) => names.indexOf(name) !== index).map((name) => `${name} is told twice`),
  ];
}

const page = readFileSync(join(root, PAGE), 'utf8');

test('every variable that a program, the start or Compose reads is documented once, and no other is', async () => {
  assert.ok(told(page).length > 40);
  assert.deepEqual(await faults(page), []);
});

test('a missing, invented or duplicate variable is found', async () => {
  assert.deepEqual(await faults(page.replaceAll('`PORT`', '`PROT`')), ['PORT is not told', 'PROT is read by nobody']);
  assert.deepEqual(await faults(`${page}\n| \`PORT\` | 3000 | again |\n`), ['PORT is told twice']);
});

test('the documented defaults are those of the start', async () => {
  const ofTheMachine = ['DISTRICT_TIMEZONE'];
  const standards = Object.entries(await ofTheStart()).filter(([, { default: standard }]) => standard !== undefined);
  assert.ok(standards.length > 6);
  for (const [name, { default: standard }] of standards.filter(([name]) => !ofTheMachine.includes(name)))
    assert.equal(
      told(page)
        .find((row) => row.name === name)
        .standard.replaceAll('`', ''),
      String(standard),
      name,
    );
});

test('no other page of the documentation has a table of variables', () => {
  for (const other of ['README.md', join('docs', 'installing.md')])
    assert.deepEqual(told(readFileSync(join(root, other), 'utf8')), [], other);
});
