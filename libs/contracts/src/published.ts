import { z } from 'zod';

/**
 * The kinds of text in published events. A published text is one of these kinds or one of a list of words, so that
 * nothing typed about a person can get into an event.
 */
export const id = text('id', 'Permanent, opaque identifier');
export const moment = text('moment', 'ISO 8601, UTC');
export const school = text('school', 'School code from the district’s directory');
export const model = text('model', 'Model of the device');
export const assetNumber = text('asset number', 'As printed on the device');

interface Telling {
  version: number;
  former: z.ZodObject | null;
}

const tellings = new WeakMap<z.ZodType, Telling>();

/**
 * Defines a published event; `what` says what happened. A change that would break readers is declared beside the
 * previous form, `former`, and becomes the next version: streams keep the former for good.
 */
export function told<Shape extends z.ZodRawShape>(what: string, shape: Shape, former: z.ZodObject | null = null) {
  const version = former ? versionOf(former) + 1 : 1;
  const schema = z.object(shape).meta({ description: what });
  tellings.set(schema, { version, former });
  return schema;
}

export function versionOf(schema: z.ZodType): number {
  return tellingOf(schema).version;
}

/** The form of the previous version; null for the first. */
export function formerOf(schema: z.ZodType): z.ZodObject | null {
  return tellingOf(schema).former;
}

function tellingOf(schema: z.ZodType): Telling {
  const telling = tellings.get(schema);
  if (!telling) throw new Error('this event was not defined by told()');
  return telling;
}

function text(holds: string, description: string) {
  return z.string().meta({ description, 'x-holds': holds });
}
