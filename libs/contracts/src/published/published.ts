import { z } from 'zod';
import type { EventDefinition, PublishedForm, StatusAfter } from '../event';
import { LIMITS } from '../texts/text';

/**
 * The kinds of text in published events. A published text is one of these kinds or one of a list of words. Those marked
 * as typed hold whatever somebody typed into the field, even a name; docs/events says so of each of them.
 */
export const id = text('id', 'Permanent, opaque identifier');
export const moment = text('moment', 'ISO 8601, UTC');
export const school = text('school', 'School code from the district’s directory');
export const model = typed('model', 'Model of the device', LIMITS.model);
export const assetNumber = typed('asset number', 'As printed on the device', LIMITS.assetNumber);

interface EventForm {
  version: number;
  former: z.ZodObject | null;
}

const forms = new WeakMap<z.ZodType, EventForm>();

/**
 * Defines a published event; `what` says what happened. A change that would break readers is declared beside the
 * previous form, `former`, and becomes the next version: streams keep the former for good.
 */
export function definePublishedEvent<Shape extends z.ZodRawShape>(
  what: string,
  shape: Shape,
  former: z.ZodObject | null = null,
) {
  const version = former ? versionOf(former) + 1 : 1;
  const schema = z.object(shape).meta({ description: what });
  forms.set(schema, { version, former });
  return schema;
}

export function versionOf(schema: z.ZodType): number {
  return formOf(schema).version;
}

/** The form of the previous version; null for the first. */
export function formerOf(schema: z.ZodType): z.ZodObject | null {
  return formOf(schema).former;
}

function formOf(schema: z.ZodType): EventForm {
  const form = forms.get(schema);
  if (!form) throw new Error('this event was not defined by definePublishedEvent()');
  return form;
}

function text(holds: string, description: string) {
  return z.string().meta({ description, 'x-holds': holds });
}

function typed(holds: string, description: string, most: number) {
  return z.string().meta({
    description: `${description}; free text, up to ${most} characters, never erased`,
    'x-holds': holds,
    'x-typed': true,
  });
}

type FormsOf<Definition> = Definition extends { published: infer Form | null } ? Extract<Form, PublishedForm> : never;
type Schemas<Definition> = { [Form in FormsOf<Definition> as Form['name']]: Form['data'] };

/** The schemas of what leaves a service, by the name under which it does, in the order of the definitions. */
export function schemasOf<const Definitions extends readonly EventDefinition[]>(definitions: Definitions) {
  const forms = definitions.flatMap(({ published }) => published ?? []);
  return Object.fromEntries(forms.map(({ name, data }) => [name, data])) as Schemas<Definitions[number]>;
}

/** The status after each event that sets one. */
export function statusesOf(definitions: readonly EventDefinition[]): Record<string, StatusAfter | undefined> {
  return Object.fromEntries(
    definitions.flatMap(({ published: form }) => (form ? [[form.name, form.statusAfter]] : [])),
  );
}
