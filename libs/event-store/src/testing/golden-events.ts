import type { AnyEvent } from '../event-store';
import type { EventRegistry } from '../event-registry';

/** One stored version of an event type, with its personal fields in plain text. Kept for good once it has been in use. */
export interface GoldenEvent {
  type: string;
  version: number;
  data: Record<string, unknown>;
}

/**
 * Checks a registry against the golden file of everything ever written.
 * @returns one line per fault; none if all is well
 */
export function goldenFaults<E extends AnyEvent>(registry: EventRegistry<E>, golden: readonly GoldenEvent[]): string[] {
  const sampled = new Set(golden.map(({ type, version }) => `${type}@${version}`));
  const unsampled = registry
    .all()
    .filter(({ type, version }) => !sampled.has(`${type}@${version}`))
    .map(({ type, version }) => `${type} version ${version} has no golden sample`);
  return [...unsampled, ...golden.flatMap((sample) => sampleFaults(registry, sample))];
}

/** The samples as readers of the log get them: each in the newest version of its type. */
export function samplesAsRead<E extends AnyEvent>(registry: EventRegistry<E>, golden: readonly GoldenEvent[]): E[] {
  return golden.map(({ type, version, data }) => registry.upcast(type, version, data));
}

function sampleFaults<E extends AnyEvent>(registry: EventRegistry<E>, { type, version, data }: GoldenEvent): string[] {
  try {
    const stored = registry.stored(type, version);
    const lost = stored.personal.filter((field) => !stored.data.safeParse({ ...data, [field]: null }).success);
    const upcast = registry.upcast(type, version, data);
    const parsed = registry.newest(type).data.safeParse(upcast.data);
    return [
      ...lost.map((field) => `${type} version ${version} cannot be read once ${field} is erased`),
      ...(parsed.error?.issues ?? []).map(
        (issue) => `${type} version ${version} no longer reads: ${issue.path.join('.')}: ${issue.message}`,
      ),
    ];
  } catch (error) {
    return [`${type} version ${version} no longer reads: ${error instanceof Error ? error.message : String(error)}`];
  }
}
