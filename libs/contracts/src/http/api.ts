import { z } from 'zod';
import { GetAnalytics } from '../analytics/calls';
import { billingRoutes } from '../billing/calls';
import type { Call, HttpCall } from '../call';
import { peopleRoutes } from '../identity/calls';
import type { pageOf } from '../page';
import { deviceRoutes, workSessionRoutes } from '../repairs/calls';
import type { Endpoint, Route } from './endpoint';
import { byHand } from './endpoints';

type HandWrittenRoute = keyof typeof byHand;

/** The whole API, in the order of its document: calls, and the routes that are written by hand. */
const api: readonly (HandWrittenRoute | Call)[] = [
  'GET /api/health',
  'GET /api/district',
  'GET /api/docs',
  'GET /api/docs/openapi.json',
  'GET /api/docs/events',
  'GET /api/docs/asyncapi.json',
  'GET /api/csrf-token',
  'POST /api/login',
  'POST /api/logout',
  'GET /api/auth/user',
  ...peopleRoutes,
  ...deviceRoutes,
  GetAnalytics,
  ...workSessionRoutes,
  ...billingRoutes,
  'GET /api/admin/export',
  'GET /api/admin/status',
  'POST /api/admin/devices/:barcode/scrap',
];

export type RoutedCall = Call & { http: HttpCall };

/** The calls whose routes the gateway makes. */
export const routedCalls = api.filter((entry): entry is RoutedCall => typeof entry !== 'string');

export const endpoints: readonly Endpoint[] = api.flatMap((entry): Endpoint[] =>
  typeof entry === 'string' ? [{ route: entry, ...byHand[entry] }] : entry.http ? [entry.http] : [],
);

const byRoute = new Map<string, Endpoint>(endpoints.map((endpoint) => [endpoint.route, endpoint]));

/** Undefined for a route that is not part of the API. */
export function endpointOf(route: string): Endpoint | undefined {
  return byRoute.get(route);
}

/** `GET /api/devices/:barcode` → `['GET', '/api/devices/:barcode']` */
export function methodAndPath(route: Route): [method: string, path: string] {
  const [method = '', path = ''] = route.split(' ');
  return [method, path];
}

/** Whether an answer is a page of a list. */
export function isPage(answer: Endpoint['answer']): answer is ReturnType<typeof pageOf> {
  return answer instanceof z.ZodObject && ['items', 'total', 'next'].every((key) => key in answer.shape);
}
