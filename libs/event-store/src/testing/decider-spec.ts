import { DomainError, type ErrorCode } from '@repairline/contracts/domain-error';
import { stateAfter, type Decider } from '../decider';

/** `given(events).when(command).then(events)`, for one decider. */
export function deciderSpec<State, Command, Event extends { type: string; data: object }>(
  decider: Decider<State, Command, Event>,
) {
  return (...history: Event[]) => ({
    when(command: Command) {
      const decide = () => decider.decide(command, stateAfter(decider, history));
      return {
        then(...expected: Event[]): void {
          expect(decide()).toEqual(expected);
        },
        thenNothing(): void {
          expect(decide()).toEqual([]);
        },
        thenError(code: ErrorCode): void {
          expect(codeOf(decide)).toBe(code);
        },
      };
    },
  });
}

function codeOf(decide: () => unknown): ErrorCode | 'no error' {
  try {
    decide();
    return 'no error';
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}
