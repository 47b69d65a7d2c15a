import { billingItem } from './testing/billing-stand-in';
import type { Browser } from './testing/browser';
import { startTestStack, type TestStack } from './testing/running-gateway';
import { logOf } from './testing/stand-ins';

let stack: TestStack;
let member: Browser;
let admin: Browser;
beforeAll(async () => {
  stack = await startTestStack();
  [member, admin] = [stack.browser(), stack.browser()];
  await member.signIn('member');
  await admin.signIn('admin');
  await member.send('POST', '/api/devices', { body: { barcodeNumber: 'CB-1', school: 'SHS' } });
});
beforeEach(() => {
  stack.standIns.billing.isAway = false;
  stack.standIns.billing.notes.clear();
  stack.standIns.billing.items.splice(0);
});
afterAll(() => stack.stop());

const writeNotes = (body: unknown, barcode = 'CB-1') =>
  member.send('PATCH', `/api/devices/${barcode}/billing-notes`, { body });

// proves s7.billing.completed d.roles.billing-completed-member d.roles.billing-completed-admin
// proves d.calls.billing-device-key
it('lists completed repairs for everyone who is signed in, with the total of all matches', async () => {
  stack.standIns.billing.items.push(billingItem('one'), billingItem('two', { issue: 'Hinge' }), billingItem('three'));
  for (const browser of [member, admin]) {
    const { status, headers, body } = await browser.get('/api/billing/completed?q=keys&limit=1');
    expect(status).toBe(200);
    expect(body).toEqual([billingItem('one')]);
    expect(headers.get('x-total-count')).toBe('2');
    expect(headers.get('link')).toContain('cursor=more');
  }
  expect((await stack.browser().get('/api/billing/completed')).status).toBe(401);
  expect((await member.get('/api/billing/completed?sent=perhaps')).status).toBe(400);
  expect((await member.get('/api/billing/summary')).body).toMatchObject({ total: 3, todayByTechnician: [] });
});

// proves s7.billing.patch-sent d.calls.billing-item-id d.roles.admin-billing-admin d.roles.admin-billing-member
it('lets an Admin mark an item by its id, but not a Member', async () => {
  stack.standIns.billing.items.push(billingItem('one'));
  const mark = (browser: Browser, body: unknown, id = 'one') =>
    browser.send('PATCH', `/api/admin/billing/${id}`, { body });
  expect((await mark(member, { billingSent: true })).status).toBe(403);
  expect(await mark(admin, { billingSent: true })).toMatchObject({
    status: 200,
    body: { id: 'one', billingSent: true },
  });
  expect(await mark(admin, {})).toMatchObject({ status: 400, body: { issues: [{ path: 'billingSent' }] } });
  expect(await mark(admin, { billingSent: true }, 'nobody')).toMatchObject({
    status: 404,
    body: { type: 'billing_item_not_found' },
  });
});

// proves s7.billing.patch-notes s3.payload.billing-notes-optional d.roles.billing-notes-signed-in
// proves d.roles.billing-notes-signed-out
it('answers written billing notes with the device, as its GET shows it', async () => {
  const written = await writeNotes({ billingNotes: 'PO 17' });
  expect(written).toMatchObject({ status: 200, body: { barcodeNumber: 'CB-1', billingNotes: 'PO 17' } });
  expect((await admin.get('/api/devices/CB-1')).body).toEqual(written.body);
  const byAdmin = await admin.send('PATCH', '/api/devices/CB-1/billing-notes', { body: { billingNotes: 'PO 18' } });
  expect(byAdmin).toMatchObject({ status: 200, body: { billingNotes: 'PO 18' } });
  const signedOut = await stack.browser().send('PATCH', '/api/devices/CB-1/billing-notes', { body: {} });
  expect(signedOut.status).toBe(401);
  const again = await member.send('POST', '/api/devices', { body: { barcodeNumber: 'CB-1', school: 'SHS' } });
  expect(again).toMatchObject({ status: 409, body: { device: { billingNotes: 'PO 18' } } });
  expect((await writeNotes({})).body).toMatchObject({ billingNotes: '' });
  expect((await writeNotes({ billingNotes: 'x'.repeat(4_001) })).status).toBe(400);
  expect((await writeNotes({ billingNotes: 17 })).status).toBe(400);
  expect(await writeNotes({ billingNotes: 'PO' }, 'CB-9')).toMatchObject({
    status: 404,
    body: { type: 'device_not_found' },
  });
});

it('repair logs show whether billing has sent them', async () => {
  stack.standIns.listLogs = async () => ({
    items: ['a', 'b', 'c'].map((id) => ({ ...logOf('CB-1', 'Hinge'), id, completed: id !== 'c' })),
    total: 3,
    next: null,
  });
  stack.standIns.billing.items.push(billingItem('a', { billingSent: true }), billingItem('b'));
  const { body } = await member.get('/api/repair-logs');
  expect(body).toMatchObject([
    { id: 'a', billingSent: true },
    { id: 'b', billingSent: false },
    { id: 'c', billingSent: false },
  ]);
});

it('waits for billing when an entry completes a repair, and for no other entry', async () => {
  const entry = { issue: 'Hinge', actions: 'Glued' };
  await member.send('POST', '/api/devices/CB-1/logs', { body: { ...entry, completed: false } });
  expect(stack.standIns.billing.awaited).toEqual([]);
  const { status } = await member.send('POST', '/api/devices/CB-1/logs', { body: { ...entry, completed: true } });
  expect(status).toBe(201);
  expect(stack.standIns.billing.awaited).toEqual(['log']);
});

it('while billing is away, repairs go on without notes, and exports are refused', async () => {
  await writeNotes({ billingNotes: 'PO 17' });
  const device = (await member.get('/api/devices/CB-1')).body;
  stack.standIns.listDevices = async () => ({ items: [device as never], total: 1, next: null });
  stack.standIns.billing.isAway = true;
  expect(await member.get('/api/devices/CB-1')).toMatchObject({ status: 200, body: { billingNotes: '' } });
  expect((await member.get('/api/devices')).body).toMatchObject([{ barcodeNumber: 'CB-1', billingNotes: '' }]);
  const entry = { issue: 'Hinge', actions: 'Glued', completed: true };
  expect((await member.send('POST', '/api/devices/CB-1/logs', { body: entry })).status).toBe(201);
  expect(await member.get('/api/admin/export?type=devices')).toMatchObject({
    status: 503,
    body: { type: 'service_unavailable' },
  });
});
