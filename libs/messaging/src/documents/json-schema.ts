import { z } from 'zod';

/** The part of JSON Schema 2020-12 that the contracts use. */
export interface JsonSchema {
  [keyword: string]: unknown;
  type?: string | string[];
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  /** The schema of a record's values. */
  additionalProperties?: JsonSchema;
}

/** The schema for readers of what travels: fields they do not know may be added at any time. */
export function openSchema(schema: z.ZodType, io: 'input' | 'output' = 'output'): JsonSchema {
  const json = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  }) as JsonSchema;
  delete json.$schema;
  return json;
}
