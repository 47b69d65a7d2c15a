import { errorBody } from '@repairline/contracts/http/errors';
import { openSchema, type JsonSchema } from '@repairline/messaging/documents/json-schema';
import { access, isMutating, type Access } from '../auth/access';
import { TOKEN_RATE_LIMIT } from '../auth/rate-limiter';
import type { EdgeErrorCode } from '../errors/edge-error';
import { statusOf } from '../errors/statuses';
import { KEPT_HOURS, KEY, REPLAYED } from '../idempotency/request-key';
import { operations, type Operation, type Route } from './operations';
import { answers, bodies, refusalBodies, sentSchema } from './shapes';

type RefusalCode = keyof typeof statusOf;

const { burst, perSecond } = TOKEN_RATE_LIMIT;

const ABOUT = `Everything the screens of Repairline do, for scripts.

Create a personal API token under Profile Settings and send it as \`Authorization: Bearer …\`: it may do what you may, except
the few calls that do not accept tokens. Or sign in, keep the cookie, and send \`X-CSRF-Token\` with every change.
Errors are \`{message, type?, issues?}\`; \`type\` is stable. Once a change is answered, the next read shows it.

A change that carries an \`Idempotency-Key\` takes effect once, however often you send it within ${KEPT_HOURS} hours, and repeats get
the first answer, with the header \`${REPLAYED}\`. Keys are per user; signed out, per cookie. The same key with another method,
path or body is refused with 422. Answers 401, 403 for the CSRF token, 409 \`conflict\`, 429 and 5xx are not remembered: send
the change again with the same key.

Two people may write the same field. The bodies of changes that replace what is there may say in \`expected\` what you saw, as
the GET answers it. If a field that you change has another value by now, nothing is changed, and the answer is 409
\`changed_meanwhile\` with the fields in \`issues\`. Without \`expected\` the last writer wins.

A token may make ${burst} calls at once and ${perSecond} a second after that. Beyond that rate the answer is 429, and its \`Retry-After\` header
says how many seconds to wait.`;

/** The OpenAPI 3.1 document of /api. */
export function openApi(version: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of Object.keys(operations) as Route[]) {
    const [method = '', path = ''] = route.split(' ');
    (paths[path.replaceAll(/:(\w+)/gu, '{$1}')] ??= {})[method.toLowerCase()] = described(route);
  }
  const schemas = [
    ...Object.entries(bodies).map(([name, schema]) => [name, sentSchema(schema)]),
    ...Object.entries(answers).map(([name, schema]) => [name, openSchema(schema)]),
    ['Error', openSchema(errorBody)],
    ...Object.entries(refusalBodies).map(([name, schema]) => [name, openSchema(schema)]),
  ];
  return {
    openapi: '3.1.1',
    info: { title: 'Repairline API', version, description: ABOUT, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/' }],
    tags: [...new Set(Object.values(operations).map(({ area }) => area))].map((name) => ({ name })),
    paths,
    components: {
      schemas: Object.fromEntries(schemas) as Record<string, JsonSchema>,
      securitySchemes: {
        signIn: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-repairline',
          description: 'The cookie that `POST /api/login` sets; without https its name is `repairline`',
        },
        token: { type: 'http', scheme: 'bearer', description: 'A personal API token, created under Profile Settings' },
      },
    },
  };
}

function described(route: Route): Record<string, unknown> {
  const operation = operations[route];
  const { who, byPerson } = access[route] as Access;
  const mutates = isMutating(route.split(' ')[0] ?? '');
  return {
    operationId: operationId(route),
    tags: [operation.area],
    summary: operation.does,
    description: `${forWhom[who]}${byPerson ? ' Does not accept tokens.' : ''}`,
    security: who === 'anyone' ? [] : [{ signIn: [] }, ...(byPerson ? [] : [{ token: [] }])],
    parameters: [
      ...pathParameters(route),
      ...queryParameters(operation),
      ...(mutates ? changeHeaders(route, operation) : []),
    ],
    ...(operation.body && {
      requestBody: { required: true, content: { 'application/json': { schema: ref(operation.body) } } },
    }),
    responses: { ...successes(route, operation), ...refusals(route, operation, mutates) },
  };
}

const forWhom = { anyone: 'Open to all.', 'signed-in': 'For all signed-in users.', admin: 'For Admins.' };

/** `GET /api/devices/:barcode/logs` → `get-devices-barcode-logs` */
function operationId(route: Route): string {
  return route
    .toLowerCase()
    .replace(' /api/', '-')
    .replaceAll(/[/:.]+/gu, '-');
}

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

function changeHeaders(route: Route, { refusals: refused = [] }: Operation) {
  const { who, byPerson, unremembered } = access[route] as Access;
  const csrfToken = { name: 'X-CSRF-Token', in: 'header', schema: { type: 'string' } };
  const asGiven = 'from `GET /api/csrf-token`';
  return [
    who === 'anyone' || byPerson
      ? { ...csrfToken, required: true, description: `Always, ${asGiven}: this call does not accept tokens` }
      : { ...csrfToken, description: `With a cookie, ${asGiven}; not needed with a token` },
    {
      ...idempotencyKey,
      description: unremembered ? ONCE : `${ONCE}; it gets the first answer for ${KEPT_HOURS} hours`,
    },
    ...(refused.includes('device_elsewhere') ? [deviceId] : []),
  ];
}

