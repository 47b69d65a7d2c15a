import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import type { Answer } from './api';

interface DocumentedResponse {
  headers?: Record<string, { required?: boolean }>;
  content: Record<string, { schema?: object }>;
}

interface Document {
  paths: Record<string, Record<string, { responses: Record<string, DocumentedResponse> }>>;
  components: { schemas: Record<string, object> };
}

const FILE = 'docs/api/openapi.json';
const document = JSON.parse(readFileSync(join(__dirname, '../../../..', FILE), 'utf8')) as Document;
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
for (const [name, schema] of Object.entries(document.components.schemas))
  ajv.addSchema(closed(schema), `#/components/schemas/${name}`);

const templates = Object.keys(document.paths).map((template) => ({
  template,
  pattern: new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/gu, '[^/]+')}$`, 'u'),
}));
const validators = new Map<object, ValidateFunction>();

/**
 * @throws if an answer has anything that the OpenAPI document does not describe for the call. Ignores calls that are
 * not in the document.
 */
export function assertDocumented(method: string, path: string, { status, headers, body }: Answer): void {
  const call = callOf(method, path);
  if (!call) return;
  const refuse = (what: string) => {
    throw new Error(
      `${method} ${path} answered ${status}: ${what}, other than ${FILE} has it: ${JSON.stringify(body)}`,
    );
  };
  const documented = call.responses[status];
  if (!documented) return refuse('a status');
  for (const [name, { required }] of Object.entries(documented.headers ?? {}))
    if (required && headers[name.toLowerCase()] === undefined) refuse(`without ${name}`);
  const [type = ''] = headers['content-type']?.split(';') ?? [];
  const content = documented.content[type];
  if (!content) return refuse(`as ${type}`);
  if (!content.schema) return;
  const isRight = validatorOf(content.schema);
  if (!isRight(body)) refuse(ajv.errorsText(isRight.errors, { dataVar: 'it' }));
}

function callOf(method: string, path: string) {
  const [pathname = ''] = path.split('?');
  const matching = templates.filter(({ pattern }) => pattern.test(pathname)).map(({ template }) => template);
  const known = matching.filter((template) => document.paths[template]?.[method.toLowerCase()]);
  const template = known.find((each) => each === pathname) ?? known[0];
  return template === undefined ? undefined : document.paths[template]?.[method.toLowerCase()];
}

function validatorOf(schema: object): ValidateFunction {
  const known = validators.get(schema) ?? ajv.compile(schema);
  validators.set(schema, known);
  return known;
}

/** Clients accept unknown fields; in these tests, a field that the document does not name is a fault. */
function closed<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map((each: unknown) => closed(each)) as Part;
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).map(([keyword, value]) => [keyword, closed<unknown>(value)]);
  const isOpen = 'properties' in part && !('additionalProperties' in part);
  return Object.fromEntries([...entries, ...(isOpen ? [['additionalProperties', false]] : [])]) as Part;
}
