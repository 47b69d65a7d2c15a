import { ConfigurationError } from '@repairline/service-kit/configuration-error';

/** How the address of the role that owns the schemas is written. */
export const OWNER_ADDRESS = 'postgres://user:password@host:5432/database';

/**
 * Whether a service's sign-in can take the place of the owner's in the address: only before a host, and if no parameter
 * of the address names another user, which would take precedence.
 */
export function isOwnerAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host, searchParams } = new URL(address);
  const isPostgres = protocol === 'postgres:' || protocol === 'postgresql:';
  return isPostgres && host !== '' && !searchParams.has('user') && !searchParams.has('password');
}

/**
 * The owner's address with a service's sign-in.
 * @throws {ConfigurationError} if that sign-in would not be the one that counts
 */
export function serviceAddress(ownerAddress: string, role: string, password: string): string {
  if (!isOwnerAddress(ownerAddress)) throw new ConfigurationError('DATABASE_URL', `must look like ${OWNER_ADDRESS}`);
  const url = new URL(ownerAddress);
  [url.username, url.password] = [role, password];
  return url.toString();
}
