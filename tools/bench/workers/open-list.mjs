import { createRequire } from 'node:module';
import { browserProgram } from '../../test/prerequisites.mjs';

const require = createRequire(import.meta.url);
const { chromium } = require('@playwright/test');

/** Opens the device list in a new browser with the given cookie; resolves once it shows devices and gets changes. */
export async function openList({ url, watcher }) {
  const browser = await chromium.launch({ executablePath: browserProgram(), args: ['--no-sandbox', '--disable-gpu'] });
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const [name, value] = watcher.split('=');
  await context.addCookies([{ name, value, url }]);
  const page = await context.newPage();
  const hears = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'));
  await page.goto(`${url}/devices`);
  await page.getByRole('article').first().waitFor();
  await hears;
  return { page, close: () => browser.close() };
}
