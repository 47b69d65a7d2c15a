import type { SignIns } from '../auth/sign-ins';
import type { LiveSocket } from './live-socket';
import type { LiveSockets } from './live-sockets';
import { SignInChecks } from './sign-in-checks';

const sockets = (...tokens: string[]) =>
  ({ list: () => tokens.map((tokenHash) => ({ signIn: { tokenHash } }) as LiveSocket) }) as LiveSockets;

test('while identity is slow, overlapping checks ask for each sign-in once', async () => {
  const asked: string[] = [];
  let answer = () => undefined as void;
  const find: SignIns['find'] = (tokenHash) => {
    asked.push(tokenHash);
    return new Promise((resolve) => (answer = () => resolve({ tokenHash } as never)));
  };
  const checks = new SignInChecks(sockets('a', 'b'), { find } as SignIns);
  const first = checks.all();
  const second = checks.all();
  expect(asked).toEqual(['a']);
  answer();
  await new Promise(setImmediate);
  answer();
  await Promise.all([first, second]);
  expect(asked).toEqual(['a', 'b']);

  void checks.all();
  expect(asked).toEqual(['a', 'b', 'a']);
});

test('after a break all are asked about, also those whom a round under way has asked about before', async () => {
  const asked: string[] = [];
  const find: SignIns['find'] = async (tokenHash) => {
    asked.push(tokenHash);
    return { tokenHash } as never;
  };
  const checks = new SignInChecks(sockets('a', 'b'), { find } as SignIns);
  await Promise.all([checks.all(), checks.afresh(), checks.afresh()]);
  expect(asked).toEqual(['a', 'b', 'a', 'b']);
});
