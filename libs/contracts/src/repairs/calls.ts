import { z } from 'zod';
import { defineCommand, defineQuery, nothing } from '../call';
import type { ErrorCode } from '../domain-error';
import { page, pageOf } from '../page';
import { assetNumber } from '../texts/text';
import {
  bulkIntake,
  bulkResult,
  deviceChanges,
  deviceChangesBody,
  deviceFilters,
  intake,
  logFilters,
  repairEntry,
} from './requests';
import {
  currentWorkSession,
  device,
  deviceHistoryItem,
  deviceStats,
  recentActivityItem,
  repairLog,
  workSession,
} from './views';

/** With `deviceId`, a call is refused with device_elsewhere if the number is not, or no longer, that of this device. */
const deviceTarget = { assetNumber: z.string(), deviceId: z.guid().optional() };

export const ofDevice: readonly ErrorCode[] = ['device_not_found'];
export const ofChangedDevice: readonly ErrorCode[] = [...ofDevice, 'device_elsewhere'];
/** Of a change whose body may say what the caller saw. */
export const ofReplacedFacts: readonly ErrorCode[] = [...ofChangedDevice, 'changed_meanwhile'];
export const ofNamedPeople: readonly ErrorCode[] = ['unknown_technician', 'ambiguous_technician'];

/** `created` is false if a completed device came back. */
export const TakeInDevice = defineCommand(
  'repairline.repairs.command.take-in-device',
  intake.omit({ barcodeNumber: true }).extend({ assetNumber }),
  z.object({ device, created: z.boolean() }),
  {
    route: 'POST /api/devices',
    who: 'signed-in',
    area: 'Devices',
    does: 'Takes a device in: a new one (201), or one that comes back after a repair (200)',
    body: intake,
    input: ({ body: { barcodeNumber, ...taken } }) => ({ ...taken, assetNumber: barcodeNumber }),
    answer: device,
    shown: (taken) => taken.device,
    statuses: [201, 200],
    statusFor: ({ created }) => (created ? 201 : 200),
    refusals: ['device_exists', 'device_deprovisioned', 'unknown_school', ...ofNamedPeople],
  },
);

/** What somebody records about a device, inside: the form's `barcodeNumber` is an `assetNumber` here. */
const facts = deviceChanges.omit({ barcodeNumber: true, status: true }).extend({ assetNumber: assetNumber.optional() });
const { expected } = deviceChangesBody.shape;

/** Starts work on a device in intake, and records what was found; if somebody else has started, only what still holds. */
export const StartWork = defineCommand(
  'repairline.repairs.command.start-work',
  z.object({ ...deviceTarget, facts, expected }),
  device,
  'gateway',
);
/** Each fact that differs is recorded. A `status` other than the device's own is refused with what may come next. */
export const CorrectDevice = defineCommand(
  'repairline.repairs.command.correct-device',
  z.object({ ...deviceTarget, facts, expected, status: deviceChanges.shape.status }),
  device,
  'gateway',
);
export const AssignDevice = defineCommand(
  'repairline.repairs.command.assign-device',
  z.object({ ...deviceTarget, assignedTo: deviceChanges.shape.assignedTo, expected }),
  device,
  'gateway',
);

const { actions, technician, comments, priority } = repairEntry.shape;
const entry = { ...deviceTarget, actions, technician, comments, priority };
/** Adds an entry to the timeline; on a completed device it opens a new repair. */
export const LogEntry = defineCommand(
  'repairline.repairs.command.log-entry',
  z.object({ ...entry, issue: z.string() }),
  repairLog,
  'gateway',
);
/** Adds the entry that completes the repair: of the issue of its first entry, if `issue` is null. */
export const CompleteRepair = defineCommand(
  'repairline.repairs.command.complete-repair',
  z.object({ ...entry, issue: z.string().nullable() }),
  repairLog,
  'gateway',
);
/** Admin only. */
export const ScrapDevice = defineCommand(
  'repairline.repairs.command.scrap-device',
  z.object(deviceTarget),
  device,
  'gateway',
);
/** Admin only. Gives the device back its former status. */
export const RestoreDevice = defineCommand(
  'repairline.repairs.command.restore-device',
  z.object(deviceTarget),
  device,
  'gateway',
);

/**
 * All rows of one command id form one batch in the log, however many calls carry them: `firstRow` is the number of rows
 * in the earlier calls. Rows with an initial issue also get their first entry.
 */
export const TakeInDevices = defineCommand(
  'repairline.repairs.command.take-in-devices',
  bulkIntake.extend({ firstRow: z.number().int().nonnegative().default(0) }),
  bulkResult,
  'gateway',
);

