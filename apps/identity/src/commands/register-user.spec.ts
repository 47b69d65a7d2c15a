import { STAFF_STREAM } from '../domain/staff';
import type { Identity } from '../identity';
import { appointFirstAdmin } from './register-user';

test('an appointment that fails at the log leaves the stored password as it is', async () => {
  const query = jest.fn();
  const readStream = async (stream: string) => {
    if (stream === STAFF_STREAM) return [];
    throw new Error('the log is another one');
  };
  const passwords = { hash: async () => 'hashed' };
  const userIds = { uuid: () => '6f1c1d8e-0c0e-4b7e-9a53-2f9f0a3f9d11' };
  const identity = { store: { readStream }, pool: { query, connect: query }, passwords, userIds };
  const first = { email: 'admin@school.example', password: 'Correct-Horse-9x' };
  await expect(appointFirstAdmin(identity as unknown as Identity, first)).rejects.toThrow('the log is another one');
  expect(query).not.toHaveBeenCalled();
});
