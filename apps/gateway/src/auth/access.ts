import type { Request } from 'express';
import { endpointOf, endpoints, methodAndPath } from '@repairline/contracts/http/api';
import type { Endpoint } from '@repairline/contracts/http/endpoint';

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
