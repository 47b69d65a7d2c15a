import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { breakingChanges, documents } from './documents.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const require = createRequire(import.meta.url);
const { default: Ajv } = require('ajv');
const asyncApiSchema = require('@asyncapi/specs').schemas['3.0.0'];

test('the documents in docs are up to date with the contracts; `npm run documents` writes them', () => {
  const all = documents();
  assert.ok(all.size > 20);
  const isWritten = ([path, text]) => existsSync(join(root, path)) && readFileSync(join(root, path), 'utf8') === text;
  const stale = [...all].filter((document) => !isWritten(document)).map(([path]) => path);
  assert.deepEqual(stale, [], `not as the contracts make them: ${stale.join(', ')}. Run \`npm run documents\``);
});

test('documents that would break subscribers are not written', () => {
  const all = documents();
  assert.deepEqual(breakingChanges(root, all), []);
  const [path, text] = [...all].find(([name]) => name.endsWith('repair-completed.json'));
  const changed = JSON.parse(text);
  delete changed.properties.data.properties.turnaroundMinutes;
  const sentences = breakingChanges(root, new Map([...all, [path, JSON.stringify(changed)]]));
  assert.deepEqual(sentences, ['repairline.repairs.device.v1.repair-completed: data.turnaroundMinutes is gone']);
});

const ajv = new Ajv({ strict: false, meta: false, validateSchema: false, validateFormats: false, allErrors: true });
const fitsAsyncApi = ajv.compile(asyncApiSchema);

/** By the official schema, which does not see where references lead. */
function complaints(document) {
  fitsAsyncApi(document);
  const faults = (fitsAsyncApi.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  return [...faults, ...brokenReferences(document)];
}

function brokenReferences(document) {
  const references = JSON.stringify(document).match(/(?<="\$ref":"#\/)[^"]+/g) ?? [];
  const named = (reference) => reference.split('/').map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  const isBroken = (reference) => named(reference).reduce((at, name) => at?.[name], document) === undefined;
  return [...new Set(references)].filter(isBroken);
}

test('the AsyncAPI document is valid by the official schema, which finds faults in a broken one', () => {
  const document = JSON.parse(readFileSync(join(root, 'docs', 'events', 'asyncapi.json'), 'utf8'));
  assert.deepEqual(complaints(document), []);
  const { channels, ...rest } = document;
  assert.ok(Object.keys(channels).length > 20);
  assert.ok(complaints({ ...rest, channels: {} }).some((fault) => fault.startsWith('channels/')));
  const shouting = {
    'repairs.none.v1': { action: 'shout', channel: document.operations[Object.keys(document.operations)[0]].channel },
  };
  assert.ok(complaints({ ...document, operations: shouting }).some((fault) => fault.includes('/action')));
});

test('both versions of an event are described, in a valid document', () => {
  const { z } = require('zod');
  const { definePublishedEvent } = require('@repairline/contracts/published/published');
  const { eventsOf } = require('@repairline/contracts/published/published-events');
  const { asyncApi } = require('@repairline/messaging/documents/asyncapi');
  const former = definePublishedEvent('A bell rang', { times: z.number() });
  const events = eventsOf('bells', 'bell', {
    'bell-rang': definePublishedEvent('A bell rang', { strokes: z.number() }, former),
  });
  const document = asyncApi('1.0.0', events);
  assert.deepEqual(complaints(document), []);
  const { channels, components } = document;
  assert.deepEqual(
    Object.values(channels).map(({ address, title }) => [address, title]),
    [
      ['repairline.bells.bell.v2.bell-rang', 'A bell rang'],
      [
        'repairline.bells.bell.v1.bell-rang',
        'A bell rang. Now published as v2; the stream still holds earlier events in this version',
      ],
    ],
  );
  const fields = Object.values(components.schemas).map(({ properties }) => Object.keys(properties.data.properties));
  assert.deepEqual(fields, [['strokes'], ['times']]);
});

test('the OpenAPI document is valid by its official schema, and all its references exist', async () => {
  const { Validator } = await import('@seriousme/openapi-schema-validator');
  const document = JSON.parse(readFileSync(join(root, 'docs', 'api', 'openapi.json'), 'utf8'));
  const validity = async (changed) => (await new Validator().validate(structuredClone(changed))).valid;
  assert.equal(document.openapi.slice(0, 4), '3.1.');
  assert.equal(await validity(document), true);
  assert.equal(await validity({ ...document, paths: { 'no-slash': {} } }), false);
  assert.equal(await validity({ ...document, info: { title: 'no version' } }), false);
  assert.deepEqual(brokenReferences(document), []);
});

test('the documents have the version of the product', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  assert.equal(require('@repairline/gateway/documents/openapi').VERSION, version);
});

test('the page for subscribers has the first programs, the figures of the bus and the status after each event', () => {
  const page = readFileSync(join(root, 'docs', 'events', 'README.md'), 'utf8');
  const { firstPrograms } = require('@repairline/gateway/documents/first-program');
  for (const [language, text] of Object.entries(firstPrograms))
    assert.ok(page.includes(`\`\`\`${language}\n${text}\`\`\``), language);
  const {
    ACK_WAIT_SECONDS,
    MOST_UNACKNOWLEDGED,
    SUBSCRIBER_API,
  } = require('@repairline/contracts/published/published-subjects');
  for (const figure of [`within ${ACK_WAIT_SECONDS} seconds`, `At most ${MOST_UNACKNOWLEDGED} events`, SUBSCRIBER_API])
    assert.ok(page.replaceAll('\n', ' ').includes(figure), figure);
  const { publishedEvents } = require('@repairline/contracts/published/published-events');
  const { statusAfter } = require('@repairline/messaging/documents/event-schemas');
  const rows = [...page.matchAll(/^\| `([a-z-]+)` +\| .+? +\| (.+?) +\|$/gm)].map(([, name, status]) => [name, status]);
  const setting = publishedEvents.filter((event) => event.newest === event.version && statusAfter(event));
  assert.deepEqual(
    rows,
    setting.map((event) => [event.name, statusAfter(event)]),
  );
});
