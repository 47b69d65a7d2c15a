import type { Msg } from 'nats';
import { callServer } from './call-server';

test('a message that is not JSON does not end the process', async () => {
  const { strategy } = callServer('nats://127.0.0.1:1', 'test');
  jest.spyOn(strategy['logger'], 'error').mockImplementation();
  const message = { subject: 'test.greet', data: Buffer.from('hello') } as unknown as Msg;
  await expect(strategy.handleMessage('test.greet', message)).resolves.toBeUndefined();
});
