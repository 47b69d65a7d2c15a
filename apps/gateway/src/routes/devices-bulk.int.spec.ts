import { startTestStack, type TestStack } from '../testing/running-gateway';
import type { Browser } from '../testing/browser';

describe('POST /api/devices/bulk', () => {
  let stack: TestStack;
  let browser: Browser;
  beforeAll(async () => {
    stack = await startTestStack();
    browser = stack.browser();
    await browser.signIn('member');
  });
  afterAll(() => stack.stop());

  const common = { school: 'SHS' };
  const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ barcodeNumber: `CB-${index}` }));
  const send = (body: unknown, headers = {}) => browser.send('POST', '/api/devices/bulk', { body, headers });

  // proves d.calls.bulk-body d.calls.bulk-answer d.calls.bulk-answer-order d.calls.bulk-answer-shape
  it('takes {common, devices} and answers per row, in the order given', async () => {
    const devices = [{ barcodeNumber: 'CB-2' }, { barcodeNumber: 'bad-1' }, { barcodeNumber: 'CB-1' }];
    const { status, body } = await send({ common, devices });
    expect(status).toBe(200);
    expect(body).toEqual({
      results: [
        { barcodeNumber: 'CB-2', ok: true },
        { barcodeNumber: 'bad-1', ok: false, message: 'refused: bad' },
        { barcodeNumber: 'CB-1', ok: true },
      ],
    });
  });

  // proves d.calls.bulk-5000
  it('takes up to 5,000 devices, and no more', async () => {
    const { status, body } = await send({ common, devices: rows(5_000) });
    expect(status).toBe(200);
    expect(body.results).toEqual(rows(5_000).map((row) => ({ ...row, ok: true })));
    const refused = await send({ common, devices: rows(5_001) });
    expect([refused.status, refused.body.message]).toEqual([400, 'At most 5,000 devices can be added at once']);
  });

  it('passes the rows on in slices under one command id', async () => {
    stack.standIns.commands.length = 0;
    await send({ common, devices: rows(700) }, { 'idempotency-key': 'slices' });
    const { commands } = stack.standIns;
    expect(commands.map(({ name }) => name)).toEqual(['take-in from 0', 'take-in from 500']);
    expect(new Set(commands.map(({ commandId }) => commandId)).size).toBe(1);
  });

  it.each([
    [{ common, devices: [] }, 'Please enter asset numbers first'],
    [{ common, devices: 'CB-1' }, 'devices must be a list'],
    [{ devices: rows(1) }, 'common must be an object'],
    [rows(1), 'Send one JSON object'],
    [{ common: { priority: 'Urgent' }, devices: rows(1) }, 'Priority must be High, Medium or Low'],
  ])('refuses %j', async (body, message) => {
    const answer = await send(body);
    expect([answer.status, answer.body.message]).toEqual([400, message]);
  });

  it('may be larger than other calls, up to a limit', async () => {
    const devices = rows(300).map((row) => ({ ...row, notes: 'n'.repeat(4_000) }));
    expect((await send({ common, devices })).status).toBe(200);
    expect((await send({ common, devices: [...devices, ...devices] })).status).toBe(413);
    expect((await browser.send('POST', '/api/devices', { body: { devices } })).status).toBe(413);
  });
});
