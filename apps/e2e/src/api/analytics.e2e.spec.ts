import { type Analytics } from '@repairline/contracts/analytics/views';
import { type LiveChange } from '@repairline/contracts/live';
import { expect, newColleague, test } from '../support/api-journey';
import { type Api } from '../support/api';
import { complete, deviceIn, log, newDevice } from '../support/device-calls';
import { openSocket } from '../support/socket';

const PATH = '/api/analytics';

async function figures(admin: Api): Promise<Analytics> {
  const { status, body } = await admin.get<Analytics>(PATH);
  expect(status).toBe(200);
  return body;
}

/** More than tests that run at the same time give anyone else. */
const MANY = 12;

// proves s7.analytics.get s3.analytics.fields d.figures.common-issues-top d.figures.workload-top
test('the analytics have their fields, and sorted lists of at most five', async ({ admin, url }) => {
  const issues = [1, 2, 3, 4, 5, 6].map((rank) => `Odd noise ${rank}`).join(', ');
  for (let repair = 0; repair < MANY; repair += 1)
    await log(admin, (await newDevice(admin)).barcodeNumber, { issue: issues });
  const { api, user } = await newColleague(admin, url);
  for (let device = 0; device < MANY; device += 1) await deviceIn('IN_PROGRESS', api);
  await complete(api, (await newDevice(api)).barcodeNumber);
  const body = await figures(admin);
  expect(Object.keys(body).sort()).toEqual([
    ...['averageTurnaroundTime', 'commonIssues', 'completionsPerDay', 'technicianWorkload'],
  ]);
  expect(body.averageTurnaroundTime).toBeGreaterThanOrEqual(0);
  expect(body.commonIssues).toHaveLength(5);
  expect(body.commonIssues.filter(({ issue }) => issue.startsWith('Odd noise')).length).toBeGreaterThan(0);
  const counts = body.commonIssues.map(({ count }) => count);
  expect(counts).toEqual([...counts].sort((one, other) => other - one));
  const { technicianWorkload } = body;
  expect(technicianWorkload.length).toBeLessThanOrEqual(5);
  expect(technicianWorkload).toContainEqual({ technician: user.name, activeCount: MANY, completedCount: 1 });
  const ranks = technicianWorkload.map(({ activeCount, completedCount }) => activeCount * 1e6 + completedCount);
  expect(ranks).toEqual([...ranks].sort((one, other) => other - one));
  await api.close();
});

// proves d.calls.ws-analytics-updated
test('a completed repair is counted by the next read and announced on /ws', async ({ admin, url }) => {
  const { barcodeNumber } = await newDevice(admin);
  const before = await figures(admin);
  const socket = await openSocket(url, admin.cookie());
  await complete(admin, barcodeNumber);
  expect((await figures(admin)).completionsPerDay).toBeGreaterThan(before.completionsPerDay);
  const change = (await socket.hear(({ type }) => type === 'analytics_updated')) as LiveChange;
  expect(Object.keys(change).sort()).toEqual(['at', 'context', 'type']);
  socket.close();
});
