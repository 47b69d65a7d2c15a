import { type Device } from '@repairline/contracts/repairs/views';
import { expect, test } from '../support/api-journey';
import {
  complete,
  deviceIn,
  deviceOf,
  log,
  logsOf,
  logsPathOf,
  newDevice,
  pathOf,
  scrapPathOf,
  startWork,
} from '../support/device-calls';
import { newAssetNumber } from '../support/devices';

const DEPROVISIONED = { status: 409, body: { message: 'Device is deprovisioned; an Admin can restore it' } };

// proves d.life.completed-intake-again d.life.completed-same-device d.life.completed-fields-updated
test('a completed device that is taken in again keeps its id and its timeline', async ({ member: { api } }) => {
  const done = await deviceIn('COMPLETED', api, { model: 'HP 11', studentName: 'Ben', notes: 'kept' });
  const timeline = await logsOf(api, done.barcodeNumber);
  const again = { barcodeNumber: done.barcodeNumber, school: 'SMS', model: 'HP 14', priority: 'High' };
  const { status, body } = await api.post<Device>('/api/devices', again);
  expect(status).toBe(200);
  expect(body).toMatchObject({ ...again, id: done.id, status: 'INTAKE', studentName: 'Ben', notes: 'kept' });
  expect(body.createdAt).toBe(done.createdAt);
  expect(await deviceOf(api, done.barcodeNumber)).toEqual(body);
  expect(await logsOf(api, done.barcodeNumber)).toEqual(timeline);
});

// proves d.life.completed-new-log d.life.past-flags-kept
test('a new entry reopens a completed device, and earlier entries keep their completed flags', async ({
  member: { api },
}) => {
  const { barcodeNumber } = await deviceIn('INTAKE', api);
  await log(api, barcodeNumber, { issue: 'never completed' });
  await complete(api, barcodeNumber);
  await log(api, barcodeNumber, { issue: 'again broken' });
  expect((await deviceOf(api, barcodeNumber)).status).toBe('INTAKE');
  const flags = async () => (await logsOf(api, barcodeNumber)).map(({ completed }) => completed);
  expect(await flags()).toEqual([false, true, false]);
  await complete(api, barcodeNumber);
  expect(await flags()).toEqual([false, true, false, true]);
  expect((await deviceOf(api, barcodeNumber)).status).toBe('COMPLETED');
});

// proves d.life.start-work d.life.start-work-assigns-caller d.life.start-work-timeline-entry
test('start work assigns the caller and adds an entry in the same step', async ({ admin, member: { api, user } }) => {
  const { barcodeNumber } = await newDevice(admin, { initialIssue: 'Missing keys' });
  expect(await startWork(api, barcodeNumber)).toMatchObject({ status: 'IN_PROGRESS', assigneeId: user.id });
  const logs = await logsOf(api, barcodeNumber);
  expect(logs).toMatchObject([{ completed: false, technicianId: user.id, issue: 'Missing keys' }]);
});

// proves d.life.start-work-assigned-to
test('start work assigns the user it names', async ({ admin, member: { user } }) => {
  const { barcodeNumber } = await newDevice(admin);
  const started = await startWork(admin, barcodeNumber, { assignedTo: user.email, school: 'HLE', priority: 'High' });
  expect(started).toMatchObject({ assigneeId: user.id, assignedTo: user.name, school: 'HLE', priority: 'High' });
});

for (const from of ['INTAKE', 'IN_PROGRESS'] as const) {
  // proves d.life.completed-log-from-intake d.life.completed-log-from-in-progress
  test(`a completed entry takes a device from ${from} to COMPLETED`, async ({ member: { api } }) => {
    const { barcodeNumber } = await deviceIn(from, api);
    expect(await complete(api, barcodeNumber)).toMatchObject({ completed: true, barcodeNumber });
    expect((await deviceOf(api, barcodeNumber)).status).toBe('COMPLETED');
  });
}

for (const from of ['INTAKE', 'IN_PROGRESS', 'COMPLETED'] as const) {
  // proves s7.admin.scrap d.calls.scrap-answer d.life.scrap-from-intake d.life.unscrap-to-intake
  // proves d.life.scrap-from-in-progress d.life.unscrap-to-in-progress d.life.scrap-from-completed
  // proves d.life.unscrap-to-completed
  test(`an Admin scraps a device that is ${from}, and a restore gives it that status back`, async ({ admin }) => {
    const before = await deviceIn(from, admin);
    const scrap = (word: boolean) => admin.post<Device>(scrapPathOf(before.barcodeNumber), { scrap: word });
    for (const [word, status] of [
      [true, 'PARTS'],
      [false, from],
    ] as const) {
      const answer = await scrap(word);
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({ id: before.id, status });
      expect(await deviceOf(admin, before.barcodeNumber)).toEqual(answer.body);
    }
    expect((await deviceOf(admin, before.barcodeNumber)).assigneeId).toBe(before.assigneeId);
  });
}

// proves d.life.scrap-again-no-event
test('scrapping a device twice, or restoring one that is not scrapped, changes nothing', async ({ admin }) => {
  for (const [from, word] of [
    ['PARTS', true],
    ['INTAKE', false],
    ['COMPLETED', false],
  ] as const) {
    const before = await deviceIn(from, admin);
    const answer = await admin.post(scrapPathOf(before.barcodeNumber), { scrap: word });
    expect(answer).toMatchObject({ status: 200, body: before });
    expect(await deviceOf(admin, before.barcodeNumber)).toEqual(before);
  }
});

