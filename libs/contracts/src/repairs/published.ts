import { z } from 'zod';
import { commonIssues } from '../issues';
import { priorities } from '../priority';
import { assetNumber, id, model, moment, school, told } from '../published';
import { deviceStatus } from './views';

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
  /** Of typed issues only the Common Issues chips are published; the rest becomes 'Other'. */
  issues: z.array(z.enum([...commonIssues, 'Other'])),
};
const turnaroundMinutes = z.number().nonnegative().describe('From the opening of the repair to its completion');

/** What repairs publishes on the EVENTS stream: nothing that was typed about a student or a fault. */
export const publishedRepairsEvents = {
  'device-taken-in': told('A device came in for the first time; its first repair is open', { ...takenIn, assetNumber }),
  'device-taken-in-again': told('A device came in again; fields as they are from now on', takenIn),
  'repair-reopened': told('An entry on a completed device opened another repair', opened),
  'work-started': told('Somebody began to work on the repair', { ...ofRepair, assigneeId: id.nullable() }),
  'repair-logged': told('An entry on the timeline of a device', entry),
  'repair-completed': told('The repair is done', { ...entry, from: deviceStatus, openedAt: moment, turnaroundMinutes }),
  'device-assigned': told('A technician has the device', { ...ofDevice, assigneeId: id }),
  'device-unassigned': told('Nobody has the device any more', ofDevice),
  'device-prioritized': told('The device has another priority', { ...ofDevice, priority }),
  'device-moved-to-school': told('The device belongs to another school', { ...ofDevice, school }),
  'model-corrected': told('The device is of another model than was noted', { ...ofDevice, model }),
  'asset-number-changed': told('The device has another asset number', {
    ...ofDevice,
    from: assetNumber,
    to: assetNumber,
  }),
  'device-scrapped': told('The device was deprovisioned, for parts', { ...ofDevice, from: deviceStatus }),
  'personal-data-erased': told(
    'What was typed about the device and its student is erased; copies of it are to be erased too',
    {
      ...ofDevice,
      repairIds: z.array(id),
    },
  ),
  'device-restored': told('The device is in use again', { ...ofDevice, to: deviceStatus }),
} as const;
export type PublishedRepairsEvent = keyof typeof publishedRepairsEvents;
