import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testLogCommands } from './testing/log-commands.mjs';
import { productWithCommands } from './testing/product-with-commands.mjs';
import { startStandIn } from './testing/stand-in.mjs';

test('the commands on the log work on a product whose log is in EventStoreDB', async (t) => {
  const { settings } = await startStandIn(t);
  const product = await productWithCommands(t, settings);
  await testLogCommands(t, product);
  const inPostgres = ['identity', 'repairs', 'billing'].map((service) => `select id from ${service}.events`);
  assert.deepEqual(await product.sql(inPostgres.join(' union all ')), []);
});
