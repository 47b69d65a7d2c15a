import type { SignIns } from '../auth/sign-ins';
import type { LiveSocket } from './live-socket';
import type { LiveSockets } from './live-sockets';
import { Recheck } from './recheck';

const sockets = (...tokens: string[]) =>
  ({ list: () => tokens.map((tokenHash) => ({ signIn: { tokenHash } }) as LiveSocket) }) as LiveSockets;

test('while identity is slow, overlapping rechecks ask for each sign-in once', async () => {
  const asked: string[] = [];
  let answer = () => undefined as void;
  const find: SignIns['find'] = (tokenHash) => {
    asked.push(tokenHash);
    return new Promise((resolve) => (answer = () => resolve({ tokenHash } as never)));
  };
  const recheck = new Recheck(sockets('a', 'b'), { find } as SignIns);
  const first = recheck.all();
  const second = recheck.all();
  expect(asked).toEqual(['a']);
  answer();
  await new Promise(setImmediate);
  answer();
  await Promise.all([first, second]);
  expect(asked).toEqual(['a', 'b']);

  void recheck.all();
  expect(asked).toEqual(['a', 'b', 'a']);
});

test('after a break all are asked about, also those whom a round under way has asked about before', async () => {
  const asked: string[] = [];
  const find: SignIns['find'] = async (tokenHash) => {
    asked.push(tokenHash);
    return { tokenHash } as never;
  };
  const recheck = new Recheck(sockets('a', 'b'), { find } as SignIns);
  await Promise.all([recheck.all(), recheck.afresh(), recheck.afresh()]);
  expect(asked).toEqual(['a', 'b', 'a', 'b']);
});
