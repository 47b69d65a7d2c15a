import { DomainError } from '@repairline/contracts/domain-error';

export interface RateLimit {
  /** How many calls are admitted at once. */
  burst: number;
  perSecond: number;
}

export const TOKEN_RATE_LIMIT: RateLimit = { burst: 200, perSecond: 20 };
const TIDY_AT = 10_000;

/** Limits how fast each token may call this gateway, so that a runaway script slows nobody else down. */
export class RateLimiter {
  /** By the token's hash. Only tokens that were let in count, so that made-up ones use no memory. */
  private readonly levels = new Map<string, { level: number; at: number }>();

  constructor(
    private readonly limits: RateLimit = TOKEN_RATE_LIMIT,
    /** Milliseconds of a monotonic clock. */
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Checks whether one more call is allowed, without counting it. @throws {DomainError} too_many_calls */
  check(tokenHash: string): void {
    const { burst, perSecond } = this.limits;
    const excess = this.levelOf(tokenHash) + 1 - burst;
    if (excess > 0) throw tooManyCalls(Math.ceil(excess / perSecond));
  }

  /** @throws {DomainError} too_many_calls */
  count(tokenHash: string): void {
    this.check(tokenHash);
    if (this.levels.size >= TIDY_AT) this.tidy();
    this.levels.set(tokenHash, { level: this.levelOf(tokenHash) + 1, at: this.now() });
  }

  private levelOf(tokenHash: string): number {
    const known = this.levels.get(tokenHash);
    return known ? Math.max(0, known.level - ((this.now() - known.at) / 1_000) * this.limits.perSecond) : 0;
  }

  private tidy(): void {
    for (const tokenHash of this.levels.keys()) if (this.levelOf(tokenHash) === 0) this.levels.delete(tokenHash);
  }
}

function tooManyCalls(retryAfter: number): DomainError {
  const message = 'Too many calls with this token. Please wait a moment and try again.';
  return new DomainError({ code: 'too_many_calls', message, details: { retryAfter } });
}
