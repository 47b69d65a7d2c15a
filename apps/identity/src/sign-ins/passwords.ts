import { hash, verify } from '@node-rs/argon2';
import { DomainError } from '@repairline/contracts/domain-error';
import { createConcurrencyLimit } from './concurrency-limit';

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Without a hash to compare with it takes just as long, and returns false. */
  verify(hash: string | undefined, password: string): Promise<boolean>;
}

/** argon2id, 19 MiB, 2 passes, 1 lane: OWASP Password Storage Cheat Sheet. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const AT_ONCE = 2;
const WAITING_AT_MOST = 100;

/** The hash of a random password that nobody knows, made with the same cost. */
const NOBODYS = '$argon2id$v=19$m=19456,t=2,p=1$8zPYA3t18HKViOe2EZ6RBQ$PTYPdMEWDy5lF11cWYi25WQaGZcbLlJatz9mleu6Ipo';

/** Few at a time, so that a burst of attempts leaves memory and CPU to everything else; refuses when too many wait. */
export function createPasswords(): Passwords {
  const limited = createConcurrencyLimit(AT_ONCE, WAITING_AT_MOST, busy);
  return {
    hash: (password) => limited(() => hash(password, COST)),
    async verify(known, password) {
      const right = await limited(() => verify(known ?? NOBODYS, password));
      return known !== undefined && right;
    },
  };
}

function busy(): DomainError {
  return new DomainError({
    code: 'too_many_attempts',
    message: 'Many people are signing in right now. Please try again in a moment.',
    details: { retryAfter: 2 },
  });
}
