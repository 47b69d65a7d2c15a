import type { SecurityLine } from '@repairline/service-kit/security-log';

const WINDOW_MS = 60_000;
const LINES_A_CLIENT = 100;
const LINES_OF_STRANGERS = 300;

interface Tally {
  line: SecurityLine;
  written: number;
  more: number;
}

/**
 * A refusal costs its sender nothing, so a minute has room for 300 of people who are not signed in, and for 100 of one
 * kind and outcome from one client. Those beyond are counted: a line with `more` ends the minute.
 */
export class RefusalLimit {
  private readonly tallies = new Map<string, Tally>();
  private ofStrangers = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly write: (line: SecurityLine) => void) {}

  take(line: SecurityLine): void {
    this.timer ??= setTimeout(() => this.endWindow(), WINDOW_MS).unref();
    const isStranger = line.userId === undefined;
    const isFull = isStranger && this.ofStrangers >= LINES_OF_STRANGERS;
    const tally = this.tallyOf(line, isFull);
    if (isFull || tally.written >= LINES_A_CLIENT) {
      tally.more += 1;
      return;
    }
    tally.written += 1;
    if (isStranger) this.ofStrangers += 1;
    this.write(line);
  }

  /** Writes what was counted. */
  endWindow(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    for (const { line, more } of this.tallies.values()) if (more > 0) this.write({ ...line, more });
    this.tallies.clear();
    this.ofStrangers = 0;
  }

  /** Once there is no more room, no further client is remembered: their number has no bound. */
  private tallyOf({ kind, outcome, clientHash }: SecurityLine, isFull: boolean): Tally {
    const own = this.tallies.get([kind, outcome, clientHash].join());
    if (own) return own;
    const line = isFull ? { kind, outcome } : { kind, outcome, clientHash };
    const key = [kind, outcome, line.clientHash].join();
    const tally = this.tallies.get(key) ?? { line, written: 0, more: 0 };
    this.tallies.set(key, tally);
    return tally;
  }
}
