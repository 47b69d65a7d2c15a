import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import { endpointOf, endpoints, methodAndPath } from '@repairline/contracts/http/api';
import type { Endpoint } from '@repairline/contracts/http/endpoint';
import type { SignedInUser } from '@repairline/contracts/identity/views';

export interface SignIn {
  user: SignedInUser;
  tokenHash: string;
  /** The personal API token sent instead of a cookie. */
  tokenId?: string;
}

/** What the gateway has found out about a request so far. */
export interface RequestState {
  correlationId: string;
  /** Where it comes from, as throttling counts it; noted at once, because it is unknown once the client has left. */
  client?: string;
  signIn?: SignIn;
  commandId?: string;
}

/** Of a route that is for people who are signed in: the guard lets nobody in without one. */
export function signInOf(request: IncomingMessage): SignIn {
  const { signIn } = stateOf(request);
  if (!signIn) throw new Error('this route is for people who are signed in');
  return signIn;
}

const states = new WeakMap<IncomingMessage, RequestState>();

export function stateOf(request: IncomingMessage): RequestState {
  const known = states.get(request);
  if (known) return known;
  const state: RequestState = { correlationId: randomUUID() };
  states.set(request, state);
  return state;
}

/** The endpoint that a request reached, and thereby who may make it. A route without one answers nobody. */
export function accessOf(request: Request): Endpoint | undefined {
  const { path = '' } = (request.route ?? {}) as { path?: string };
  return endpointOf(`${request.method === 'HEAD' ? 'GET' : request.method} ${path}`);
}

/** The methods an address supports, whoever calls. */
export function methodsOf(path: string): string[] {
  const methods = endpoints
    .map(({ route }) => methodAndPath(route))
    .filter(([, pattern]) => isLike(pattern.split('/'), path.split('/')))
    .map(([method]) => method);
  return methods.includes('GET') ? [...methods, 'HEAD'] : methods;
}

function isLike(pattern: readonly string[], parts: readonly string[]): boolean {
  return pattern.length === parts.length && pattern.every((word, at) => word.startsWith(':') || word === parts[at]);
}

export function isMutating(method: string): boolean {
  return !['GET', 'HEAD', 'OPTIONS'].includes(method);
}
