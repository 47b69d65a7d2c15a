import { z } from 'zod';

/**
 * Words for what services tell the world. A published text is one of these kinds or one of listed words, so that
 * nothing that was typed about a person can stand in an event.
 */
export const id = text('id', 'Names one thing for ever; says nothing about it');
export const moment = text('moment', 'ISO 8601, UTC');
export const school = text('school', 'Code of the district’s directory');
export const model = text('model', 'What the device is');
export const assetNumber = text('asset number', 'As it stands on the device');

/** A published event: what happened, and the version to raise where a change would break whoever reads it. */
export function told<Shape extends z.ZodRawShape>(what: string, shape: Shape, version = 1) {
  return z.object(shape).meta({ description: what, version });
}

export function versionOf(schema: z.ZodType): number {
  const version = schema.meta()?.version;
  if (typeof version !== 'number') throw new Error('this event was not defined by told()');
  return version;
}

function text(holds: string, description: string) {
  return z.string().meta({ description, 'x-holds': holds });
}
