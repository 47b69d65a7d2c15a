import type { JsonSchema } from './json-schema';

/**
 * What in the new schema would break a reader of the old: any value it allows that the old does not. Added fields break
 * nobody. Returns one sentence per change, with its path; none means that the version may stay.
 */
export function breakingChanges(before: JsonSchema, after: JsonSchema, path = ''): string[] {
  const at = path || 'the event';
  if (before.anyOf) return branchesOf(after).flatMap((branch) => brokenBranch(before.anyOf ?? [], branch, at));
  if (after.anyOf) return after.anyOf.flatMap((branch) => breakingChanges(before, branch, path));
  return [
    ...constraints(before, after, at),
    ...fields(before, after, path),
    ...(before.items ? breakingChanges(before.items, after.items ?? {}, `${path}[]`) : []),
  ];
}

/**
 * Compares all events: a published version stays described even when a higher one is published now, because streams
 * still hold it.
 */
export function breakingSchemaChanges(before: Map<string, JsonSchema>, after: Map<string, JsonSchema>): string[] {
  return [...before].flatMap(([type, schema]) => {
    const present = after.get(type);
    if (!present) return [`${type}: is not described any more`];
    return breakingChanges(schema, present).map((change) => `${type}: ${change}`);
  });
}

const branchesOf = (schema: JsonSchema): JsonSchema[] => schema.anyOf ?? [schema];

function brokenBranch(allowed: readonly JsonSchema[], branch: JsonSchema, at: string): string[] {
  const fits = allowed.some((one) => breakingChanges(one, branch).length === 0);
  return fits ? [] : [`${at} may be something else than before`];
}

function constraints(before: JsonSchema, after: JsonSchema, at: string): string[] {
  const wrong: string[] = [];
  if ('const' in before && before.const !== after.const)
    wrong.push(`${at} is no longer ${JSON.stringify(before.const)}`);
  if (before.enum && !valuesOf(after).every((value) => before.enum?.includes(value)))
    wrong.push(`${at} may be another word`);
  if (before.type && !typesOf(after).every((type) => typesOf(before).includes(type)))
    wrong.push(`${at} is no longer of type ${String(before.type)}`);
  for (const keyword of ['pattern', 'format', 'minimum', 'maximum', 'minLength', 'maxLength', 'x-holds'])
    if (keyword in before && before[keyword] !== after[keyword]) wrong.push(`${at} has another ${keyword}`);
  return wrong;
}

function fields(before: JsonSchema, after: JsonSchema, path: string): string[] {
  const child = (name: string) => (path ? `${path}.${name}` : name);
  return Object.entries(before.properties ?? {}).flatMap(([name, schema]) => {
    const present = after.properties?.[name];
    if (!present) return [`${child(name)} is gone`];
    const missing = before.required?.includes(name) && !after.required?.includes(name);
    return [...(missing ? [`${child(name)} may be missing`] : []), ...breakingChanges(schema, present, child(name))];
  });
}

/** For a schema without a list of words, a value that was never allowed. */
const valuesOf = (schema: JsonSchema): unknown[] => schema.enum ?? ('const' in schema ? [schema.const] : [undefined]);

const typesOf = ({ type }: JsonSchema): (string | undefined)[] => (Array.isArray(type) ? type : [type]);
