import { createSecretKey, randomBytes } from 'node:crypto';
import { isWorthRemembering } from './idempotency.interceptor';
import { nameRequest } from './request-key';
import { seal, unseal } from './sealed';

const secret = createSecretKey(Buffer.alloc(32, 7));
const request = { owner: 'ann', key: 'k-1', method: 'POST', path: '/api/devices', body: { barcodeNumber: 'A' } };

describe('the slot, fingerprint and command id of a keyed request', () => {
  const names = nameRequest(secret, request);

  it('are the same for the same request', () => {
    expect(nameRequest(secret, structuredClone(request))).toEqual(names);
  });

  it.each([{ owner: 'bob' }, { key: 'k-2' }])('have another slot for %j', (change) => {
    expect(nameRequest(secret, { ...request, ...change }).slot).not.toBe(names.slot);
  });

  it.each([{ method: 'PATCH' }, { path: '/api/devices/A' }, { body: { barcodeNumber: 'B' } }, { body: undefined }])(
    'have the same slot, but another fingerprint and command id, for %j',
    (change) => {
      const other = nameRequest(secret, { ...request, ...change });
      expect(other.slot).toBe(names.slot);
      expect(other.fingerprint).not.toBe(names.fingerprint);
      expect(other.commandId).not.toBe(names.commandId);
    },
  );

  it('have another slot when characters move between owner and key', () => {
    const one = nameRequest(secret, { ...request, owner: 'ann', key: 'x' });
    const two = nameRequest(secret, { ...request, owner: 'an', key: 'nx' });
    expect(one.slot).not.toBe(two.slot);
  });

  it('include a command id that is a UUID of version 8', () => {
    expect(names.commandId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u);
  });

  it.each(['', 'with space', 'ü', 'x'.repeat(201), 'line\nbreak'])('are refused for the key %j', (key) => {
    expect(() => nameRequest(secret, { ...request, key })).toThrow('Idempotency-Key');
  });
});

describe('a sealed answer', () => {
  it('can be opened only with its key and only unchanged', () => {
    const sealed = seal(secret, { studentName: 'Ada' });
    expect(Buffer.from(sealed).includes('Ada')).toBe(false);
    expect(unseal(secret, sealed)).toEqual({ studentName: 'Ada' });
    expect(unseal(createSecretKey(randomBytes(32)), sealed)).toBeUndefined();
    expect(unseal(secret, Buffer.concat([sealed, Buffer.from('x')]))).toBeUndefined();
    expect(unseal(secret, new Uint8Array())).toBeUndefined();
  });
});

it.each([
  [200, true],
  [201, true],
  [400, true],
  [403, true],
  [409, true],
  [401, false],
  [429, false],
  [500, false],
  [503, false],
])('an answer %d is remembered: %s', (status, remembered) => {
  expect(isWorthRemembering(status)).toBe(remembered);
});
