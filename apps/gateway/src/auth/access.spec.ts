import 'reflect-metadata';
import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import { routes } from '../app.module';
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

describe('the table of access', () => {
  const table = Object.entries(access as Record<string, Access>);

  it('has a row for each route that is served, and no other', () => {
    expect(servedRoutes().sort()).toEqual(Object.keys(access).sort());
  });

  it('gives analytics and all of /api/admin to Admins alone, but for the export of devices', () => {
    const admins = table.filter(([, { who }]) => who === 'admin').map(([route]) => route);
    expect(admins.sort()).toEqual(
      Object.keys(access)
        .filter((route) => / \/api\/(admin\/|analytics$)/u.test(route) && route !== 'GET /api/admin/export')
        .sort(),
    );
  });

  it('is open to all only for what comes before a sign-in, and for what programs can be told of the product', () => {
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

  it('lets only reading calls go by timer', () => {
    const byTimer = table.filter(([, { byTimer }]) => byTimer).map(([route]) => route.split(' ')[0] ?? '');
    expect(byTimer).not.toEqual([]);
    expect(byTimer.some(isMutating)).toBe(false);
  });
});
