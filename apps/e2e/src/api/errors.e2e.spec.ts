import { randomUUID } from 'node:crypto';
import { type Answer } from '../support/api';
import { expect, test } from '../support/api-journey';
import { deviceOf, newDevice, pathOf } from '../support/device-calls';
import { newAssetNumber } from '../support/devices';

interface Refusal {
  message: string;
  type?: string;
  issues?: { path: string; message: string }[];
}

/** Every error has exactly this shape, whatever went wrong. */
function expectShape({ status, headers, body }: Answer): void {
  expect(status).toBeGreaterThanOrEqual(400);
  expect(headers['content-type']).toContain('application/json');
  const { message, type, issues, ...details } = body as Refusal & Record<string, unknown>;
  expect(message).toMatch(/./u);
  expect(type).toMatch(/^[a-z_]+$/u);
  expect(Object.keys(details).every((name) => ['email', 'device'].includes(name))).toBe(true);
  for (const issue of issues ?? []) {
    expect(Object.keys(issue).sort()).toEqual(['message', 'path']);
    expect([typeof issue.path, typeof issue.message]).toEqual(['string', 'string']);
  }
}

// proves d.calls.error-shape
test('every error has one shape', async ({ member: { api }, admin }) => {
  const device = await newDevice(admin);
  const answers = [
    await api.post('/api/devices', {}),
    await api.get(pathOf(newAssetNumber())),
    await api.post('/api/devices', { barcodeNumber: device.barcodeNumber, school: 'SHS' }),
    await api.get('/api/admin/users'),
    await api.get('/api/no-such-call'),
    await api.send('DELETE', pathOf(device.barcodeNumber)),
    await api.send('POST', '/api/devices', { csrf: null, data: {} }),
    await api.send('POST', '/api/devices', { raw: '{"barcodeNumber": ' }),
    await api.send('POST', '/api/devices', { raw: '"text"' }),
    await api.post('/api/devices', { notes: 'n'.repeat(200_000) }),
    await api.get('/api/devices/%E0%A4%A'),
    await api.post('/api/sessions/start', {}, { 'Idempotency-Key': 'not a key' }),
    await admin.post('/api/admin/users/promote', { userId: randomUUID(), role: 'Admin' }),
  ];
  answers.forEach(expectShape);
  expect(answers.map(({ status }) => status)).toEqual([
    400, 404, 409, 403, 404, 405, 403, 400, 400, 413, 400, 400, 404,
  ]);
});

test('a body that carries __proto__ or fields that are not its own changes nothing', async ({ admin }) => {
  const device = await newDevice(admin, { notes: 'as it was' });
  const raw = '{"notes":"as it was","__proto__":{"notes":"x"},"constructor":{"prototype":{"x":1}},"id":"x"}';
  const answer = await admin.send('PATCH', pathOf(device.barcodeNumber), { raw });
  expect(answer).toMatchObject({ status: 200, body: device });
  expect(await deviceOf(admin, device.barcodeNumber)).toEqual(device);
});
