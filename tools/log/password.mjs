import { createRequire } from 'node:module';
import { withBus } from '../bus/operator.mjs';
import { resolveConnections } from '../shared/running-product.mjs';
import { readArguments, ROOT, runCommand, UsageError } from '../shared/run-command.mjs';
import { writeSecurityLine } from '../shared/security-line.mjs';
import { openDatabase } from '../shared/service-log.mjs';

const require = createRequire(import.meta.url);
const USAGE = `Gives a user who has lost their password one that is good once, to choose another with, and ends their sign-ins.

  npm run password -- <email>`;

function readWanted(args) {
  const [email, ...more] = readArguments(args).positionals;
  if (!email?.includes('@') || more.length > 0) throw new UsageError('Whose password? Give one email address.');
  return email.trim().toLowerCase();
}

/** Also finds an account whose email cannot be read, as after a restore with older keys: the id is made from it. */
async function findAccount({ secrets }, pool, email) {
  const { userIdOf, userIdsWith } = require('@repairline/identity/identity');
  const userId = userIdOf(userIdsWith(Buffer.from(secrets.dataKey, 'hex')), email);
  const text = 'select user_id, approved from users where email = $1 or user_id = $2';
  const { rows } = await pool.query(text, [email, userId]);
  if (!rows[0]) throw new Error(`There is no account ${email}.`);
  return { userId: rows[0].user_id, approved: rows[0].approved };
}

/** Closes the account's open pages at once. Without the bus they hear of no changes; gateways look again after it is back. */
async function announce(product, userId) {
  const { announceEnd } = require('@repairline/identity/sign-ins/sign-ins');
  const end = async (bus) => {
    announceEnd(bus, { userId, tokenHash: null });
    await bus.flush();
  };
  await withBus(product.natsEventsUrl, end).catch(() => undefined);
}

await runCommand(USAGE, async (args) => {
  const email = readWanted(args);
  const product = await resolveConnections(ROOT);
  const { createPasswords, oneTimePassword, ONE_TIME_MS } = require('@repairline/identity/sign-ins/passwords');
  const { replacePassword } = require('@repairline/identity/sign-ins/credentials');
  const { pool } = openDatabase(product, 'identity');
  try {
    const { userId, approved } = await findAccount(product, pool, email);
    const password = oneTimePassword();
    const until = new Date(Date.now() + ONE_TIME_MS);
    await replacePassword(pool, userId, await createPasswords().hash(password), until);
    await pool.query('delete from sign_ins where user_id = $1', [userId]);
    writeSecurityLine(product, { kind: 'password-replaced', outcome: 'done', subjectId: userId });
    console.log(`Password of ${email}:  ${password}\n(shown only this once)`);
    console.log(`Signing in with it asks for a new password. It is good once, until ${until.toUTCString()}.`);
    if (!approved) console.log('The account is not approved: an Admin can approve it under User Management.');
    await announce(product, userId);
  } finally {
    await pool.end();
  }
});
