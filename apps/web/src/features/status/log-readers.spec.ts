import type { LogStatus, ServiceStatus } from '@repairline/contracts/status';
import { behindFigure, differencesText, logReadersOf, shortDuration, summaryOf } from './log-readers';

const nothing: LogStatus = { head: null, views: [], relay: null, consumers: [], verification: null };
const service = (name: string, standing: Partial<LogStatus> | null): ServiceStatus => ({
  ...{ name, answers: true, ready: true },
  standing: standing && { ...nothing, ...standing },
});
const view = { name: 'device-list', version: 1, position: 8, deadLetters: 0 };

test('a view counts as behind only once it has lagged for more than a few seconds', () => {
  const state = 'live' as const;
  const conditions = [0, 4, 6].map((behindSeconds) => {
    const repairs = service('repairs', { head: 10, views: [{ ...view, state, behindSeconds }] });
    return logReadersOf(repairs, [repairs])[0]?.condition;
  });
  expect(conditions).toEqual(['current', 'current', 'behind']);
});

test('a stopped or building view is shown as such, whatever its position', () => {
  const views = (['stopped', 'building'] as const).map((state) => ({ ...view, state, behindSeconds: 0 }));
  const repairs = service('repairs', { head: 8, views });
  expect(logReadersOf(repairs, [repairs]).map(({ condition }) => condition)).toEqual(['stopped', 'building']);
});

test('a relay blocked by an event it cannot publish counts as stopped', () => {
  const relay = { position: 7, published: 7, behindSeconds: 1, deadLetters: 1 };
  const repairs = service('repairs', { head: 9, relay });
  expect(logReadersOf(repairs, [repairs])).toMatchObject([
    { name: 'Published events', condition: 'stopped', deadLetters: 1 },
  ]);
});

test('a consumer is measured against what its source service has published', () => {
  const identity = service('identity', { relay: { position: 9, published: 7, behindSeconds: 0, deadLetters: 0 } });
  const consumer = { name: 'technicians', of: 'identity', stopped: null, deadLetters: 0 };
  const of = (position: number, stopped: number | null = null) => {
    const repairs = service('repairs', { consumers: [{ ...consumer, position, stopped }] });
    return logReadersOf(repairs, [identity, repairs])[0];
  };
  expect(of(7)).toMatchObject({ name: 'Technicians, from identity', head: 7, condition: 'current' });
  expect(of(6)).toMatchObject({ condition: 'behind' });
  expect(of(6, 7)).toMatchObject({ condition: 'stopped' });
  const alone = service('repairs', { consumers: [{ ...consumer, position: 7 }] });
  expect(logReadersOf(alone, [alone])[0]).toMatchObject({ head: null, condition: 'unknown' });
});

test('a reader that is past the reported end of the log moves the end', () => {
  const identity = service('identity', { relay: { position: 9, published: 0, behindSeconds: 0, deadLetters: 0 } });
  const consumer = { name: 'technicians', of: 'identity', position: 9, stopped: null, deadLetters: 0 };
  const views = [{ ...view, state: 'live' as const, behindSeconds: 0 }];
  const repairs = service('repairs', { head: 7, views, consumers: [consumer] });
  expect(logReadersOf(repairs, [identity, repairs])).toMatchObject([
    { position: 8, head: 8, condition: 'current' },
    { position: 9, head: 9, condition: 'current' },
  ]);
});

test('the summary has the worst lag of all services and the oldest of their verifications', () => {
  const verified = (at: string, differences: number) => ({ at, compared: 5, differences });
  const services = [
    service('identity', { verification: verified('2026-01-02T00:00:00Z', 1) }),
    service('repairs', {
      head: 10,
      views: [{ ...view, state: 'live', behindSeconds: 61, deadLetters: 2 }],
      verification: verified('2026-01-01T00:00:00Z', 0),
    }),
    { ...service('billing', null), answers: false, ready: false },
  ];
  expect(summaryOf({ at: '', bus: true, services })).toEqual({
    ...{ working: 2, services: 3, behindSeconds: 61, untaken: 0, deadLetters: 2 },
    ...{ verifiedAt: '2026-01-01T00:00:00Z', differences: 1 },
  });
});

test('a service that has much to take in from another is not shown as up to date', () => {
  const identity = service('identity', {
    relay: { position: 1_300, published: 1_300, behindSeconds: 0, deadLetters: 0 },
  });
  const consumer = { name: 'technicians', of: 'identity', stopped: null, deadLetters: 0 };
  const figure = (position: number, behindSeconds: number) => {
    const views = [{ ...view, state: 'live' as const, behindSeconds }];
    const repairs = service('repairs', { head: 10, views, consumers: [{ ...consumer, position }] });
    return behindFigure(summaryOf({ at: '', bus: true, services: [identity, repairs] })).value;
  };
  expect([figure(66, 0), figure(1_299, 0), figure(1_300, 0), figure(66, 61)]).toEqual([
    '1,234 events',
    '1 event',
    '0 s',
    '1 min',
  ]);
  expect(behindFigure(undefined).value).toBeUndefined();
});

test('lag is shown in one short unit', () => {
  expect([0.4, 59, 90, 7_200].map(shortDuration)).toEqual(['0 s', '59 s', '2 min', '2 h']);
});

test.each([
  [0, 'no differences'],
  [1, '1 difference'],
  [1_200, '1,200 differences'],
])('a count of differences, %d, is shown as "%s"', (differences, text) => {
  expect(differencesText(differences)).toBe(text);
});
