import { z } from 'zod';
import { commonIssues, REPAIR_COMPLETED, WORK_STARTED } from '../issues';
import { priorities } from '../priority';
import { assetNumber, definePublishedEvent, id, model, moment, school } from '../published';
import { deviceStatus, type DeviceStatus } from './views';

const ofDevice = { deviceId: id };
const ofRepair = { ...ofDevice, repairId: id };
const opened = { ...ofRepair, openedAt: moment };
const priority = z.enum(priorities);
const takenIn = { ...opened, school, model, priority, assigneeId: id.nullable() };
const entry = {
  ...ofRepair,
  logId: id,
  technicianId: id.nullable(),
  priority: priority.nullable(),
  issues: z
    .array(z.enum([...commonIssues, 'Other']))
    .describe(
      `The Common Issues that the entry names. Any other text is 'Other', and so are '${WORK_STARTED}' and '${REPAIR_COMPLETED}', which stand in entries for which nobody has named an issue`,
    ),
};
const turnaroundMinutes = z.number().nonnegative().describe('From opening the repair to completing it');

/** What repairs publishes on the EVENTS stream: of what is typed, only a device's model and asset number. */
export const publishedRepairsEvents = {
  'device-taken-in': definePublishedEvent('A device came in for the first time; its first repair is open', {
    ...takenIn,
    assetNumber,
  }),
  'device-taken-in-again': definePublishedEvent('A device came in again; the fields hold its present values', takenIn),
  'repair-reopened': definePublishedEvent('An entry on a completed device opened a new repair', opened),
  'work-started': definePublishedEvent('Work on the repair started', { ...ofRepair, assigneeId: id.nullable() }),
  'repair-logged': definePublishedEvent('An entry was added to the timeline of a device', entry),
  'repair-completed': definePublishedEvent('The repair was completed', {
    ...entry,
    from: deviceStatus,
    openedAt: moment,
    turnaroundMinutes,
  }),
  'device-assigned': definePublishedEvent('The device was assigned to a technician', { ...ofDevice, assigneeId: id }),
  'device-unassigned': definePublishedEvent('The device is no longer assigned to anyone', ofDevice),
  'device-prioritized': definePublishedEvent('The priority of the device was changed', { ...ofDevice, priority }),
  'device-moved-to-school': definePublishedEvent('The device was moved to another school', { ...ofDevice, school }),
  'model-corrected': definePublishedEvent('The recorded model of the device was corrected', { ...ofDevice, model }),
  'asset-number-changed': definePublishedEvent('The asset number of the device was changed', {
    ...ofDevice,
    from: assetNumber,
    to: assetNumber,
  }),
  'device-scrapped': definePublishedEvent('The device was deprovisioned, for parts', {
    ...ofDevice,
    from: deviceStatus,
  }),
  'personal-data-erased': definePublishedEvent(
    'What was typed about the device and its student was erased, except model and asset number; a copy of it, which no event has held, must be erased too',
    {
      ...ofDevice,
      repairIds: z.array(id),
    },
  ),
  'device-restored': definePublishedEvent('The device was restored to use', { ...ofDevice, to: deviceStatus }),
} as const;
export type PublishedRepairsEvent = keyof typeof publishedRepairsEvents;

/** The status of a device after an event, or the field that names it. All other events leave the status as it is. */
export const deviceStatusAfter: Partial<Record<PublishedRepairsEvent, DeviceStatus | { in: 'to' }>> = {
  'device-taken-in': 'INTAKE',
  'device-taken-in-again': 'INTAKE',
  'repair-reopened': 'INTAKE',
  'work-started': 'IN_PROGRESS',
  'repair-completed': 'COMPLETED',
  'device-scrapped': 'PARTS',
  'device-restored': { in: 'to' },
};
