import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { openCalls } from '../bus/operator.mjs';
import { technicians } from './district.mjs';

const require = createRequire(import.meta.url);

/** Makes the district's technicians approved accounts, by the product's own commands. Nobody knows their passwords. */
export async function hireTechnicians(product, domain) {
  const { DecideOnUser, RenameUser, SignIn } = require('@repairline/contracts/identity/commands');
  const { ListUsers } = require('@repairline/contracts/identity/queries');
  const { systemContext } = require('@repairline/messaging/context');
  const { calls, close } = await openCalls(product.natsCallsUrl, 'seed');
  const asAdmin = () => ({ ...systemContext(), actor: { userId: 'seed', name: 'Seed', role: 'Admin' } });
  const users = () => calls.call(ListUsers, {}, asAdmin());
  const emailOf = (name) => `${name.toLowerCase().replace(' ', '.')}@${domain}`;
  try {
    const known = new Set((await users()).map(({ email }) => email));
    for (const name of technicians.filter((candidate) => !known.has(emailOf(candidate)))) {
      const secret = { password: randomBytes(24).toString('base64url'), tokenHash: randomBytes(32).toString('hex') };
      const attempt = { email: emailOf(name), client: 'seed', replaces: null, ...secret };
      await calls.call(SignIn, attempt, systemContext()).catch((error) => {
        if (error.code !== 'pending_approval') throw error;
      });
    }
    const staff = (await users()).filter(({ email }) => technicians.some((name) => emailOf(name) === email));
    for (const { id, email, approved } of staff) {
      if (approved) continue;
      await calls.call(
        RenameUser,
        { userId: id, name: technicians.find((name) => emailOf(name) === email) },
        asAdmin(),
      );
      await calls.call(DecideOnUser, { userId: id, approved: true }, asAdmin());
    }
    return staff.sort((one, other) => one.email.localeCompare(other.email));
  } finally {
    await close();
  }
}
