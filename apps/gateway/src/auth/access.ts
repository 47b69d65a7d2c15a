import type { Request } from 'express';
import type { SecurityKind } from '@repairline/service-kit/security-log';

export type Who = 'anyone' | 'signed-in' | 'admin';

export interface Access {
  who: Who;
  /** A timer in the browser makes this call, so it does not keep a sign-in alive. */
  byTimer?: true;
  /** Refuses API tokens: a person has to be signed in. */
  byPerson?: true;
  /** Its answer is not kept for retries; see README. */
  unremembered?: true;
  /** The kind of line that it writes into the security log, whatever its outcome. */
  securityKind?: SecurityKind;
}

/** Who may make which call. A route missing here answers nobody. */
export const access = {
  'GET /api/health': { who: 'anyone' },
  'GET /api/docs': { who: 'anyone' },
  'GET /api/docs/openapi.json': { who: 'anyone' },
  'GET /api/docs/events': { who: 'anyone' },
  'GET /api/docs/asyncapi.json': { who: 'anyone' },
  'GET /api/csrf-token': { who: 'anyone' },
  'GET /api/district': { who: 'anyone' },
  'POST /api/login': { who: 'anyone', unremembered: true, securityKind: 'sign-in' },
  'POST /api/logout': { who: 'anyone', unremembered: true, securityKind: 'sign-out' },
  'GET /api/auth/user': { who: 'signed-in' },
  'PATCH /api/profile': { who: 'signed-in' },
  'POST /api/profile/password': { who: 'signed-in', byPerson: true, securityKind: 'password-changed' },
  'GET /api/profile/sign-ins': { who: 'signed-in', byPerson: true },
  'DELETE /api/profile/sign-ins': { who: 'signed-in', byPerson: true, securityKind: 'sign-ins-ended' },
  'DELETE /api/profile/sign-ins/:signInId': { who: 'signed-in', byPerson: true, securityKind: 'sign-ins-ended' },
  'GET /api/profile/tokens': { who: 'signed-in', byPerson: true },
  'POST /api/profile/tokens': { who: 'signed-in', byPerson: true, unremembered: true, securityKind: 'token-made' },
  'DELETE /api/profile/tokens/:tokenId': { who: 'signed-in', byPerson: true, securityKind: 'token-revoked' },
  'GET /api/users': { who: 'signed-in' },
  'GET /api/devices': { who: 'signed-in' },
  'POST /api/devices': { who: 'signed-in' },
  'POST /api/devices/bulk': { who: 'signed-in' },
  'GET /api/devices/:barcode': { who: 'signed-in' },
  'PATCH /api/devices/:barcode': { who: 'signed-in' },
  'GET /api/devices/:barcode/history': { who: 'signed-in' },
  'GET /api/devices/:barcode/logs': { who: 'signed-in' },
  'POST /api/devices/:barcode/logs': { who: 'signed-in' },
  'PATCH /api/devices/:barcode/billing-notes': { who: 'signed-in' },
  'GET /api/repair-logs': { who: 'signed-in' },
  'GET /api/recent-activity': { who: 'signed-in', byTimer: true },
  'GET /api/stats': { who: 'signed-in' },
  'GET /api/analytics': { who: 'admin', byTimer: true },
  'GET /api/sessions/current': { who: 'signed-in', byTimer: true },
  'POST /api/sessions/start': { who: 'signed-in' },
  'POST /api/sessions/end': { who: 'signed-in' },
  'GET /api/billing/completed': { who: 'signed-in' },
  'GET /api/billing/summary': { who: 'signed-in' },
  'GET /api/billing/export': { who: 'signed-in', securityKind: 'export' },
  'PATCH /api/admin/billing/:repairId': { who: 'admin' },
  // Members may export devices, as the device screen's button does; the route refuses them logs.
  'GET /api/admin/export': { who: 'signed-in', securityKind: 'export' },
  'POST /api/admin/devices/:barcode/scrap': { who: 'admin' },
  'GET /api/admin/status': { who: 'admin', byTimer: true },
  'GET /api/admin/users': { who: 'admin' },
  'POST /api/admin/users/promote': { who: 'admin', byPerson: true, securityKind: 'role-change' },
  'POST /api/admin/users/approve': { who: 'admin', byPerson: true, securityKind: 'access-decision' },
  'POST /api/admin/users/reset-password': {
    ...{ who: 'admin', byPerson: true, unremembered: true, securityKind: 'password-replaced' },
  },
  'PATCH /api/admin/users/:id': { who: 'admin', securityKind: 'rename' },
  'DELETE /api/admin/users/:id': { who: 'admin', byPerson: true, securityKind: 'account-removed' },
} as const satisfies Record<string, Access>;

const rows: Record<string, Access> = access;

export function accessOf(request: Request): Access | undefined {
  const { path = '' } = (request.route ?? {}) as { path?: string };
  return rows[`${request.method === 'HEAD' ? 'GET' : request.method} ${path}`];
}

/** The methods an address supports, whoever calls. */
export function methodsOf(path: string): string[] {
  const methods = Object.keys(access)
    .map((route) => route.split(' ') as [method: string, pattern: string])
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
