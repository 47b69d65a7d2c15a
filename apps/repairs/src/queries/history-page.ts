import { z } from 'zod';
import type { CallOutput } from '@repairline/contracts/call';
import type { ListDeviceHistory } from '@repairline/contracts/repairs/calls';
import type { DeviceHistoryItem } from '@repairline/contracts/repairs/views';
import { readCursor, writeCursor } from '@repairline/postgres/queries/cursor';
import { shownNames } from '@repairline/messaging/people/technicians';
import type { HistoryStep } from '../domain/device-history';
import type { Database } from '../views/tables';

const place = z.object({ after: z.int() });

/** @param steps oldest first */
export async function historyPage(
  db: Database,
  steps: readonly HistoryStep[],
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<CallOutput<typeof ListDeviceHistory>> {
  const after = cursor === undefined ? 0 : readCursor(place, cursor).after;
  const left = steps.filter(({ position }) => position > after);
  const page = left.slice(0, limit);
  const names = await shownNames(db, page.flatMap(peopleIn));
  const last = left.length > limit ? page.at(-1) : undefined;
  return {
    items: page.map((step) => toItem(step, names)),
    total: steps.length,
    next: last ? writeCursor({ after: last.position }) : null,
  };
}

function peopleIn({ actor, changes, entry }: HistoryStep): string[] {
  const assignees = changes.filter(({ fact }) => fact === 'assignedTo').flatMap(({ from, to }) => [from, to]);
  return [actor?.userId, entry?.data.technicianId, ...assignees].filter((id) => typeof id === 'string');
}

function toItem(
  { position, occurredAt, kind, actor, changes, entry }: HistoryStep,
  names: ReadonlyMap<string, string>,
): DeviceHistoryItem {
  const nameOf = (id: string | null | undefined) => (id ? names.get(id) : undefined) ?? 'Unknown';
  return {
    position,
    timestamp: occurredAt.toISOString(),
    kind,
    by: actor ? (names.get(actor.userId) ?? actor.name) : nameOf(entry?.data.technicianId),
    byId: actor?.userId ?? null,
    byScript: actor?.tokenId !== undefined,
    changes: changes.map((change) =>
      change.fact === 'assignedTo'
        ? { ...change, from: change.from && nameOf(change.from), to: change.to && nameOf(change.to) }
        : change,
    ),
    entry: entry && {
      id: entry.data.logId,
      issue: entry.data.issue ?? '',
      actions: entry.data.actions ?? '',
      technician: nameOf(entry.data.technicianId),
      completed: entry.type === 'RepairCompleted',
      comments: entry.data.comments,
    },
  };
}
