import { z } from 'zod';
import { defineEvent } from '../event';
import { chipsIn, commonIssues, REPAIR_COMPLETED, WORK_STARTED } from '../issues';
import { priorities } from '../priority';
import * as published from '../published/published';
import { deviceStatus } from './views';

// Stored events of a device. A file format: add versions, never edit one that has been in use. Free text about a
// device or its student is personal data and stored encrypted, by device. The device's model, asset number and school
// are not.

const id = z.string();
const text = z.string().nullable();
const priority = z.enum(priorities);
const ofDevice = { deviceId: id };
const ofRepair = { deviceId: id, repairId: id };
/** ISO 8601, UTC; turnaround counts from here. */
const openedAt = z.string();

const { definePublishedEvent, moment, school, model, assetNumber } = published;
const ofPublishedDevice = { deviceId: published.id };
const ofPublishedRepair = { ...ofPublishedDevice, repairId: published.id };
const openedRepair = { ...ofPublishedRepair, openedAt: moment };
const publishedIntake = { ...openedRepair, school, model, priority, assigneeId: published.id.nullable() };

const typedAtIntake = { studentName: text, initialIssue: text, notes: text };
const intakePrivacy = { personal: ['studentName', 'initialIssue', 'notes'], subject: 'deviceId' } as const;
const facts = { ...ofRepair, openedAt, school: z.string(), model: z.string(), priority, assigneeId: id.nullable() };

const deviceTakenIn = defineEvent(
  'DeviceTakenIn',
  1,
  z.object({ ...facts, assetNumber: z.string(), ...typedAtIntake }),
  {
    ...intakePrivacy,
    published: {
      name: 'device-taken-in',
      data: definePublishedEvent('A device came in for the first time; its first repair is open', {
        ...publishedIntake,
        assetNumber,
      }),
      statusAfter: 'INTAKE',
    },
    history: 'taken-in',
  },
);
/** A completed device came back: a new repair on the same device. The fields hold from now on. */
const deviceTakenInAgain = defineEvent('DeviceTakenInAgain', 1, z.object({ ...facts, ...typedAtIntake }), {
  ...intakePrivacy,
  published: {
    name: 'device-taken-in-again',
    data: definePublishedEvent('A device came in again; the fields hold its present values', publishedIntake),
    statusAfter: 'INTAKE',
  },
  history: 'taken-in-again',
});
/** An entry on a completed device's timeline opened a new repair. */
const repairReopened = defineEvent('RepairReopened', 1, z.object({ ...ofRepair, openedAt }), {
  published: {
    name: 'repair-reopened',
    data: definePublishedEvent('An entry on a completed device opened a new repair', openedRepair),
    statusAfter: 'INTAKE',
  },
  history: 'repair-reopened',
});

const workStarted = defineEvent('WorkStarted', 1, z.object({ ...ofRepair, assigneeId: id.nullable() }), {
  published: {
    name: 'work-started',
    data: definePublishedEvent('Work on the repair started', {
      ...ofPublishedRepair,
      assigneeId: published.id.nullable(),
    }),
    statusAfter: 'IN_PROGRESS',
  },
  history: 'work-started',
});

const entry = {
  ...ofRepair,
  logId: id,
  issue: text,
  actions: text,
  comments: text,
  technicianId: id.nullable(),
  priority: priority.nullable(),
};
const entryPrivacy = { personal: ['issue', 'actions', 'comments'], subject: 'deviceId' } as const;
const publishedEntry = {
  ...ofPublishedRepair,
  logId: published.id,
  technicianId: published.id.nullable(),
  priority: priority.nullable(),
  issues: z
    .array(z.enum([...commonIssues, 'Other']))
    .describe(
      `The Common Issues that the entry names. Any other text is 'Other', and so are '${WORK_STARTED}' and '${REPAIR_COMPLETED}', which stand in entries for which nobody has named an issue`,
    ),
};
const repairLogged = defineEvent('RepairLogged', 1, z.object(entry), {
  ...entryPrivacy,
  published: {
    name: 'repair-logged',
    data: definePublishedEvent('An entry was added to the timeline of a device', publishedEntry),
    derive: ({ issue }: { issue: string | null }) => ({ issues: chipsIn(issue) }),
  },
  history: 'repair-logged',
});
const repairCompleted = defineEvent(
  'RepairCompleted',
  1,
  z.object({ ...entry, from: z.enum(['INTAKE', 'IN_PROGRESS']), openedAt }),
  {
    ...entryPrivacy,
    published: {
      name: 'repair-completed',
      data: definePublishedEvent('The repair was completed', {
        ...publishedEntry,
        from: deviceStatus,
        openedAt: moment,
        turnaroundMinutes: z.number().nonnegative().describe('From opening the repair to completing it'),
      }),
      statusAfter: 'COMPLETED',
      derive: (stored: { issue: string | null; openedAt: string }, occurredAt: Date) => ({
        issues: chipsIn(stored.issue),
        turnaroundMinutes: Math.max(0, (occurredAt.getTime() - Date.parse(stored.openedAt)) / 60_000),
      }),
    },
    history: 'repair-completed',
  },
);

