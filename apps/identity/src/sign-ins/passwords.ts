import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { DomainError } from '@repairline/contracts/domain-error';
import { createConcurrencyLimit, type Origin } from './concurrency-limit';

export interface Passwords {
  hash(password: string, origin?: Origin): Promise<string>;
  /** Without a hash to compare with it takes just as long, and returns false. */
  verify(hash: string | undefined, password: string, origin?: Origin): Promise<boolean>;
}

/** argon2id, 19 MiB, 2 passes, 1 lane: OWASP Password Storage Cheat Sheet. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const PLACES = { atOnce: 2, waitingAtMost: 50, waitingOfClient: 20 };
/** The product itself and its operator. */
const OURSELVES: Origin = { client: '', preferred: true };

/** The hash of a random password that nobody knows, made with the same cost. */
const NOBODYS = '$argon2id$v=19$m=19456,t=2,p=1$8zPYA3t18HKViOe2EZ6RBQ$PTYPdMEWDy5lF11cWYi25WQaGZcbLlJatz9mleu6Ipo';

/** Few at a time, so that a burst of attempts leaves memory and CPU to everything else; refuses when too many wait. */
export function createPasswords(): Passwords {
  const limited = createConcurrencyLimit(PLACES, busy);
  return {
    hash: (password, origin = OURSELVES) => limited(origin, () => hash(password, COST)),
    async verify(known, password, origin = OURSELVES) {
      const right = await limited(origin, () => verify(known ?? NOBODYS, password));
      return known !== undefined && right;
    },
  };
}

/** How long a one-time password may wait for its owner. */
export const ONE_TIME_MS = 3 * 24 * 3_600_000;

const READABLE = 'abcdefghjkmnpqrstuvwxyz23456789';

/** For a person to read out or copy, such as `k7mq-2xwd-hh4p-t9bc`: 79 bits. */
export function oneTimePassword(): string {
  const group = () => Array.from({ length: 4 }, () => READABLE[randomInt(READABLE.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}

function busy(): DomainError {
  return new DomainError({
    code: 'too_many_attempts',
    message: 'Many people are signing in right now. Please try again in a moment.',
    details: { retryAfter: 2 },
  });
}
