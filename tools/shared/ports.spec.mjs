import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { freePorts, isFree, KEPT_PORTS } from './ports.mjs';

test('free ports differ, and are outside the range of outgoing connections', async () => {
  const ports = await freePorts(50);
  assert.equal(new Set(ports).size, 50);
  assert.ok(ports.every((port) => port >= 20_000 && port < 32_768));
  for (const port of ports) assert.ok(await isFree(port), `${port} is taken`);
});

test('no port is given twice, even if nobody listens on it yet', async () => {
  const few = [21_900, 21_959];
  const ports = [...(await freePorts(20, few)), ...(await freePorts(20, few))];
  assert.equal(new Set(ports).size, 40);
});

test('a port kept between two starts is given to nobody else meanwhile', async () => {
  const [kept] = await freePorts(1, KEPT_PORTS);
  const [lowest, highest] = KEPT_PORTS;
  assert.ok(kept >= lowest && kept <= highest);
  assert.ok((await freePorts(50)).every((port) => port < lowest || port > highest));
});

test('a port that is listened on is not free', async () => {
  const [port] = await freePorts(1);
  const server = createServer();
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  assert.equal(await isFree(port), false);
  await new Promise((resolve) => server.close(resolve));
});
