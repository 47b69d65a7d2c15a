import { z } from 'zod';
import { definePublishedEvent } from '@repairline/contracts/published/published';
import { eventsOf, publishedEvents } from '@repairline/contracts/published/published-events';
import {
  ACK_WAIT_SECONDS,
  MOST_UNACKNOWLEDGED,
  SUBSCRIBER_API,
} from '@repairline/contracts/published/published-subjects';
import { asyncApi } from '@repairline/messaging/documents/asyncapi';
import { eventsPage } from './events-page';
import { firstPrograms } from './first-program';
import { escaped } from './html';

const former = definePublishedEvent('A device was weighed', { pounds: z.number() });
const weighed = { 'device-weighed': definePublishedEvent('A device was weighed', { grams: z.number() }, former) };
const events = eventsOf('repairs', 'device', weighed);

test('both versions of an event are shown, the newest first, each with its own fields', () => {
  const page = eventsPage(asyncApi('1.0.0', events), 'nonce', events);
  const headings = [...page.matchAll(/<h3 id="([^"]+)">([^<]+)</gu)].map(([, id, heading]) => [id, heading]);
  expect(headings).toEqual([
    ['repairline.repairs.device.v2.device-weighed', 'device-weighed v2'],
    ['repairline.repairs.device.v1.device-weighed', 'device-weighed v1'],
  ]);
  const [, newest = '', before = ''] = page.split('<h3 ');
  expect([newest.includes('grams'), newest.includes('pounds')]).toEqual([true, false]);
  expect([before.includes('pounds'), before.includes('Now published as v2')]).toEqual([true, true]);
});

test('a subscriber learns from the page alone how to connect and how events are delivered', () => {
  const page = eventsPage(asyncApi('1.0.0'), 'nonce');
  expect(page).toContain(`<code>${SUBSCRIBER_API}</code>`);
  expect(page).toContain(`At most ${MOST_UNACKNOWLEDGED} events`);
  expect(page).toContain(`${ACK_WAIT_SECONDS} seconds`);
  expect(page).toContain('<code>docs/events/README.md</code>');
  for (const text of Object.values(firstPrograms)) {
    expect(page).toContain(escaped(text));
    for (const field of ['servers', 'nkey', 'stream', 'consumer', 'apiPrefix']) expect(text).toContain(field);
  }
});

test('the page and the document tell which event sets which status', () => {
  const document = asyncApi('1.0.0') as {
    components: { messages: Record<string, { name: string; summary?: string }> };
  };
  const page = eventsPage(document, 'nonce');
  const setting = publishedEvents.filter(({ statusAfter }) => statusAfter !== null);
  expect(setting.length).toBeGreaterThan(12);
  const summaries = new Map(Object.values(document.components.messages).map(({ name, summary }) => [name, summary]));
  for (const { name, type, statusAfter } of publishedEvents) {
    const row = new RegExp(`<td><a href="#${type}">${name}</a></td><td>[^<]+</td><td>([^\\n]+)</td></tr>`, 'u');
    const told = row.exec(page)?.[1]?.replaceAll(/<\/?code>/gu, '`');
    const words = typeof statusAfter === 'object' ? 'the one in its `to`' : `\`${statusAfter}\``;
    expect([type, told, summaries.get(type)]).toEqual(
      statusAfter === null ? [type, undefined, undefined] : [type, words, `The status after it: ${words}`],
    );
  }
});
