import type { EventEnvelope } from '@repairline/contracts/event';
import { commonIssues } from '@repairline/contracts/issues';
import type { RepairsEvent } from '@repairline/contracts/repairs/events';
import { versionOf } from '@repairline/contracts/published';
import { publishedRepairsEvents, type PublishedRepairsEvent } from '@repairline/contracts/repairs/published';
import type { PublicEvent } from '@repairline/messaging/cloud-event';

const names: Partial<Record<RepairsEvent['type'], PublishedRepairsEvent>> = {
  DeviceTakenIn: 'device-taken-in',
  DeviceTakenInAgain: 'device-taken-in-again',
  RepairReopened: 'repair-reopened',
  WorkStarted: 'work-started',
  RepairLogged: 'repair-logged',
  RepairCompleted: 'repair-completed',
  DeviceAssigned: 'device-assigned',
  DeviceUnassigned: 'device-unassigned',
  DevicePrioritized: 'device-prioritized',
  DeviceMovedToSchool: 'device-moved-to-school',
  ModelCorrected: 'model-corrected',
  AssetNumberChanged: 'asset-number-changed',
  DeviceScrapped: 'device-scrapped',
  DeviceRestored: 'device-restored',
  PersonalDataErased: 'personal-data-erased',
};

/** The public form of a stored event: exactly the fields its published schema lists. Null if it is not published. */
export function publish({ event: stored, occurredAt }: EventEnvelope): PublicEvent | null {
  const event = stored as RepairsEvent;
  const name = names[event.type];
  if (!name) return null;
  const schema = publishedRepairsEvents[name];
  const data = schema.parse({ ...event.data, ...derived(event, occurredAt) });
  return { aggregate: 'device', event: name, version: versionOf(schema), data };
}

function derived(event: RepairsEvent, occurredAt: Date): object {
  switch (event.type) {
    case 'RepairLogged':
      return { issues: chipsIn(event.data.issue) };
    case 'RepairCompleted': {
      const minutes = (occurredAt.getTime() - Date.parse(event.data.openedAt)) / 60_000;
      return { issues: chipsIn(event.data.issue), turnaroundMinutes: Math.max(0, minutes) };
    }
    default:
      return {};
  }
}

const chips = new Map(commonIssues.map((chip): [string, string] => [chip.toLowerCase(), chip]));

/**
 * The Common Issues chips that a typed issue names; anything else in it counts as 'Other', even the texts that are no
 * issue (README, 'Public events').
 */
export function chipsIn(issue: string | null): string[] {
  const parts = (issue ?? '').split(',').map((part) => part.trim().toLowerCase());
  return [...new Set(parts.filter(Boolean).map((part) => chips.get(part) ?? 'Other'))];
}
