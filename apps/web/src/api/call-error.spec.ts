import { messageOf, UNREACHABLE } from './call-error';

test("the message of an error is the server's, else the fallback", () => {
  const refused = { status: 409, message: '409: …', body: { message: 'Device is deprovisioned' } };
  expect(messageOf(refused, 'Operation failed')).toBe('Device is deprovisioned');
  expect(messageOf({ status: 500, message: '500: oops', body: undefined }, 'Operation failed')).toBe(
    'Operation failed',
  );
  expect(messageOf(new Error('bug'), 'Operation failed')).toBe('Operation failed');
});

test('an unreachable server has its own message', () => {
  expect(messageOf({ status: 'unreachable', message: '', body: undefined }, 'Login failed')).toBe(UNREACHABLE);
});
