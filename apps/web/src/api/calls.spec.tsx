import type { ApiToken } from '@repairline/contracts/identity/views';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { type Call, Refusal } from '../features/testing/form-store';
import { openScreen, type Answers } from '../features/testing/open-screen';
import { csrfToken } from './api';
import { useRevokeApiTokenMutation } from '../features/profile/profile-api';
import { useChangeDeviceMutation, useDeviceQuery, useScrapDeviceMutation } from './calls/devices';

beforeEach(() => csrfToken.drop());

/** A screen that shows a device and makes one change by each method. */
function Screen() {
  const { data: device } = useDeviceQuery('CB-1');
  const [change] = useChangeDeviceMutation();
  const [scrap] = useScrapDeviceMutation();
  const [revoke] = useRevokeApiTokenMutation();
  return (
    <>
      <h1>{device?.model}</h1>
      <button onClick={() => void change({ barcodeNumber: 'CB-1', deviceId: 'd1', body: { model: 'New' } })}>
        PATCH
      </button>
      <button onClick={() => void scrap({ barcodeNumber: 'CB-1', deviceId: 'd1', body: { scrap: true } })}>POST</button>
      <button onClick={() => void revoke({ id: 't1', name: 'Nightly' } as ApiToken)}>DELETE</button>
    </>
  );
}

async function open(answers: Answers = {}) {
  let given = 0;
  const page = openScreen(<Screen />, {
    'GET csrf-token': () => ({ csrfToken: `token ${(given += 1)}` }),
    'GET devices/CB-1': { barcodeNumber: 'CB-1', model: 'Old' },
    'PATCH devices/CB-1': {},
    'POST admin/devices/CB-1/scrap': {},
    'DELETE profile/tokens/t1': {},
    ...answers,
  });
  await screen.findByText('Old');
  const made = (method: string) => page.calls.filter((call) => call.method === method);
  const make = async (method: string, times = 1) => {
    fireEvent.click(screen.getByText(method));
    await waitFor(() => expect(made(method)).toHaveLength(times));
    return made(method);
  };
  return { ...page, make };
}

const tokensOf = (calls: Call[]) => calls.map(({ headers }) => headers['X-CSRF-Token']);

// proves s7.plumbing.json-content-type s7.plumbing.csrf-header s7.plumbing.csrf-token-cached s7.plumbing.credentials
test('calls carry the cookies, changes also a CSRF token that is fetched once, and bodies a content type', async () => {
  const { make, calls, reads } = await open();
  const changes = [...(await make('PATCH')), ...(await make('POST')), ...(await make('DELETE'))];
  expect(tokensOf(changes)).toEqual(['token 1', 'token 1', 'token 1']);
  expect(changes.map(({ headers }) => headers['Content-Type'])).toEqual([
    'application/json',
    'application/json',
    undefined,
  ]);
  expect(reads('csrf-token')).toBe(1);
  expect(calls.filter(({ credentials }) => credentials !== 'include')).toEqual([]);
});

// proves s7.plumbing.one-more-attempt s7.plumbing.csrf-cache-cleared d.calls.idempotency-header
test('a failed change is sent once more, with a new CSRF token and the same idempotency key', async () => {
  const { make, server, calls } = await open({ 'PATCH devices/CB-1': new Refusal('Away', 500) });
  const attempts = await make('PATCH', 2);
  expect(tokensOf(attempts)).toEqual(['token 1', 'token 2']);
  const [first, second] = attempts.map(({ headers }) => headers['Idempotency-Key']);
  expect(first).toMatch(/\S{16,}/u);
  expect(second).toBe(first);
  server['PATCH devices/CB-1'] = {};
  await make('POST');
  expect(calls.filter(({ method }) => method === 'PATCH')).toHaveLength(2);
});

// proves s8.transport.csrf-403-discards-token
test('a CSRF token that is refused is discarded', async () => {
  const refused = new Refusal('Invalid CSRF token', 403);
  const answers = [refused, {}, {}];
  const { make } = await open({ 'PATCH devices/CB-1': () => answers.shift() });
  expect(tokensOf(await make('PATCH', 2))).toEqual(['token 1', 'token 2']);
  expect(tokensOf(await make('PATCH', 3)).at(-1)).toBe('token 2');
});

// proves s8.transport.no-token-proceeds s8.transport.no-token-logged
test('without a CSRF token a change is still sent, and the failure is logged', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { make } = await open({ 'GET csrf-token': new Refusal('', 500) });
  expect('X-CSRF-Token' in ((await make('PATCH'))[0]?.headers ?? {})).toBe(false);
  expect(logged.mock.calls.map(String)).toEqual(['Error: Failed to fetch CSRF token']);
  logged.mockRestore();
});