/** Returns the running session, if there is one, with `started` false. */
export const StartWorkSession = defineCommand(
  'repairline.repairs.command.start-work-session',
  nothing,
  z.object({ session: workSession, started: z.boolean() }),
  {
    route: 'POST /api/sessions/start',
    who: 'signed-in',
    area: 'Work sessions',
    does: 'Starts a work session (201), or returns the running one (200)',
    input: () => ({}),
    answer: workSession,
    shown: ({ session }) => session,
    statuses: [201, 200],
    statusFor: ({ started }) => (started ? 201 : 200),
  },
);
export const EndWorkSession = defineCommand('repairline.repairs.command.end-work-session', nothing, workSession, {
  route: 'POST /api/sessions/end',
  who: 'signed-in',
  area: 'Work sessions',
  does: 'Ends the running work session',
  input: () => ({}),
  refusals: ['no_work_session'],
});

/**
 * `order` 'list' is the order of screens; a device that changes while the pages are read comes in its new place, and if
 * that is on an earlier page, screens hear of it. 'asset-number' is for files, which hear of nothing: a device is in the
 * file however often it changes meanwhile. For a file, `ahead` is the cursor of the page after the next one, provided
 * nothing comes or goes, so that a reader of the whole list may request two pages at once.
 */
export const ListDevices = defineQuery(
  'repairline.repairs.query.list-devices',
  deviceFilters.extend({ order: z.enum(['list', 'asset-number']).default('list') }),
  pageOf(device).extend({ ahead: z.string().nullable().optional() }),
  {
    route: 'GET /api/devices',
    who: 'signed-in',
    area: 'Devices',
    does: 'Devices by priority, matching the search and filters; Members see no deprovisioned ones',
    query: deviceFilters,
    input: ({ query }) => ({ ...query, order: 'list' as const }),
  },
);
export const GetDevice = defineQuery('repairline.repairs.query.get-device', z.object(deviceTarget), device, {
  route: 'GET /api/devices/:barcode',
  who: 'signed-in',
  area: 'Devices',
  does: 'One device',
  input: ({ path }) => ({ assetNumber: path.barcode }),
  refusals: ofDevice,
});
export const ListDeviceLogs = defineQuery(
  'repairline.repairs.query.list-device-logs',
  z.object({ assetNumber: z.string(), ...page }),
  pageOf(repairLog),
  {
    route: 'GET /api/devices/:barcode/logs',
    who: 'signed-in',
    area: 'Repairs',
    does: 'The timeline of a device, oldest first',
    query: z.object(page),
    input: ({ path, query }) => ({ ...query, assetNumber: path.barcode }),
    refusals: ofDevice,
  },
);
export const ListDeviceHistory = defineQuery(
  'repairline.repairs.query.list-device-history',
  z.object({ assetNumber: z.string(), ...page }),
  pageOf(deviceHistoryItem),
  {
    route: 'GET /api/devices/:barcode/history',
    who: 'signed-in',
    area: 'Devices',
    does: 'Everything ever done to a device, by whom and when, oldest first; enough to derive its state at any past moment',
    query: z.object(page),
    input: ({ path, query }) => ({ ...query, assetNumber: path.barcode }),
    refusals: ofDevice,
  },
);
export const ListRepairLogs = defineQuery('repairline.repairs.query.list-repair-logs', logFilters, pageOf(repairLog), {
  route: 'GET /api/repair-logs',
  who: 'signed-in',
  area: 'Repairs',
  does: 'Entries of all devices, newest first',
  query: logFilters,
  input: ({ query }) => query,
});
/**
 * For other services' read models, as soon as the views show the position (in repairs' log). Unknown ids are left out.
 */
export const GetRepairLogs = defineQuery(
  'repairline.repairs.query.get-repair-logs',
  z.object({ logIds: z.array(z.uuid()).max(500), shownUpTo: z.number().int().nonnegative().default(0) }),
  z.array(repairLog.extend({ deviceId: z.string(), repairId: z.string() })),
  'services',
);
export const RecentActivity = defineQuery(
  'repairline.repairs.query.recent-activity',
  nothing,
  z.array(recentActivityItem),
  {
    route: 'GET /api/recent-activity',
    who: 'signed-in',
    byTimer: true,
    area: 'Repairs',
    does: '20 newest entries',
    input: () => ({}),
  },
);
export const DeviceStatsQuery = defineQuery('repairline.repairs.query.device-stats', nothing, deviceStats, {
  route: 'GET /api/stats',
  who: 'signed-in',
  area: 'Figures',
  does: 'Devices by status',
  input: () => ({}),
});
export const CurrentWorkSession = defineQuery(
  'repairline.repairs.query.current-work-session',
  nothing,
  currentWorkSession,
  {
    route: 'GET /api/sessions/current',
    who: 'signed-in',
    byTimer: true,
    area: 'Work sessions',
    does: 'Your session, or null',
    input: () => ({}),
  },
);

/** Calls that are a route each, and addresses of routes written by hand, in the order of the API's document. */
export const deviceRoutes = [
  ListDevices,
  TakeInDevice,
  'POST /api/devices/bulk',
  GetDevice,
  'PATCH /api/devices/:barcode',
  ListDeviceHistory,
  ListDeviceLogs,
  'POST /api/devices/:barcode/logs',
  ListRepairLogs,
  RecentActivity,
  DeviceStatsQuery,
] as const;
export const workSessionRoutes = [CurrentWorkSession, StartWorkSession, EndWorkSession] as const;
