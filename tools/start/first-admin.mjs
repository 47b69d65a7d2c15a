import { createRequire } from 'node:module';
import { join } from 'node:path';
import { keepFirstAdminPassword, readablePassword } from './secrets.mjs';

/**
 * The password that identity gets for the first Admin. A generated one is kept until it has been shown, so that a start
 * after a failed one uses it again; once it made the account, a given one comes too late.
 */
export function firstAdminOf({ dataDir, settings, secrets, isFirst }) {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: given } = settings;
  if (isFirst && given) forgetFirstAdmin(dataDir, secrets);
  else if (isFirst && !secrets.firstAdminPassword) keepFirstAdminPassword(dataDir, secrets, readablePassword());
  const { firstAdminPassword: kept } = secrets;
  const isTooLate = kept !== undefined && given !== undefined && given !== kept;
  return { email, password: kept ?? given, isGenerated: kept !== undefined, isTooLate };
}

export function forgetFirstAdmin(dataDir, secrets) {
  if (secrets.firstAdminPassword) keepFirstAdminPassword(dataDir, secrets, undefined);
}

/** Whether nobody has a password yet, so the first Admin is still to be made. Either event store uses this table. */
export async function isNobodyThere(root, adminUrl) {
  const { Client } = createRequire(join(root, 'libs', 'postgres', 'package.json'))('pg');
  const client = new Client({ connectionString: adminUrl, application_name: 'start' });
  await client.connect();
  try {
    return (await client.query('SELECT FROM identity.credentials LIMIT 1')).rowCount === 0;
  } finally {
    await client.end();
  }
}
