import { isStoreAway } from './store-away';

const withCode = (code: string) => Object.assign(new Error('failed'), { code });
const ofEventStoreDb = (type: string) => Object.assign(new Error('failed'), { code: 14, type });

test.each([
  ['connections are refused', withCode('ECONNREFUSED')],
  ['the disk is full', withCode('53100')],
  ['it shuts down', withCode('57P01')],
  ['it went without a word', new Error('Connection terminated unexpectedly')],
  ['EventStoreDB does not answer', ofEventStoreDb('unavailable')],
])('the store is away where %s', (_name, error) => expect(isStoreAway(error)).toBe(true));

test.each([
  ['a broken constraint', withCode('23505')],
  ['a wrong version', ofEventStoreDb('wrong-expected-version')],
  ['a fault of the program', new TypeError('x')],
  ['no error at all', 'text'],
])('it is there where something else failed: %s', (_name, error) => expect(isStoreAway(error)).toBe(false));
