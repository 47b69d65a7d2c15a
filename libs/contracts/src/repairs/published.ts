import { z } from 'zod';
import { priorities } from '../priority';
import { deviceStatus } from './views';

/**
 * What repairs tells everyone on the EVENTS stream. Nothing that was typed about a student or a fault: issues are
 * counted by the Common Issues chips found in them, and 'Other'. Subject `repairline.repairs.device.v1.<event>`.
 */
const ofDevice = { deviceId: z.string() };
const ofRepair = { ...ofDevice, repairId: z.string(), openedAt: z.string() };
const priorityWord = z.enum(priorities);
const takenIn = {
  ...ofRepair,
  school: z.string(),
  model: z.string(),
  priority: priorityWord,
  assigneeId: z.string().nullable(),
};
const entry = {
  ...ofDevice,
  repairId: z.string(),
  logId: z.string(),
  technicianId: z.string().nullable(),
  priority: priorityWord.nullable(),
  issues: z.array(z.string()),
};

export const publishedRepairsEvents = {
  'device-taken-in': z.object({ ...takenIn, assetNumber: z.string() }),
  'device-taken-in-again': z.object(takenIn),
  'repair-reopened': z.object(ofRepair),
  'work-started': z.object({ ...ofDevice, repairId: z.string(), assigneeId: z.string().nullable() }),
  'repair-logged': z.object(entry),
  'repair-completed': z.object({
    ...entry,
    from: deviceStatus,
    openedAt: z.string(),
    /** From the repair's opening to its completion. */
    turnaroundMinutes: z.number().nonnegative(),
  }),
  'device-assigned': z.object({ ...ofDevice, assigneeId: z.string() }),
  'device-unassigned': z.object(ofDevice),
  'device-prioritized': z.object({ ...ofDevice, priority: priorityWord }),
  'device-moved-to-school': z.object({ ...ofDevice, school: z.string() }),
  'model-corrected': z.object({ ...ofDevice, model: z.string() }),
  'asset-number-changed': z.object({ ...ofDevice, from: z.string(), to: z.string() }),
  'device-scrapped': z.object({ ...ofDevice, from: deviceStatus }),
  'device-restored': z.object({ ...ofDevice, to: deviceStatus }),
} as const;
export type PublishedRepairsEvent = keyof typeof publishedRepairsEvents;
