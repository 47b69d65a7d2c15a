/** The JetStream stream of all published events. */
export const EVENTS_STREAM = 'EVENTS';

/** `repairline.<context>.<aggregate>.v<version>.<event>` */
export function publishedType(context: string, aggregate: string, version: number, name: string): string {
  return `repairline.${context}.${aggregate}.v${version}.${name}`;
}

/** Subjects of all events of a context, or of all contexts, in every version. */
export function publishedSubjects(context = '*'): string {
  return `repairline.${context}.*.*.*`;
}

/** The event's name in a type of any version. */
export function nameOf(type: string): string {
  return type.slice(type.lastIndexOf('.') + 1);
}

/** The type without its version. */
export function versionless(type: string): string {
  return type.replace(/\.v\d+\./u, '.');
}
