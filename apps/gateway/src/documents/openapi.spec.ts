import 'reflect-metadata';
import { endpoints } from '@repairline/contracts/http/api';
import type { Route } from '@repairline/contracts/http/endpoint';
import { statusOf } from '../http/errors';
import { KEPT_HOURS, KEY } from '../idempotency/request-key';
import { openApi } from './openapi';

interface Call {
  operationId: string;
  security: unknown[];
  parameters: { name: string; in: string; schema: Record<string, unknown>; required?: true; description?: string }[];
  requestBody?: unknown;
  responses: Record<
    string,
    { description: string; headers?: object; content: Record<string, { schema?: Record<string, unknown> }> }
  >;
}
interface SentJson {
  content: { 'application/json': { schema: { $ref: string } } };
}
const document = openApi('1.2.3') as {
  info: { description: string };
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

test('every route of the API is in the document, and no other', () => {
  expect([...calls.keys()].sort()).toEqual(endpoints.map(({ route }) => route).sort());
  const ids = [...calls.values()].map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

test('the document says who may make a call, as the access table does', () => {
  for (const { route, who } of endpoints) {
    const { security, responses } = callOf(route);
    expect([route, security.length > 0]).toEqual([route, who !== 'anyone']);
    expect([route, responses[401] !== undefined]).toEqual([route, who !== 'anyone' || route === 'POST /api/login']);
    if (who === 'admin') expect(responses[403]?.description).toContain('admin_only');
  }
});

test('error codes are listed under the status that they have', () => {
  const told = [...calls.values()].flatMap(({ responses }) =>
    Object.entries(responses).flatMap(([status, { description }]) =>
      Number(status) < 400 ? [] : description.split(', ').map((code) => [code, Number(status)] as const),
    ),
  );
  const statuses = new Map<string, number>(Object.entries(statusOf));
  expect(told.length).toBeGreaterThan(100);
  for (const [code, status] of told)
    if (status !== 503 || code !== 'A service is not responding')
      expect([code, statuses.get(code)]).toEqual([code, status]);
});

test('changes take a CSRF token, lists have a total, and paths have their parameters', () => {
  const names = (route: Route) => callOf(route).parameters.map(({ name }) => name);
  const ofChanges = ['barcode', 'X-CSRF-Token', 'Idempotency-Key', 'X-Device-Id'];
  expect(names('PATCH /api/devices/:barcode')).toEqual(ofChanges);
  expect(names('GET /api/devices')).toEqual(['q', 'school', 'status', 'priority', 'assignedTo', 'cursor', 'limit']);
  expect(callOf('GET /api/devices').responses[200]).toHaveProperty('headers.X-Total-Count');
  expect(callOf('POST /api/devices').requestBody).toBeDefined();
  expect(callOf('POST /api/devices').responses[415]?.description).toBe('unsupported_media_type');
});

test('filters and bodies say what they accept, even if it is normalized first', () => {
  const filters = callOf('GET /api/devices').parameters;
  expect(filters.find(({ name }) => name === 'priority')?.schema).toMatchObject({ enum: ['High', 'Medium', 'Low'] });
  expect(filters.find(({ name }) => name === 'status')?.schema).toHaveProperty('enum');
  const { properties = {} } = document.components.schemas.Intake ?? {};
  for (const [name, schema] of Object.entries(properties)) expect([name, Object.keys(schema)]).not.toEqual([name, []]);
});

test('no schema is empty', () => {
  const empty = (value: unknown, path: string): string[] => {
    if (typeof value !== 'object' || value === null) return [];
    const entries = Object.entries(value);
    if (entries.length === 0 && !Array.isArray(value) && !path.endsWith('.properties')) return [path];
    return entries.flatMap(([name, inner]) => empty(inner, `${path}.${name}`));
  };
  expect(empty(document.components.schemas, 'schemas')).toEqual([]);
  const { devices } = document.components.schemas.BulkIntake?.properties as { devices: { items: object } };
  expect(devices).toMatchObject({ minItems: 1, maxItems: 5_000, items: { required: ['barcodeNumber'] } });
});

test('a list states its default and its maximum page size', () => {
  for (const route of ['GET /api/devices', 'GET /api/repair-logs', 'GET /api/billing/completed'] as const) {
    const limit = callOf(route).parameters.find(({ name }) => name === 'limit');
    expect([route, limit?.schema]).toMatchObject([route, { minimum: 1, maximum: 500, default: 200 }]);
  }
});

const codesOf = (route: string) =>
  Object.values(calls.get(route)?.responses ?? {}).flatMap((r) => r.description.split(', '));
const changes = [...calls.keys()].filter((route) => !route.startsWith('GET'));

test('every change can answer conflict, except a sign-out and a bulk intake', () => {
  expect(changes.filter((route) => !codesOf(route).includes('conflict'))).toEqual([
    'POST /api/logout',
    'POST /api/devices/bulk',
  ]);
});

test('the calls that wait for views can answer views_behind, and no others', () => {
  expect(changes.filter((route) => !codesOf(route).includes('views_behind'))).toEqual([
    'POST /api/logout',
    'POST /api/profile/password',
    'DELETE /api/profile/sign-ins',
    'DELETE /api/profile/sign-ins/:signInId',
    'POST /api/profile/tokens',
    'DELETE /api/profile/tokens/:tokenId',
    'POST /api/admin/users/reset-password',
  ]);
  const reads = [...calls.keys()].filter((route) => route.startsWith('GET'));
  expect(reads.filter((route) => codesOf(route).includes('views_behind'))).toEqual(['GET /api/analytics']);
});

test('every change can answer that its body is unreadable, of the wrong type or too large', () => {
  for (const route of changes)
    expect([route, codesOf(route)]).toEqual([
      route,
      expect.arrayContaining(['request_unreadable', 'unsupported_media_type', 'payload_too_large']),
    ]);
});

test('a change can answer that its key was reused if its answers are remembered, and only then', () => {
  for (const { route, unremembered } of endpoints)
    if (!route.startsWith('GET'))
      expect([route, callOf(route).responses[422] === undefined]).toEqual([route, unremembered === true]);
});

test('every answer 429 has a Retry-After header', () => {
  const headersOf = (status: number) => [...calls.values()].flatMap(({ responses }) => responses[status] ?? []);
  expect(headersOf(429).length).toBeGreaterThan(30);
  for (const { headers } of headersOf(429)) expect(headers).toHaveProperty('Retry-After');
  expect(headersOf(409).some(({ headers }) => headers)).toBe(false);
});

test('calls that do not accept tokens always require the CSRF token', () => {
  for (const { route, who, byPerson } of endpoints) {
    const csrf = callOf(route).parameters.find(({ name }) => name === 'X-CSRF-Token');
    if (!csrf) continue;
    const always = who === 'anyone' || byPerson === true;
    expect([route, csrf.required === true, csrf.description?.includes('not needed with a token')]).toEqual([
      route,
      always,
      !always,
    ]);
  }
});

test('the health of each part is described', () => {
  expect(document.components.schemas.Health?.properties?.parts).toMatchObject({
    additionalProperties: { properties: { ok: { type: 'boolean' }, deadLetters: { type: 'integer' } } },
  });
});

test('the rules of a repeated change are described, and a repeated answer can be told from the first', () => {
  expect(document.info.description).toContain(`within ${KEPT_HOURS} hours`);
  for (const rule of ['refused with 422', '409 `conflict`, 429 and 5xx are not remembered', '`Idempotency-Replayed`'])
    expect(document.info.description.replaceAll('\n', ' ')).toContain(rule);
  for (const { route, unremembered } of endpoints) {
    const { parameters, responses } = callOf(route);
    const key = parameters.find(({ name }) => name === 'Idempotency-Key');
    if (key) expect([route, key.schema]).toEqual([route, { type: 'string', pattern: KEY.source }]);
    const first = responses[201] ?? responses[200];
    const isReplayed = Object.keys(first?.headers ?? {}).includes('Idempotency-Replayed');
    expect([route, isReplayed]).toEqual([route, key !== undefined && unremembered !== true]);
  }
});

test('every answer has a schema, the documents themselves included', () => {
  for (const [route, { responses }] of calls)
    for (const { content } of Object.values(responses))
      for (const { schema } of Object.values(content)) expect([route, schema ?? {}]).not.toEqual([route, {}]);
  const { OpenApiDocument, AsyncApiDocument } = document.components.schemas;
  expect([OpenApiDocument, AsyncApiDocument]).toMatchObject([
    { required: expect.arrayContaining(['openapi', 'paths', 'components']) as unknown },
    { required: expect.arrayContaining(['asyncapi', 'channels', 'operations']) as unknown },
  ]);
});

test('a change can answer changed_meanwhile if its body may say what was expected, and only then', () => {
  expect(document.info.description).toContain('409\n`changed_meanwhile`');
  const refusing = changes.filter((route) => codesOf(route).includes('changed_meanwhile'));
  const expecting = changes.filter((route) => {
    const { schema } = (calls.get(route)?.requestBody as SentJson | undefined)?.content['application/json'] ?? {};
    const name = schema?.$ref.split('/').at(-1) ?? '';
    return 'expected' in (document.components.schemas[name]?.properties ?? {});
  });
  expect(expecting).toHaveLength(4);
  expect(refusing).toEqual(expecting);
});
