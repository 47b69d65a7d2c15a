import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { openCalls } from '../bus/operator.mjs';
import { technicians } from './district.mjs';

const require = createRequire(import.meta.url);

/**
 * Makes the district's technicians approved accounts, by the product's own commands and in the name of one of its
 * Admins. Nobody knows their passwords.
 */
export async function hireTechnicians(product, domain) {
  const { DecideOnUser, ListUsers, RenameUser, SignIn } = require('@repairline/contracts/identity/calls');
  const { systemContext } = require('@repairline/messaging/context');
  const { calls, close } = await openCalls(product.natsCallsUrl, 'seed');
  const as = (userId) => ({ ...systemContext(), actor: { userId, name: 'Seed', role: 'Admin' } });
  const users = async () => (await calls.call(ListUsers, {}, as('seed'))).items;
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
    const everyone = await users();
    const admin = everyone.find(({ approved, role }) => approved && role === 'Admin');
    if (!admin)
      throw new Error('There is no Admin to approve the technicians: start the product with ADMIN_EMAIL set.');
    const staff = everyone.filter(({ email }) => technicians.some((name) => emailOf(name) === email));
    for (const { id, email, approved } of staff) {
      if (approved) continue;
      await calls.call(
        RenameUser,
        { userId: id, name: technicians.find((name) => emailOf(name) === email) },
        as(admin.id),
      );
      await calls.call(DecideOnUser, { userId: id, approved: true }, as(admin.id));
    }
    return staff.sort((one, other) => one.email.localeCompare(other.email));
  } finally {
    await close();
  }
}
