import { createServer, type AddressInfo } from 'node:net';
import { Health, serveHealth } from '@repairline/service-kit/monitoring/health';
import { portTaken } from './server';

test('a port that is taken is reported with the variable that chooses it', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  const error = await serveHealth(() => ({ health: new Health() }), port).catch((problem: unknown) => problem);
  other.close();
  const told = `Port ${port} is taken by another program. Choose another with`;
  expect(portTaken(error, { HEALTH_PORT: port })).toBe(`${told} HEALTH_PORT.`);
  expect(portTaken(error, { HEALTH_PORT: undefined })).toBe(`${told} PORT.`);
  expect(portTaken(new Error('refused'), { HEALTH_PORT: port })).toBeUndefined();
});
