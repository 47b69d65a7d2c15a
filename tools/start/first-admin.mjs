import { createRequire } from 'node:module';
import { join } from 'node:path';
import { keepFirstAdminPassword, readablePassword } from './secrets.mjs';

/**
 * The password that identity gets for the first Admin. A generated one is kept until it has been shown, so that a start
 * after a failed one uses it again.
 */
export function firstAdminOf({ dataDir, settings, secrets, isFirst }) {
  const email = settings.ADMIN_EMAIL;
  if (settings.ADMIN_PASSWORD) return { email, password: settings.ADMIN_PASSWORD, isGenerated: false };
  if (isFirst && !secrets.firstAdminPassword) keepFirstAdminPassword(dataDir, secrets, readablePassword());
  return { email, password: secrets.firstAdminPassword, isGenerated: secrets.firstAdminPassword !== undefined };
}

export function forgetFirstAdmin(dataDir, secrets) {
  if (secrets.firstAdminPassword) keepFirstAdminPassword(dataDir, secrets, undefined);
}

/** Whether nobody has a password yet, so the first Admin is still to be made. Either event store uses this table. */
export async function isNobodyThere(root, adminUrl) {
  const { Client } = createRequire(join(root, 'libs', 'service-kit', 'package.json'))('pg');
  const client = new Client({ connectionString: adminUrl, application_name: 'start' });
  await client.connect();
  try {
    return (await client.query('SELECT FROM identity.credentials LIMIT 1')).rowCount === 0;
  } finally {
    await client.end();
  }
}
