import type { CallClient } from '../calls/call-client';
import type { CloudEventJson } from '../cloud-event';
import { followedLog } from './followed-log';

const told = (...positions: number[]) =>
  positions.map((position): CloudEventJson => {
    const at = { specversion: '1.0', source: '/repairline/repairs', time: '2026-09-01T15:00:00Z' } as const;
    const kind = { type: 'repairline.repairs.device.v1.something', datacontenttype: 'application/json' } as const;
    const place = { position: String(position), predecessor: '0', correlationid: 'c', causationid: 'c' };
    return { ...at, ...kind, ...place, id: `e${position}`, data: { position } };
  });

/** An owner that answers in pages of three positions. */
function logOf({ events, head, refusedAt = Infinity }: { events: CloudEventJson[]; head: number; refusedAt?: number }) {
  const call = (_: unknown, { after }: { after: number }) => {
    const upTo = Math.max(after, Math.min(after + 3, head, refusedAt - 1));
    const page = events.filter(({ position }) => Number(position) > after && Number(position) <= upTo);
    const refused = upTo + 1 === refusedAt ? { position: refusedAt, type: 'Unheard' } : undefined;
    return Promise.resolve({ events: page, upTo, head, refused });
  };
  return followedLog({
    calls: { call } as unknown as CallClient,
    of: 'repairs',
    readerOf: () =>
      Promise.resolve(({ data }) => {
        if (data.position === 5) throw new Error('no such thing');
        return data.position === 6 ? undefined : { type: 'something', data };
      }),
  });
}

const typesOf = (envelopes: { position: number; event: { type: string } }[]) =>
  envelopes.map(({ position, event }) => `${position} ${event.type}`);

test('a followed log has an event at every position, in the place of what is not published, too', async () => {
  const log = logOf({ events: told(2, 4, 6, 7), head: 8 });
  const all = ['1 unpublished', '2 something', '3 unpublished', '4 something', '5 unpublished'];
  const last = ['6 unpublished', '7 something', '8 unpublished'];
  expect(typesOf(await log.readAll(0, 100))).toEqual([...all, ...last]);
  expect(typesOf(await log.readAll(1, 2))).toEqual(all.slice(1, 3));
  expect(await log.readAll(8, 100)).toEqual([]);
  expect(await log.head()).toBe(8);
});

test('an event that cannot be read keeps its place', async () => {
  const [envelope] = await logOf({ events: told(5), head: 5 }).readAll(4, 1);
  expect(envelope).toMatchObject({ position: 5, event: { name: 'UnreadableEvent', type: 'something' } });
});

test('reading ends before an event that the owner cannot publish, and fails from there', async () => {
  const log = logOf({ events: told(1, 2, 3, 4), head: 9, refusedAt: 5 });
  expect(await log.readAll(0, 100)).toHaveLength(4);
  await expect(log.readAll(4, 100)).rejects.toThrow('Event 5 (Unheard) cannot be published');
});
