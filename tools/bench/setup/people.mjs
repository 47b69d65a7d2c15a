import { createHash, randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { visitor } from '../../start/testing/visitor.mjs';
import { ADMIN } from './product.mjs';

const require = createRequire(import.meta.url);

/** Signs in the first Admin's browser. @returns what its requests carry */
export async function signedInAdmin({ url, origin }) {
  const browser = visitor(Number(new URL(url).port), origin);
  const { status } = await browser.signIn(ADMIN.email, ADMIN.password);
  if (status !== 200) throw new Error(`The Admin's sign-in was answered ${status}`);
  const { csrfToken } = (await browser.get('/api/csrf-token')).body;
  return { browser, headers: { cookie: browser.cookie(), origin, 'x-csrf-token': csrfToken } };
}

/** Makes `count` approved, signed-in people. @returns the cookies of their browsers */
export async function signedInPeople({ run }, count) {
  const { DecideOnUser, ListUsers, SignIn } = require('@repairline/contracts/identity/calls');
  const { systemContext } = require('@repairline/messaging/context');
  const { openCallClient } = require('@repairline/messaging/calls/open-call-client');
  const { calls, close } = await openCallClient(run.natsCallsUrl, 'bench');
  const asAdmin = (userId) => ({ ...systemContext(), actor: { userId, name: 'Ada Admin', role: 'Admin' } });
  const password = randomBytes(12).toString('base64url');
  const signIn = async (number) => {
    const token = randomBytes(32).toString('base64url');
    const tokenHash = createHash('sha256').update(token).digest('hex');
    const email = `bench-${number}@school.example`;
    const attempt = { email, password, client: `10.0.0.${number}`, replaces: null, tokenHash };
    await calls.call(SignIn, attempt, systemContext());
    return `repairline=${token}`;
  };
  try {
    for (let number = 0; number < count; number += 1) {
      await signIn(number).catch((error) => {
        if (error.code !== 'pending_approval') throw error;
      });
    }
    const { items: users } = await calls.call(ListUsers, {}, asAdmin('bench'));
    const first = users.find(({ email }) => email === ADMIN.email);
    for (const { id, email, approved } of users) {
      if (email.startsWith('bench-') && !approved)
        await calls.call(DecideOnUser, { userId: id, approved: true }, asAdmin(first.id));
    }
    const cookies = [];
    for (let number = 0; number < count; number += 1) cookies.push(await signIn(number));
    return cookies;
  } finally {
    await close();
  }
}

/**
 * Takes in devices to work on, by the product's own bulk intake. They come before all others in the device list, the
 * one worked on last first. @returns their asset numbers
 */
export async function takeInDevices({ browser }, count) {
  const numbers = Array.from({ length: count }, (_, index) => `BN-${10_000 + index}`);
  const devices = numbers.map((barcodeNumber) => ({ barcodeNumber }));
  const common = { school: 'SHS', model: 'C433', priority: 'High' };
  const { status, body } = await browser.send('POST', '/api/devices/bulk', { common, devices });
  if (status >= 300) throw new Error(`The intake was answered ${status}: ${JSON.stringify(body)}`);
  return numbers;
}