for (const from of ['INTAKE', 'IN_PROGRESS'] as const) {
  // proves d.life.intake-again-from-intake d.life.intake-again-from-in-progress
  test(`the intake of a device that is ${from} is refused, and the answer includes the device`, async ({
    member: { api },
  }) => {
    const before = await deviceIn(from, api);
    const again = { barcodeNumber: before.barcodeNumber, school: 'SMS', priority: 'High', notes: 'lost' };
    const { status, body } = await api.post('/api/devices', again);
    expect(status).toBe(409);
    expect(body).toMatchObject({ type: 'device_exists', device: before });
    expect(await deviceOf(api, before.barcodeNumber)).toEqual(before);
  });
}

// proves d.life.parts-intake-refused d.life.parts-log-refused d.life.parts-start-work-refused
test('a deprovisioned device accepts no intake, entry or start of work', async ({ admin, member: { api } }) => {
  const before = await deviceIn('PARTS', admin);
  const { barcodeNumber } = before;
  expect(await api.post('/api/devices', { barcodeNumber, school: 'SHS' })).toMatchObject(DEPROVISIONED);
  for (const completed of [true, false]) {
    expect(await api.post(logsPathOf(barcodeNumber), { issue: 'x', completed })).toMatchObject(DEPROVISIONED);
  }
  expect(await api.patch(pathOf(barcodeNumber), { status: 'IN_PROGRESS' })).toMatchObject(DEPROVISIONED);
  expect(await deviceOf(api, barcodeNumber)).toEqual(before);
  expect(await logsOf(api, barcodeNumber)).toEqual([]);
});

// proves d.life.other-status-409 d.life.same-status-no-change d.life.unknown-status-400
test('an invalid status change is refused with the next step, and the current status changes nothing', async ({
  admin,
}) => {
  const steps = {
    INTAKE: { refused: ['COMPLETED', 'PARTS'], nextStep: 'IN_PROGRESS' },
    IN_PROGRESS: { refused: ['INTAKE', 'COMPLETED', 'PARTS'], nextStep: 'completed repair entry' },
    COMPLETED: { refused: ['INTAKE', 'IN_PROGRESS', 'PARTS'], nextStep: 'take it in again' },
  } as const;
  for (const [from, { refused, nextStep }] of Object.entries(steps)) {
    const before = await deviceIn(from as keyof typeof steps, admin);
    const change = (status: unknown) => admin.patch<{ message: string }>(pathOf(before.barcodeNumber), { status });
    for (const status of refused) {
      const answer = await change(status);
      expect(answer.status, `${from} to ${status}`).toBe(409);
      expect(answer.body.message).toContain(nextStep);
    }
    for (const word of ['LOST', 'intake', '', 7, null]) expect((await change(word)).status).toBe(400);
    expect(await change(from)).toMatchObject({ status: 200, body: before });
    expect(await deviceOf(admin, before.barcodeNumber)).toEqual(before);
  }
});

// proves d.life.post-status-intake-only
test('an intake accepts no status but INTAKE', async ({ member: { api } }) => {
  const barcodeNumber = newAssetNumber();
  for (const status of ['IN_PROGRESS', 'COMPLETED', 'PARTS', 'intake', '']) {
    expect((await api.post('/api/devices', { barcodeNumber, school: 'SHS', status })).status).toBe(400);
  }
  expect((await api.get(pathOf(barcodeNumber))).status).toBe(404);
  expect((await newDevice(api, { barcodeNumber, status: 'INTAKE' })).status).toBe('INTAKE');
});

// proves d.life.completed-log-needs-issue d.life.completed-log-empty-actions
test("a completed entry requires an issue, and without actions it reads 'Repair completed'", async ({
  member: { api },
}) => {
  for (const [at, actions] of [undefined, null, '', '  '].entries()) {
    const { barcodeNumber } = await deviceIn(at % 2 ? 'INTAKE' : 'IN_PROGRESS', api);
    for (const issue of [undefined, null, '', '  ']) {
      const refused = await api.post(logsPathOf(barcodeNumber), { issue, actions: 'x', completed: true });
      expect(refused).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'issue', message: 'Issue description is required when marking as completed' }] },
      });
    }
    expect((await complete(api, barcodeNumber, { actions })).actions).toBe('Repair completed');
  }
});

// proves d.calls.completed-log-on-completed
test('a completed entry on a completed device is refused', async ({ member: { api } }) => {
  const { barcodeNumber } = await deviceIn('COMPLETED', api);
  const refused = await api.post(logsPathOf(barcodeNumber), { issue: 'x', completed: true });
  expect(refused.status).toBe(409);
  expect(await logsOf(api, barcodeNumber)).toHaveLength(1);
});

// proves d.calls.post-device-no-log
test('an intake adds no entry to the timeline, and of the changes of a device only start work adds one', async ({
  member: { api, user },
}) => {
  const { barcodeNumber } = await newDevice(api, { initialIssue: 'Missing keys' });
  expect(await logsOf(api, barcodeNumber)).toEqual([]);
  const fields = { school: 'SMS', model: 'HP 14', studentName: 'Ben', notes: 'n', initialIssue: 'other' };
  for (const change of [fields, { assignedTo: user.email, priority: 'High' }, { status: 'INTAKE' }]) {
    expect((await api.patch(pathOf(barcodeNumber), change)).status).toBe(200);
  }
  expect(await logsOf(api, barcodeNumber)).toEqual([]);
  await startWork(api, barcodeNumber);
  expect(await logsOf(api, barcodeNumber)).toHaveLength(1);
});
