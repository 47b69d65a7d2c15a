import type { EventEnvelope } from '@repairline/contracts/event';
import { historyKindOf, type DeviceEvent } from '@repairline/contracts/repairs/events';
import {
  type DeviceFactName,
  deviceFactNames,
  type HistoryKind,
  historyKindNames,
} from '@repairline/contracts/repairs/device-facts';
import { evolve, highestOf, initialState, type DeviceState, type KnownDevice } from './device';

type Facts = Record<DeviceFactName, string | null>;
type Envelope = EventEnvelope<DeviceEvent>;
type Entry = Extract<DeviceEvent, { type: 'RepairLogged' | 'RepairCompleted' }>;

/** One thing that was done to a device. People are named by id. */
export interface HistoryStep {
  position: number;
  occurredAt: Date;
  actor: Envelope['actor'];
  kind: HistoryKind;
  changes: { fact: DeviceFactName; from: string | null; to: string | null }[];
  entry: Entry | null;
}

/**
 * What happened to a device, one step per command: saving a form is one action, however many events it records. Steps
 * that changed nothing visible are left out, such as an abandoned change of number.
 * @param stream the device's events, from the first one on
 * @returns oldest first
 */
export function historyOf(stream: readonly Envelope[]): HistoryStep[] {
  let state = initialState();
  const steps = inCommands(stream).map((events) => {
    const before = factsOf(state);
    state = events.map(({ event }) => event).reduce(evolve, state);
    return stepOf(events, before, factsOf(state));
  });
  return steps.filter(({ kind, changes }) => kind !== 'changed' || changes.length > 0);
}

/**
 * The events of a command are adjacent in the stream. An import may record many commands' worth under one command id,
 * each at its own time. An erasure records two events, so that text typed in between goes too.
 */
function inCommands(stream: readonly Envelope[]): Envelope[][] {
  const commands: Envelope[][] = [];
  for (const envelope of stream) {
    const last = commands.at(-1)?.at(-1);
    if (last && (areOfOne(last, envelope) || areErasures(last, envelope))) commands.at(-1)?.push(envelope);
    else commands.push([envelope]);
  }
  return commands;
}

const areOfOne = (one: Envelope, next: Envelope) =>
  one.causationId === next.causationId && one.occurredAt.getTime() === next.occurredAt.getTime();
const areErasures = (...envelopes: Envelope[]) => envelopes.every(({ event }) => event.type === 'PersonalDataErased');

function stepOf(events: readonly Envelope[], before: Facts, after: Facts): HistoryStep {
  const [first, last] = [events[0], events.at(-1)];
  if (!first || !last) throw new Error('A step of a history has at least one event');
  const kinds = new Set(events.map(({ event }) => historyKindOf(event)));
  return {
    position: last.position,
    occurredAt: first.occurredAt,
    actor: first.actor,
    kind: historyKindNames.find((kind) => kinds.has(kind)) ?? 'changed',
    changes: deviceFactNames
      .map((fact) => ({ fact, from: before[fact], to: after[fact] }))
      .filter(({ from, to }) => from !== to),
    entry: events.map(({ event }) => event).find(isEntry) ?? null,
  };
}

function isEntry(event: DeviceEvent): event is Entry {
  return event.type === 'RepairLogged' || event.type === 'RepairCompleted';
}

/** The facts as lists show them; empty ones are null. */
function factsOf(state: DeviceState): Facts {
  const shown = state.status === 'none' ? undefined : shownOf(state);
  return Object.fromEntries(deviceFactNames.map((fact) => [fact, shown?.[fact] || null])) as Facts;
}

function shownOf({ status, facts }: KnownDevice): Record<DeviceFactName, string | null> {
  const { assetNumber, priority, repair, assigneeId, ...others } = facts;
  return {
    ...others,
    barcodeNumber: assetNumber,
    status,
    priority: highestOf(priority, repair.entryPriority),
    assignedTo: assigneeId,
  };
}
