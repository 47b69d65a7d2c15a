import { DomainError } from '@repairline/contracts/domain-error';
import { isFaultOfEvent } from './fault-of-event';

const withCode = (code: string) => Object.assign(new Error('failed'), { code });

describe('a failure to take in an event', () => {
  test.each([
    ['a program that does not know it', new TypeError('x')],
    ['a value out of range', withCode('22003')],
    ['a broken constraint', withCode('23505')],
    ['something thrown that is no error', 'text'],
  ])('may be the fault of the event: %s', (_name, error) => expect(isFaultOfEvent(error)).toBe(true));
  test.each(['service_unavailable', 'store_unavailable', 'views_behind', 'internal'] as const)(
    'is not where a neighbour says %s',
    (code) => expect(isFaultOfEvent(new DomainError({ code, message: '' }))).toBe(false),
  );
  test.each([
    ['it refuses connections', withCode('ECONNREFUSED')],
    ['it shuts down', withCode('57P01')],
    ['transactions met', withCode('40001')],
    ['it went without a word', new Error('Connection terminated unexpectedly')],
    ['EventStoreDB does not answer', Object.assign(new Error('failed'), { code: 14, type: 'unavailable' })],
    ['EventStoreDB answers too late', Object.assign(new Error('failed'), { type: 'timeout' })],
  ])('is not where the store is at fault: %s', (_name, error) => expect(isFaultOfEvent(error)).toBe(false));
});
