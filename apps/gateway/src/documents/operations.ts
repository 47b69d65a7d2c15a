import type { z } from 'zod';
import { billingFilters, BillingSummaryQuery } from '@repairline/contracts/billing/queries';
import type { ErrorCode } from '@repairline/contracts/domain-error';
import { whatToExport } from '@repairline/contracts/http/bodies';
import { ListDeviceHistory, ListDeviceLogs, deviceFilters, logFilters } from '@repairline/contracts/repairs/queries';
import type { access } from '../auth/access';
import { accountOperations } from './account-operations';
import type { AnswerName, BodyName } from './shapes';

export type Route = keyof typeof access;

export interface Operation {
  area:
    'Signing in' | 'Devices' | 'Repairs' | 'Work sessions' | 'Billing' | 'Figures' | 'Administration' | 'The product';
  does: string;
  query?: z.ZodType;
  body?: BodyName;
  /** A list is paged: `X-Total-Count`, and `Link` to the next page. */
  answer: AnswerName | { list: AnswerName; paged?: true } | { file: 'text/csv' | 'text/html' };
  /** Where it is not 200 alone. */
  statuses?: readonly number[];
  /** Refusals beyond those that any call may meet. */
  refusals?: readonly ErrorCode[];
  /** What any change may meet but this one does not. */
  never?: readonly ErrorCode[];
}

const device: readonly ErrorCode[] = ['device_not_found'];
const changedDevice: readonly ErrorCode[] = [...device, 'device_elsewhere'];
const unpaged = { cursor: true, limit: true } as const;
const exported = whatToExport.extend(deviceFilters.omit(unpaged).shape).extend(logFilters.omit(unpaged).shape);
/** Refusals of a change whose body may say what the caller saw. */
const replaced: readonly ErrorCode[] = [...changedDevice, 'changed_meanwhile'];
const naming: readonly ErrorCode[] = ['unknown_school', 'unknown_technician', 'ambiguous_technician'];

