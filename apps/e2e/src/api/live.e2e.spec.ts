import { randomUUID } from 'node:crypto';
import { type BillingItem } from '@repairline/contracts/billing/views';
import { type LiveMessage } from '@repairline/contracts/live';
import { type Device, type DeviceStats, type RepairLog } from '@repairline/contracts/repairs/views';
import { expect, newColleague, test } from '../support/api-journey';
import { openApi } from '../support/api';
import { complete, deviceOf, log, logsOf, newDevice, pathOf } from '../support/device-calls';
import { openSocket, type Socket, upgradeStatus } from '../support/socket';

/** The device's first message of the type. */
const about = (type: LiveMessage['type'], barcodeNumber: string) => (message: LiveMessage) =>
  message.type === type && 'barcodeNumber' in message && message.barcodeNumber === barcodeNumber;

async function listening(url: string, cookie: string, use: (socket: Socket) => Promise<void>): Promise<void> {
  const socket = await openSocket(url, cookie);
  try {
    await use(socket);
  } finally {
    socket.close();
  }
}

// proves s7.live.socket d.roles.ws-signed-out d.roles.ws-signed-in
test('only a signed-in user can open the WebSocket', async ({ url, admin, member }) => {
  const signedOut = await openApi(url);
  await signedOut.csrfToken();
  expect(await upgradeStatus(url, { Origin: url })).toBe(401);
  expect(await upgradeStatus(url, { Origin: url, Cookie: signedOut.cookie() })).toBe(401);
  expect(await upgradeStatus(url, { Origin: url, Cookie: member.api.cookie() })).toBe(101);
  expect(await upgradeStatus(url, { Origin: url, Cookie: admin.cookie() })).toBe(101);
});

// proves s3.ws.type-field d.calls.ws-message-fields
test('messages about a device carry its asset number', async ({ url, admin, member }) => {
  await listening(url, member.api.cookie(), async (socket) => {
    const { barcodeNumber } = await newDevice(admin);
    await socket.hear(about('device_updated', barcodeNumber));
    await log(admin, barcodeNumber);
    await socket.hear(about('repair_log_created', barcodeNumber));
    const announced = socket.heard.filter((message) => 'barcodeNumber' in message);
    expect(announced.length).toBeGreaterThan(1);
    for (const message of announced) {
      expect(message).toMatchObject({ barcodeNumber: expect.stringMatching(/./u) });
      expect(Number.isInteger('at' in message && message.at)).toBe(true);
    }
    for (const { type } of socket.heard) expect(type).toMatch(/^[a-z_]+$/u);
  });
});

// proves d.calls.ws-after-read-models
test('a message arrives only once the next read shows the change', async ({ url, admin, member: { api } }) => {
  await listening(url, api.cookie(), async (socket) => {
    for (let times = 0; times < 4; times += 1) {
      const model = `M-${randomUUID()}`;
      const before = (await api.get<DeviceStats>('/api/stats')).body;
      const { barcodeNumber } = await newDevice(admin, { model });
      await socket.hear(about('device_updated', barcodeNumber));
      expect((await api.get<Device[]>(`/api/devices?q=${model}`)).body).toHaveLength(1);
      expect(Object.values((await api.get<DeviceStats>('/api/stats')).body)).not.toEqual(Object.values(before));
      // Not awaited before the message, which may be quicker than the answer.
      const logged = log(admin, barcodeNumber, { issue: model });
      await socket.hear(about('repair_log_created', barcodeNumber));
      expect((await logsOf(api, barcodeNumber)).map(({ issue }) => issue)).toEqual([model]);
      const activity = (await api.get<RepairLog[]>('/api/recent-activity')).body;
      expect(activity.some(({ issue }) => issue === model)).toBe(true);
      expect((await deviceOf(api, barcodeNumber)).latestIssue).toBe(model);
      await logged;
    }
  });
});

// proves d.calls.ws-billing-updated d.calls.ws-analytics-updated d.calls.ws-barcode-only-devices
test('a completed repair and its billing notes are announced once the list shows them', async ({
  url,
  admin,
  member: { api },
}) => {
  await listening(url, api.cookie(), async (socket) => {
    const { barcodeNumber } = await newDevice(admin);
    const items = async () => (await api.get<BillingItem[]>(`/api/billing/completed?q=${barcodeNumber}`)).body;
    const read = new Set(socket.heard);
    const hearNew = async (type: LiveMessage['type']) => {
      const message = await socket.hear((heard) => heard.type === type && !read.has(heard));
      read.add(message);
    };
    // Somebody else makes the changes: a person's own reads wait until they show what that person has changed.
    const completed = complete(admin, barcodeNumber);
    // Other people's items are announced in the same way, so the first announcement may not be that of this item.
    do await hearNew('billing_updated');
    while ((await items()).length === 0);
    await hearNew('analytics_updated');
    await completed;
    const noted = admin.patch(`${pathOf(barcodeNumber)}/billing-notes`, { billingNotes: 'PO 17' });
    await socket.hear(about('billing_notes_updated', barcodeNumber));
    expect(await items()).toMatchObject([{ device: { billingNotes: 'PO 17' } }]);
    await noted;
    for (const message of socket.heard) {
      const isAboutDevice = ['device_updated', 'repair_log_created', 'billing_notes_updated'].includes(message.type);
      expect('barcodeNumber' in message, message.type).toBe(isAboutDevice);
    }
  });
});

// proves d.calls.ws-user-updated
test('changes of a user are announced only to Admins and to that user', async ({ url, admin, member }) => {
  const { api, user } = await newColleague(admin, url);
  const isAboutThem = (message: LiveMessage) => message.type === 'user_updated' && message.userId === user.id;
  await listening(url, member.api.cookie(), (bystander) =>
    listening(url, api.cookie(), (own) =>
      listening(url, admin.cookie(), async (office) => {
        const name = `Renamed ${randomUUID()}`;
        await admin.patch(`/api/admin/users/${user.id}`, { name });
        expect('barcodeNumber' in (await office.hear(isAboutThem))).toBe(false);
        await own.hear(isAboutThem);
        expect((await api.get('/api/auth/user')).body).toMatchObject({ user: { name } });
        // Sockets are told of a change one right after the other, long before this device is created.
        const { barcodeNumber } = await newDevice(admin);
        await bystander.hear(about('device_updated', barcodeNumber));
        expect(bystander.heard.filter(isAboutThem)).toEqual([]);
      }),
    ),
  );
});

test('each service that shows a new name announces it once its next read has it', async ({ url, admin }) => {
  const { api, user } = await newColleague(admin, url);
  const { barcodeNumber } = await newDevice(admin, { assignedTo: user.email });
  await complete(api, barcodeNumber);
  await listening(url, admin.cookie(), async (socket) => {
    const name = `Renamed ${randomUUID()}`;
    await admin.patch(`/api/admin/users/${user.id}`, { name });
    const announcedBy = (context: string) => (message: LiveMessage) =>
      message.type === 'user_updated' && message.userId === user.id && message.context === context;
    await socket.hear(announcedBy('repairs'));
    expect((await deviceOf(admin, barcodeNumber)).assignedTo).toBe(name);
    await socket.hear(announcedBy('billing'));
    const { body: completed } = await admin.get<{ technician: string }[]>(
      `/api/billing/completed?q=${encodeURIComponent(name)}`,
    );
    expect(completed.map(({ technician }) => technician)).toEqual([name]);
    await socket.hear(announcedBy('analytics'));
  });
});
