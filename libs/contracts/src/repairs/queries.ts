import { z } from 'zod';
import { defineQuery } from '../call';
import { filter, momentFilter, personFilter, schoolFilter, searchText, yesOrNo } from '../filters';
import { page, pageOf } from '../page';
import { priority } from '../priority';
import { deviceTarget } from './target';
import {
  device,
  deviceHistoryItem,
  deviceStats,
  deviceStatuses,
  recentActivityItem,
  repairLog,
  workSession,
} from './views';

/** `GET /api/devices` */
export const deviceFilters = z.object({
  q: searchText,
  school: schoolFilter,
  status: filter(z.enum(deviceStatuses, 'Status must be INTAKE, IN_PROGRESS, COMPLETED or PARTS')),
  priority: filter(priority),
  assignedTo: personFilter('Assigned To'),
  ...page,
});
export type DeviceFilters = z.input<typeof deviceFilters>;

/** `GET /api/repair-logs`, newest first. */
export const logFilters = z.object({
  technician: personFilter('Technician'),
  completed: yesOrNo('completed'),
  from: momentFilter('from'),
  to: momentFilter('to'),
  ...page,
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
);
export const GetDevice = defineQuery('repairline.repairs.query.get-device', z.object(deviceTarget), device);
/** Oldest first. */
export const ListDeviceLogs = defineQuery(
  'repairline.repairs.query.list-device-logs',
  z.object({ barcodeNumber: z.string(), ...page }),
  pageOf(repairLog),
);
/** Everything done to a device, oldest first. */
export const ListDeviceHistory = defineQuery(
  'repairline.repairs.query.list-device-history',
  z.object({ barcodeNumber: z.string(), ...page }),
  pageOf(deviceHistoryItem),
);
export const ListRepairLogs = defineQuery('repairline.repairs.query.list-repair-logs', logFilters, pageOf(repairLog));
/**
 * For other services' read models, as soon as the views show the position (in repairs' log). Unknown ids are left out.
 */
export const GetRepairLogs = defineQuery(
  'repairline.repairs.query.get-repair-logs',
  z.object({ logIds: z.array(z.uuid()).max(500), shownUpTo: z.number().int().nonnegative().default(0) }),
  z.array(repairLog.extend({ deviceId: z.string(), repairId: z.string() })),
);
export const RecentActivity = defineQuery(
  'repairline.repairs.query.recent-activity',
  z.object({}),
  z.array(recentActivityItem),
);
export const DeviceStatsQuery = defineQuery('repairline.repairs.query.device-stats', z.object({}), deviceStats);

/** `GET /api/sessions/current`: the caller's session; null if none is running. */
export const CurrentWorkSession = defineQuery(
  'repairline.repairs.query.current-work-session',
  z.object({}),
  workSession.nullable(),
);
