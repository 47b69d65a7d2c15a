import 'reflect-metadata';
import { access, type Access } from '../auth/access';
import { statusOf } from '../errors/statuses';
import { openApi } from './openapi';
import type { Route } from './operations';

interface Call {
  operationId: string;
  security: unknown[];
  parameters: { name: string; in: string; schema: Record<string, unknown> }[];
  requestBody?: unknown;
  responses: Record<string, { description: string; content: Record<string, { schema?: Record<string, unknown> }> }>;
}
const document = openApi('1.2.3') as {
  paths: Record<string, Record<string, Call>>;
  components: { schemas: Record<string, { properties?: Record<string, object> }> };
};
const calls = new Map(
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => [
      `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/gu, ':$1')}`,
      call,
    ]),
  ),
);
const callOf = (route: Route): Call => {
  const call = calls.get(route);
  if (!call) throw new Error(`${route} is not in the document`);
  return call;
};

test('every call of the API is in the document, and no other', () => {
  expect([...calls.keys()].sort()).toEqual(Object.keys(access).sort());
  const ids = [...calls.values()].map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

test('it says who may call, as the table of access has it', () => {
  for (const [route, { who }] of Object.entries(access as Record<string, Access>)) {
    const { security, responses } = callOf(route as Route);
    expect([route, security.length > 0]).toEqual([route, who !== 'anyone']);
    expect([route, responses[401] !== undefined]).toEqual([route, who !== 'anyone' || route === 'POST /api/login']);
    if (who === 'admin') expect(responses[403]?.description).toContain('admin_only');
  }
});

test('refusals stand under the status that they have', () => {
  const told = [...calls.values()].flatMap(({ responses }) =>
    Object.entries(responses).flatMap(([status, { description }]) =>
      Number(status) < 400 ? [] : description.split(', ').map((code) => [code, Number(status)] as const),
    ),
  );
  const statuses = new Map<string, number>(Object.entries(statusOf));
  expect(told.length).toBeGreaterThan(100);
  for (const [code, status] of told)
    if (status !== 503 || code !== 'A part does not answer') expect([code, statuses.get(code)]).toEqual([code, status]);
});

test('changes take a CSRF token, lists say their total, and addresses their parts', () => {
  const names = (route: Route) => callOf(route).parameters.map(({ name }) => name);
  expect(names('PATCH /api/devices/:barcode')).toEqual(['barcode', 'X-CSRF-Token', 'Idempotency-Key']);
  expect(names('GET /api/devices')).toEqual(['q', 'school', 'status', 'priority', 'assignedTo', 'cursor', 'limit']);
  expect(callOf('GET /api/devices').responses[200]).toHaveProperty('headers.X-Total-Count');
  expect(callOf('POST /api/devices').requestBody).toBeDefined();
});

test('filters and bodies say what they take, also where it is tidied first', () => {
  const filters = callOf('GET /api/devices').parameters;
  expect(filters.find(({ name }) => name === 'priority')?.schema).toMatchObject({ enum: ['High', 'Medium', 'Low'] });
  expect(filters.find(({ name }) => name === 'status')?.schema).toHaveProperty('enum');
  const { properties = {} } = document.components.schemas.Intake ?? {};
  for (const [name, schema] of Object.entries(properties)) expect([name, Object.keys(schema)]).not.toEqual([name, []]);
});
