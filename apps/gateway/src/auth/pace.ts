import { DomainError } from '@repairline/contracts/domain-error';

export interface PaceLimits {
  /** Calls at once. */
  burst: number;
  perSecond: number;
}

export const PACE: PaceLimits = { burst: 200, perSecond: 20 };
const TIDY_AT = 10_000;

/** How fast each token may call this gateway: a script that runs wild slows nobody else down. */
export class Pace {
  private readonly levels = new Map<string, { level: number; at: number }>();

  constructor(
    private readonly limits: PaceLimits = PACE,
    /** In milliseconds, of a clock that nobody puts back. */
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** @throws {DomainError} too_many_calls */
  count(tokenId: string): void {
    const { burst, perSecond } = this.limits;
    const level = this.levelOf(tokenId) + 1;
    if (level > burst) throw tooManyCalls(Math.ceil((level - burst) / perSecond));
    if (this.levels.size >= TIDY_AT) this.tidy();
    this.levels.set(tokenId, { level, at: this.now() });
  }

  private levelOf(tokenId: string): number {
    const known = this.levels.get(tokenId);
    return known ? Math.max(0, known.level - ((this.now() - known.at) / 1_000) * this.limits.perSecond) : 0;
  }

  private tidy(): void {
    for (const tokenId of this.levels.keys()) if (this.levelOf(tokenId) === 0) this.levels.delete(tokenId);
  }
}

function tooManyCalls(retryAfter: number): DomainError {
  const message = 'Too many calls with this token. Please wait a moment and try again.';
  return new DomainError({ code: 'too_many_calls', message, details: { retryAfter } });
}
