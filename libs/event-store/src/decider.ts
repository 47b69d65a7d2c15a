/**
 * An aggregate's write logic, as pure functions. `evolve` never throws. `decide` throws a DomainError for a broken
 * rule, and returns no events when what the command asks for is already the case.
 */
export interface Decider<State, Command, Event extends { type: string; data: object }> {
  initialState: () => State;
  evolve(state: State, event: Event): State;
  decide(command: Command, state: State): Event[];
}

type Evolution<State, Event extends { type: string; data: object }> = Pick<
  Decider<State, never, Event>,
  'initialState' | 'evolve'
>;

/** The state that a stream's events lead to. */
export function stateAfter<State, Event extends { type: string; data: object }>(
  { initialState, evolve }: Evolution<State, Event>,
  events: readonly Event[],
): State {
  return events.reduce((state, event) => evolve(state, event), initialState());
}
