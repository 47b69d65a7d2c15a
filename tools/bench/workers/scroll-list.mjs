import { reportResult, workerInput } from '../workers.mjs';
import { openList } from './open-list.mjs';

// Measures the times between frames while a mouse wheel turns without pause, over the list or over an empty page.
const WHEEL = { everyMs: 16, px: 120 };
const { url, watcher, seconds, list } = workerInput();
const { page, close } = await openList({ url, watcher });
if (!list) {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.goto('about:blank');
  await page.evaluate((px) => (document.body.style.height = `${px}px`), height);
}
await page.mouse.move(500, 600);
const measuring = page.evaluate(
  (ms) =>
    new Promise((resolve) => {
      const gaps = [];
      let last = performance.now();
      const until = last + ms;
      const frame = () => {
        const now = performance.now();
        gaps.push(now - last);
        last = now;
        if (now < until) requestAnimationFrame(frame);
        else resolve(gaps);
      };
      requestAnimationFrame(frame);
    }),
  seconds * 1_000,
);
const until = performance.now() + seconds * 1_000;
while (performance.now() < until) {
  await page.mouse.wheel(0, WHEEL.px);
  await page.waitForTimeout(WHEEL.everyMs);
}
const gaps = await measuring;
const scrolled = await page.evaluate(() => window.scrollY);
await close();
if (scrolled < WHEEL.px * seconds) throw new Error(`The page went only ${scrolled} px`);
reportResult(gaps);
