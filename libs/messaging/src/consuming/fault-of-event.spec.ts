import { DomainError } from '@repairline/contracts/domain-error';
import { isFaultOfEvent } from './fault-of-event';

const withCode = (code: string) => Object.assign(new Error('failed'), { code });

describe('a failure to apply an event', () => {
  test.each([
    ['a TypeError of the program', new TypeError('x')],
    ['a value out of range', withCode('22003')],
    ['a violated constraint', withCode('23505')],
    ['a thrown value that is no Error', 'text'],
  ])('may be the event’s fault: %s', (_name, error) => expect(isFaultOfEvent(error)).toBe(true));
  test.each(['service_unavailable', 'store_unavailable', 'views_behind', 'internal'] as const)(
    'is not the event’s fault when another service answers %s',
    (code) => expect(isFaultOfEvent(new DomainError({ code, message: '' }))).toBe(false),
  );
  test.each([
    ['it refuses connections', withCode('ECONNREFUSED')],
    ['it shuts down', withCode('57P01')],
    ['a serialization failure', withCode('40001')],
    ['the connection ended unexpectedly', new Error('Connection terminated unexpectedly')],
    ['EventStoreDB does not answer', Object.assign(new Error('failed'), { code: 14, type: 'unavailable' })],
    ['EventStoreDB times out', Object.assign(new Error('failed'), { type: 'timeout' })],
    ['EventStoreDB ends', Object.assign(new Error('failed'), { code: 1, type: 'cancelled' })],
    ['EventStoreDB refuses access', Object.assign(new Error('failed'), { code: 16, type: 'access-denied' })],
  ])('is not the event’s fault when the store fails: %s', (_name, error) => expect(isFaultOfEvent(error)).toBe(false));
});
