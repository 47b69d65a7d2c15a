import type { LogStatus } from '@repairline/contracts/status';
import { scrape } from './scrape';
import { Status } from './status';

const view = {
  name: 'device-list',
  version: 1,
  state: 'live',
  position: 7,
  behindSeconds: 2.5,
  deadLetters: 1,
} as const;

function repairs(more: Partial<LogStatus> = {}): Status {
  const { head = 10, views = [view], relay = { position: 9, published: 8, behindSeconds: 0.5, deadLetters: 2 } } = more;
  const status = new Status({
    head: async () => head ?? 0,
    views: async () => views,
    verification: async () => more.verification ?? null,
    relay: async () => relay ?? { position: 0, published: 0, behindSeconds: 0, deadLetters: 0 },
  });
  return status.consumer('technicians', async () => ({ of: 'identity', position: 4, stopped: null, deadLetters: 3 }));
}

const samples = (text: string) => text.split('\n').filter((line) => line.startsWith('repairline_'));

test('a scrape reports how far views, relay and consumers lag behind, in events and seconds', async () => {
  expect(samples(await scrape('repairs', repairs()))).toEqual(
    expect.arrayContaining([
      'repairline_log_head_position 10',
      'repairline_view_position{view="device-list"} 7',
      'repairline_view_lag_events{view="device-list"} 3',
      'repairline_view_lag_seconds{view="device-list"} 2.5',
      'repairline_view_live{view="device-list"} 1',
      'repairline_dead_letters{reader="device-list"} 1',
      'repairline_dead_letters{reader="technicians"} 3',
      'repairline_dead_letters{reader="relay"} 2',
      'repairline_relay_lag_events 1',
      'repairline_relay_lag_seconds 0.5',
      'repairline_published_position{context="repairs"} 8',
      'repairline_consumed_position{context="identity",consumer="technicians"} 4',
    ]),
  );
});

test('the result of the last verification is reported once there has been one', async () => {
  const verification = { at: '2026-01-05T08:00:00.000Z', compared: 40, differences: 2 };
  expect(samples(await scrape('repairs', repairs())).filter((line) => line.includes('verification'))).toEqual([]);
  expect(samples(await scrape('repairs', repairs({ verification })))).toEqual(
    expect.arrayContaining([
      'repairline_last_verification_timestamp_seconds 1767600000',
      'repairline_last_verification_differences 2',
    ]),
  );
});

test('a view that has stopped or is being built does not count as live', async () => {
  const views = [
    { ...view, state: 'stopped' as const },
    { ...view, name: 'repair-logs', state: 'building' as const },
  ];
  const lines = samples(await scrape('repairs', repairs({ views })));
  expect(lines).toContain('repairline_view_live{view="device-list"} 0');
  expect(lines).toContain('repairline_view_live{view="repair-logs"} 0');
});

test('positions that cannot be read are omitted, not repeated from the scrape before, and the failure is counted', async () => {
  await scrape('repairs', repairs());
  const failing = new Status({ head: () => Promise.reject(new Error('no database')) });
  const lines = samples(await scrape('repairs', failing));
  expect(lines.filter((line) => /_(position|lag_\w+|live|letters)[ {]/u.test(line))).toEqual([]);
  expect(lines).toContain('repairline_standing_errors_total 1');
});
