import type { z } from 'zod';

/**
 * A command or query that one service answers over request/reply. `subject` is the NATS subject,
 * `repairline.<service>.<command|query>.<name>`.
 */
export interface Call<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  kind: 'command' | 'query';
  subject: string;
  input: Input;
  output: Output;
}

export type CallInput<C extends Call> = z.input<C['input']>;
export type ParsedInput<C extends Call> = z.output<C['input']>;
export type CallOutput<C extends Call> = z.output<C['output']>;

export function defineCommand<I extends z.ZodType, O extends z.ZodType>(subject: string, input: I, output: O) {
  return { kind: 'command', subject, input, output } as const satisfies Call<I, O>;
}

export function defineQuery<I extends z.ZodType, O extends z.ZodType>(subject: string, input: I, output: O) {
  return { kind: 'query', subject, input, output } as const satisfies Call<I, O>;
}

/** The person a call is made for. The owning service checks their rights again, whatever the gateway has checked. */
export interface Actor {
  userId: string;
  name: string;
  role: 'Admin' | 'Member';
  /** The personal API token used instead of a sign-in. */
  tokenId?: string;
}

/** What travels with every call beside its input. */
export interface CallContext {
  /** null for calls before anybody has signed in, and for the services' own. */
  actor: Actor | null;
  correlationId: string;
  /** Identifies the command: repeated with the same id, it takes effect once. A UUID; absent for queries. */
  commandId?: string;
}

export type CallReply = { ok: true; data: unknown } | { ok: false; error: import('./domain-error').DomainErrorPayload };
