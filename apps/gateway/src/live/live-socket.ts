import type { WebSocket } from 'ws';
import type { LiveChange } from '@repairline/contracts/live';
import type { SignIn } from '../http/request';
import type { Positions } from './change-feed';

const MOST_UNSENT_BYTES = 1024 * 1024;
const MOST_HELD_BACK = 1_000;
const MESSAGES_A_WINDOW = 20;
const WINDOW_MS = 10_000;
const CLOSING_MS = 5_000;

/** Close codes: 1xxx from RFC 6455, 4401 our own for an ended sign-in. */
export const closing = {
  goingAway: 1001,
  tooManyMessages: 1008,
  tooSlow: 1013,
  signInEnded: 4401,
} as const;

/**
 * One browser. Changes are held back until it has been greeted, so that it gets what it missed before what is new.
 */
export class LiveSocket {
  private held: LiveChange[] | null = [];
  private overflowed = false;
  private answersPings = true;
  private arrived = 0;
  private windowBegan = 0;

  constructor(
    private readonly socket: WebSocket,
    public signIn: SignIn,
  ) {
    socket.on('pong', () => (this.answersPings = true));
  }

  mayHear(change: LiveChange): boolean {
    const { user } = this.signIn;
    return change.type !== 'user_updated' || user.role === 'Admin' || change.userId === user.id;
  }

  /** `text` is the change as JSON, serialized once for all sockets. */
  tell(change: LiveChange, text: string): void {
    if (!this.mayHear(change)) return;
    if (!this.held) return this.send(text);
    if (this.held.length < MOST_HELD_BACK) this.held.push(change);
    else this.overflowed = true;
  }

  /** Sends the greeting, then what was missed, then what was held back; from now on changes go straight out. */
  greet(positions: Positions, missed: readonly LiveChange[], refetch: boolean): void {
    // A change sent aside has no position (`at` is 0) and is always new.
    const later = (this.held ?? []).filter(({ context, at }) => at === 0 || at > (positions[context] ?? -1));
    this.held = null;
    const all = refetch || this.overflowed;
    this.say({ type: 'hello', positions, refetch: all });
    for (const change of all ? later : [...missed, ...later]) if (this.mayHear(change)) this.say(change);
  }

  /** Records that changes were lost before the greeting. */
  missSome(): void {
    this.overflowed = true;
  }

  get isGreeted(): boolean {
    return this.held === null;
  }

  say(message: object): void {
    this.send(JSON.stringify(message));
  }

  /** Ends the socket if its last ping was not answered: nobody is there any more. */
  beat(): void {
    if (!this.answersPings) return this.socket.terminate();
    this.answersPings = false;
    this.socket.ping();
    this.say({ type: 'ping' });
  }

  /** False if the browser sends too many messages; the socket is then closed. */
  admitsMessage(now: number): boolean {
    if (now - this.windowBegan > WINDOW_MS) [this.windowBegan, this.arrived] = [now, 0];
    this.arrived += 1;
    if (this.arrived <= MESSAGES_A_WINDOW) return true;
    this.close(closing.tooManyMessages, 'too many messages');
    return false;
  }

  close(code: number, reason: string): void {
    this.socket.close(code, reason);
    setTimeout(() => this.socket.terminate(), CLOSING_MS).unref();
  }

  private send(text: string): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    if (this.socket.bufferedAmount > MOST_UNSENT_BYTES) return this.close(closing.tooSlow, 'too slow');
    this.socket.send(text);
  }
}
