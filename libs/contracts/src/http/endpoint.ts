import type { z } from 'zod';
import type { ErrorCode } from '../domain-error';

export type Who = 'anyone' | 'signed-in' | 'admin';
export type Route = `${'GET' | 'POST' | 'PATCH' | 'DELETE'} /api/${string}`;

/** What a line of the security log is about; docs/operations/security-log.md explains each. `call` is any other call that is refused. */
export type SecurityKind =
  | 'sign-in'
  | 'sign-out'
  | 'access-decision'
  | 'role-change'
  | 'rename'
  | 'token-made'
  | 'token-revoked'
  | 'token-used'
  | 'export'
  | 'erasure'
  | 'password-changed'
  | 'password-replaced'
  | 'sign-ins-ended'
  | 'account-removed'
  | 'call';

/** A call of the HTTP API: its address, who may make it, and the words of its documentation. */
export interface Endpoint {
  /** With path parameters: `PATCH /api/devices/:barcode`. */
  route: Route;
  who: Who;
  /** A timer in the browser makes this call, so it does not keep a sign-in alive. */
  byTimer?: true;
  /** Refuses API tokens: a person has to be signed in. */
  byPerson?: true;
  /** Its answer is not kept for retries; see the gateway's README. */
  unremembered?: true;
  /** The kind of line that it writes into the security log, whatever its outcome. */
  securityKind?: SecurityKind;
  area:
    'Signing in' | 'Devices' | 'Repairs' | 'Work sessions' | 'Billing' | 'Figures' | 'Administration' | 'The product';
  does: string;
  query?: z.ZodType;
  body?: z.ZodType;
  /** A list is an array or a page; a page's total and the link to the next one are headers. */
  answer: z.ZodType | { file: 'text/csv' | 'text/html' };
  /** Where it is not 200 alone. */
  statuses?: readonly number[];
  /** Refusals beyond those that any call may meet. */
  refusals?: readonly ErrorCode[];
  /** What any change may meet but this one does not. */
  never?: readonly ErrorCode[];
}

/** The device that a change is for; with `deviceId`, that device and no other. */
export interface DeviceTarget {
  assetNumber: string;
  deviceId?: string;
}

type Parameters<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Parameters<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** What a request carries, checked. */
export interface Sent<R extends string = string, Q extends z.ZodType = z.ZodAny, B extends z.ZodType = z.ZodAny> {
  path: string extends R ? Record<string, string> : Record<Parameters<R>, string>;
  query: z.input<Q>;
  body: z.input<B>;
  /** From `:barcode` and the header `X-Device-Id`. */
  target: DeviceTarget;
  /** The caller's sign-in. */
  signIn: { userId: string; tokenHash: string };
}
