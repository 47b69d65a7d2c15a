import { natsOptions } from '@repairline/service-kit/bus/nats-options';
import { CallClient } from './call-client';
import { SharedInboxClient } from './shared-inbox-client';

/**
 * A client over Nest's NATS transport on its own connection, which is open when this resolves. It waits for the bus;
 * with `waitOnFirstConnect: false` it rejects if no bus answers.
 */
export async function openCallClient(
  url: string,
  name: string,
  { waitOnFirstConnect = true } = {},
): Promise<{ calls: CallClient; close: () => Promise<void> }> {
  const proxy = new SharedInboxClient({ ...natsOptions(url, `${name} calls`), waitOnFirstConnect });
  await proxy.connect();
  return { calls: new CallClient(proxy), close: async () => void (await proxy.close()) };
}
