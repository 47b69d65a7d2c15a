import { keepFirstAdminPassword, readablePassword } from './secrets.mjs';

/**
 * The password that identity is given for the first Admin. A generated one is kept until it has been shown, and is
 * given again to a start that follows one that failed half-way.
 */
export function firstAdminOf({ dataDir, settings, secrets, isFirstStart }) {
  const email = settings.ADMIN_EMAIL;
  if (settings.ADMIN_PASSWORD) return { email, password: settings.ADMIN_PASSWORD, isGenerated: false };
  if (isFirstStart && !secrets.firstAdminPassword) keepFirstAdminPassword(dataDir, secrets, readablePassword());
  return { email, password: secrets.firstAdminPassword, isGenerated: secrets.firstAdminPassword !== undefined };
}

export function forgetFirstAdmin(dataDir, secrets) {
  if (secrets.firstAdminPassword) keepFirstAdminPassword(dataDir, secrets, undefined);
}
