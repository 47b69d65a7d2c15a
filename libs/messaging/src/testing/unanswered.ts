import type { Call } from '@repairline/contracts/call';
import type { CallHandler } from '../calls/serve-calls';

/** Subjects of the calls that a service's contracts declare and no handler answers. */
export function unanswered(contracts: object, handlers: readonly CallHandler[]): string[] {
  const answered = new Set(handlers.map(({ subject }) => subject));
  const declared = Object.values(contracts).filter(isCall);
  return declared.map(({ subject }) => subject).filter((subject) => !answered.has(subject));
}

function isCall(declared: unknown): declared is Call {
  return typeof declared === 'object' && declared !== null && 'subject' in declared;
}
