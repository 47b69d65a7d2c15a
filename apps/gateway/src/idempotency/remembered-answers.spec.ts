import { createSecretKey } from 'node:crypto';
import { NatsError, type NatsConnection } from 'nats';
import { createLogger } from '@repairline/service-kit/logger';
import { RememberedAnswers } from './remembered-answers';
import { seal } from './sealed';

const key = createSecretKey(Buffer.alloc(32, 7));

/** A bus whose bucket refuses to create a key, and then reports these values. */
function refusing(errCode: number, ...values: object[]): NatsConnection {
  const refusal = new NatsError('wrong last sequence', '400');
  refusal.api_error = { code: 400, err_code: errCode, description: 'wrong last sequence' };
  const told = values.map((value) => ({ operation: 'PUT', value: seal(key, value) }));
  const watch = Object.assign(told, { stop: () => undefined });
  const bucket = { create: () => Promise.reject(refusal), watch: () => Promise.resolve(watch) };
  return { jetstream: () => ({ views: { kv: async () => bucket } }) } as unknown as NatsConnection;
}

test.each([
  ['has been made', 10_071],
  ['is being made on a cluster', 10_164],
])('a request gets the answer of an earlier one whose key %s', async (_, errCode) => {
  const answer = { status: 201, body: { barcodeNumber: 'CB-1' } };
  const bus = refusing(errCode, { fingerprint: 'f', answer: null }, { fingerprint: 'f', answer });
  const answers = new RememberedAnswers(bus, key, createLogger('gateway', 'silent'));
  expect(await answers.claim('slot', 'f')).toEqual({ kind: 'answered', answer });
});
