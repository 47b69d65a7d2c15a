import { z } from 'zod';
import { definePublishedEvent } from '@repairline/contracts/published';
import { eventsOf } from '@repairline/contracts/published-events';
import { asyncApi } from '@repairline/messaging/documents/asyncapi';
import { eventsPage } from './events-page';

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
