import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);

/** The text of every document made from the contracts, by path from the root. Loads the built packages. */
export function documents() {
  const { eventSchemas } = require('@repairline/messaging/documents/event-schemas');
  const { asyncApi } = require('@repairline/messaging/documents/asyncapi');
  const { openApi, VERSION } = require('@repairline/gateway/documents/openapi');
  const { firstPrograms } = require('@repairline/gateway/documents/first-program');
  const schemas = [...eventSchemas()].map(([type, schema]) => [join('docs', 'events', `${type}.json`), schema]);
  const all = [
    ...schemas,
    [join('docs', 'events', 'asyncapi.json'), asyncApi(VERSION)],
    [join('docs', 'api', 'openapi.json'), openApi(VERSION)],
  ];
  const programs = { 'first-program.mjs': firstPrograms.js, 'first_program.py': firstPrograms.python };
  return new Map([
    ...all.map(([path, document]) => [path, `${JSON.stringify(document, null, 2)}\n`]),
    ...Object.entries(programs).map(([name, text]) => [join('examples', 'first-program', name), text]),
  ]);
}

/** What in the documents would break subscribers, as sentences. */
export function breakingChanges(root, all) {
  const { breakingSchemaChanges } = require('@repairline/messaging/documents/breaking-changes');
  const folder = join(root, 'docs', 'events');
  const isEvent = (name) => name.startsWith('repairline.');
  const typeOf = (path) =>
    path
      .split(/[\\/]/)
      .at(-1)
      .replace(/\.json$/, '');
  const kept = readdirSync(folder)
    .filter(isEvent)
    .map((name) => [typeOf(name), JSON.parse(readFileSync(join(folder, name), 'utf8'))]);
  const now = [...all]
    .filter(([path]) => isEvent(typeOf(path)))
    .map(([path, text]) => [typeOf(path), JSON.parse(text)]);
  return breakingSchemaChanges(new Map(kept), new Map(now));
}
