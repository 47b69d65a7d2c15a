import 'reflect-metadata';
import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import { routes } from '../app.module';
import { operations, type Route } from '../documents/operations';
import { access, isMutating, type Access } from './access';

/** All routes of all controllers, in the table's notation. */
function servedRoutes(): string[] {
  return routes.flatMap((controller) => {
    const base = Reflect.getMetadata(PATH_METADATA, controller) as string;
    const prototype = controller.prototype as unknown as Record<string, object>;
    return Object.getOwnPropertyNames(prototype).flatMap((name) => {
      const method = Reflect.getMetadata(METHOD_METADATA, prototype[name] ?? {}) as RequestMethod | undefined;
      if (method === undefined) return [];
      const path = Reflect.getMetadata(PATH_METADATA, prototype[name] ?? {}) as string;
      return `${RequestMethod[method]} /${base}${path === '/' ? '' : `/${path}`}`;
    });
  });
}

describe('the access table', () => {
  const table = Object.entries(access as Record<string, Access>);

  it('has a row for every route that is served, and no other', () => {
    expect(servedRoutes().sort()).toEqual(Object.keys(access).sort());
  });

  it('restricts analytics and /api/admin to Admins, except the export of devices', () => {
    const admins = table.filter(([, { who }]) => who === 'admin').map(([route]) => route);
    expect(admins.sort()).toEqual(
      Object.keys(access)
        .filter((route) => / \/api\/(admin\/|analytics$)/u.test(route) && route !== 'GET /api/admin/export')
        .sort(),
    );
  });

  it('opens to everyone only what comes before a sign-in and what describes the product', () => {
    const open = table.filter(([, { who }]) => who === 'anyone').map(([route]) => route);
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
    const isFile = (route: string) => JSON.stringify(operations[route as Route].answer) === '{"file":"text/csv"}';
    const logged = table
      .filter(([route, { who, byPerson }]) => {
        const isAboutAccess = who === 'anyone' || byPerson || / \/api\/(profile|admin)\//u.test(`${route}/`);
        return (isAboutAccess && isMutating(route.split(' ')[0] ?? '')) || isFile(route);
      })
      .map(([route]) => route);
    const other = [
      // One's own name, and the work itself, are in the event logs alone.
      'PATCH /api/profile',
      'PATCH /api/admin/billing/:repairId',
      'POST /api/admin/devices/:barcode/scrap',
    ];
    const named = table.filter(([, { securityKind }]) => securityKind).map(([route]) => route);
    expect([...named, ...other].sort()).toEqual(logged.sort());
  });

  it('lets only reads be made by timers', () => {
    const byTimer = table.filter(([, { byTimer }]) => byTimer).map(([route]) => route.split(' ')[0] ?? '');
    expect(byTimer).not.toEqual([]);
    expect(byTimer.some(isMutating)).toBe(false);
  });
});
