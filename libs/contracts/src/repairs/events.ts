import { z } from 'zod';
import { defineEvent, type EventOf } from '../event';
import { priorities } from '../priority';
import { deviceStatus } from './views';

// Stored events of the repairs log. A file format: add versions, never edit one that has been in use. Free text about a
// device or its student is personal data and stored encrypted, by device. The device's model, asset number and school
// are not.

const id = z.string();
const text = z.string().nullable();
const priorityWord = z.enum(priorities);
const ofDevice = { deviceId: id };
const ofRepair = { deviceId: id, repairId: id };
/** ISO 8601, UTC; turnaround counts from here. */
const openedAt = z.string();

const typedAtIntake = { studentName: text, initialIssue: text, notes: text };
const intakePrivacy = { personal: ['studentName', 'initialIssue', 'notes'], subject: 'deviceId' } as const;
const logPrivacy = { personal: ['issue', 'actions', 'comments'], subject: 'deviceId' } as const;

const deviceTakenIn = defineEvent(
  'DeviceTakenIn',
  1,
  z.object({
    ...ofRepair,
    openedAt,
    assetNumber: z.string(),
    school: z.string(),
    model: z.string(),
    priority: priorityWord,
    assigneeId: id.nullable(),
    ...typedAtIntake,
  }),
  intakePrivacy,
);
/** A completed device came back: a new repair on the same device. The fields hold from now on. */
const deviceTakenInAgain = defineEvent(
  'DeviceTakenInAgain',
  1,
  z.object({
    ...ofRepair,
    openedAt,
    school: z.string(),
    model: z.string(),
    priority: priorityWord,
    assigneeId: id.nullable(),
    ...typedAtIntake,
  }),
  intakePrivacy,
);
/** An entry on a completed device's timeline opened a new repair. */
const repairReopened = defineEvent('RepairReopened', 1, z.object({ ...ofRepair, openedAt }));

const workStarted = defineEvent('WorkStarted', 1, z.object({ ...ofRepair, assigneeId: id.nullable() }));

const entry = {
  ...ofRepair,
  logId: id,
  issue: text,
  actions: text,
  comments: text,
  technicianId: id.nullable(),
  priority: priorityWord.nullable(),
};
const repairLogged = defineEvent('RepairLogged', 1, z.object(entry), logPrivacy);
const repairCompleted = defineEvent(
  'RepairCompleted',
  1,
  z.object({ ...entry, from: z.enum(['INTAKE', 'IN_PROGRESS']), openedAt }),
  logPrivacy,
);

const deviceAssigned = defineEvent('DeviceAssigned', 1, z.object({ ...ofDevice, assigneeId: id }));
const deviceUnassigned = defineEvent('DeviceUnassigned', 1, z.object(ofDevice));
const devicePrioritized = defineEvent('DevicePrioritized', 1, z.object({ ...ofDevice, priority: priorityWord }));
const deviceMovedToSchool = defineEvent('DeviceMovedToSchool', 1, z.object({ ...ofDevice, school: z.string() }));
const modelCorrected = defineEvent('ModelCorrected', 1, z.object({ ...ofDevice, model: z.string() }));
const studentRecorded = defineEvent('StudentRecorded', 1, z.object({ ...ofDevice, studentName: text }), {
  personal: ['studentName'],
  subject: 'deviceId',
});
const initialIssueCorrected = defineEvent('InitialIssueCorrected', 1, z.object({ ...ofDevice, initialIssue: text }), {
  personal: ['initialIssue'],
  subject: 'deviceId',
});
const notesRewritten = defineEvent('NotesRewritten', 1, z.object({ ...ofDevice, notes: text }), {
  personal: ['notes'],
  subject: 'deviceId',
});
const assetNumberChanged = defineEvent(
  'AssetNumberChanged',
  1,
  z.object({ ...ofDevice, from: z.string(), to: z.string() }),
);
/** A number was claimed for this device but never became its own, and from here on can no longer. */
const assetNumberChangeAbandoned = defineEvent(
  'AssetNumberChangeAbandoned',
  1,
  z.object({ ...ofDevice, assetNumber: z.string() }),
);
const deviceScrapped = defineEvent('DeviceScrapped', 1, z.object({ ...ofDevice, from: deviceStatus }));
const deviceRestored = defineEvent('DeviceRestored', 1, z.object({ ...ofDevice, to: deviceStatus }));

/**
 * The device's key was erased before this: what was typed up to here reads as null. Names the entries, so that read
 * models can empty them, and the repairs, so that other services can.
 */
const personalDataErased = defineEvent(
  'PersonalDataErased',
  1,
  z.object({ ...ofDevice, logIds: z.array(id), repairIds: z.array(id) }),
);

// Streams `asset-number-<key>`: which device holds a number. They make numbers unique regardless of case.
const assetNumberClaimed = defineEvent('AssetNumberClaimed', 1, z.object({ ...ofDevice, assetNumber: z.string() }));
const assetNumberReleased = defineEvent('AssetNumberReleased', 1, z.object({ ...ofDevice, assetNumber: z.string() }));

// Streams `work-session-<user id>`: one person's working time. At most one session runs.
const session = z.object({ userId: id, sessionId: id, startedAt: z.string() });
const workSessionStarted = defineEvent('WorkSessionStarted', 1, session);
const workSessionEnded = defineEvent('WorkSessionEnded', 1, session);

const deviceEvents = [
  deviceTakenIn,
  deviceTakenInAgain,
  repairReopened,
  workStarted,
  repairLogged,
  repairCompleted,
  deviceAssigned,
  deviceUnassigned,
  devicePrioritized,
  deviceMovedToSchool,
  modelCorrected,
  studentRecorded,
  initialIssueCorrected,
  notesRewritten,
  assetNumberChanged,
  assetNumberChangeAbandoned,
  deviceScrapped,
  deviceRestored,
  personalDataErased,
] as const;
const assetNumberEvents = [assetNumberClaimed, assetNumberReleased] as const;
const workSessionEvents = [workSessionStarted, workSessionEnded] as const;
export const repairsEvents = [...deviceEvents, ...assetNumberEvents, ...workSessionEvents] as const;

export type DeviceEvent = EventOf<(typeof deviceEvents)[number]>;
export type AssetNumberEvent = EventOf<(typeof assetNumberEvents)[number]>;
export type WorkSessionEvent = EventOf<(typeof workSessionEvents)[number]>;
export type RepairsEvent = DeviceEvent | AssetNumberEvent | WorkSessionEvent;

const deviceEventTypes: ReadonlySet<string> = new Set(deviceEvents.map(({ type }) => type));

/** Whether the event belongs to a device's own stream. */
export function isDeviceEvent(event: RepairsEvent): event is DeviceEvent {
  return deviceEventTypes.has(event.type);
}