/** Every call of the API. A route without a row does not compile. */
export const operations: Record<Route, Operation> = {
  'GET /api/health': { area: 'The product', does: 'Which services respond', answer: 'Health', statuses: [200, 503] },
  'GET /api/district': { area: 'The product', does: 'Schools, time zone and email domains', answer: 'District' },
  'GET /api/docs': { area: 'The product', does: 'This document, for people', answer: { file: 'text/html' } },
  'GET /api/docs/openapi.json': { area: 'The product', does: 'This document', answer: 'OpenApiDocument' },
  'GET /api/docs/events': { area: 'The product', does: 'Published events, for people', answer: { file: 'text/html' } },
  'GET /api/docs/asyncapi.json': {
    area: 'The product',
    does: 'Published events, as an AsyncAPI document',
    answer: 'AsyncApiDocument',
  },
  ...accountOperations,
  'GET /api/devices': {
    area: 'Devices',
    does: 'Devices by priority, matching the search and filters; Members see no deprovisioned ones',
    query: deviceFilters,
    answer: { list: 'Device', paged: true },
  },
  'POST /api/devices': {
    area: 'Devices',
    does: 'Takes a device in: a new one (201), or one that comes back after a repair (200)',
    body: 'Intake',
    answer: 'Device',
    statuses: [201, 200],
    refusals: ['device_exists', 'device_deprovisioned', ...naming],
  },
  'POST /api/devices/bulk': {
    area: 'Devices',
    does: 'Takes in up to 5,000 devices; each row has its own outcome',
    body: 'BulkIntake',
    answer: 'BulkResult',
    never: ['conflict'],
  },
  'GET /api/devices/:barcode': { area: 'Devices', does: 'One device', answer: 'Device', refusals: device },
  'PATCH /api/devices/:barcode': {
    area: 'Devices',
    does: 'Changes the given fields; the status IN_PROGRESS starts work',
    body: 'DeviceChanges',
    answer: 'Device',
    refusals: [...replaced, 'device_deprovisioned', 'device_not_allowed', 'asset_number_taken', ...naming],
  },
  'GET /api/devices/:barcode/history': {
    area: 'Devices',
    does: 'Everything ever done to a device, by whom and when, oldest first; enough to derive its state at any past moment',
    query: ListDeviceHistory.input.omit({ barcodeNumber: true }),
    answer: { list: 'DeviceHistoryItem', paged: true },
    refusals: device,
  },
  'GET /api/devices/:barcode/logs': {
    area: 'Repairs',
    does: 'The timeline of a device, oldest first',
    query: ListDeviceLogs.input.omit({ barcodeNumber: true }),
    answer: { list: 'RepairLog', paged: true },
    refusals: device,
  },
  'POST /api/devices/:barcode/logs': {
    area: 'Repairs',
    does: 'Adds an entry to the timeline; with `completed` it completes the repair',
    body: 'RepairEntry',
    answer: 'RepairLog',
    statuses: [201],
    refusals: [...changedDevice, 'device_deprovisioned', 'repair_already_completed', ...naming.slice(1)],
  },
  'GET /api/repair-logs': {
    area: 'Repairs',
    does: 'Entries of all devices, newest first',
    query: logFilters,
    answer: { list: 'RepairLog', paged: true },
  },
  'GET /api/recent-activity': { area: 'Repairs', does: '20 newest entries', answer: { list: 'RecentActivityItem' } },
  'GET /api/stats': { area: 'Figures', does: 'Devices by status', answer: 'DeviceStats' },
  'GET /api/analytics': {
    area: 'Figures',
    does: 'Turnaround, completions, issues, workload',
    answer: 'Analytics',
    refusals: ['views_behind'],
  },
  'GET /api/sessions/current': { area: 'Work sessions', does: 'Your session, or null', answer: 'CurrentWorkSession' },
  'POST /api/sessions/start': {
    area: 'Work sessions',
    does: 'Starts a work session (201), or returns the running one (200)',
    answer: 'WorkSession',
    statuses: [201, 200],
  },
  'POST /api/sessions/end': {
    area: 'Work sessions',
    does: 'Ends the running work session',
    answer: 'WorkSession',
    refusals: ['no_work_session'],
  },
  'PATCH /api/devices/:barcode/billing-notes': {
    area: 'Billing',
    does: 'Writes the billing notes of a device',
    body: 'BillingNotes',
    answer: 'Device',
    refusals: replaced,
  },
  'GET /api/billing/completed': {
    area: 'Billing',
    does: 'Completed repairs, newest first',
    query: billingFilters,
    answer: { list: 'BillingItem', paged: true },
  },
  'GET /api/billing/summary': {
    area: 'Billing',
    does: 'Counts of completed repairs',
    query: BillingSummaryQuery.input,
    answer: 'BillingSummary',
  },
  'GET /api/billing/export': {
    area: 'Billing',
    does: 'Completed repairs as a file',
    query: BillingSummaryQuery.input,
    answer: { file: 'text/csv' },
    refusals: ['too_many_exports'],
  },
  'PATCH /api/admin/billing/:repairId': {
    area: 'Billing',
    does: 'Marks a completed repair as sent, or as pending again',
    body: 'BillingMark',
    answer: 'BillingItem',
    refusals: ['billing_item_not_found'],
  },
  'GET /api/admin/export': {
    area: 'Administration',
    does: 'Devices as a file or, for Admins, repair log entries',
    query: exported,
    answer: { file: 'text/csv' },
    refusals: ['admin_only', 'too_many_exports'],
  },
  'GET /api/admin/status': {
    area: 'Administration',
    does: 'How far each service has processed the logs',
    answer: 'SystemStatus',
  },
  'POST /api/admin/devices/:barcode/scrap': {
    area: 'Administration',
    does: 'Deprovisions a device, or restores it',
    body: 'Scrap',
    answer: 'Device',
    refusals: changedDevice,
  },
};