const deviceAssigned = defineEvent('DeviceAssigned', 1, z.object({ ...ofDevice, assigneeId: id }), {
  published: {
    name: 'device-assigned',
    data: definePublishedEvent('The device was assigned to a technician', {
      ...ofPublishedDevice,
      assigneeId: published.id,
    }),
  },
  history: 'changed',
});
const deviceUnassigned = defineEvent('DeviceUnassigned', 1, z.object(ofDevice), {
  published: {
    name: 'device-unassigned',
    data: definePublishedEvent('The device is no longer assigned to anyone', ofPublishedDevice),
  },
  history: 'changed',
});
const devicePrioritized = defineEvent('DevicePrioritized', 1, z.object({ ...ofDevice, priority }), {
  published: {
    name: 'device-prioritized',
    data: definePublishedEvent('The priority of the device was changed', { ...ofPublishedDevice, priority }),
  },
  history: 'changed',
});
const deviceMovedToSchool = defineEvent('DeviceMovedToSchool', 1, z.object({ ...ofDevice, school: z.string() }), {
  published: {
    name: 'device-moved-to-school',
    data: definePublishedEvent('The device was moved to another school', { ...ofPublishedDevice, school }),
  },
  history: 'changed',
});
const modelCorrected = defineEvent('ModelCorrected', 1, z.object({ ...ofDevice, model: z.string() }), {
  published: {
    name: 'model-corrected',
    data: definePublishedEvent('The recorded model of the device was corrected', { ...ofPublishedDevice, model }),
  },
  history: 'changed',
});
const typed = { published: { inside: 'it is nothing but what was typed' }, history: 'changed' } as const;
const studentRecorded = defineEvent('StudentRecorded', 1, z.object({ ...ofDevice, studentName: text }), {
  ...typed,
  personal: ['studentName'],
  subject: 'deviceId',
});
const initialIssueCorrected = defineEvent('InitialIssueCorrected', 1, z.object({ ...ofDevice, initialIssue: text }), {
  ...typed,
  personal: ['initialIssue'],
  subject: 'deviceId',
});
const notesRewritten = defineEvent('NotesRewritten', 1, z.object({ ...ofDevice, notes: text }), {
  ...typed,
  personal: ['notes'],
  subject: 'deviceId',
});
const assetNumberChanged = defineEvent(
  'AssetNumberChanged',
  1,
  z.object({ ...ofDevice, from: z.string(), to: z.string() }),
  {
    published: {
      name: 'asset-number-changed',
      data: definePublishedEvent('The asset number of the device was changed', {
        ...ofPublishedDevice,
        from: assetNumber,
        to: assetNumber,
      }),
    },
    history: 'changed',
  },
);
/** A number was claimed for this device but never became its own, and from here on can no longer. */
const assetNumberChangeAbandoned = defineEvent(
  'AssetNumberChangeAbandoned',
  1,
  z.object({ ...ofDevice, assetNumber: z.string() }),
  { published: { inside: 'nothing has happened to the device' } },
);
const deviceScrapped = defineEvent('DeviceScrapped', 1, z.object({ ...ofDevice, from: deviceStatus }), {
  published: {
    name: 'device-scrapped',
    data: definePublishedEvent('The device was deprovisioned, for parts', { ...ofPublishedDevice, from: deviceStatus }),
    statusAfter: 'PARTS',
  },
  history: 'deprovisioned',
});
/**
 * The device's key was erased before this: what was typed up to here reads as null. Names the entries, so that read
 * models can empty them, and the repairs, so that other services can.
 */
const personalDataErased = defineEvent(
  'PersonalDataErased',
  1,
  z.object({ ...ofDevice, logIds: z.array(id), repairIds: z.array(id) }),
  {
    published: {
      name: 'personal-data-erased',
      data: definePublishedEvent(
        'What was typed about the device and its student was erased, except model and asset number; a copy of it, which no event has held, must be erased too',
        { ...ofPublishedDevice, repairIds: z.array(published.id) },
      ),
    },
    history: 'personal-data-erased',
  },
);
const deviceRestored = defineEvent('DeviceRestored', 1, z.object({ ...ofDevice, to: deviceStatus }), {
  published: {
    name: 'device-restored',
    data: definePublishedEvent('The device was restored to use', { ...ofPublishedDevice, to: deviceStatus }),
    statusAfter: { in: 'to' },
  },
  history: 'restored',
});

export const deviceEvents = [
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
  personalDataErased,
  deviceRestored,
] as const;
