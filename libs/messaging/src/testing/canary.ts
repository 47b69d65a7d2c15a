import type { EventDefinition, EventEnvelope } from '@repairline/contracts/event';
import { toCloudEvent, type Publishing } from '../cloud-event';

const CANARY = 'Bo Lindqvist, room 12';

export interface Sample {
  type: string;
  data: object;
}

/**
 * Publishes each sample with a name in all of its personal fields and as the actor's name.
 * @returns the types whose published form reveals the name
 */
export function telltales(
  definitions: readonly EventDefinition[],
  samples: readonly Sample[],
  publish: Publishing,
): string[] {
  return samples.flatMap(({ type, data }) => {
    const personal = definitions.find((definition) => definition.type === type)?.personal ?? [];
    const typed = Object.fromEntries(personal.map((field) => [field, CANARY]));
    const envelope = inEnvelope({ type, data: { ...data, ...typed } });
    const published = publish(envelope);
    return published && JSON.stringify(toCloudEvent('any', envelope, published, 0)).includes(CANARY) ? [type] : [];
  });
}

export function inEnvelope(event: Sample): EventEnvelope {
  const at = new Date('2026-09-01T08:00:00.000Z');
  return {
    ...{ id: 'an-id', stream: 'a-stream', streamVersion: 1, position: 1, event, version: 1, batchId: null },
    ...{ occurredAt: at, recordedAt: at, correlationId: 'a-request', causationId: 'a-command' },
    actor: { userId: 'a-user', name: CANARY },
  };
}