const ONCE = 'A repeat with the same key has no further effect';
const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  schema: { type: 'string', pattern: KEY.source },
};

const deviceId = {
  name: 'X-Device-Id',
  in: 'header',
  schema: { type: 'string', format: 'uuid' },
  description:
    'The id of the device that is meant. If the number in the path now belongs to another, nothing is changed and the answer is 409.',
};

function pathParameters(route: Route) {
  const names = [...route.matchAll(/:(\w+)/gu)].map((match) => match[1]);
  return names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string', minLength: 1 } }));
}

function queryParameters({ query }: Operation) {
  if (!query) return [];
  const { properties = {}, required = [] } = sentSchema(query);
  return Object.entries(properties).map(([name, schema]) => ({
    ...{ name, in: 'query', schema },
    ...(required.includes(name) && { required: true }),
  }));
}

function successes(route: Route, { answer, statuses = [200] }: Operation): Record<string, unknown> {
  const isList = typeof answer === 'object' && 'list' in answer;
  const isFile = typeof answer === 'object' && 'file' in answer;
  const schema = isList ? { type: 'array', items: ref(answer.list) } : isFile ? { type: 'string' } : ref(answer);
  const content = { [isFile ? answer.file : 'application/json']: { schema } };
  const headers = { ...(isList && answer.paged && pageHeaders), ...(isRemembered(route) && replayedHeader) };
  const told = Object.keys(headers).length > 0 ? { headers } : {};
  return Object.fromEntries(statuses.map((status) => [status, { description: wordFor(status), ...told, content }]));
}

const isRemembered = (route: Route): boolean =>
  isMutating(route.split(' ')[0] ?? '') && !(access[route] as Access).unremembered;

const replayedHeader = {
  [REPLAYED]: { schema: { const: 'true' }, description: 'Present if this is the first answer again, to a repeat' },
};

const pageHeaders = {
  'X-Total-Count': {
    required: true,
    schema: { type: 'integer' },
    description: 'The number of all matches, not only those on this page.',
  },
  Link: { schema: { type: 'string' }, description: 'The next page, rel="next"; absent on the last' },
};

const waitHeader = {
  'Retry-After': {
    required: true,
    schema: { type: 'integer', minimum: 1 },
    description: 'Seconds to wait before the next call',
  },
};

const wordFor = (status: number): string =>
  ({ 200: 'Done', 201: 'Created', 503: 'A service is not responding' })[status] ?? 'Answered';

/** The codes of the call's possible refusals, by status. */
function refusals(route: Route, { query, body, refusals: own = [], never = [] }: Operation, mutates: boolean) {
  const { who, byPerson } = access[route] as Access;
  const always: (RefusalCode | EdgeErrorCode)[] = ['internal'];
  const codes = new Set<RefusalCode>([
    ...own,
    ...always,
    ...(query || body ? (['validation_failed'] as const) : []),
    ...(route.includes(':') ? (['request_unreadable'] as const) : []),
    ...(who === 'anyone'
      ? []
      : (['not_signed_in', 'too_many_calls', 'service_unavailable', 'store_unavailable'] as const)),
    ...(byPerson ? (['token_not_allowed'] as const) : []),
    ...(who === 'admin' ? (['admin_only'] as const) : []),
    ...(mutates ? changing : []),
    ...(isRemembered(route) ? (['idempotency_key_reused'] as const) : []),
  ]);
  for (const code of never) codes.delete(code);
  const statuses = [...new Set([...codes].map((code) => statusOf[code]))].sort();
  const of = (status: number) => [...codes].filter((code) => statusOf[code] === status);
  return Object.fromEntries(
    statuses.map((status) => [status, { ...refusal(of(status)), ...(status === 429 && { headers: waitHeader }) }]),
  );
}

const changing: readonly RefusalCode[] = [
  'conflict',
  'csrf_token_invalid',
  'origin_not_allowed',
  'idempotency_key_invalid',
  'payload_too_large',
  // A body has to be JSON, even on calls that need none.
  'request_unreadable',
  'unsupported_media_type',
  'views_behind',
];

function refusal(types: readonly string[]) {
  const own = Object.entries(refusalBodies).filter(([, { shape }]) => types.includes(shape.type.value));
  const others = types.filter((type) => !own.some(([, { shape }]) => shape.type.value === type)).sort();
  const ofOthers = { allOf: [ref('Error'), { properties: { type: { enum: others } } }] };
  const schemas = [...own.map(([name]) => ref(name)), ...(others.length > 0 ? [ofOthers] : [])];
  const schema = schemas.length === 1 ? schemas[0] : { anyOf: schemas };
  return { description: [...types].sort().join(', '), content: { 'application/json': { schema } } };
}
