import 'reflect-metadata';
import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import * as analytics from '@repairline/contracts/analytics/calls';
import * as billing from '@repairline/contracts/billing/calls';
import type { Call } from '@repairline/contracts/call';
import { endpoints, methodAndPath, routedCalls } from '@repairline/contracts/http/api';
import * as identity from '@repairline/contracts/identity/calls';
import * as repairs from '@repairline/contracts/repairs/calls';
import { routes } from '../app.module';
import { isMutating } from '../http/request';

/** All routes of all controllers, in the table's notation. */
function servedRoutes(): string[] {
  return routes.flatMap((controller) => {
    const base = Reflect.getMetadata(PATH_METADATA, controller) as string;
    const prototype = controller.prototype as unknown as Record<string, object>;
    return Object.getOwnPropertyNames(prototype).flatMap((name) => {
      const method = Reflect.getMetadata(METHOD_METADATA, prototype[name] ?? {}) as RequestMethod | undefined;
      if (method === undefined) return [];
      const path = Reflect.getMetadata(PATH_METADATA, prototype[name] ?? {}) as string;
      return `${RequestMethod[method]} ${`/${base}/${path}`.replaceAll(/\/+/gu, '/').replace(/\/$/u, '')}`;
    });
  });
}

describe('access as the calls declare it', () => {
  it('is declared for every route that is served, and for no other', () => {
    expect(servedRoutes().sort()).toEqual(endpoints.map(({ route }) => route).sort());
  });

  it('includes every call that declares an address', () => {
    const declared = [analytics, billing, identity, repairs]
      .flatMap((calls) => Object.values<unknown>(calls))
      .flatMap((call) => (call as Partial<Call> | undefined)?.http?.route ?? []);
    expect(declared.sort()).toEqual(routedCalls.map(({ http }) => http.route).sort());
  });

  it('restricts analytics and /api/admin to Admins, except the export of devices', () => {
    const admins = endpoints.filter(({ who }) => who === 'admin').map(({ route }) => route);
    expect(admins.sort()).toEqual(
      endpoints
        .map(({ route }) => route)
        .filter((route) => / \/api\/(admin\/|analytics$)/u.test(route) && route !== 'GET /api/admin/export')
        .sort(),
    );
  });

  it('opens to everyone only what comes before a sign-in and what describes the product', () => {
    const open = endpoints.filter(({ who }) => who === 'anyone').map(({ route }) => route);
    expect(open.sort()).toEqual([
      'GET /api/csrf-token',
      'GET /api/district',
      'GET /api/docs',
      'GET /api/docs/asyncapi.json',
      'GET /api/docs/events',
      'GET /api/docs/openapi.json',
      'GET /api/health',
      'POST /api/login',
      'POST /api/logout',
    ]);
  });

  it('names a kind of line in the security log for whatever changes access or tokens, or sends a file', () => {
    const logged = endpoints
      .filter(({ route, who, byPerson, answer }) => {
        const isAboutAccess = who === 'anyone' || byPerson || / \/api\/(profile|admin)\//u.test(`${route}/`);
        const isFile = 'file' in answer && answer.file === 'text/csv';
        return (isAboutAccess && isMutating(methodAndPath(route)[0])) || isFile;
      })
      .map(({ route }) => route);
    const other = [
      // One's own name, and the work itself, are in the event logs alone.
      'PATCH /api/profile',
      'PATCH /api/admin/billing/:repairId',
      'POST /api/admin/devices/:barcode/scrap',
    ];
    const named = endpoints.filter(({ securityKind }) => securityKind).map(({ route }) => route);
    expect([...named, ...other].sort()).toEqual(logged.sort());
  });

  it('lets only reads be made by timers', () => {
    const byTimer = endpoints.filter(({ byTimer }) => byTimer).map(({ route }) => methodAndPath(route)[0]);
    expect(byTimer).not.toEqual([]);
    expect(byTimer.some(isMutating)).toBe(false);
  });
});
