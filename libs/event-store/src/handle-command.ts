import type { EventEnvelope } from '@repairline/contracts/event';
import { stateAfter, type Decider } from './decider';
import type { AnyEvent, AppendContext, EventStore } from './event-store';
import { withOptimisticRetry } from './appending/optimistic-retry';

export interface CommandContext extends AppendContext {
  /** When it happened; now if absent. */
  occurredAt?: Date;
}

export interface Handled<State, Event> {
  state: State;
  /** The command's events; empty if what it asks for was already the case. */
  events: Event[];
  /**
   * The position that views must reach to show the state after the command: that of its last event; if it has no
   * events, that of the stream's last one; 0 for a stream that does not exist.
   */
  position: number;
  streamVersion: number;
}

/**
 * Runs a command against a stream: read, decide, append if the stream is still as read. If another command came
 * between, it decides again on the new state. A command id already in the stream counts as done.
 * @throws {DomainError} what `decide` throws; `conflict` if other commands came between on every attempt
 */
export function handleCommand<State, Command, E extends AnyEvent, S extends E>(
  store: EventStore<E>,
  decider: Decider<State, Command, S>,
) {
  return (stream: string, command: Command, context: CommandContext): Promise<Handled<State, S>> =>
    withOptimisticRetry(store, stream, async () => {
      const history = await store.readStream<S>(stream);
      return decideAndAppend(store, decider, { stream, history, command, context });
    });
}

export interface Attempt<Command, S extends AnyEvent> {
  stream: string;
  /** The whole stream, as just read. */
  history: readonly EventEnvelope<S>[];
  command: Command;
  context: CommandContext;
  /** What has to be done before the events may be appended. False: somebody came between, read again. */
  before?: (events: readonly S[]) => Promise<boolean>;
}

/** One attempt of a command; null if something has come between, after which the stream is to be read again. */
export async function decideAndAppend<State, Command, E extends AnyEvent, S extends E>(
  store: EventStore<E>,
  decider: Decider<State, Command, S>,
  { stream, history, command, context, before }: Attempt<Command, S>,
): Promise<Handled<State, S> | null> {
  const past = history.map((envelope) => envelope.event);
  const state = stateAfter(decider, past);
  const done = history.filter((envelope) => envelope.causationId === context.commandId);
  if (done.length > 0) return answer(state, done, history);

  const events = decider.decide(command, state);
  if (events.length === 0) return answer(state, [], history);
  if (before && !(await before(events))) return null;

  const { occurredAt, ...appendContext } = context;
  const fresh = events.map((event) => ({ event, occurredAt }));
  const result = await store.append(stream, history.length, fresh, appendContext);
  if (result.status !== 'appended') return null;
  const { position, streamVersion } = result;
  return { state: stateAfter(decider, [...past, ...events]), events, position, streamVersion };
}

function answer<State, S extends AnyEvent>(
  state: State,
  ofCommand: readonly EventEnvelope<S>[],
  history: readonly EventEnvelope<S>[],
): Handled<State, S> {
  const last = ofCommand.at(-1) ?? history.at(-1);
  return {
    state,
    events: ofCommand.map((envelope) => envelope.event),
    position: last?.position ?? 0,
    streamVersion: history.length,
  };
}
