import { z } from 'zod';
import type { DomainErrorPayload } from './domain-error';
import type { Endpoint, Route, Sent } from './http/endpoint';

/**
 * A command or query that one service answers over request/reply. `subject` is the NATS subject,
 * `repairline.<service>.<command|query>.<name>`.
 */
export interface Call<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  kind: 'command' | 'query';
  subject: string;
  input: Input;
  output: Output;
  /** How it is reached over HTTP, if the gateway's route does nothing but this call. */
  http?: HttpCall;
}

export type CallInput<C extends Call> = z.input<C['input']>;
export type ParsedInput<C extends Call> = z.output<C['input']>;
export type CallOutput<C extends Call> = z.output<C['output']>;

/** An endpoint whose route the gateway makes from the call. */
export interface HttpCall extends Endpoint {
  input(sent: Sent): unknown;
  shown?(output: unknown): unknown;
  statusFor?(output: unknown): number;
  awaitsConsumers?: true;
}

/** The HTTP side of a call as it is declared. */
type HttpOf<I extends z.ZodType, O extends z.ZodType, R extends Route, Q extends z.ZodType, B extends z.ZodType> = Omit<
  Endpoint,
  'route' | 'answer' | 'query' | 'body'
> & {
  route: R;
  query?: Q;
  body?: B;
  /** Where each part of the call's input comes from. */
  input(sent: Sent<R, Q, B>): z.input<I>;
  /** The schema of the answer, if it is not the call's output. */
  answer?: z.ZodType;
  /** The answer, if it is not the call's output. */
  shown?(output: z.output<O>): unknown;
  /** For calls with several good statuses. */
  statusFor?(output: z.output<O>): number;
  /** Answered only when the other services show the change, too. */
  awaitsConsumers?: true;
};

/** `services`: only other services call it. `gateway`: a route written by hand does, declared in `http/endpoints`. */
type Reach<I extends z.ZodType, O extends z.ZodType, R extends Route, Q extends z.ZodType, B extends z.ZodType> =
  'services' | 'gateway' | HttpOf<I, O, R, Q, B>;

export function defineCommand<
  I extends z.ZodType,
  O extends z.ZodType,
  R extends Route,
  Q extends z.ZodType = z.ZodUnknown,
  B extends z.ZodType = z.ZodUnknown,
>(subject: string, input: I, output: O, reach: Reach<I, O, R, Q, B>) {
  return { kind: 'command' as const, subject, input, output, ...httpOf(output, reach) };
}

export function defineQuery<
  I extends z.ZodType,
  O extends z.ZodType,
  R extends Route,
  Q extends z.ZodType = z.ZodUnknown,
  B extends z.ZodType = z.ZodUnknown,
>(subject: string, input: I, output: O, reach: Reach<I, O, R, Q, B>) {
  return { kind: 'query' as const, subject, input, output, ...httpOf(output, reach) };
}

function httpOf(answer: z.ZodType, reach: 'services' | 'gateway' | Omit<HttpCall, 'answer'>): { http?: HttpCall } {
  return typeof reach === 'string' ? {} : { http: { answer, ...reach } };
}

/** For calls that take, or answer, nothing. */
export const nothing = z.object({});

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

export type CallReply = { ok: true; data: unknown } | { ok: false; error: DomainErrorPayload };
