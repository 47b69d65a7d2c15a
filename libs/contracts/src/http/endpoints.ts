import { BillingSummaryQuery } from '../billing/calls';
import { billingNotesBody } from '../billing/requests';
import { nothing } from '../call';
import { district } from '../district';
import { apiTokenName, credentials, passwordChange } from '../identity/requests';
import { ofChangedDevice, ofNamedPeople, ofReplacedFacts } from '../repairs/calls';
import {
  bulkIntakeBody,
  bulkResult,
  deviceChangesBody,
  deviceFilters,
  logFilters,
  repairEntry,
} from '../repairs/requests';
import { device, repairLog } from '../repairs/views';
import { systemStatus } from '../status';
import {
  asyncApiDocument,
  csrfTokenBody,
  currentUserBody,
  health,
  newApiTokenBody,
  openApiDocument,
  scrapBody,
  whatToExport,
} from './bodies';
import type { Endpoint, Route } from './endpoint';

const unpaged = { cursor: true, limit: true } as const;

/** The endpoints whose routes the gateway writes by hand, since they do more, or other, than one call to a service. */
export const byHand = {
  'GET /api/health': {
    who: 'anyone',
    area: 'The product',
    does: 'Which services respond',
    answer: health,
    statuses: [200, 503],
  },
  'GET /api/district': {
    who: 'anyone',
    area: 'The product',
    does: 'Schools, time zone and email domains',
    answer: district,
  },
  'GET /api/docs': {
    who: 'anyone',
    area: 'The product',
    does: 'This document, for people',
    answer: { file: 'text/html' },
  },
  'GET /api/docs/openapi.json': { who: 'anyone', area: 'The product', does: 'This document', answer: openApiDocument },
  'GET /api/docs/events': {
    who: 'anyone',
    area: 'The product',
    does: 'Published events, for people',
    answer: { file: 'text/html' },
  },
  'GET /api/docs/asyncapi.json': {
    who: 'anyone',
    area: 'The product',
    does: 'Published events, as an AsyncAPI document',
    answer: asyncApiDocument,
  },
  'GET /api/csrf-token': {
    who: 'anyone',
    area: 'Signing in',
    does: 'A token for `X-CSRF-Token`, bound to the cookie that comes with it',
    answer: csrfTokenBody,
  },
  'POST /api/login': {
    who: 'anyone',
    unremembered: true,
    securityKind: 'sign-in',
    area: 'Signing in',
    does: 'Signs in; an unknown address of the district becomes an account that waits for approval, with this password',
    body: credentials,
    answer: currentUserBody,
    refusals: [
      'invalid_credentials',
      'pending_approval',
      'password_change_required',
      'domain_not_allowed',
      'password_rejected',
      'too_many_attempts',
      'service_unavailable',
      'store_unavailable',
    ],
  },
  'POST /api/logout': {
    who: 'anyone',
    unremembered: true,
    securityKind: 'sign-out',
    area: 'Signing in',
    does: 'Ends the sign-in',
    answer: nothing,
    refusals: ['service_unavailable', 'store_unavailable'],
    never: ['conflict', 'views_behind'],
  },
  'GET /api/auth/user': { who: 'signed-in', area: 'Signing in', does: 'Who is signed in', answer: currentUserBody },
  'POST /api/profile/password': {
    who: 'signed-in',
    byPerson: true,
    securityKind: 'password-changed',
    area: 'Signing in',
    does: 'Changes your own password and ends your other sign-ins',
    body: passwordChange,
    answer: nothing,
    refusals: ['password_rejected', 'too_many_attempts', 'user_not_approved'],
    never: ['views_behind'],
  },
  'POST /api/profile/tokens': {
    who: 'signed-in',
    byPerson: true,
    unremembered: true,
    securityKind: 'token-made',
    area: 'Signing in',
    does: 'Creates a personal API token, which expires; only this answer contains it',
    body: apiTokenName,
    answer: newApiTokenBody,
    statuses: [201],
    refusals: ['too_many_tokens', 'token_not_found', 'user_not_approved'],
    never: ['views_behind'],
  },
  'POST /api/devices/bulk': {
    who: 'signed-in',
    area: 'Devices',
    does: 'Takes in up to 5,000 devices; each row has its own outcome',
    body: bulkIntakeBody,
    answer: bulkResult,
    never: ['conflict'],
  },
  'PATCH /api/devices/:barcode': {
    who: 'signed-in',
    area: 'Devices',
    does: 'Changes the given fields; the status IN_PROGRESS starts work',
    body: deviceChangesBody,
    answer: device,
    refusals: [
      ...ofReplacedFacts,
      'device_deprovisioned',
      'device_not_allowed',
      'asset_number_taken',
      'unknown_school',
      ...ofNamedPeople,
    ],
  },
  'POST /api/devices/:barcode/logs': {
    who: 'signed-in',
    area: 'Repairs',
    does: 'Adds an entry to the timeline; with `completed` it completes the repair',
    body: repairEntry,
    answer: repairLog,
    statuses: [201],
    refusals: [
      ...ofChangedDevice,
      'device_deprovisioned',
      'repair_already_completed',
      'no_active_repair',
      ...ofNamedPeople,
    ],
  },
  'PATCH /api/devices/:barcode/billing-notes': {
    who: 'signed-in',
    area: 'Billing',
    does: 'Writes the billing notes of a device',
    body: billingNotesBody,
    answer: device,
    refusals: ofReplacedFacts,
  },
  'POST /api/admin/devices/:barcode/scrap': {
    who: 'admin',
    area: 'Administration',
    does: 'Deprovisions a device, or restores it',
    body: scrapBody,
    answer: device,
    refusals: ofChangedDevice,
  },
  'GET /api/billing/export': {
    who: 'signed-in',
    securityKind: 'export',
    area: 'Billing',
    does: 'Completed repairs as a file',
    query: BillingSummaryQuery.input,
    answer: { file: 'text/csv' },
    refusals: ['too_many_exports'],
  },
  // Members may export devices, as the device screen's button does; the route refuses them logs.
  'GET /api/admin/export': {
    who: 'signed-in',
    securityKind: 'export',
    area: 'Administration',
    does: 'Devices as a file or, for Admins, repair log entries',
    query: whatToExport.extend(deviceFilters.omit(unpaged).shape).extend(logFilters.omit(unpaged).shape),
    answer: { file: 'text/csv' },
    refusals: ['admin_only', 'too_many_exports'],
  },
  'GET /api/admin/status': {
    who: 'admin',
    byTimer: true,
    area: 'Administration',
    does: 'How far each service has processed the logs',
    answer: systemStatus,
  },
} as const satisfies Record<Route, Omit<Endpoint, 'route'>>;
