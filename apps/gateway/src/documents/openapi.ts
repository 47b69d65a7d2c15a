import { z } from 'zod';
import type { ErrorCode } from '@repairline/contracts/domain-error';
import { endpoints, isPage, methodAndPath } from '@repairline/contracts/http/api';
import type { Endpoint } from '@repairline/contracts/http/endpoint';
import { errorBody } from '@repairline/contracts/http/errors';
import { openSchema, type JsonSchema } from '@repairline/messaging/documents/json-schema';
import { TOKEN_RATE_LIMIT } from '../auth/rate-limiter';
import { statusOf, type GatewayErrorCode } from '../http/errors';
import { isMutating } from '../http/request';
import { KEPT_HOURS, KEY, REPLAYED } from '../idempotency/request-key';
import { answers, bodies, refusalBodies, sentSchema } from './shapes';

/** The product's version, as in package.json; a test compares the two. */
export const VERSION = '0.1.0';

type RefusalCode = ErrorCode | GatewayErrorCode;

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
  for (const endpoint of endpoints) {
    const [method, path] = methodAndPath(endpoint.route);
    (paths[path.replaceAll(/:(\w+)/gu, '{$1}')] ??= {})[method.toLowerCase()] = described(endpoint);
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
    tags: [...new Set(endpoints.map(({ area }) => area))].map((name) => ({ name })),
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

function described(endpoint: Endpoint): Record<string, unknown> {
  const { route, who, byPerson, area, does, body } = endpoint;
  return {
    operationId: operationId(route),
    tags: [area],
    summary: does,
    description: `${forWhom[who]}${byPerson ? ' Does not accept tokens.' : ''}`,
    security: who === 'anyone' ? [] : [{ signIn: [] }, ...(byPerson ? [] : [{ token: [] }])],
    parameters: [
      ...pathParameters(route),
      ...queryParameters(endpoint),
      ...(mutates(endpoint) ? changeHeaders(endpoint) : []),
    ],
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: sentShape(body) } } } }),
    responses: { ...successes(endpoint), ...refusals(endpoint) },
  };
}

const forWhom = { anyone: 'Open to all.', 'signed-in': 'For all signed-in users.', admin: 'For Admins.' };

/** `GET /api/devices/:barcode/logs` → `get-devices-barcode-logs` */
function operationId(route: string): string {
  return route
    .toLowerCase()
    .replace(' /api/', '-')
    .replaceAll(/[/:.]+/gu, '-');
}

const mutates = ({ route }: Endpoint): boolean => isMutating(methodAndPath(route)[0]);

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
/** A schema by its name, or else as it is. */
const sentShape = (body: z.ZodType): JsonSchema => named(bodies, body) ?? sentSchema(body);
const shownShape = (answer: z.ZodType): JsonSchema => named(answers, answer) ?? openSchema(answer);

function named(shapes: Record<string, z.ZodType>, schema: z.ZodType): JsonSchema | undefined {
  const name = Object.keys(shapes).find((each) => shapes[each] === schema);
  return name === undefined ? undefined : ref(name);
}

function changeHeaders({ who, byPerson, unremembered, refusals: refused = [] }: Endpoint) {
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

function pathParameters(route: string) {
  const names = [...route.matchAll(/:(\w+)/gu)].map((match) => match[1]);
  return names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string', minLength: 1 } }));
}

function queryParameters({ query }: Endpoint) {
  if (!query) return [];
  const { properties = {}, required = [] } = sentSchema(query);
  return Object.entries(properties).map(([name, schema]) => ({
    ...{ name, in: 'query', schema },
    ...(required.includes(name) && { required: true }),
  }));
}

function successes(endpoint: Endpoint): Record<string, unknown> {
  const { answer, statuses = [200] } = endpoint;
  const headers = { ...(isPage(answer) && pageHeaders), ...(isRemembered(endpoint) && replayedHeader) };
  const described = { ...(Object.keys(headers).length > 0 && { headers }), content: contentOf(answer) };
  return Object.fromEntries(statuses.map((status) => [status, { description: wordFor(status), ...described }]));
}

function contentOf(answer: Endpoint['answer']): Record<string, { schema: JsonSchema }> {
  if ('file' in answer) return { [answer.file]: { schema: { type: 'string' } } };
  const item = itemOf(answer);
  const schema = item ? { type: 'array', items: shownShape(item) } : shownShape(answer);
  return { 'application/json': { schema } };
}

/** Of a list, which is answered as a bare array, whether it is paged or not. */
function itemOf(answer: z.ZodType): z.ZodType | undefined {
  const list = isPage(answer) ? answer.shape.items : answer;
  return list instanceof z.ZodArray ? (list.element as z.ZodType) : undefined;
}

const isRemembered = (endpoint: Endpoint): boolean => mutates(endpoint) && !endpoint.unremembered;

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
function refusals(endpoint: Endpoint) {
  const { route, who, byPerson, query, body, refusals: own = [], never = [] } = endpoint;
  const always: RefusalCode[] = ['internal'];
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
    ...(mutates(endpoint) ? changing : []),
    ...(isRemembered(endpoint) ? (['idempotency_key_reused'] as const) : []),
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
