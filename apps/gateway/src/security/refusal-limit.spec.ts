import type { SecurityLine } from '@repairline/service-kit/security-log';
import { RefusalLimit } from './refusal-limit';

let lines: SecurityLine[];
let limit: RefusalLimit;
beforeEach(() => {
  jest.useFakeTimers();
  lines = [];
  limit = new RefusalLimit((line) => lines.push(line));
});
afterEach(() => jest.useRealTimers());

const refuse = (times: number, line: Partial<SecurityLine>) => {
  for (let time = 0; time < times; time += 1)
    limit.take({ kind: 'call', outcome: 'not_signed_in', correlationId: `c${time}`, ...line });
};

test('of the same refusals of one client, a hundred a minute are written and the others counted', () => {
  refuse(150, { clientHash: 'one' });
  refuse(3, { clientHash: 'other' });
  expect(lines).toHaveLength(103);
  jest.advanceTimersByTime(60_000);
  expect(lines.slice(103)).toEqual([{ kind: 'call', outcome: 'not_signed_in', clientHash: 'one', more: 50 }]);
  refuse(1, { clientHash: 'one' });
  expect(lines).toHaveLength(105);
});

test('of strangers, three hundred a minute are written, however many clients they come from', () => {
  for (let client = 0; client < 1_000; client += 1) refuse(1, { clientHash: `client ${client}` });
  expect(lines).toHaveLength(300);
  limit.endWindow();
  expect(lines.slice(300)).toEqual([{ kind: 'call', outcome: 'not_signed_in', more: 700 }]);
});

test('strangers take no room from people who are signed in', () => {
  for (let client = 0; client < 1_000; client += 1) refuse(1, { clientHash: `client ${client}` });
  refuse(1, { kind: 'role-change', outcome: 'own_account', userId: 'ada', clientHash: 'hers' });
  expect(lines.at(-1)).toMatchObject({ kind: 'role-change', userId: 'ada' });
});
