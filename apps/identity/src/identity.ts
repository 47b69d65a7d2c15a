import type { Kysely } from 'kysely';
import type { NatsConnection } from 'nats';
import type { Pool } from 'pg';
import type { CallContext } from '@repairline/contracts/call';
import type { IdentityEvent } from '@repairline/contracts/identity/events';
import type { AppendContext, EventStore } from '@repairline/event-store/event-store';
import { recordedBy } from '@repairline/messaging/context';
import type { Views } from '@repairline/projections/following/run-views';
import { keyedHash, type KeyedHash } from './sign-ins/keyed-hash';
import type { Passwords } from './sign-ins/passwords';
import type { SignInLimits } from './sign-ins/sign-ins';
import type { Throttle } from './sign-ins/throttle';
import type { UsersTable } from './views/users';

/** What the handlers depend on. */
export interface Identity {
  store: EventStore<IdentityEvent>;
  views: Views;
  pool: Pool;
  db: Kysely<UsersTable>;
  bus: NatsConnection;
  passwords: Passwords;
  throttle: Throttle;
  userIds: KeyedHash;
  approvalCodes: KeyedHash;
  domains: readonly string[];
  limits: SignInLimits;
  now: () => Date;
}

/** What turns emails into user ids in the installation that has this key. */
export function userIdsWith(dataKey: Buffer): KeyedHash {
  return keyedHash(dataKey, 'user ids');
}

/** Always the same id for an email, so that two concurrent first sign-ins make one account. */
export function userIdOf(userIds: KeyedHash, email: string): string {
  return userIds.uuid(email);
}

/**
 * Records the actor's id alone: this log holds names encrypted, and a copy in clear text beside each event would
 * outlive their erasure.
 */
export function withoutActorName(context: CallContext): AppendContext {
  const { actor, ...recorded } = recordedBy(context);
  return { ...recorded, actor: actor && { ...actor, name: '' } };
}
