import { z } from 'zod';
import { deviceFactNames } from './device-facts';
import { moment, repairLog } from './views';

/** What can be done to a device, in words, the most telling first: starting work, for example, may also log an entry. */
export const historyKinds = {
  'taken-in': 'Taken in',
  'taken-in-again': 'Taken in again',
  deprovisioned: 'Deprovisioned',
  restored: 'Restored',
  'work-started': 'Work started',
  'repair-completed': 'Repair completed',
  'repair-reopened': 'New repair opened by an entry',
  'repair-logged': 'Entry added',
  'personal-data-erased': 'Personal data erased',
  changed: 'Edited',
} as const;
export type HistoryKind = keyof typeof historyKinds;
export const historyKindNames = Object.keys(historyKinds) as HistoryKind[];

/**
 * One thing that was done to a device, with all it changed: `GET /api/devices/{barcode}/history`. Applying each `to`
 * from the first item on gives the device as it was after each. The priority is the one shown at the time, the highest
 * of the device's own and its repair's entries. Erased text reads as if it had never been typed.
 */
export const deviceHistoryItem = z.object({
  /** Position in the repairs log; rises. */
  position: z.number().int(),
  timestamp: moment,
  kind: z.enum(historyKindNames),
  /** Name, else email, of the person who did it; without one (imports) of the entry's technician; else 'Unknown'. */
  by: z.string(),
  byId: z.string().nullable(),
  /** A script did it, with a personal API token of that person. */
  byScript: z.boolean(),
  /** `null` means nothing: not set yet, or removed. */
  changes: z.array(z.object({ fact: z.enum(deviceFactNames), from: z.string().nullable(), to: z.string().nullable() })),
  /** The timeline entry it created. */
  entry: repairLog
    .pick({ id: true, issue: true, actions: true, technician: true, completed: true, comments: true })
    .nullable(),
});
export type DeviceHistoryItem = z.infer<typeof deviceHistoryItem>;
