import { setTimeout as pause } from 'node:timers/promises';
import { reportResult, workerInput } from '../workers.mjs';
import { httpCalls, succeeded } from './http-calls.mjs';
import { openList } from './open-list.mjs';

// One person sends entries while another's page shows the list: how long until each text appears in the device's row.
// The first second of a newly opened page does not count: people have it open all day.
const WARM_UP_SECONDS = 1;
const { url, sender, watcher, numbers, perSecond, seconds } = workerInput();
const send = httpCalls(url, sender);
const { page, close } = await openList({ url, watcher });
await page.evaluate(() => {
  const seen = new Map();
  const look = () => {
    const at = performance.timeOrigin + performance.now();
    for (const list of document.querySelectorAll('[role=list][aria-label="Devices"]')) {
      for (const [, turn] of list.textContent.matchAll(/Seen by another (\d+)/g)) {
        if (!seen.has(turn)) seen.set(turn, at);
      }
    }
  };
  new MutationObserver(look).observe(document.body, { childList: true, characterData: true, subtree: true });
  Object.assign(window, { seen });
});

const uncounted = perSecond * WARM_UP_SECONDS;
const total = uncounted + perSecond * seconds;
const startedAt = [];
const sending = [];
const begun = performance.now();
for (let turn = 0; turn < total; turn += 1) {
  await pause(Math.max(0, begun + (turn * 1_000) / perSecond - performance.now()));
  const number = numbers[turn % numbers.length];
  startedAt.push(performance.timeOrigin + performance.now());
  sending.push(send('POST', `/api/devices/${number}/logs`, { issue: `Seen by another ${turn}` }).then(succeeded));
}
await Promise.all(sending);
await pause(2_000);
const seen = await page.evaluate(() => [...window.seen]);
await close();
const counted = seen.filter(([turn]) => Number(turn) >= uncounted);
const took = counted.map(([turn, at]) => at - startedAt[Number(turn)]);
reportResult({ took, unseen: total - uncounted - counted.length });
