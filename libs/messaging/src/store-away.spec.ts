import { AnotherLogError } from '@repairline/event-store/eventstoredb/index/same-log';
import { isStoreAway } from './store-away';

const withCode = (code: string) => Object.assign(new Error('failed'), { code });
const ofEventStoreDb = (type: string) => Object.assign(new Error('failed'), { code: 14, type });

test.each([
  ['connections are refused', withCode('ECONNREFUSED')],
  ['the disk is full', withCode('53100')],
  ['it shuts down', withCode('57P01')],
  ['the connection ends unexpectedly', new Error('Connection terminated unexpectedly')],
  ['EventStoreDB does not answer', ofEventStoreDb('unavailable')],
  ['EventStoreDB ends a call under way', ofEventStoreDb('cancelled')],
  ['EventStoreDB does not accept the password', ofEventStoreDb('access-denied')],
  ['another EventStoreDB answers', new AnotherLogError('this is not it')],
])('the store counts as unavailable when %s', (_name, error) => expect(isStoreAway(error)).toBe(true));

test.each([
  ['a violated constraint', withCode('23505')],
  ['a wrong version', ofEventStoreDb('wrong-expected-version')],
  ['a TypeError of the program', new TypeError('x')],
  ['a thrown value that is no Error', 'text'],
])('the store counts as available after another failure: %s', (_name, error) => expect(isStoreAway(error)).toBe(false));
