import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePorts } from '../../shared/ports.mjs';
import { figure, number, percentiles } from '../figure.mjs';
import { signedInAdmin, signedInPeople, takeInDevices } from '../setup/people.mjs';
import { memoryOf, startProduct } from '../setup/product.mjs';
import { inRounds } from '../rounds.mjs';
import { runWorker, startWorker } from '../workers.mjs';
import { stepsOfACommand } from './steps.mjs';

const CLIENTS = 32;
const DEVICES = 400;
const SOCKETS_EACH = 20;

/** What people do in the running product: entries through the gateway, announced to a thousand browsers. */
export async function measureCommands(bench) {
  const product = await startProduct(bench, { dataDir: mkdtempSync(join(bench.dataDir, 'commands-')) });
  const admin = await signedInAdmin(product);
  const numbers = await takeInDevices(admin, DEVICES);
  const cookies = await signedInPeople(product, bench.quick ? 5 : 50);
  const work = { bench, product, admin, numbers, cookies };
  const figures = [
    ...(await throughTheGateway(work)),
    ...(await stepsOfACommand(work)),
    ...(await toManySockets(work)),
  ];
  await product.stop();
  return figures;
}

async function throughTheGateway({ bench, product, admin, numbers }) {
  const bare = await bareRoute(bench, product, admin, numbers);
  const seconds = bench.quick ? 2 : 8;
  const input = { headers: admin.headers, numbers, clients: CLIENTS, seconds };
  const results = await inRounds(bench, {
    command: () => runWorker(bench.root, 'send-commands', { ...input, url: product.url }),
    bare: () => runWorker(bench.root, 'send-commands', { ...input, url: bare.url }),
  });
  bare.stop();
  const quantiles = (way) => results[way].map(({ took }) => percentiles(took));
  const against = (name) => ({
    name: 'a route with no work behind it',
    samples: quantiles('bare').map((taken) => taken[name]),
  });
  return [
    ...['p50', 'p95', 'p99'].map((name) =>
      figure({
        name: `entry through the gateway, ${CLIENTS} clients`,
        unit: `ms ${name}`,
        samples: quantiles('command').map((taken) => taken[name]),
        against: against(name),
      }),
    ),
    figure({
      name: `entries through the gateway, ${CLIENTS} clients`,
      unit: 'a second',
      samples: results.command.map(({ rate }) => rate),
      against: { name: 'a route with no work behind it', samples: results.bare.map(({ rate }) => rate) },
    }),
  ];
}

/** The same route in a separate process, which immediately gives the answer an entry got here. */
async function bareRoute({ root }, { url }, { browser }, [first]) {
  const { body: answer } = await browser.send('POST', `/api/devices/${first}/logs`, { issue: 'An entry' });
  const [port] = await freePorts(1);
  const { child } = startWorker(root, 'bare-route', { port, answer });
  const address = url.replace(/:\d+$/, `:${port}`);
  for (let tries = 0; tries < 200; tries += 1) {
    const isUp = await fetch(address).then(
      () => true,
      () => false,
    );
    if (isUp) break;
    await pause(50);
  }
  return { url: address, stop: () => child.stdin.end() };
}

async function toManySockets({ bench, product, admin, numbers, cookies }) {
  const before = memoryOf(product);
  const people = {
    url: product.url,
    origin: product.origin,
    sender: admin.headers,
    cookies,
    socketsEach: SOCKETS_EACH,
  };
  const load = { numbers, perSecond: 20, seconds: bench.quick ? 2 : 10 };
  const during = [];
  const ticker = setInterval(() => during.push(memoryOf(product)?.gateway ?? 0), 500);
  const results = await inRounds(bench, {
    'many sockets': () => runWorker(bench.root, 'many-sockets', { ...people, ...load }),
  });
  clearInterval(ticker);
  const rounds = results['many sockets'];
  const missed = rounds.reduce((sum, { heard, expected }) => sum + expected - heard, 0);
  const sockets = number(cookies.length * SOCKETS_EACH);
  return [
    figure({
      name: `change delivered to ${sockets} sockets, ${load.perSecond} changes a second`,
      unit: 'ms p95',
      samples: rounds.map(({ took }) => percentiles(took).p95),
      reach: { value: { atMost: 300 } },
      missed,
      note: missed > 0 ? `${number(missed)} notices did not arrive` : undefined,
    }),
    ...(before
      ? [
          figure({
            name: `peak memory of the gateway with ${sockets} sockets`,
            unit: 'MB',
            samples: [Math.max(...during)],
            against: { name: 'without sockets', samples: [before.gateway] },
          }),
        ]
      : []),
  ];
}
